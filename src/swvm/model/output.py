"""What comes out of a model whose chain has the labels of another scheme than the model's data.

Labellings are translated; of those that become equal the best is kept. Constraints and forced labels, which are said in
the data's scheme, become those of the chain: they need valid sequences of its scheme, where each of its labels stands
for one of the data's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.data.schemes import Scheme, allowed_transitions
from swvm.data.schemes.translation import Translation
from swvm.errors import SettingError
from swvm.features.encoded import Encoded
from swvm.model.chain import Constraints, Mask
from swvm.model.decode import Paths, decode
from swvm.model.record import ModelRecord

WIDEST = 64  # times K: no more labellings of the chain are looked through for K that differ

Ranked = list[tuple[float, npt.NDArray[np.int32]]]


@dataclass(frozen=True)
class Reader:
    """Reads labellings of the chain as the model's data are labelled."""

    labels: tuple[str, ...]  # of the chain
    scheme: Scheme
    translation: Translation

    @classmethod
    def of(cls, record: ModelRecord) -> Reader | None:
        """Return the reader of a model; None where the labels of the chain come out."""
        if record.output is None:
            return None
        translation = Translation.between(record.labels, Scheme(record.output.scheme), record.output.labels)
        return cls(record.labels, Scheme(record.scheme), translation)

    def decode(
        self,
        chain: _native.Chain,
        weights: npt.NDArray[np.float32],
        encoded: Encoded,
        k_best: int = 1,
        *,
        forced: npt.NDArray[np.int32] | None = None,
        threads: int = 1,
    ) -> Paths:
        """Return the K best labellings. A sentence may have fewer, or none among K x WIDEST of the chain."""
        groups = None if forced is None else self.groups("labels cannot be forced")
        options = {"groups": groups, "threads": threads}
        if k_best == 1:
            paths = decode(chain, weights, encoded, forced=forced, **options)  # type: ignore[arg-type]
            best = self.translation(paths.best, paths.offsets)
            return replace(paths, labels=best[None])
        found: dict[int, Ranked] = {}
        left, width = np.arange(len(encoded)), k_best
        while len(left):
            part = None if forced is None else _of_sentences(forced, encoded.offsets, left)
            paths = decode(chain, weights, encoded.select(left), width, forced=part, **options)  # type: ignore[arg-type]
            found |= {int(sentence): self._distinct(paths, k) for k, sentence in enumerate(left)}
            whole = np.isfinite(paths.scores[-1])  # the chain may have more labellings of these
            short = np.array([len(found[int(sentence)]) < k_best for sentence in left])
            left, width = left[whole & short], 2 * width
            if width > k_best * WIDEST:
                break
        return _ranked(found, k_best, encoded.offsets)

    def _distinct(self, paths: Paths, sentence: int) -> Ranked:
        kept: dict[bytes, tuple[float, npt.NDArray[np.int32]]] = {}
        for score, labels in paths.of_sentence(sentence):
            read = self.translation(labels, np.array([0, len(labels)]))
            kept.setdefault(read.tobytes(), (score, read))
        return list(kept.values())

    @cached_property
    def fixed(self) -> npt.NDArray[np.int32]:
        """The label of the data that each label of the chain stands for in valid sequences; -1: it depends."""
        return self.translation.fixed(self.scheme)

    def groups(self, what: str) -> npt.NDArray[np.int32]:
        """Return `fixed`, where it is known for every label."""
        if (self.fixed < 0).any():
            inner, outer = self.scheme.name, self.translation.target.name
            raise SettingError(
                f"{what}: the model was trained in {inner} on data in {outer}, and a label of {inner} stands for one "
                f"of {outer} only beside its neighbours. Train in the data's own scheme, or convert the data "
                "to IOB2 and train in BIOES"
            )
        return self.fixed

    def mask(self, constraints: Constraints | None, *, valid: bool = False) -> Mask | None:
        """Return the mask of the chain for constraints that speak of the data's labels."""
        if constraints is None or constraints == Constraints():
            return allowed_transitions(self.labels, self.scheme) if valid else None
        mask = allowed_transitions(self.labels, self.scheme)
        self._check_scheme(constraints.scheme)
        names = self.translation.names
        asked = replace(constraints, scheme=None).mask(names, self.translation.target.value)
        if asked is not None:
            place = np.append(self.groups("transitions cannot be constrained"), len(names))
            mask &= asked[np.ix_(place, place)]
        return mask

    def _check_scheme(self, name: str | None) -> None:
        own = (None, "model", "bio", self.scheme.value, self.translation.target.value)
        if name not in own:
            raise SettingError(
                f"the model was trained in {self.scheme.name} on data in {self.translation.target.name}; the "
                f"constraint {name!r} is neither. Allowed: bio, {self.scheme.value}, {self.translation.target.value}"
            )


def decode_as(
    reader: Reader | None,
    chain: _native.Chain,
    weights: npt.NDArray[np.float32],
    encoded: Encoded,
    k_best: int = 1,
) -> Paths:
    """Return the K best labellings in the labels that come out of the model."""
    return (decode if reader is None else reader.decode)(chain, weights, encoded, k_best)


def _of_sentences(
    tokens: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], sentences: npt.NDArray[np.int64]
) -> npt.NDArray[np.int32]:
    parts = [tokens[offsets[one] : offsets[one + 1]] for one in sentences]
    return np.concatenate(parts) if parts else tokens[:0]


def _ranked(found: dict[int, Ranked], k_best: int, offsets: npt.NDArray[np.int64]) -> Paths:
    labels = np.full((k_best, int(offsets[-1])), -1, np.int32)
    scores = np.full((k_best, len(offsets) - 1), -np.inf)
    for sentence, ranked in found.items():
        for rank, (score, one) in enumerate(ranked[:k_best]):
            labels[rank, offsets[sentence] : offsets[sentence + 1]] = one
            scores[rank, sentence] = score
    return Paths(labels, scores, offsets)


def names_of(fixed: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the names of codes; "" is that of -1."""
    return ["" if code < 0 else names[code] for code in fixed]
