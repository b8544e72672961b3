"""How much does a choice on dev flatter? Recipes that were tried already are chosen from, on many cuts of dev.

    python replay.py tenth.trials.jsonl --cuts 200

Reads the trials that `honest.py` left, each scored sentence by sentence on all of testa; nothing is trained. Each cut
takes half of testa, by stretches of neighbouring sentences, for choosing, and leaves the other as fresh data. Two ways:

- *all*: the best score on all of the chosen half wins, and that is the score that is reported;
- *kept*: the chosen half is cut once more. The three best on one part and `basic` are the finalists; the best of them
  on both parts wins, and what is reported is its score on the other part, less what `swvm.tune.optimism` takes off.

The halves differ in difficulty, so scores are compared as leads over `basic`. What is too high is the reported lead
less that on fresh data. A real search goes step by step and has more luck than a choice from a list: what is found here
is a lower bound for *all*.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import numpy.typing as npt

from swvm.experiment.records import read_records
from swvm.tune.optimism import HALVES

Counts = npt.NDArray[np.float64]  # [recipes, sentences, 3]: tp, fp, fn
Mask = npt.NDArray[np.bool_]
UNITS, FINALISTS = 40, 3
BASIC = "affixes+labels+lower+pos+shapes+words"


def pool(path: Path) -> tuple[list[str], Counts]:
    """Return the recipes, and the counts of each sentence, the mean over the seeds."""
    tables = defaultdict(list)
    for record in read_records(path):
        if record.sentences is not None:
            counts = record.sentences.counts()
            tables[record.system].append(np.stack([counts.tp, counts.fp, counts.fn], axis=1))
    return list(tables), np.stack([np.mean(one, axis=0) for one in tables.values()])


def scores(table: Counts, mask: Mask) -> npt.NDArray[np.float64]:
    """Return F1 of each recipe on some sentences."""
    tp, fp, fn = np.moveaxis(table[:, mask].sum(axis=1), 1, 0)
    return np.asarray(200 * tp / (2 * tp + fp + fn))


def halves(units: npt.NDArray[np.int64], mask: Mask, rng: np.random.Generator) -> tuple[Mask, Mask]:
    """Cut some sentences in two by their units."""
    mine = rng.permutation(np.unique(units[mask]))
    first = np.isin(units, mine[: len(mine) // 2]) & mask
    return first, mask & ~first


def luck(table: Counts, mask: Mask, rng: np.random.Generator) -> float:
    """Estimate as `swvm.tune.optimism` does: what the best of a half loses on the other, for all of them."""
    some, losses = np.flatnonzero(mask), []
    for _ in range(HALVES // 4):
        half = np.zeros(len(mask), np.bool_)
        half[rng.permutation(some)[: len(some) // 2]] = True
        here, there = scores(table, half), scores(table, mask & ~half)
        losses.append(here.max() - there[here.argmax()])
    return max(0.0, fmean(losses)) / np.sqrt(2)


def main() -> None:
    """Print the means over the cuts, with their standard errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("--cuts", type=int, default=200)
    given = parser.parse_args()
    names, table = pool(given.records)
    basic, everything = names.index(BASIC), np.ones(table.shape[1], np.bool_)
    units, rng = np.arange(table.shape[1]) * UNITS // table.shape[1], np.random.default_rng(1)
    found = defaultdict(list)
    for _ in range(given.cuts):
        mine, fresh = halves(units, everything, rng)
        leads = {key: one - one[basic] for key, one in (("mine", scores(table, mine)), ("fresh", scores(table, fresh)))}
        led, judging = halves(units, mine, rng)
        best = int(leads["mine"].argmax())
        order = np.argsort(-scores(table, led), kind="stable")[:FINALISTS]
        finalists = np.array([*order, basic])
        kept = int(finalists[leads["mine"][finalists].argmax()])
        on = {key: scores(table, mask) for key, mask in (("led", led), ("judging", judging))}
        found["all: fresh lead"].append(leads["fresh"][best])
        found["all: reported lead too high by"].append(leads["mine"][best] - leads["fresh"][best])
        found["all: luck of the last choice, as an estimate of that"].append(luck(table[order], mine, rng))
        found["kept: fresh lead"].append(leads["fresh"][kept])
        found["kept: lead where the search looked too high by"].append(
            on["led"][kept] - on["led"][basic] - leads["fresh"][kept]
        )
        honest = on["judging"][kept] - on["judging"][basic]
        found["kept: lead that is reported too high by"].append(honest - leads["fresh"][kept])
        taken = luck(table[finalists], judging, rng) / np.sqrt(2)
        found["kept: the same less the luck that is taken off"].append(honest - taken - leads["fresh"][kept])
    print(f"{given.records.name}: {len(names)} recipes, {table.shape[1]} sentences, {given.cuts} cuts")
    for label, values in found.items():
        print(f"  {label}: {fmean(values):.2f} ± {stdev(values) / len(values) ** 0.5:.2f}")


if __name__ == "__main__":
    main()
