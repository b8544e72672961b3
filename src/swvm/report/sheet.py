"""The paper of every HTML page: its style for light, dark and print, and the frame around its body.

Nothing is taken from outside, so that a page can be mailed.
"""

from __future__ import annotations

from html import escape

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


def sheet(title: str, body: str, style: str = "") -> str:
    """Return a whole page; `style` is added to that of all pages."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
