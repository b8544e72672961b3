"""Words with their mentions in colour, as HTML. The colours are translucent: they do on white paper and on black."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

HUES = (215, 25, 145, 285, 50, 330, 180, 0, 95, 250)

STYLE = """
.swvm-mark { background: hsl(var(--hue) 75% 50% / .2); border-bottom: 2px solid hsl(var(--hue) 65% 50%);
  border-radius: .2em .2em 0 0; padding: .05em .25em; color: inherit; }
.swvm-type { font-size: .68em; font-weight: 600; letter-spacing: .04em; margin-left: .4em; opacity: .75;
  vertical-align: .1em; }
"""


class Marked(NamedTuple):
    """A stretch of words, start to end (not included), with its type and what is shown when the mouse is over it."""

    type: str
    start: int
    end: int
    hover: str = ""


def hues(types: Iterable[str]) -> dict[str, int]:
    """Return a hue for each type, the same in every sentence."""
    return {name: HUES[number % len(HUES)] for number, name in enumerate(sorted(set(types)))}


def marked_words(words: Sequence[str], marks: Sequence[Marked], colours: dict[str, int]) -> str:
    """Return a sentence; `marks` go from left to right and do not overlap."""
    pieces, done = [], 0
    for mark in marks:
        pieces += [escape(word) for word in words[done : mark.start]]
        text = escape(" ".join(words[mark.start : mark.end]))
        pieces.append(mark_text(text, mark.type, colours, mark.hover))
        done = mark.end
    return " ".join([*pieces, *(escape(word) for word in words[done:])])


def mark_text(text: str, type_: str, colours: dict[str, int], hover: str = "") -> str:
    """Return one mention; `text` is HTML already."""
    title = f' title="{escape(hover)}"' if hover else ""
    name = f'<span class="swvm-type">{escape(type_)}</span>' if type_ else ""
    return f'<mark class="swvm-mark" style="--hue:{colours.get(type_, 0)}"{title}>{text}{name}</mark>'
