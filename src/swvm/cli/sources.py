"""What a user names as input: a file, `-`, or a known corpus as NAME or NAME:PART. A file of that name comes first."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from swvm.data import Corpus, read
from swvm.errors import DataError


def load(source: str, part: str, **reading: Any) -> Corpus:
    """Read a labelled corpus; `part` is the part of a known corpus where the user names none."""
    found = known_corpus(source, part)
    if found is None:
        return read(source, **reading)
    from swvm.data.corpora import load_corpus  # noqa: PLC0415 (a file needs no list of corpora)

    return replace(load_corpus(*found), source=":".join(found))


def path_of(source: str, part: str) -> str:
    """Return the file of a source; that of a known corpus is fetched where it is not here."""
    found = known_corpus(source, part)
    if found is None:
        return source
    from swvm.data.corpora import corpus_path  # noqa: PLC0415

    return str(corpus_path(*found))


def known_corpus(source: str, part: str) -> tuple[str, str] | None:
    """Return name and part of a known corpus; None for a file or `-`. What is neither is an error."""
    if source == "-" or (Path(source).exists() and not Path(source).is_dir()):
        return None
    from swvm.data.corpora import known_corpora  # noqa: PLC0415

    name, colon, chosen = source.partition(":")
    if name in known_corpora():
        return name, chosen if colon else part
    if Path(source).exists() or Path(source).suffix or "/" in source or "\\" in source:
        return None
    nearest = get_close_matches(name, known_corpora(), n=1)
    hint = f" Did you mean {nearest[0]}?" if nearest else ""
    raise DataError(
        f"{source}: there is no such file, and no known corpus has this name.{hint} Known: {', '.join(known_corpora())}"
    )
