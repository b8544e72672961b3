"""The functions that a declaration may call: what each takes, and the registry of what makes the columns.

A maker gets the training corpus (with the derived columns that were declared before) and returns a resource; where it
learned from the labels, also the column of the training corpus itself, each fold made from the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, Scheme, detect
from swvm.data.schemes.labels import parse_labels
from swvm.data.schemes.mentions import Mentions, break_rule, find_mentions
from swvm.errors import SettingError, TemplateError, unknown_name
from swvm.features.derived.declaration import Declaration
from swvm.features.derived.folds import Ints, folds_of
from swvm.features.derived.resource import Codes, Resource
from swvm.features.derived.terms import Terms
from swvm.features.functions import Functions


@dataclass(frozen=True)
class Training:
    """What makers may read."""

    corpus: Corpus
    functions: Functions | None = None

    @cached_property
    def labels(self) -> LabelSequences:
        """The labels."""
        return LabelSequences.of_corpus(self.corpus)

    @cached_property
    def folds(self) -> Ints:
        """The fold of each token."""
        return folds_of(self.corpus)

    @cached_property
    def tags(self) -> bool:
        """True where the labels are plain tags, which mark no mentions."""
        return detect(self.labels) is Scheme.TAGS

    @cached_property
    def mentions(self) -> tuple[Mentions, tuple[str, ...]]:
        """The mentions of the training data and the names of their types."""
        if self.tags:
            raise SettingError(
                f"{self.corpus.source}: the labels are plain tags, so there are no mentions to learn from; "
                "leave the columns mentions(...) and mention_phrases(...) out (target(...) takes any labels)"
            )
        parsed = parse_labels(self.labels.names)
        return find_mentions(self.labels, parsed, break_rule(parsed)), parsed.type_names


class Made(NamedTuple):
    """A resource; where it knows the labels of the training data, what the training data see of it."""

    resource: Resource
    left_out: Codes | None = None


Make = Callable[[Declaration, Terms, Training], Made]


@dataclass(frozen=True, slots=True)
class Maker:
    """A function that a declaration may call."""

    name: str
    make: Make
    meaning: str
    example: str
    file: bool = False
    most_terms: int = 1
    options: dict[str, type[int] | type[str]] = field(default_factory=dict)
    learned: bool = False  # from the labels of the training data
    by_reference: bool = False  # `store="no"`: a model may keep the checksum of the file in place of what is in it

    def check(self, declaration: Declaration) -> None:
        """Raise an error unless the declaration gives what the function takes."""
        problem = self._problem(declaration)
        if problem:
            raise TemplateError(f"{declaration}: {problem}, as in {self.example}")

    def _problem(self, declaration: Declaration) -> str | None:
        if not 1 <= len(declaration.terms) <= self.most_terms:
            wanted = "a column" if self.most_terms == 1 else f"1 to {self.most_terms} columns"
            return f"{self.name} observes {wanted}"
        if self.most_terms == 1 and declaration.terms[0].offset:
            return f"{self.name} observes the token itself, w[i]"
        if self.file != (declaration.file is not None):
            return f"{self.name} needs a file" if self.file else f"{self.name} takes no file"
        return self._option_problem(declaration)

    def _option_problem(self, declaration: Declaration) -> str | None:
        known = {**self.options, **({"store": str} if self.by_reference else {})}
        for name, value in declaration.options:
            if name not in known:
                return f"{self.name} has no option {name} (it has: {', '.join(known) or 'none'})"
            if not isinstance(value, known[name]):
                return f"the option {name} is {'a number' if known[name] is int else 'a text in double quotes'}"
        if declaration.option("store") not in (None, "no"):
            return 'the option store can only be "no"'
        return None


_makers: dict[str, Maker] = {}


def register(maker: Maker) -> None:
    """Add a function."""
    _makers[maker.name] = maker


def makers() -> dict[str, Maker]:
    """Return all functions by their names."""
    return dict(_makers)


def maker_of(declaration: Declaration) -> Maker:
    """Return the function that a declaration calls, which takes what is given."""
    if declaration.function not in _makers:
        raise TemplateError(str(unknown_name("function of derived columns", declaration.function, list(_makers))))
    maker = _makers[declaration.function]
    maker.check(declaration)
    return maker


def file_of(declaration: Declaration) -> Path:
    """Return the file of a declaration that needs one."""
    assert declaration.file is not None
    return Path(declaration.file)
