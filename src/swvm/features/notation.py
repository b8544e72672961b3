"""The paper's notation of feature templates: `lower(w[i-1]), w[i], t[i]`.

    template = [name ":"] part {"," part}
    part     = "(" part {"," part} ")" | term
    term     = column "[" "i" [("+" | "-") number] "]" | function "(" term {"," argument} ")"
    argument = number | '"' regular expression '"'

`t` is the output label, any other name is a column, `w` is the first column. Spaces are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import pairwise
from typing import NoReturn

from swvm.errors import TemplateError
from swvm.features.functions import WHOLE, Functions, check_functions, find, unknown_function
from swvm.features.template import (
    FIRST_COLUMN,
    LABEL,
    Call,
    Kind,
    Observation,
    Template,
    column_index,
    unique_texts,
)

__all__ = [
    "Call",
    "Kind",
    "Observation",
    "Parser",
    "Template",
    "check_columns",
    "column_index",
    "parse_template",
    "template_error",
    "tokens_of",
    "unique_texts",
]

MAX_OFFSET = 99
WINDOW = 3
MAX_NESTING = 50
MAX_DIGITS = 9

_TOKEN = re.compile(r'\s*(?:(?P<name>[^\W\d]\w*)|(?P<number>[0-9]+)|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<sign>\S))')


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the notation: its kind (name, number, string, sign, end), its text, where it begins."""

    kind: str
    text: str
    start: int


def template_error(message: str, text: str, place: int) -> TemplateError:
    """Return an error with the template below it and a caret under the place."""
    shown = "".join(" " if char.isspace() else char for char in text)
    return TemplateError(f"{message}\n    {shown}\n    {' ' * place}^")


def parse_template(text: str, functions: Functions | None = None) -> Template:
    """Read one template. Function names are checked against the built-in, the registered and the given ones."""
    check_functions(functions)
    return Parser(text, tokens_of(text), functions).template()


def check_columns(templates: Iterable[Template], columns: Sequence[str]) -> None:
    """Check that the templates name only columns that the corpus has."""
    _check_names(columns)
    for template in templates:
        for seen in template.observations:
            if not seen.whole and seen.column != FIRST_COLUMN and seen.column not in columns:
                raise template_error(_unknown_column(seen.column, columns), template.text, _find(template, seen.column))


def _check_names(columns: Sequence[str]) -> None:
    if LABEL in columns:
        raise TemplateError(f"a column cannot be named {LABEL}: in templates {LABEL} is the label. Name it otherwise")
    if FIRST_COLUMN in columns[1:]:
        raise TemplateError(f"only the first column can be named {FIRST_COLUMN}: in templates {FIRST_COLUMN} means it")


def _unknown_column(name: str, columns: Sequence[str]) -> str:
    nearest = get_close_matches(name, columns, n=1)
    hint = f" Did you mean {nearest[0]}?" if nearest else ""
    return f"unknown column {name}.{hint} Columns: {', '.join(columns)}; {FIRST_COLUMN} is the first"


def _find(template: Template, column: str) -> int:
    tokens = tokens_of(template.text)
    return next(here.start for here, after in pairwise(tokens) if here.text == column and after.text == "[")


def tokens_of(text: str) -> list[Token]:
    """Cut a text of the notation into its pieces; the last one is the end."""
    tokens = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "sign"
        tokens.append(Token(kind, match[kind], match.start(kind)))
    return [*tokens, Token("end", "", len(text.rstrip()))]


