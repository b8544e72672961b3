r"""Text with inline brackets: `[PER John Smith] lives in [LOC Paris]`, one sentence a line.

A backslash stands before a bracket, a backslash or a blank that belongs to a token, so nothing is ambiguous. There is
no reader for this format here: it is for people.
"""

from __future__ import annotations

import re
from itertools import pairwise

from swvm.data.corpus import Column, Corpus
from swvm.data.schemes.labels import LabelSequences, parse_labels
from swvm.data.schemes.mentions import break_rule, find_mentions
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
    if labels is None:
        raise DataError(f"{corpus.source}: brackets need labels, and there are none")
    words = [escape(token) for token in corpus.columns[0].strings()]
    sequences = LabelSequences(labels.codes, tuple(labels.interner.strings()), corpus.offsets)
    parsed = parse_labels(sequences.names)
    found = find_mentions(sequences, parsed, break_rule(parsed))
    for start, end, code in zip(found.starts.tolist(), found.ends.tolist(), found.types.tolist(), strict=True):
        words[start] = f"[{parsed.type_names[code]} {words[start]}"
        words[end - 1] += "]"
    return "".join(" ".join(words[start:stop]) + "\n" for start, stop in pairwise(corpus.offsets.tolist()))


def _escaped(match: re.Match[str]) -> str:
    return {"\n": "\\n", "\r": "\\r"}.get(match[0], "\\" + match[0])
