"""Column files and plain text, parsed line by line: the twin of native/text."""

from __future__ import annotations

from dataclasses import dataclass, field

BLANKS = " \t\r"


@dataclass(slots=True)
class Rows:
    """Sentences of rows, the first sentence of each document, and where the rows end in the bytes."""

    sentences: list[list[list[str]]] = field(default_factory=list)
    documents: list[int] = field(default_factory=lambda: [0])
    line_ends: list[int] = field(default_factory=list)


def split_row(line: str, separator: str) -> list[str]:
    """Return the columns of a row: cut at each tab, or at runs of blanks."""
    return line.split("\t") if separator == "\t" else [part for part in line.replace("\r", " ").split() if part]


def parse_columns(data: bytes, separator: str, comments: str = "") -> Rows:
    """Parse a column file; a row without as many columns as the first is a ValueError that begins with its line."""
    sentence: list[list[str]] = []
    rows, expected, position = Rows(), 0, 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        line = raw.decode().rstrip(BLANKS)
        end, position = position + len(line.encode()), position + len(raw) + 1
        line = line.removeprefix("\ufeff") if number == 1 else line
        document = line == "-DOCSTART-" or line.startswith(tuple(f"-DOCSTART-{blank}" for blank in BLANKS))
        if not line or document:
            rows.sentences += [sentence] if sentence else []
            sentence = []
            if document and rows.documents[-1] < len(rows.sentences):
                rows.documents.append(len(rows.sentences))
        elif not (comments and line.startswith(comments)):
            row = split_row(line, separator)
            expected = expected or len(row)
            if len(row) != expected or "" in row:
                raise ValueError(f"{number}: {row}")
            sentence.append(row)
            rows.line_ends.append(end)
    rows.sentences += [sentence] if sentence else []
    if 0 < len(rows.sentences) == rows.documents[-1]:
        rows.documents.pop()
    return rows
