"""Corpora known by name: what they are (`corpora.toml`) and how to load them. Where they come from is in `fetching`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

from swvm.data.corpus import Corpus
from swvm.data.fetching import RemoteFile, fetch, find
from swvm.data.reading import read
from swvm.errors import unknown_name

FOLDER = resources.files("swvm.data")


@dataclass(frozen=True, slots=True)
class Split:
    """A part of a corpus and what it holds. `file` is None for the corpus in the package."""

    sentences: int
    tokens: int
    file: RemoteFile | None


@dataclass(frozen=True, slots=True)
class CorpusInfo:
    """What is known about a corpus. Its labels are IOB2; `types` are those of its mentions."""

    name: str
    title: str
    language: str
    licence: str
    columns: tuple[str, ...]
    labels: int
    types: tuple[str, ...]
    splits: Mapping[str, Split]


def known_corpora() -> tuple[str, ...]:
    """Return the names of the known corpora."""
    return tuple(_known())


def corpus_info(name: str) -> CorpusInfo:
    """Return what is known about a corpus."""
    if name not in _known():
        raise unknown_name("corpus", name, list(_known()))
    return _known()[name]


def load_corpus(name: str, split: str = "train") -> Corpus:
    """Load a part of a known corpus: from the folder SWVM_DATA, else from the cache, else from its address."""
    chosen, info = _split(name, split), corpus_info(name)
    if chosen.file is None:
        with (FOLDER / "demo" / f"{split}.txt").open("rb") as stream:
            return read(stream, columns=info.columns)
    return read(fetch(chosen.file), columns=info.columns)


def find_corpus(name: str, split: str = "train") -> Path | None:
    """Return the file of a part of a known corpus if it is on this machine."""
    chosen = _split(name, split)
    return _demo_path(split) if chosen.file is None else find(chosen.file)


def corpus_path(name: str, split: str = "train") -> Path:
    """Return the file of a part of a known corpus, fetched if it is not on this machine."""
    chosen = _split(name, split)
    return _demo_path(split) if chosen.file is None else fetch(chosen.file)


def _split(name: str, split: str) -> Split:
    splits = corpus_info(name).splits
    if split not in splits:
        raise unknown_name(f"split of {name}", split, list(splits))
    return splits[split]


def _demo_path(split: str) -> Path:
    return Path(str(FOLDER / "demo" / f"{split}.txt"))


@cache
def _known() -> Mapping[str, CorpusInfo]:
    declared = tomllib.loads((FOLDER / "corpora.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: _info(name, **entry) for name, entry in declared.items()})


def _info(
    name: str,
    *,
    title: str,
    language: str,
    licence: str,
    columns: list[str],
    labels: int,
    types: list[str],
    splits: dict[str, dict[str, Any]],
) -> CorpusInfo:
    parts = MappingProxyType({split: _declared_split(**entry) for split, entry in splits.items()})
    return CorpusInfo(name, title, language, licence, tuple(columns), labels, tuple(types), parts)


def _declared_split(*, sentences: int, tokens: int, **file: str) -> Split:
    return Split(sentences, tokens, RemoteFile(**file) if file else None)
