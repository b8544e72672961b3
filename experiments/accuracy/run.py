"""Train the recipes of recipes.toml and keep a record of each run in records.jsonl.

    python run.py dev bc2gm                      # to choose: train on the development training part, score on dev
    python run.py test bc2gm --seeds 1 2 3       # to report: train on all training data, score on test
    python run.py dev es --train train:2-10 --scored train:0-2 --features ner     # other parts, other features: a check
    python run.py table                          # the records as the tables of docs/accuracy.md

The recipes with outside data read the folder `outside`: see README.md.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import swvm
from swvm.data import load_corpus
from swvm.data.corpus import Corpus

HERE = Path(__file__).parent
RECORDS = HERE / "records.jsonl"


def recipes() -> dict[str, dict[str, Any]]:
    """Return the recipes by name, each with the settings that all share."""
    content = tomllib.loads((HERE / "recipes.toml").read_text(encoding="utf-8"))
    shared = content.pop("settings")
    return {name: recipe | {"settings": shared | recipe.get("settings", {})} for name, recipe in content.items()}


def part(name: str, text: str) -> Corpus:
    """Return a part of a corpus: "train", "train+dev", or by tenths "train:0-9" (all but the last) and "train:9-10"."""
    found = [_piece(name, *piece.partition(":")[::2]) for piece in text.split("+")]
    if len(found) == 1:
        return found[0]
    columns = [column.name for column in found[0].columns]
    rows = [sentence for corpus in found for sentence in corpus.sentences()]
    values = {column: [[row[k] for row in sentence] for sentence in rows] for k, column in enumerate(columns)}
    labels = [[row[-1] for row in sentence] for sentence in rows]
    return Corpus.from_columns(values, labels, source=text)


def _piece(name: str, split: str, tenths: str) -> Corpus:
    corpus = load_corpus(name, split)
    if not tenths:
        return corpus
    first, last = (len(corpus) - (10 - int(tenth)) * (len(corpus) // 10) for tenth in tenths.split("-"))
    return corpus[max(first, 0) if tenths[0] != "0" else 0 : last]


def learn_clusters(recipe: dict[str, Any], which: str) -> None:
    """Learn the clusters that a recipe takes from its own training texts: own/CORPUS.txt."""
    if "own" not in recipe:
        return
    (HERE / "own").mkdir(exist_ok=True)
    target = HERE / "own" / f"{recipe['corpus']}.txt"
    command = [sys.executable, "-m", "swvm", "cluster", *recipe["own"][which], "-o", str(target)]
    subprocess.run([*command, "--clusters", "256", "--lower", "--quiet"], check=True)


def features_of(text: str) -> str:
    """Return a preset's name as it is, and where the file of a name is."""
    return str(HERE / text) if text.endswith(".features") else text


def run(name: str, recipe: dict[str, Any], which: str, seed: int) -> dict[str, Any]:
    """Train and score once."""
    train_part, scored_part = recipe[which]
    train, scored = part(recipe["corpus"], train_part), part(recipe["corpus"], scored_part)
    began = time.perf_counter()
    cpu = time.process_time()
    model = swvm.train(train, features=features_of(recipe["features"]), seed=seed, **recipe["settings"])
    model = model.with_bias(recipe.get("bias", {}))
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    speed = max(_tokens_a_second(model, scored) for _ in range(3))
    scores = swvm.score(scored.tags(), model.label(scored), mode=recipe.get("mode", "conlleval"))
    with tempfile.TemporaryDirectory() as folder:
        model.save(Path(folder) / "model")
        size = (Path(folder) / "model").stat().st_size
    return {
        "recipe": name,
        "part": which,
        "train": train_part,
        "scored": scored_part,
        "from": recipe["features"],
        "seed": seed,
        "f1": round(scores.f1, 3),
        "precision": round(scores.precision, 3),
        "recall": round(scores.recall, 3),
        "features": sum(model.record.chain.counts),
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu, 1),
        "tokens_per_second": round(speed),
        "bytes": size,
        "settings": recipe["settings"] | {"bias": recipe.get("bias", {})},
        "version": swvm.__version__,
    }


def _tokens_a_second(model: swvm.Model, corpus: Corpus) -> float:
    """Features and decoding of tokens in memory, in processor time of one thread."""
    began = time.process_time()
    model.label(corpus)
    return corpus.n_tokens / (time.process_time() - began)


def table() -> Iterator[str]:
    """Yield a line for each recipe and part."""
    found: dict[tuple[str, str], dict[int, dict[str, Any]]] = {}
    known = recipes()
    for line in RECORDS.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        name, given = record["recipe"], known[record["recipe"]]
        features = record.get("from", given["features"])
        parts = [record["train"], record["scored"]]
        others = "" if parts == given[record["part"]] else f" {' → '.join(parts)}"
        name = name if features == given["features"] else f"{name} ({features})"
        if record["settings"] != given["settings"] | {"bias": given.get("bias", {})}:
            name += f" (seeds {record['settings'].get('seeds', 1)})"
        found.setdefault((name, record["part"] + others), {})[record["seed"]] = record  # the last of a seed
    yield "| recipe | scored on | F1 by seed | mean | precision | recall | training, CPU s | tokens/s | MB |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for (name, which), by_seed in found.items():
        runs = list(by_seed.values())
        mean = {key: statistics.mean(record[key] for record in runs) for key in ("f1", "precision", "recall")}
        seconds = statistics.median(record["cpu_seconds"] for record in runs)
        speed = statistics.median(record["tokens_per_second"] for record in runs)
        seeds = " ".join(f"{record['f1']:.2f}" for record in sorted(runs, key=lambda record: int(record["seed"])))
        yield (
            f"| {name} | {which} | {seeds} | {mean['f1']:.2f} | {mean['precision']:.2f} | {mean['recall']:.2f} |"
            f" {seconds:.0f} | {speed:,.0f} | {runs[0]['bytes'] / 1e6:.0f} |"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["dev", "test", "table"])
    parser.add_argument("recipes", nargs="*")
    parser.add_argument("--seeds", nargs="+", type=int, default=[1])
    parser.add_argument("--train", help="in place of the recipe's part, with `dev` alone")
    parser.add_argument("--scored", help="in place of the recipe's part, with `dev` alone")
    parser.add_argument("--features", help="a file beside this one, or a preset")
    given = parser.parse_args()
    if given.what == "table":
        print("\n".join(table()))
        return
    if given.what == "test" and (given.train or given.scored or given.features):
        parser.error("test is read by the recipes as they are")
    known = recipes()
    for name in known:
        train, scored = known[name]["dev"]
        known[name]["dev"] = [given.train or train, given.scored or scored]
        known[name]["features"] = given.features or known[name]["features"]
    for name in given.recipes or known:
        learn_clusters(known[name], given.what)
        for seed in given.seeds:
            record = run(name, known[name], given.what, seed)
            with RECORDS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")
            print(f"{name} {given.what} seed {seed}: F1 {record['f1']:.2f}, {record['cpu_seconds']:.0f} s", flush=True)


if __name__ == "__main__":
    main()
