"""What templates read and a corpus does not have: the error says how to give it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches

from swvm.data.corpus import Corpus
from swvm.errors import DataError


def check_corpus_has(wanted: Collection[str], corpus: Corpus, columns: Sequence[str]) -> None:
    """Raise an error unless a corpus has the wanted ones of the columns that templates were made for."""
    here = [column.name for column in corpus.columns]
    missing = sorted(set(wanted).difference(here))
    if missing:
        raise DataError(_sentence(missing[0], corpus.source, here, ",".join(columns)))


def _sentence(name: str, source: str, here: Sequence[str], columns: str) -> str:
    nearest = get_close_matches(name, here, n=1)
    hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
    return (
        f"{source}: there is no column {name!r}, which the templates read; here is {', '.join(here)}.{hint} Name the "
        f"columns of the file in their order (--columns {columns}; in Python swvm.read(PATH, columns={columns!r})), or "
        f"give each token as a row with a value of each: {columns}. Plain text has words alone"
    )
