"""The derived columns of a model: made from declarations, added to a corpus in the order of their declarations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from swvm.data.corpus import Column, Corpus
from swvm.features.derived import clusters, lexicon, mentions, target, vectors  # noqa: F401 (they register themselves)
from swvm.features.derived.declaration import Declaration, check_terms
from swvm.features.derived.making import Training, maker_of, makers
from swvm.features.derived.resource import Resource
from swvm.features.derived.terms import Terms, column_of
from swvm.features.functions import Functions
from swvm.features.template import FIRST_COLUMN

__all__ = ["Derivation", "check_declarations", "derive", "makers"]


@dataclass(frozen=True)
class Derivation:
    """Derived columns, in the order of their declarations."""

    resources: tuple[Resource, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(resource.name for resource in self.resources)

    def extend(self, corpus: Corpus) -> Corpus:
        """Return the corpus with the derived columns; those that it has from here already stay."""
        for resource in self.resources:
            if not _has(corpus, resource):
                corpus = with_column(corpus, resource.column(corpus))
        return corpus

    def read(self) -> set[str]:
        """Return the columns of a corpus that the derived ones are made from."""
        seen = {term.column for resource in self.resources for term in resource.declaration.terms}
        return seen - set(self.names)


def derive(
    declarations: Sequence[Declaration], corpus: Corpus, functions: Functions | None = None
) -> tuple[Derivation, Corpus]:
    """Make derived columns from a training corpus; return it with the columns as training has to see them."""
    resources: list[Resource] = []
    for declaration in declarations:
        maker = maker_of(declaration)
        terms = Terms(declaration.terms, functions)
        for term in terms.observed:
            column_of(corpus, term)
        made = maker.make(declaration, terms, Training(corpus, functions))
        column = made.resource.column(corpus)
        if made.left_out is not None:
            column = replace(column, codes=made.left_out)
        corpus = with_column(corpus, column)
        resources.append(made.resource)
    return Derivation(tuple(resources)), corpus


def check_declarations(declarations: Sequence[Declaration], columns: Sequence[str]) -> None:
    """Check that each declaration calls a function as it may be called and observes what is there before it."""
    known = [FIRST_COLUMN, *columns]
    for declaration in declarations:
        maker_of(declaration)
        check_terms(declaration, known)
        known.append(declaration.name)


def with_column(corpus: Corpus, column: Column) -> Corpus:
    """Return the corpus with one more observed column."""
    return replace(corpus, columns=(*corpus.columns, column))


def _has(corpus: Corpus, resource: Resource) -> bool:
    return any(column.interner is resource.interner for column in corpus.columns)
