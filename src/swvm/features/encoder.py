"""Corpus -> Encoded: templates applied at every position, features as ids.

What depends on the words of a corpus is kept per vocabulary (`memos`), so corpora that were read separately work.
Labels are not the encoder's matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from swvm._native import FeatureIndex, Interner, learn_features
from swvm.data.bag import Bag
from swvm.data.corpus import Column, Corpus
from swvm.errors import DataError, SettingError
from swvm.features.derived.derivation import Derivation
from swvm.features.encoded import Dense, Encoded, Spans
from swvm.features.functions import Functions
from swvm.features.memos import Hashes, Memos
from swvm.features.missing import check_corpus_has
from swvm.features.notation import check_columns
from swvm.features.plan import Block, Plan, compile_templates, number_hash
from swvm.features.template import FIRST_COLUMN, Kind, Template
from swvm.features.words import atom_hashes

Gold = npt.NDArray[np.int32] | None
NativeSpans = tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32], npt.NDArray[np.float32] | None]
Bags = list[tuple[int, npt.NDArray[np.int64], npt.NDArray[np.float32] | None]]


class Origins(NamedTuple):
    """Where the features that one call learned were first met; feature k of them has the id `first_id + k`."""

    first_id: int
    positions: npt.NDArray[np.int64]
    templates: npt.NDArray[np.uint16]


class FeatureEncoder:
    """Gives features ids (`fit`, `extend`) and looks them up (`encode`, from any number of threads)."""

    def __init__(
        self,
        templates: Sequence[Template],
        columns: Sequence[str],
        functions: Functions | None = None,
        index: FeatureIndex | None = None,
        derivation: Derivation | None = None,
    ) -> None:
        self.derivation = derivation if derivation is not None else Derivation()
        check_columns(templates, [*columns, *self.derivation.names])
        self.templates = tuple(templates)
        self.columns = tuple(columns)
        self.functions = functions
        self.plan = compile_templates(templates, None if index is None else partial(_known_width, index))
        self.origins: tuple[Origins, ...] = ()
        self._derived = frozenset(self.derivation.names)
        self.index = index
        self._memos = None if index is None else Memos(self.plan.native, index, self._hashes_by(self.plan))

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The number of features of each kind."""
        a, b, c, d = self._fitted().counts
        return a, b, c, d

    @property
    def constants(self) -> list[tuple[int, int]]:
        """Kind and id of each template that observes nothing and touches more than one label."""
        plan, index = self.plan, self._fitted()
        found = [
            (int(plan.templates[k].kind), index.find(plan.hashes[k], plan.templates[k].kind)) for k in plan.constants
        ]
        return [(kind, id) for kind, id in found if id is not None]

    def fit(self, corpus: Corpus, minimum_count: int = 1, gold: Gold = None) -> Encoded:
        """Give every feature of the corpus an id, but for those met fewer than `minimum_count` times."""
        return self._learn(corpus, None, minimum_count, gold)

    def extend(self, corpus: Corpus, minimum_count: int = 1, gold: Gold = None) -> Encoded:
        """Give the unseen features of more sentences ids behind the known ones, which stay."""
        return self._learn(corpus, self._fitted(), minimum_count, gold)

    def encode(self, corpus: Corpus, gold: Gold = None) -> Encoded:
        """Look the features of a corpus up; unknown ones are left out."""
        columns = self.columns_of(corpus)
        memos = self._memos
        if memos is None:
            raise _not_fitted()
        memo = memos.of([column.interner for column in columns])
        spans = memo.encode([column.codes for column in columns], corpus.offsets, bags_of(columns))
        return _encoded(corpus, spans, gold, self._dense(corpus))

    @property
    def read(self) -> set[str]:
        """The columns of a corpus that are read, by templates or by what is derived for them; bags are no columns."""
        return {*self.plan.columns, *self.derivation.read()} - set(self.derivation.names) - self.plan.bags

    def columns_of(self, corpus: Corpus) -> list[Column | Bag]:
        """Return the columns that the templates read, derived ones among them."""
        check_corpus_has(self.read - {FIRST_COLUMN}, corpus, self.columns)
        corpus = self.derivation.extend(corpus)
        return [self._column(corpus, name) for name in self.plan.columns]

    def _column(self, corpus: Corpus, name: str) -> Column | Bag:
        if name in self.plan.bags:
            return corpus.bag(name)
        return corpus.columns[0] if name == FIRST_COLUMN else corpus.column(name)

    def _fitted(self) -> FeatureIndex:
        if self.index is None:
            raise _not_fitted()
        return self.index

    def _hashes_by(self, plan: Plan) -> Hashes:
        return partial(_hashes, plan, self.functions, self._derived)

    def _learn(self, corpus: Corpus, base: FeatureIndex | None, minimum_count: int, gold: Gold) -> Encoded:
        if base is None:
            self.plan = compile_templates(self.templates, partial(_width_in, corpus, self.plan))
        columns = self.columns_of(corpus)
        plan_hashes = self._hashes_by(self.plan)
        hashes = plan_hashes([column.interner for column in columns], [0] * len(columns))
        codes = [column.codes for column in columns]
        index, spans, origins = learn_features(
            self.plan.native, base, hashes, codes, corpus.offsets, max(minimum_count, 1), bags_of(columns)
        )
        firsts = base.counts if base is not None else [0, 0, 0, 0]
        self.origins = tuple(Origins(first, *arrays) for first, arrays in zip(firsts, origins, strict=True))
        self.index = index
        self._memos = Memos(self.plan.native, index, plan_hashes)
        return _encoded(corpus, spans, gold, self._dense(corpus))

    def _dense(self, corpus: Corpus) -> tuple[Dense, ...]:
        return tuple(_numbers(self.plan, block, corpus, self._fitted()) for block in self.plan.dense)


