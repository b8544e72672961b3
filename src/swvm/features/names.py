"""The names of features, for inspection: `lower(w[i-1])=the, w[i]=dog, t[i]`. Tagging does not need them.

A name is rebuilt from the place where the feature was first met. Of a template with a name, which several templates may
share, it is `name: the, dog, t[i]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.data.bag import Bag
from swvm.data.corpus import Column, Corpus
from swvm.errors import SettingError
from swvm.features.encoder import FeatureEncoder, bags_of
from swvm.features.plan import Plan
from swvm.features.template import Template
from swvm.features.words import word_values


class Names(NamedTuple):
    """Names of features first_id, first_id + 1, ... of one kind: name k is blob[offsets[k]:offsets[k+1]], UTF-8."""

    first_id: int
    blob: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]
    templates: npt.NDArray[np.uint16]

    def name(self, k: int) -> str:
        """Return the k-th of these names."""
        return self.blob[self.offsets[k] : self.offsets[k + 1]].tobytes().decode("utf-8", "replace")

    def all(self) -> list[str]:
        """Return all of these names."""
        return [self.name(k) for k in range(len(self.templates))]


def joined(parts: Sequence[Names]) -> Names:
    """Return the names of several parts as one list, in their order: later ids of a kind, or kind after kind."""
    sizes = [len(part.blob) for part in parts]
    ends = [part.offsets[1:] + before for part, before in zip(parts, accumulate(sizes, initial=0), strict=False)]
    return Names(
        parts[0].first_id,
        np.concatenate([part.blob for part in parts]),
        np.concatenate([np.zeros(1, np.int64), *ends]),
        np.concatenate([part.templates for part in parts]),
    )


def feature_names(encoder: FeatureEncoder, corpus: Corpus) -> tuple[Names, ...]:
    """Return for each kind the names of what the last `fit` or `extend` learned, which must have read this corpus."""
    if encoder.index is None:
        raise SettingError("the encoder has no features yet: call fit first")
    plan, columns = encoder.plan, encoder.columns_of(corpus)
    values = _values(encoder, columns)
    pieces = _all_pieces(plan)
    owners = np.array(plan.owners, np.uint16)
    codes = [column.codes for column in columns]
    bags, found = bags_of(columns), []
    for kind, (first, positions, by) in enumerate(encoder.origins):
        blob, ends, templates = _native.feature_names(
            plan.native, encoder.index, kind, values, pieces, codes, corpus.offsets, first, positions, by, bags
        )
        found.append(Names(first, blob, ends, owners[templates]))
    return tuple(found)


def _values(encoder: FeatureEncoder, columns: Sequence[Column | Bag]) -> list[tuple[bytes, npt.NDArray[np.int64]]]:
    words = {name: column.interner.strings() for name, column in zip(encoder.plan.columns, columns, strict=True)}
    return [_packed(word_values(atom.calls, words[atom.column], encoder.functions)) for atom in encoder.plan.atoms]


def _packed(values: list[str | None]) -> tuple[bytes, npt.NDArray[np.int64]]:
    texts = [(value or "").encode("utf-8", "surrogatepass") for value in values]
    return b"".join(texts), np.fromiter(accumulate(map(len, texts), initial=0), np.int64, len(texts) + 1)


def _all_pieces(plan: Plan) -> list[list[str]]:
    """Return the pieces of every native template: those of a vector are `vector(x[i])=0, t[i]` and so on."""
    pieces = [_pieces(template) for template in plan.templates if not template.dense]
    for block in plan.dense:
        template = plan.templates[block.template]
        seen = template.observations[0]
        numbers = [""] if seen.whole == "value" else [f"={k}" for k in range(block.width)]
        head, labels = f"{template.name}: " if template.name else "", Template((), template.labels).text
        pieces += [[f"{head}{seen}{number}, {labels}"] for number in numbers]
    return pieces


def _pieces(template: Template) -> list[str]:
    """Return what stands before, between and behind the values."""
    labels = Template((), template.labels).text
    head = f"{template.name}: " if template.name else ""
    if not template.observations:
        return [head + labels]
    texts = [""] * len(template.observations) if template.name else [f"{seen}=" for seen in template.observations]
    return [head + texts[0], *(f", {text}" for text in texts[1:]), f", {labels}"]
