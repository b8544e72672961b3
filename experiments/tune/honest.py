"""How honest is the score that `swvm tune` reports? Dev is cut in two: a search has one part, the other is fresh data.

    python honest.py tenth --seeds 8 --minutes 40     # conll2002-es, every tenth sentence of esp.train
    python honest.py es --seeds 3 --minutes 120       # all of it
    python honest.py table

Each seed cuts testa anew, by stretches of neighbouring sentences, and searches twice: with all of its part of testa
(`judges` 0), and with half of it, where the other half has a say at the end alone (`judges` 0.5). A line of
honest.jsonl is a search: what it reports, and the F1 of its recipe on the fresh part. All searches share one file of
trials, since a trial does not depend on which sentences count. No test set is read.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory

import numpy as np

from swvm.data.corpora import corpus_path
from swvm.data.schemes import LabelSequences, detect
from swvm.experiment.dispatch import Workshop
from swvm.experiment.records import by_id, read_records
from swvm.experiment.sources import Whole, load_whole
from swvm.tune.bench import Bench
from swvm.tune.bounds import Bounds
from swvm.tune.config import TuneConfig
from swvm.tune.driver import Driver
from swvm.tune.estimate import estimate
from swvm.tune.final import Final
from swvm.tune.groups import groups_of
from swvm.tune.halves import Halves, Sentences, halves
from swvm.tune.search import Greedy, leaders
from swvm.tune.sources import GivenSource
from swvm.tune.space import Space, schemes_for
from swvm.tune.trials import Trials

RECORDS = Path(__file__).with_name("honest.jsonl")
TRIALS = 200  # of a search; then comes the end, which has as many as it takes
SAMPLE = TuneConfig().sample
COLUMNS = (("columns", "word,pos,label"),)


def source_of(name: str, folder: Path) -> GivenSource:
    """Return esp.train, or every tenth sentence of it, with testa."""
    train, dev = corpus_path("conll2002-es", "train"), corpus_path("conll2002-es", "dev")
    if name == "tenth":
        sentences = train.read_text(encoding="utf-8").strip().split("\n\n")
        train = folder / "tenth.train"
        train.write_text("\n\n".join(sentences[::10]) + "\n\n", encoding="utf-8")
    return GivenSource(name, given=(("train", str(train), COLUMNS), ("dev", str(dev), COLUMNS)))


def searched(
    whole: Whole, trials: Trials, driver: Driver, cut: Halves, *, mine: Sentences, seed: int, bounds: Bounds
) -> Final | None:
    """Search by one side of a cut, TRIALS runs at most, and decide by both; None where the time is over."""
    corpus = whole.corpus.select(whole.parts["train"])
    space = Space(trials.groups, schemes=schemes_for(detect(LabelSequences.of_corpus(corpus))))
    level = min(1.0, round(SAMPLE / corpus.n_tokens, 3))
    search = Greedy(space, Bench(trials, sentences=cut.searched), level, space.starts()["basic"], seed)
    if driver.run("search", search.bench, search.batches(), replace(bounds, trials=TRIALS)) == "time":
        return None
    bench = Bench(trials.fresh(), sentences=mine)
    final = Final(space, bench, leaders(search.bench, level), search.current)
    return final if driver.run("end", bench, final.batches(), bounds) == "done" else None


def outer(whole: Whole, seed: int) -> tuple[Halves, dict[float, Halves]]:
    """Cut dev in two: the search's part and the fresh one; and the search's part as each setting of `judges` has it."""
    dev = whole.parts["dev"]
    cut = halves(whole.corpus, [dev], 0.5, seed)
    assert cut.searched is not None
    mine = cut.searched[0]
    inner = halves(whole.corpus, [dev[mine]], 0.5, seed)
    assert inner.searched is not None and inner.judging is not None
    half = Halves(_within(mine, inner.searched), _within(mine, inner.judging))
    return cut, {0.0: Halves(cut.searched), 0.5: half}


def _within(mask: np.ndarray, part: Sentences) -> Sentences:
    whole = np.zeros(len(mask), np.bool_)
    whole[np.flatnonzero(mask)[part[0]]] = True
    return (whole,)


def run(name: str, seeds: int, minutes: float) -> None:
    """Search with each seed and setting, and note down what is reported and what is true."""
    bounds = Bounds(60 * minutes)
    with TemporaryDirectory() as folder:
        source = source_of(name, Path(folder))
        whole = load_whole(source, "keep")
        groups = groups_of([column.name for column in whole.corpus.columns])
        trials = Trials(source, whole.sha256, groups, Path(folder) / "templates", seed=1)
        log = RECORDS.with_name(f"{name}.trials.jsonl")
        records = by_id(read_records(log))
        for seed in range(1, seeds + 1):
            cut, settings = outer(whole, seed)
            for judges, inner in settings.items():
                driver = Driver(log, records, Workshop(Path(folder) / "parts", "tune", ""), 1)
                final = searched(whole, trials, driver, inner, mine=cut.searched or (), seed=seed, bounds=bounds)
                if final is None:
                    return
                note(name, seed, judges, final, inner=inner, cut=cut)


def note(name: str, seed: int, judges: float, final: Final, *, inner: Halves, cut: Halves) -> None:
    """Keep what a search reports, and what its recipe and the presets have on the fresh part."""
    results = {recipe: final.bench.result(recipe, 1.0) for recipe in (*final.finalists, final.current)}
    chosen, fresh = results[final.current], {recipe: one.on(cut.judging).score for recipe, one in results.items()}
    found = estimate(chosen, list(results.values()), inner, seed)
    side = inner.judging or inner.searched
    reported = {recipe: one.on(side).score for recipe, one in results.items()}
    presets = final.space.presets().items()
    line = {
        "data": name,
        "seed": seed,
        "judges": judges,
        "searched": found.searched,
        "judged": found.judged,
        "luck": found.luck.on_all * (1.0 if judges == 0 else 0.5**0.5) if found.luck else 0.0,
        "fresh": fresh[final.current],
        "leads": {label: reported[final.current] - reported[recipe] for label, recipe in presets},
        "fresh leads": {label: fresh[final.current] - fresh[recipe] for label, recipe in presets},
        "recipe": final.current.text,
    }
    with RECORDS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
    print(json.dumps(line, ensure_ascii=False), flush=True)


def main() -> None:
    """Read the call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", choices=("tenth", "es", "table"))
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=60)
    given = parser.parse_args()
    if given.data == "table":
        table()
    else:
        run(given.data, given.seeds, given.minutes)


def table() -> None:
    """Print the means over the seeds, with their standard errors: what is reported less what is true."""
    lines = [json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines()]
    for data, judges in sorted({(line["data"], line["judges"]) for line in lines}):
        rows = [line for line in lines if (line["data"], line["judges"]) == (data, judges)]
        print(f"{data}, judges {judges}, {len(rows)} cuts")
        columns = {"fresh F1": [line["fresh"] for line in rows], "luck taken off": [line["luck"] for line in rows]}
        columns["score too high by"] = [line["judged"] - line["fresh"] for line in rows]
        for preset in rows[0]["leads"]:
            columns[f"fresh lead over {preset}"] = [line["fresh leads"][preset] for line in rows]
            columns[f"lead over {preset} too high by"] = [
                line["leads"][preset] - line["fresh leads"][preset] for line in rows
            ]
        for label, one in columns.items():
            error = stdev(one) / len(one) ** 0.5 if len(one) > 1 else float("nan")
            print(f"  {label}: {fmean(one):.2f} ± {error:.2f}")


if __name__ == "__main__":
    main()