def _width_in(corpus: Corpus, plan: Plan, template: int, _: str) -> int:
    return corpus.vectors_named(plan.templates[template].observations[0].column).width


def _known_width(index: FeatureIndex, _: int, text: str) -> int:
    """Count the numbers that an index has of a template."""
    return next(k for k in count() if index.find(number_hash(text, k), Kind.T) is None)


def _numbers(plan: Plan, block: Block, corpus: Corpus, index: FeatureIndex) -> Dense:
    seen = plan.templates[block.template].observations[0]
    vectors = corpus.vectors_named(seen.column)
    if vectors.width != block.width:
        raise DataError(
            f"{corpus.source}: {seen.column!r} has {vectors.width} numbers a token, but the templates were fitted to "
            f"{block.width}: make them as for the training data"
        )
    first = index.find(block.hashes[0], Kind.T)
    assert first is not None
    return Dense(vectors.table, vectors.shifted(seen.offset, corpus.offsets), first)


def bags_of(columns: Sequence[Column | Bag]) -> Bags:
    """Return which columns are bags, with what makes them so."""
    return [(k, column.starts, column.values) for k, column in enumerate(columns) if isinstance(column, Bag)]


def _hashes(
    plan: Plan,
    functions: Functions | None,
    derived: AbstractSet[str],
    interners: Sequence[Interner],
    starts: Sequence[int],
) -> list[npt.NDArray[np.uint64]]:
    """Return each atom's hashes of the codes from its column's start on; the code 0 of a derived column is absent."""
    found = []
    for atom in plan.atoms:
        column = plan.columns.index(atom.column)
        hashes = atom_hashes(interners[column], atom.calls, starts[column], functions)
        if atom.column in derived and starts[column] == 0:
            hashes[:1] = 0
        found.append(hashes)
    return found


def _not_fitted() -> SettingError:
    return SettingError("the encoder has no features yet: call fit first")


def _encoded(corpus: Corpus, spans: Sequence[NativeSpans], gold: Gold, dense: tuple[Dense, ...]) -> Encoded:
    t, tt, t_t, ttt = (Spans(*one) for one in spans)
    return Encoded(corpus.offsets, (t, tt, t_t, ttt), gold, dense)
