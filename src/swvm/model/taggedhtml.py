"""Labelled blocks as one HTML page: a head, sentences with their mentions in colour, block by block, and an end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from swvm.data.blocks import Block
from swvm.data.schemes.labels import split_label
from swvm.model import markup
from swvm.model.decode import Paths
from swvm.model.tagged import Render
from swvm.model.views import STYLE, sentence_html, view_of

PAGE = """
:root { color-scheme: light dark; }
body { max-width: 52rem; margin: 0 auto; padding: 1.5rem; background: #ffffff; color: #1a1a1b;
  font: 16px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) { body { background: #17181a; color: #e8e8ea; } }
h1 { font-size: 1.3rem; }
"""


def page_head(title: str, note: str) -> bytes:
    """Return what stands before the first sentence."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{PAGE}{STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<p class="swvm-note">{escape(note)}</p>\n<main>\n'
    ).encode()


PAGE_END = b"</main>\n</body>\n</html>\n"


def as_html(labels: Sequence[str]) -> Render:
    """Write a paragraph for each sentence. A type has the same colour in all of them."""
    colours = markup.hues(_type(label) for label in labels if label != "O")

    def render_block(block: Block, paths: Paths) -> bytes:
        return "".join(sentence_html(one, colours) for one in view_of(block.corpus, labels, paths)).encode()

    return render_block


def _type(label: str) -> str:
    split = split_label(label)
    return label if split is None else split[1]
