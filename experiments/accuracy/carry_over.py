"""Do the presets carry over to data that no recipe was made for? Each against `basic`, with one set of settings.

    python carry_over.py

Parts of speech: the second column of CoNLL-2000 as labels, from the words alone; train on train, score on test, per
token. Little data: CoNLL-2002 from the first tenth of esp.train, scored on testa, per mention. Prints a line a run and
keeps it in carry_over.jsonl.
"""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import swvm
from swvm.data import load_corpus
from swvm.data.corpus import Corpus

RECORDS = Path(__file__).parent / "carry_over.jsonl"
SETTINGS = {"learner": "mira", "k_best": 3, "epochs": 6, "seed": 1}


def parts_of_speech(part: str) -> Corpus:
    """Return CoNLL-2000 with its parts of speech as labels."""
    corpus = load_corpus("conll2000", part)
    return replace(corpus, columns=corpus.columns[:1], labels=replace(corpus.columns[1], name="label"))


def run(name: str, train: Corpus, scored: Corpus, features: str, **settings: object) -> None:
    """Train, score, and keep the record."""
    began = time.process_time()
    model = swvm.train(train, features=features, **SETTINGS, **settings)
    seconds = time.process_time() - began
    scores = swvm.score(scored.tags(), model.label(scored))
    record = {"data": name, "features": features, **SETTINGS, **settings, "f1": round(scores.f1, 2)}
    record["cpu_seconds"] = round(seconds, 1)
    with RECORDS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")
    print(f"{name} {features}: {scores.f1:.2f}, {seconds:.0f} s", flush=True)


def main() -> None:
    """Run every preset on both."""
    spanish, scored = load_corpus("conll2002-es", "train"), load_corpus("conll2002-es", "dev")
    tenth = spanish[: len(spanish) // 10]
    for preset in ("basic", "chunk", "ner"):
        run("es, one tenth", tenth, scored, preset, train_scheme="bioes")
    train, test = parts_of_speech("train"), parts_of_speech("test")
    for preset in ("basic", "chunk"):
        run("parts of speech", train, test, preset)


if __name__ == "__main__":
    main()
