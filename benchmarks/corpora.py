"""The four corpora: where they are, their columns, a plain reader in Python."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Corpus:
    """Files of one corpus, and what its columns are called."""

    name: str
    train: str
    test: str
    columns: str

    @property
    def train_path(self) -> Path:
        return folder() / self.train

    @property
    def test_path(self) -> Path:
        return folder() / self.test


CORPORA = {
    corpus.name: corpus
    for corpus in (
        Corpus("conll2000", "conll2000/train.txt", "conll2000/test.txt", "word,pos,label"),
        Corpus("conll2002-es", "conll2002/esp.train", "conll2002/esp.testb", "word,pos,label"),
        Corpus("bc2gm", "bc2gm/train.tsv", "bc2gm/test.tsv", "word,label"),
        Corpus("jnlpba", "jnlpba/train.iob2", "jnlpba/test.iob2", "word,label"),
    )
}

TIMED = ("conll2000", "jnlpba")  # whose epochs and tokens are timed


def folder() -> Path:
    """Return the folder of the corpora: SWVM_DATA, or shared/data beside the repository or one of its parents."""
    if "SWVM_DATA" in os.environ:
        return Path(os.environ["SWVM_DATA"])
    for parent in Path(__file__).resolve().parents:
        if (parent / "shared" / "data" / "SHA256SUMS").is_file():
            return parent / "shared" / "data"
    raise SystemExit("the corpora are not here: set SWVM_DATA to their folder")


def read_rows(path: Path) -> Iterator[list[tuple[str, ...]]]:
    """Yield sentences of rows of columns."""
    rows: list[tuple[str, ...]] = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            if row := tuple(line.split()):
                rows.append(row)
            elif rows:
                yield rows
                rows = []
    if rows:
        yield rows
