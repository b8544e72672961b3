"""A report as one HTML page that can be mailed: figures inside, nothing from outside, for light, dark and paper."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from swvm.report.build import Item
from swvm.report.drawing import PAPER, Picture
from swvm.report.style import INK
from swvm.report.table import Table, html

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1b; --paper: #ffffff; --soft: #5b5b60; --line: #d9d9de; --band: #f5f5f7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8ea; --paper: #17181a; --soft: #a5a6ab; --line: #3a3b40; --band: #202125; }
}
* { box-sizing: border-box; }
body { max-width: 70rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
p { margin: .3rem 0; }
.note, .origin, figcaption { color: var(--soft); font-size: .88rem; max-width: 52rem; }
nav { margin: 1rem 0; font-size: .88rem; }
nav a { color: inherit; margin-right: .9rem; white-space: nowrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .88rem; }
th, td { padding: .22rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { border-bottom: 1.5px solid var(--soft); font-weight: 600; }
.group { text-align: center; border-bottom: 1px solid var(--line); }
.label { text-align: left; }
.number { text-align: right; }
.quiet { color: var(--soft); font-style: italic; }
tbody tr:hover { background: var(--band); }
figure { margin: 0; }
figure svg { max-width: 100%; height: auto; display: block; color: var(--ink); }
@media print {
  :root { color-scheme: light; --ink: #000000; --paper: #ffffff; --soft: #444444; --line: #bbbbbb; --band: #ffffff; }
  @page { margin: 14mm; }
  body { max-width: none; padding: 0; font-size: 9pt; }
  nav { display: none; }
  .scroll { overflow: visible; }
  table { font-size: 7pt; }
  th, td { padding: 1pt 3pt; }
  tr, figure { break-inside: avoid; }
  h2 { break-after: avoid; margin-top: 1.2rem; }
  figure svg { max-height: 22cm; }
}
"""


def html_page(title: str, origin: Sequence[str], items: Sequence[Item], svgs: Mapping[str, str]) -> str:
    """Return the page: tables and pictures, with a list of both at the top. `svgs`: the pictures, drawn, by name."""
    links = "\n".join(f'<a href="#{escape(anchor(one))}">{escape(one.title)}</a>' for one in items)
    about = "\n".join(f"<p class=origin>{escape(line)}</p>" for line in origin)
    body = "\n".join(html(one) if isinstance(one, Table) else _figure(one, svgs[one.name]) for one in items)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{escape(title)}</h1>\n{about}\n</header>\n<nav>\n{links}\n</nav>\n<main>\n{body}</main>\n"
        "</body>\n</html>\n"
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
