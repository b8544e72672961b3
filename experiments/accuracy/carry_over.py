"""The presets, and what `swvm tune` finds, on data that no recipe was made for.

    python carry_over.py presets
    python carry_over.py tuned es --minutes 15      # by three folds of the tenth
    python carry_over.py tuned pos --minutes 15     # by the last tenth of train

Parts of speech: the second column of CoNLL-2000 as labels, from the words alone; train on train, score on test, per
token. Little data: CoNLL-2002 from the first tenth of esp.train, scored on testa, per mention. A search reads neither.
Presets have one set of settings; a recipe has those that its search found. Prints a line a run and keeps it in
carry_over.jsonl; recipes and reports are kept in `tuned`.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import swvm
from swvm.data import load_corpus
from swvm.data.corpus import Corpus
from swvm.data.writing import write
from swvm.learn.settingsfile import read_settings
from swvm.report.tuningdata import report_json
from swvm.report.tuningsummary import summary_lines
from swvm.tune.config import TuneConfig
from swvm.tune.recipefile import write_recipe
from swvm.tune.sources import GivenSource
from swvm.tune.tuning import tune

HERE = Path(__file__).parent
RECORDS, TUNED = HERE / "carry_over.jsonl", HERE / "tuned"
SETTINGS = {"learner": "mira", "k_best": 3, "epochs": 6}
DATA = TUNED / "data"  # the pieces, and the records of the search
NAMES = {"es": "es, one tenth", "pos": "parts of speech"}
SEEDS = (1, 2, 3)
FOLDS = 3


def parts_of_speech(part: str) -> Corpus:
    """Return CoNLL-2000 with its parts of speech as labels."""
    corpus = load_corpus("conll2000", part)
    return replace(corpus, columns=corpus.columns[:1], labels=replace(corpus.columns[1], name="label"))


def data(name: str) -> tuple[Corpus, Corpus]:
    """Return what to train on, and what to score."""
    if name == "pos":
        return parts_of_speech("train"), parts_of_speech("test")
    train = load_corpus("conll2002-es", "train")
    return train[: len(train) // 10], load_corpus("conll2002-es", "dev")


def run(name: str, label: str, features: str, **settings: Any) -> None:
    """Train with three seeds, score, and keep the records."""
    train, scored = data(name)
    for seed in SEEDS:
        began = time.process_time()
        model = swvm.train(train, features=features, seed=seed, **settings)
        seconds = time.process_time() - began
        f1 = swvm.score(scored.tags(), model.label(scored)).f1
        shown = {key: str(value) if value == float("inf") else value for key, value in settings.items()}
        record = {"data": NAMES[name], "features": label, **shown, "seed": seed, "f1": round(f1, 2)}
        with RECORDS.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**record, "cpu_seconds": round(seconds, 1)}) + "\n")
        print(f"{NAMES[name]} {label} seed {seed}: {f1:.2f}, {seconds:.0f} s", flush=True)


def presets() -> None:
    """Run every preset on both."""
    for preset in ("basic", "chunk", "ner"):
        run("es", preset, preset, **SETTINGS, train_scheme="bioes")
    for preset in ("basic", "chunk"):
        run("pos", preset, preset, **SETTINGS)


def tuned(name: str, minutes: float, workers: int) -> None:
    """Search a recipe on the training data alone, write it and its report, run it."""
    DATA.mkdir(exist_ok=True, parents=True)
    train, _ = data(name)
    kept = len(train) - len(train) // 10
    pieces = {"train": train} if name == "es" else {"train": train[:kept], "dev": train[kept:]}
    reading = (("columns", ",".join([*(column.name for column in train.columns), "label"])),)
    for part, corpus in pieces.items():
        write(corpus, DATA / f"{name}.{part}", format="columns")
    source = GivenSource(name, given=tuple((part, str(DATA / f"{name}.{part}"), reading) for part in pieces))
    config = TuneConfig(folds=FOLDS if name == "es" else None, minutes=minutes, workers=workers)
    found = tune(source, DATA / f"{name}.records.jsonl", config)
    recipe = TUNED / f"{name}.features"
    write_recipe(recipe, found.recipe, found.groups, tuple(summary_lines(found)))
    recipe.with_suffix(".json").write_text(report_json(found, ""), encoding="utf-8")
    print("\n".join(summary_lines(found)), flush=True)
    run(name, "tuned", **read_settings(recipe.with_suffix(".toml")))


def main() -> None:
    """Read the call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("presets", "tuned"))
    parser.add_argument("data", nargs="?", choices=tuple(NAMES))
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.what == "presets":
        presets()
    else:
        tuned(given.data, given.minutes, given.workers)


if __name__ == "__main__":
    main()
