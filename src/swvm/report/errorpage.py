"""The errors of a labelling as one HTML page that needs nothing else: to be filtered, sorted and searched.

Everything stands in the page; its script only hides and sorts. Without a script all errors are there, in the order of
the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape

from swvm.evaluate.errors import KINDS, Compared, Error, Span
from swvm.model import markup
from swvm.report.sheet import sheet
from swvm.report.table import Table, html

STYLE = (
    markup.STYLE
    + """
form { position: sticky; top: 0; background: var(--paper); border-bottom: 1px solid var(--line); padding: .6rem 0;
  margin: 1.2rem 0; display: flex; flex-wrap: wrap; gap: .5rem 1.2rem; align-items: end; z-index: 1; }
form label { display: grid; gap: .1rem; font-size: .82rem; color: var(--soft); }
select, input { font: inherit; font-size: .92rem; padding: .2rem .4rem; color: var(--ink); background: var(--paper);
  border: 1px solid var(--soft); border-radius: .25rem; height: 1.9rem; }
select:focus-visible, input:focus-visible { outline: 2px solid #0072B2; outline-offset: 1px; }
output { font-size: .92rem; margin-left: auto; }
article { border-top: 1px solid var(--line); padding: .7rem 0; content-visibility: auto;
  contain-intrinsic-size: auto 7rem; }
article:first-child { border-top: none; }
article[hidden] { display: none; }
h3 { font-size: .98rem; margin: 0 0 .3rem; }
h3 small { font-weight: 400; color: var(--soft); margin-left: .6rem; }
dl { display: grid; grid-template-columns: 5.2rem 1fr; gap: .15rem .6rem; margin: 0; }
dt { color: var(--soft); font-size: .85rem; padding-top: .25rem; }
dd { margin: 0; line-height: 1.9; }
.here { outline: 2px solid var(--ink); }
.nothing { border-bottom: 2px dashed var(--soft); }
.new { font-style: italic; }
@media print { form { display: none; } }
"""
)
SCRIPT = """<script>
const form = document.querySelector("form"), list = document.querySelector("main");
const count = form.querySelector("output");
const every = [...list.children];
const order = {text: (a, b) => a.dataset.number - b.dataset.number,
  kind: (a, b) => a.dataset.kind.localeCompare(b.dataset.kind) || a.dataset.number - b.dataset.number,
  type: (a, b) => a.dataset.types.localeCompare(b.dataset.types) || a.dataset.number - b.dataset.number,
  often: (a, b) => b.dataset.often - a.dataset.often || a.dataset.words.localeCompare(b.dataset.words)};
function show() {
  const want = Object.fromEntries(new FormData(form)), text = want.text.toLowerCase();
  let shown = 0;
  for (const one of every) {
    const d = one.dataset;
    const fits = (!want.kind || d.kind === want.kind) && (!want.type || d.types.split(" ").includes(want.type)) &&
      (!want.seen || d.seen === want.seen) && (!text || one.textContent.toLowerCase().includes(text));
    one.hidden = !fits;
    shown += fits;
  }
  count.textContent = `${shown.toLocaleString("en")} of ${every.length.toLocaleString("en")} errors`;
}
function sort() { list.append(...every.sort(order[form.sort.value])); }
form.addEventListener("input", event => { if (event.target.name === "sort") sort(); show(); });
form.addEventListener("submit", event => event.preventDefault());
show();
</script>
"""
NOTE = (
    "Each error is one gold mention, one predicted mention, or two that overlap. Its mentions are framed, and "
    "dashes stand under tokens that have none; the other mentions of the sentence are shown too."
)
Words = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Page:
    compared: Compared
    words: Words
    known: Collection[str] | None  # the words of the training data
    colours: dict[str, int]

    def unseen(self, error: Error) -> list[str]:
        """Return the words of an error that the training data do not have."""
        begin, end = error.span
        words = self.words[error.sentence][begin:end]
        return [] if self.known is None else [word for word in words if word not in self.known]


def error_page(compared: Compared, words: Words, title: str, known: Collection[str] | None = None) -> str:
    """Return the page. `known`: the words of the training data, to tell errors on seen words from those on unseen."""
    types = {name for error in compared.errors for name in error.types}
    spans = (span for sentence in (*compared.gold, *compared.predicted) for span in sentence)
    page = _Page(compared, words, known, markup.hues(span.type for span in spans))
    often = Counter(_text(page, error) for error in compared.errors)
    articles = "".join(_article(page, error, k, often) for k, error in enumerate(compared.errors))
    body = (
        f"<header><h1>{escape(title)}</h1><p class=note>{NOTE}</p></header>\n{html(_overview(page))}"
        f"{_form(page, sorted(types))}<main>\n{articles}</main>\n{SCRIPT}"
    )
    return sheet(title, body, STYLE)


def _overview(page: _Page) -> Table:
    """How many errors of each kind there are, by the first type that they touch."""
    errors = page.compared.errors
    counts = Counter((error.types[0], error.kind) for error in errors)
    types = sorted({error.types[0] for error in errors})
    rows = [_counts(name, [counts[name, kind] for kind in KINDS]) for name in types]
    rows.append(_counts("all", [sum(error.kind == kind for error in errors) for kind in KINDS]))
    gold, predicted = (sum(map(len, side)) for side in (page.compared.gold, page.compared.predicted))
    notes = [f"{gold:,} mentions in gold, {predicted:,} predicted, {page.compared.right:,} right."]
    if page.known is not None:
        unseen = sum(bool(page.unseen(error)) for error in errors)
        notes.append(f"{unseen:,} of the {len(errors):,} errors touch a word that the training data do not have.")
    header = ("type", "missed", "spurious", "wrong type", "wrong boundary", "both", "all")
    return Table("overview", "Errors by kind and type", header, tuple(rows), tuple(notes))


def _counts(name: str, counts: list[int]) -> tuple[str, ...]:
    return (name, *(f"{count:,}" for count in (*counts, sum(counts))))


def _form(page: _Page, types: Sequence[str]) -> str:
    counts = Counter(error.kind for error in page.compared.errors)
    kinds = [(kind, f"{text.split(':')[0]} ({counts[kind]:,})") for kind, text in KINDS.items() if counts[kind]]
    words = "" if page.known is None else _select("seen", "words", [("yes", "all seen"), ("no", "some unseen")])
    first = ("text", "as in the text")
    orders = [("kind", "kind"), ("type", "type"), ("often", "words with most errors")]
    return (
        f"<form aria-label='Filter errors'>{_select('kind', 'kind of error', kinds)}"
        f"{_select('type', 'type', [(name, name) for name in types])}{words}"
        '<label>text <input type="search" name="text" size="14"></label>'
        f"{_select('sort', 'order', orders, first)}<output aria-live=polite></output></form>\n"
    )


def _select(name: str, title: str, options: Sequence[tuple[str, str]], first: tuple[str, str] = ("", "all")) -> str:
    items = "".join(f'<option value="{escape(value)}">{escape(text)}' for value, text in (first, *options))
    return f'<label>{title} <select name="{name}">{items}</select></label>'


def _article(page: _Page, error: Error, number: int, often: Counter[str]) -> str:
    text = _text(page, error)
    unseen = page.unseen(error)
    seen = "" if page.known is None else f' data-seen="{"no" if unseen else "yes"}"'
    new = f"; unseen: <span class=new>{escape(', '.join(unseen))}</span>" if unseen else ""
    return (
        f'<article data-number={number} data-kind="{error.kind}" data-types="{escape(" ".join(error.types))}" '
        f'data-often={often[text]} data-words="{escape(text)}"{seen}>\n'
        f"<h3>{escape(_title(error))}<small>sentence {error.sentence + 1:,}{new}</small></h3>\n<dl>"
        f"<dt>gold<dd>{_side(page, error, page.compared.gold, error.gold)}"
        f"<dt>predicted<dd>{_side(page, error, page.compared.predicted, error.predicted)}</dl>\n</article>\n"
    )


def _text(page: _Page, error: Error) -> str:
    begin, end = error.span
    return " ".join(page.words[error.sentence][begin:end])


def _title(error: Error) -> str:
    kind, types = KINDS[error.kind].split(":")[0], " → ".join(error.types)
    return f"{kind}: {types}"


def _side(page: _Page, error: Error, side: Sequence[Sequence[Span]], own: Span | None) -> str:
    """Return the sentence with the mentions of one side; where it has none, the tokens of the error are underlined."""
    spans = list(side[error.sentence])
    if own is None:
        free = _free(error.span, spans)
        spans = sorted([*spans, *(Span(begin, end, "") for begin, end in free)])
    words = page.words[error.sentence]
    pieces, done = [], 0
    for span in spans:
        pieces += [escape(word) for word in words[done : span.start]]
        text = escape(" ".join(words[span.start : span.end]))
        if not span.type:
            pieces.append(f"<span class=nothing>{text}</span>")
        else:
            pieces.append(_mark(text, span, page.colours, here=span == own))
        done = span.end
    return " ".join([*pieces, *(escape(word) for word in words[done:])])


def _mark(text: str, span: Span, colours: dict[str, int], *, here: bool) -> str:
    marked = markup.mark_text(text, span.type, colours)
    return marked.replace('class="swvm-mark"', 'class="swvm-mark here"', 1) if here else marked


def _free(span: tuple[int, int], spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Return the stretches of tokens that no mention of this side covers."""
    found, begin = [], span[0]
    for one in spans:
        if one.end <= begin or one.start >= span[1]:
            continue
        if one.start > begin:
            found.append((begin, one.start))
        begin = max(begin, one.end)
    return [*found, (begin, span[1])] if begin < span[1] else found
