"""A report as one HTML page that can be mailed: figures inside, nothing from outside, for light, dark and paper."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from swvm.report.build import Item
from swvm.report.drawing import PAPER, Picture
from swvm.report.sheet import sheet
from swvm.report.style import INK
from swvm.report.table import Table, html


def html_page(title: str, origin: Sequence[str], items: Sequence[Item], svgs: Mapping[str, str]) -> str:
    """Return the page: tables and pictures, with a list of both at the top. `svgs`: the pictures, drawn, by name."""
    links = "\n".join(f'<a href="#{escape(anchor(one))}">{escape(one.title)}</a>' for one in items)
    about = "\n".join(f"<p class=origin>{escape(line)}</p>" for line in origin)
    body = "\n".join(html(one) if isinstance(one, Table) else _figure(one, svgs[one.name]) for one in items)
    return sheet(
        title,
        f"<header>\n<h1>{escape(title)}</h1>\n{about}\n</header>\n<nav>\n{links}\n</nav>\n<main>\n{body}</main>\n",
    )


def anchor(item: Item) -> str:
    """Return the id of a section: a table and a picture may have the same name."""
    return item.name if isinstance(item, Table) else f"figure-{item.name}"


def _figure(picture: Picture, svg: str) -> str:
    return (
        f'<section id="{escape(anchor(picture))}">\n<h2>{escape(picture.title)}</h2>\n<figure>\n'
        f"{inline_svg(picture, svg)}\n<figcaption>{escape(picture.caption)}</figcaption>\n</figure>\n</section>\n"
    )


def inline_svg(picture: Picture, text: str) -> str:
    """Turn an SVG file into an element of a page: on the page's paper, in the colour of its text, ids of its own."""
    text = text[text.index("<svg") :].strip()
    text = re.sub(rf'\s*<g id="{PAPER}">.*?</g>', "", text, count=1, flags=re.DOTALL)
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(\sid="|url\(#|href="#)', rf"\g<1>{picture.name}-", text)
    text = text.replace(INK, "currentColor")
    label = f'<svg role="img" aria-label="{escape(picture.caption)}"'
    return text.replace("<svg", label, 1)
