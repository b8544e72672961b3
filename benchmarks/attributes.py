"""The preset `basic` as attribute strings, made as a careful Python programmer would make them.

Everything that depends on one word alone is made once per distinct word. Boundary values are as in swvm.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

BEFORE = ("<s-2>", "<s-1>")
AFTER = ("<e+1>", "<e+2>")


def shape(word: str) -> str:
    """Replace letters by X, x, o and digits by d, as the word function `shape` does."""
    return "".join(map(_shape_class, word))


@cache
def _shape_class(char: str) -> str:
    if char.isupper() or char.istitle():
        return "X"
    if char.islower():
        return "x"
    return "d" if char.isdecimal() else "o" if char.isalpha() else char


def short_shape(word: str) -> str:
    """Return the shape with each run of one character reduced to one."""
    full = shape(word)
    return full[:1] + "".join(b for a, b in pairwise(full) if a != b)


@cache
def _shapes(word: str) -> tuple[str, str]:
    return (word, word) if word in BEFORE + AFTER else (shape(word), short_shape(word))


@cache
def _lower(word: str) -> str:
    return word if word in BEFORE + AFTER else word.lower()


@cache
def _affixes(word: str) -> tuple[str, ...]:
    sizes = range(1, 5)
    return tuple(f"p{k}={word[:k]}" for k in sizes) + tuple(f"s{k}={word[-k:]}" for k in sizes)


def sentence_attributes(words: Sequence[str], tags: Sequence[str] | None) -> list[list[str]]:
    """Return the attributes of each token: 26, and 9 more with parts of speech."""
    n = len(words)
    padded = (*BEFORE, *words, *AFTER)
    lower = [_lower(word) for word in padded]
    shapes = [_shapes(word) for word in padded]
    result = [_word_attributes(padded, lower, shapes, i) for i in range(2, n + 2)]
    if tags is not None:
        padded_tags = (*BEFORE, *tags, *AFTER)
        for i, attributes in enumerate(result):
            attributes.extend(_tag_attributes(padded_tags[i : i + 5]))
    return result


def _word_attributes(
    words: Sequence[str], lower: Sequence[str], shapes: Sequence[tuple[str, str]], i: int
) -> list[str]:
    left, word, right = words[i - 1], words[i], words[i + 1]
    return [
        "bias",
        f"w-1={left}",
        f"w={word}",
        f"w+1={right}",
        f"w-1,w={left}|{word}",
        f"w,w+1={word}|{right}",
        f"w-1,w+1={left}|{right}",
        f"l-2={lower[i - 2]}",
        f"l-1={lower[i - 1]}",
        f"l={lower[i]}",
        f"l+1={lower[i + 1]}",
        f"l+2={lower[i + 2]}",
        *_affixes(word),
        f"h-1={shapes[i - 1][0]}",
        f"h={shapes[i][0]}",
        f"h+1={shapes[i + 1][0]}",
        f"c-1={shapes[i - 1][1]}",
        f"c={shapes[i][1]}",
        f"c+1={shapes[i + 1][1]}",
    ]


def _tag_attributes(window: Sequence[str]) -> list[str]:
    a, b, c, d, e = window
    return [
        f"t-2={a}",
        f"t-1={b}",
        f"t={c}",
        f"t+1={d}",
        f"t+2={e}",
        f"t-1,t={b}|{c}",
        f"t,t+1={c}|{d}",
        f"t-1,t+1={b}|{d}",
        f"t-1,t,t+1={b}|{c}|{d}",
    ]


def attributes_of(rows: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """Return the attributes of a sentence whose rows are word, perhaps a part of speech, label."""
    words = [row[0] for row in rows]
    return sentence_attributes(words, [row[1] for row in rows] if len(rows[0]) > 2 else None)
