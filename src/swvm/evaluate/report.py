"""Scores as text: in conlleval's own layout, as a table, as a confusion table. Nothing here prints."""

from __future__ import annotations

from collections.abc import Sequence

from swvm.evaluate.confusion import Confusion
from swvm.evaluate.scores import Counts, Scores

MODE_NAMES = {
    "conlleval": "mentions, as conlleval counts",
    "conlleval-bioes": "mentions, as conlleval counts, closed by E- and S- too",
    "strict": "mentions that the scheme allows",
    "tokens": "tokens",
}


def conlleval_text(scores: Scores) -> str:
    """Return the text that conlleval writes for these counts."""
    counts = scores.counts
    lines = [
        f"processed {scores.tokens} tokens with {counts.gold} phrases; "
        f"found: {counts.predicted} phrases; correct: {counts.correct}."
    ]
    if scores.tokens:
        lines.append(f"accuracy: {scores.accuracy:6.2f}%; {_percentages(counts)}")
    lines += [f"{name:>17}: {_percentages(each)}  {each.predicted}" for name, each in sorted(scores.types.items())]
    return "\n".join(lines) + "\n"


def _percentages(counts: Counts) -> str:
    return f"precision: {counts.precision:6.2f}%; recall: {counts.recall:6.2f}%; FB1: {counts.f1:6.2f}"


def table_text(scores: Scores) -> str:
    """Return a table of all types and the total, under a line that names the mode."""
    unit = "label" if scores.mode == "tokens" else "type"
    header = (unit, "precision", "recall", "F1", "gold", "predicted", "correct")
    rows = [_row(name or "(none)", counts) for name, counts in scores.types.items()]
    rows.append(_row("all", scores.counts))
    title = f"mode {scores.mode} ({MODE_NAMES[scores.mode]}), scheme {scores.scheme}"
    totals = (
        f"accuracy {scores.accuracy:.2f} % of {scores.tokens} tokens, "
        f"{scores.sentence_accuracy:.2f} % of {len(scores.sentences)} sentences wholly right"
    )
    notes = [f"note: {note}" for note in scores.notes]
    return "\n".join([title, "", *_aligned([header, *rows]), "", totals, *notes]) + "\n"


def _row(name: str, counts: Counts) -> tuple[str, ...]:
    scores = (f"{value:.2f}" for value in (counts.precision, counts.recall, counts.f1))
    return (name, *scores, str(counts.gold), str(counts.predicted), str(counts.correct))


def confusion_text(confusion: Confusion) -> str:
    """Return the confusion table: a row for each gold name, a column for each predicted one."""
    header = ("gold \\ predicted", *confusion.names)
    rows = [(name, *map(str, row)) for name, row in zip(confusion.names, confusion.table.tolist(), strict=True)]
    return "\n".join(_aligned([header, *rows])) + "\n"


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Align the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *cells]).rstrip())
    return lines
