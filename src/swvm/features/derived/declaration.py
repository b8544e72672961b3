"""What a features file says of a derived column, as data: `@column gene = lexicon(lower(w), "genes.txt")`.

    column = name "=" function "(" item {"," item} ")"
    item   = term | '"' file '"' | option "=" (number | '"' text '"')

A term is that of a template; a column without brackets stands for itself at i. What functions there are, and what each
takes, is in `makers`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path

from swvm.errors import SettingError, TemplateError
from swvm.features.functions import Functions
from swvm.features.notation import Parser, tokens_of
from swvm.features.template import LABEL, Observation

SPACY = "spacy:"  # begins the name of a table of spaCy's, which is no file
NAME = re.compile(r"[^\W\d]\w*")
Option = tuple[str, int | str]


@dataclass(frozen=True, slots=True)
class Declaration:
    """A derived column: its name, the function that makes it and what that is given."""

    name: str
    function: str
    terms: tuple[Observation, ...]
    file: str | None = None
    options: tuple[Option, ...] = ()

    @property
    def text(self) -> str:
        """The declaration in canonical notation, without `@column`."""
        file = [] if self.file is None else [f'"{self.file}"']
        options = [f'{name}="{value}"' if isinstance(value, str) else f"{name}={value}" for name, value in self.options]
        return f"{self.name} = {self.function}({', '.join([*map(str, self.terms), *file, *options])})"

    def __str__(self) -> str:
        return self.text

    def beside(self, folder: Path | None) -> Declaration:
        """Return the declaration with its file's name seen from a folder, that of the features file."""
        if folder is None or self.file is None or self.file.startswith(SPACY):
            return self
        return replace(self, file=str(folder / self.file))

    def option(self, name: str) -> int | str | None:
        """Return what was given for an option, or None."""
        return dict(self.options).get(name)


@dataclass(slots=True)
class _DeclarationParser(Parser):
    """Reads one declaration."""

    terms: list[Observation] = field(default_factory=list)
    file: str | None = None
    options: dict[str, int | str] = field(default_factory=dict)

    def declaration(self) -> Declaration:
        self.check_nesting()
        name = self.identifier("the name of the column")
        if name == LABEL:
            self.fail(f"a column cannot be named {LABEL}: in templates {LABEL} is the label", self.tokens[0])
        self.take("=")
        function = self.identifier("a function such as lexicon")
        opening = self.take("(")
        self.item()
        while self.here.text == ",":
            self.at += 1
            self.item()
        self.close(opening)
        if self.here.kind != "end":
            self.unexpected("the end")
        return Declaration(name, function, tuple(self.terms), self.file, tuple(self.options.items()))

    def identifier(self, wanted: str) -> str:
        if self.here.kind != "name":
            self.unexpected(wanted)
        self.at += 1
        return self.tokens[self.at - 1].text

    def item(self) -> None:
        start = self.here
        if start.kind == "string":
            if self.file is not None:
                self.fail("a second file: give one", start)
            self.file = str(self.argument())
        elif start.kind == "name" and self.tokens[self.at + 1].text == "=":
            self.at += 2
            self.options[start.text] = self.argument()
        else:
            seen = self.term()
            if seen.column == LABEL:
                self.fail(f"a derived column cannot observe the label {LABEL}", start)
            self.terms.append(seen)


def parse_declaration(text: str, functions: Functions | None = None) -> Declaration:
    """Read what stands behind `@column`."""
    return _DeclarationParser(text, tokens_of(text), functions, bare=True).declaration()


def check_terms(declaration: Declaration, columns: list[str]) -> None:
    """Check that a declaration observes only columns that are there before it, and takes no name that is."""
    if declaration.name in columns:
        raise TemplateError(f"column {declaration.name} is there already; name the derived one otherwise")
    for seen in declaration.terms:
        if seen.column not in columns:
            nearest = get_close_matches(seen.column, columns, n=1)
            hint = f" Did you mean {nearest[0]}?" if nearest else ""
            raise TemplateError(
                f"{declaration}: unknown column {seen.column}.{hint} Columns before it: {', '.join(columns)}"
            )


def named_file(given: str, function: str, example: str, term: Observation) -> Declaration:
    """Return the declaration of `NAME=FILE`."""
    name, _, file = given.partition("=")
    if not NAME.fullmatch(name) or not file or '"' in file or "\n" in file:
        raise SettingError(f"{function} {given!r}: give a name and a file, as in {example} (no double quote in them)")
    return Declaration(name, function, (term,), file)
