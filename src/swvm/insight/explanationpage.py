"""Explanations as one HTML page that needs nothing else: sentences in colour, a table of votes for each token."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from swvm.data.schemes.labels import split_label
from swvm.features.template import Kind
from swvm.insight.explanation import Explanation, TokenExplanation
from swvm.insight.places import without_labels
from swvm.insight.votes import Vote
from swvm.model import markup
from swvm.report.sheet import sheet
from swvm.report.style import BLUE, VERMILLION
from swvm.report.table import number

STYLE = (
    markup.STYLE
    + f"""
.sentence {{ line-height: 2.4; font-size: 1.05rem; margin: .4rem 0 .2rem; }}
.sentence a {{ color: inherit; text-decoration: none; }}
.sentence a:hover {{ outline: 1px solid var(--soft); outline-offset: 2px; }}
details {{ border-top: 1px solid var(--line); padding: .25rem 0; }}
details:target {{ background: var(--band); }}
summary {{ cursor: pointer; }}
summary b {{ font-weight: 600; }}
.bar {{ width: 9rem; }}
.bar span {{ display: block; position: relative; height: .7em; }}
.bar span::before {{ content: ""; position: absolute; top: 0; bottom: 0; width: var(--size); }}
.bar .for::before {{ left: 50%; background: {BLUE}; }}
.bar .against::before {{ right: 50%; background: {VERMILLION}; }}
td.feature {{ font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .82rem; white-space: normal;
  overflow-wrap: anywhere; }}
"""
)
SCRIPT = """<script>
function opened() { const one = document.getElementById(location.hash.slice(1)); if (one) one.open = true; }
addEventListener("hashchange", opened); opened();
</script>
"""
NOTE = (
    "Click on a word. A token's runner-up is the label that would score highest in its place while the other tokens "
    "keep theirs. Each feature votes with its weight for both; the lead is the sum of the differences. Scores are sums "
    "of weights, not probabilities."
)


def explanation_page(explanations: Iterable[Explanation], title: str, top: int | None = None) -> str:
    """Return the page. `top`: how many votes a token shows; the others are one line below them."""
    every = list(explanations)
    colours = markup.hues(_type(label) for one in every for label in one.labels if label != "O")
    sections = "".join(_section(one, k, top, colours) for k, one in enumerate(every))
    body = f"<header><h1>{escape(title)}</h1><p class=note>{NOTE}</p></header>\n<main>\n{sections}</main>\n{SCRIPT}"
    return sheet(title, body, STYLE)


def _section(one: Explanation, k: int, top: int | None, colours: dict[str, int]) -> str:
    words = " ".join(_word(token, f"t{k}-{i}", colours) for i, token in enumerate(one.tokens))
    tokens = "".join(_token(token, f"t{k}-{i}", top) for i, token in enumerate(one.tokens))
    return f'<section>\n<h2 class="sentence">{words}</h2>\n<p class=note>{_second(one)}</p>\n{tokens}</section>\n'


def _second(one: Explanation) -> str:
    """Say which tokens the second-best labelling labels otherwise."""
    text = f"The score of this labelling is {number(one.score)}."
    if one.second is None or one.margin is None:
        return f"{text} There is no other."
    changes = [
        f"{escape(token.token)} {escape(label)} (not {escape(token.label)})"
        for token, label in zip(one.tokens, one.second, strict=True)
        if label != token.label
    ]
    return f"{text} The second best, {number(one.margin)} behind: {', '.join(changes)}."


def _word(token: TokenExplanation, name: str, colours: dict[str, int]) -> str:
    word = escape(token.token)
    if token.label != "O":
        word = markup.mark_text(word, _type(token.label), colours)
    hover = token.label if token.runner_up is None else f"{token.label}; runner-up {token.runner_up}"
    return f'<a href="#{name}" title="{escape(hover)}">{word}</a>'


def _type(label: str) -> str:
    split = split_label(label)
    return label if split is None else split[1]


def _token(token: TokenExplanation, name: str, top: int | None) -> str:
    word, label = escape(token.token), escape(token.label)
    if token.runner_up is None or token.difference is None:
        return f'<details id="{name}"><summary><b>{word}</b> {label}: no other label is permitted</summary></details>\n'
    runner_up = escape(token.runner_up)
    return (
        f'<details id="{name}"><summary><b>{word}</b> {label} leads {runner_up} by '
        f"<b>{number(token.difference, 3)}</b></summary>\n<div class=scroll><table>\n"
        f"<thead><tr><th class=label>feature<th class=label>sees<th class=number>for {label}"
        f"<th class=number>for {runner_up}<th class=number>difference<th>\n<tbody>\n"
        f"{_rows(token.votes, top)}</table></div></details>\n"
    )


def _rows(votes: Sequence[Vote], top: int | None) -> str:
    largest = max((abs(vote.difference) for vote in votes), default=0.0) or 1.0
    shown, rest = votes[:top], votes[top:] if top is not None else ()
    rows = [_row(vote, largest) for vote in shown]
    if rest:
        rows.append(_sum_row(f"{len(rest)} more features", rest, quiet=True))
    return "".join([*rows, _sum_row("sum", votes)])


def _row(vote: Vote, largest: float) -> str:
    side = "for" if vote.difference >= 0 else "against"
    size = 50 * abs(vote.difference) / largest
    sees = vote.labels if vote.labels == vote.other_labels else f"{vote.labels} | {vote.other_labels}"
    if vote.kind == Kind.T:
        sees = ""
    return (
        f"<tr><td class=feature>{escape(without_labels(vote.feature, vote.kind))}<td class=label>{escape(sees)}"
        f"{_numbers(vote.weight, vote.other_weight, vote.difference)}"
        f'<td class=bar><span class={side} style="--size:{size:.1f}%"></span>\n'
    )


def _sum_row(text: str, votes: Sequence[Vote], *, quiet: bool = False) -> str:
    sums = (sum(vote.weight for vote in votes), sum(vote.other_weight for vote in votes))
    kind = "td class=quiet" if quiet else "th class=label"
    return f"<tr><{kind}>{text}<td>{_numbers(*sums, sums[0] - sums[1])}<td>\n"


def _numbers(*values: float) -> str:
    return "".join(f"<td class=number>{number(value, 3)}" for value in values)