@dataclass(slots=True)
class Parser:
    """Reads one template from left to right; one method for each rule of the grammar."""

    text: str
    tokens: list[Token]
    functions: Functions | None
    at: int = 0
    observations: list[Observation] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    bare: bool = False  # a column may stand without its brackets

    def template(self) -> Template:
        self.check_nesting()
        name = self.name()
        if self.here.kind == "end":
            self.fail("the template is empty: write one such as `w[i], t[i]`", self.here)
        self.parts()
        if self.here.kind != "end":
            self.unexpected("`,` or the end")
        if not self.labels:
            self.fail(f"every template must touch a label: add `, {LABEL}[i]`", self.here)
        self.check_whole()
        template = Template(tuple(self.observations), tuple(self.labels), name)
        if any(abs(seen.offset) > MAX_OFFSET for seen in template.normalised().observations):
            self.fail(f"the observations and the labels lie more than {MAX_OFFSET} apart", self.here)
        return template

    def check_nesting(self) -> None:
        openings = [token for token in self.tokens if token.text == "("]
        if len(openings) > MAX_NESTING:
            self.fail(f"more than {MAX_NESTING} `(` in one template", openings[MAX_NESTING])

    def check_whole(self) -> None:
        whole = [seen for seen in self.observations if seen.whole]
        if whole and len(self.observations) > 1:
            start = next(token for token in self.tokens if token.text == whole[0].whole)
            self.fail(f"{whole[0]} stands alone beside the labels: write a template for each observation", start)
        if whole and whole[0].dense and len(self.labels) > 1:
            start = next(token for token in self.tokens if token.text == whole[0].whole)
            self.fail(f"{whole[0]} stands beside one label: write `{whole[0]}, {LABEL}[i]`", start)

    def name(self) -> str | None:
        if self.here.kind != "name" or self.tokens[self.at + 1].text != ":":
            return None
        name = self.here.text
        self.at += 2
        return name

    def parts(self) -> None:
        self.part()
        while self.here.text == ",":
            self.at += 1
            self.part()

    def part(self) -> None:
        if self.here.text != "(":
            self.term_or_label()
            return
        opening = self.take("(")
        self.parts()
        self.close(opening)

    def term_or_label(self) -> None:
        start = self.here
        seen = self.term()
        if seen.column != LABEL:
            self.observations.append(seen)
        elif seen.calls:
            self.fail(f"a word function cannot be applied to the label {LABEL}", start)
        else:
            self.label(seen.offset, start)

    def label(self, offset: int, start: Token) -> None:
        if offset in self.labels:
            self.fail("this label is named twice", start)
        self.labels.append(offset)
        if max(self.labels) - min(self.labels) >= WINDOW:
            self.fail(
                "the labels lie too far apart: a template may name at most three neighbouring labels,"
                " as in `t[i-2], t[i-1], t[i]`",
                start,
            )

    def term(self) -> Observation:
        name = self.here
        if name.kind != "name":
            self.unexpected("a column such as w[i], a label such as t[i] or a function such as lower(w[i])")
        self.at += 1
        if self.here.text == "[":
            return Observation(name.text, self.offset())
        if self.here.text == "(":
            return self.call(name)
        if self.bare:
            return Observation(name.text)
        self.unexpected(f"`[` after a column or `(` after a function: {name.text}[i]")

    def offset(self) -> int:
        opening = self.take("[")
        if self.here.text != "i":
            self.fail("an offset is written i, i-1, i+2 and so on", self.here)
        self.at += 1
        offset = self.signed() if self.here.text in ("+", "-") else 0
        if self.here.kind == "end":
            self.fail("this `[` is never closed", opening)
        self.take("]")
        return offset

    def signed(self) -> int:
        sign = self.here.text
        self.at += 1
        number = self.here
        if number.kind != "number":
            self.unexpected("a whole number after the sign of an offset")
        if len(number.text.lstrip("0")) > len(str(MAX_OFFSET)):
            self.fail(f"an offset must lie from -{MAX_OFFSET} to {MAX_OFFSET}", number)
        self.at += 1
        return int(sign + number.text)

    def call(self, name: Token) -> Observation:
        function = find(name.text, self.functions)
        if function is None:
            self.fail(unknown_function(name.text, self.functions), name)
        opening = self.take("(")
        inner = self.term()
        args: list[int | str] = []
        while self.here.text == ",":
            self.at += 1
            args.append(self.argument())
        self.close(opening)
        if inner.whole or (name.text in WHOLE and inner.calls):
            whole = inner.whole or name.text
            self.fail(f"{whole} takes a column and nothing else, as in {whole}({inner.column}[i])", name)
        problem = function.problem(tuple(args))
        if problem:
            self.fail(problem, name)
        return Observation(inner.column, inner.offset, (*inner.calls, Call(name.text, tuple(args))))

    def argument(self) -> int | str:
        token = self.here
        if token.text == '"':
            self.fail("this text in quotes never ends", token)
        if token.kind not in ("number", "string") or (token.kind == "number" and len(token.text) > MAX_DIGITS):
            self.unexpected('a number or a text in double quotes, such as 3 or "^[A-Z]"')
        self.at += 1
        return int(token.text) if token.kind == "number" else token.text[1:-1]

    def close(self, opening: Token) -> None:
        if self.here.kind == "end":
            self.fail("this `(` is never closed", opening)
        self.take(")")

    def take(self, sign: str) -> Token:
        token = self.here
        if token.text != sign:
            self.unexpected(f"`{sign}`")
        self.at += 1
        return token

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def unexpected(self, wanted: str) -> NoReturn:
        found = self.here
        if found.text == '"':
            self.fail("this text in quotes never ends", found)
        if found.text == ")":
            self.fail("this `)` closes nothing" if wanted.endswith("end") else f"expected {wanted}, found `)`", found)
        what = "the end" if found.kind == "end" else f"`{found.text}`"
        self.fail(f"expected {wanted}, found {what}", found)

    def fail(self, message: str, token: Token) -> NoReturn:
        raise template_error(message, self.text, token.start)
