"""Text with inline brackets: `[PER John Smith] lives in [LOC Paris]`, one sentence a line.

A backslash stands before a bracket, a backslash or a blank that belongs to a token, so that the text can be read back.
There is no reader for this format here: it is for people.
"""

from __future__ import annotations

import re
from itertools import pairwise

from swvm.data.corpus import Column, Corpus
from swvm.errors import DataError

SPECIAL = re.compile(r"[\[\]\\\s]")


def escape(token: str) -> str:
    r"""Put a backslash before brackets, backslashes and blanks; a line's end becomes `\n` or `\r`.

    >>> print(escape("[sic]"))
    \[sic\]
    """
    return SPECIAL.sub(_escaped, token)


def render_brackets(corpus: Corpus, labels: Column | None) -> str:
    """Return a sentence a line with its mentions in brackets."""
    # Here, because the schemes need time to import and no other format needs them.
    from swvm.data.schemes import mentions  # noqa: PLC0415

    if labels is None:
        raise DataError(f"{corpus.source}: brackets need labels, and there are none")
    tokens = [escape(token) for token in corpus.columns[0].strings()]
    tags = labels.strings()
    lines = []
    for start, stop in pairwise(corpus.offsets.tolist()):
        words = tokens[start:stop]
        for type_, first, end in mentions(tags[start:stop]):
            words[first] = f"[{type_} {words[first]}"
            words[end - 1] += "]"
        lines.append(" ".join(words) + "\n")
    return "".join(lines)


def _escaped(match: re.Match[str]) -> str:
    return {"\n": "\\n", "\r": "\\r"}.get(match[0], "\\" + match[0])
