"""Which weight means what: from a row and a lane to the feature's name and the labels it speaks of, and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from swvm.errors import SettingError
from swvm.features.template import Kind
from swvm.model.chain import all_pairs
from swvm.model.model import Model
from swvm.model.record import Names

BEGIN, END = "<begin>", "<end>"  # the boundary before and behind a sentence

Clique = tuple[int, int, int]  # (t[i-2], t[i-1], t[i]) as label ids


class Places:
    """The weights of a model by feature. A feature has a row for each context: the labels before t[i] that it sees."""

    def __init__(self, model: Model) -> None:
        record, chain = model.record, model.chain
        if record.names is None:
            raise SettingError(
                "the model keeps no names of its features, so nothing can be said about them by name. Train it without "
                "--no-names; in Python load it by Model.load(PATH, names=True)"
            )
        self.names: Names = record.names
        self.labels = record.labels
        self.templates = record.templates
        self.counts = record.chain.counts
        self.weights = record.weights
        self._base, self._contexts = chain.base, chain.contexts
        self._firsts = np.concatenate(([0], np.cumsum(self.counts)))
        self.pairs = _pairs(model)
        self.pair_rows = np.full((len(self.labels) + 1,) * 2, -1)  # -1: a pair that the chain lacks
        for row, pair in enumerate(self.pairs):
            self.pair_rows[pair] = row

    def name(self, kind: int, feature: int) -> str:
        """Return the name of a feature."""
        return self.names.text(int(self._firsts[kind]) + feature)

    def template(self, kind: int, feature: int) -> str:
        """Return the template that a feature comes from."""
        return self.templates[int(self.names.templates[int(self._firsts[kind]) + feature])]

    def templates_of(self, kind: int) -> npt.NDArray[np.uint32]:
        """Return the number of the template of each feature of a kind."""
        return self.names.templates[self._firsts[kind] : self._firsts[kind + 1]]

    def rows(self, kind: int) -> npt.NDArray[np.float32]:
        """Return the weights of a kind, [features, contexts, lanes of the labels and the boundary]."""
        count, contexts = self.counts[kind], self._contexts[kind]
        begin = self._base[kind]
        rows = self.weights[begin : begin + count * contexts]
        return rows.reshape(count, contexts, self.weights.shape[1])[:, :, : len(self.labels) + 1]

    def context(self, kind: int, clique: Clique) -> int | None:
        """Return which of a feature's rows a clique uses; None where the chain lacks the pair (t[i-2], t[i-1])."""
        if kind == Kind.TTT:
            row = int(self.pair_rows[clique[:2]])
            return None if row < 0 else row
        return (0, clique[1], clique[0])[kind]

    def row(self, kind: int, feature: int, context: int) -> npt.NDArray[np.float32]:
        """Return the weights of one feature in one context, a lane for each label and one for the boundary."""
        row: npt.NDArray[np.float32] = self.weights[self._base[kind] + feature * self._contexts[kind] + context]
        return row[: len(self.labels) + 1]

    def contexts(self, kind: int) -> list[tuple[int, ...]]:
        """Return the labels that each context of a kind stands for."""
        if kind == Kind.T:
            return [()]
        if kind == Kind.TTT:
            return list(self.pairs)
        return [(label,) for label in range(len(self.labels) + 1)]

    def before(self, labels: Sequence[int]) -> tuple[str, ...]:
        """Return the names of labels that stand before another; the boundary is the begin there."""
        return tuple(self.labels[label] if label < len(self.labels) else BEGIN for label in labels)

    def label(self, label: int) -> str:
        """Return the name of a label that stands last; the boundary is the end there."""
        return self.labels[label] if label < len(self.labels) else END


def _pairs(model: Model) -> list[tuple[int, int]]:
    """Return the label pairs of a second-order chain in the order of their rows, which is that of their ids."""
    chain = model.record.chain
    given = chain.pairs if len(chain.pairs) or chain.order == 1 else all_pairs(len(model.record.labels))
    return sorted((p, q) for p, q in given.tolist())


def transition(kind: int, before: Sequence[str], label: str) -> str:
    """Return what a feature of a kind sees of the labels: `B-PER`, `O → B-PER`, `O → * → B-PER`."""
    return " → ".join([*before, "*", label] if kind == Kind.T_T else [*before, label])


def without_labels(name: str, kind: int) -> str:
    """Return a feature's name without the labels of its template, which stand beside it; a label alone keeps them."""
    tail = {Kind.T: ", t[i]", Kind.TT: ", t[i-1], t[i]", Kind.T_T: ", t[i-2], t[i]"}.get(Kind(kind))
    return name.removesuffix(tail or ", t[i-2], t[i-1], t[i]")
