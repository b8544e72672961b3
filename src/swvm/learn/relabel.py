"""Training in another label scheme than the data's (`train_scheme`): the corpus is given labels of that scheme.

What comes out of the model is read back as the data's labels: `swvm.model.output`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from swvm._native import Interner
from swvm.data.corpus import Column, Corpus
from swvm.data.schemes import LabelSequences, Scheme, detect
from swvm.data.schemes.translation import Translation
from swvm.errors import SettingError
from swvm.features.encoded import label_codes
from swvm.learn.inventory import labels_of
from swvm.model.record import Output

DATA = "data"


@dataclass(frozen=True, slots=True)
class Relabelled:
    """A corpus with the labels that are learned, and the labels of the data where those are others."""

    corpus: Corpus
    scheme: Scheme
    data: tuple[Scheme, tuple[str, ...]] | None = None

    def output(self, labels: Sequence[str]) -> Output | None:
        """Return the labels that come out of a model with these labels."""
        if self.data is None:
            return None
        scheme, known = self.data
        return Output(scheme.value, Translation.between(labels, scheme, known).names)


def relabelled(corpus: Corpus, train_scheme: str) -> Relabelled:
    """Give a corpus labels of another scheme; labels that break their own are read as `break_rule` does."""
    found = detect(LabelSequences.of_corpus(corpus))
    if train_scheme in (DATA, found.value):
        return Relabelled(corpus, found)
    if found is Scheme.TAGS:
        raise SettingError(
            f"{corpus.source}: the labels are plain tags, which mark no mentions, so they cannot be learned in "
            f"{train_scheme}. Leave train_scheme at {DATA!r}"
        )
    return relabelled_to(corpus, found, Scheme(train_scheme))


def relabelled_to(corpus: Corpus, found: Scheme, target: Scheme, known: Sequence[str] = ()) -> Relabelled:
    """Give a corpus labels of the target scheme. `known`: the data's labels that are known already."""
    labels = labels_of(corpus, known)
    translation = Translation.between(labels, target)
    interner = Interner()
    interner.intern(list(translation.names))
    codes = translation(label_codes(corpus, list(labels)), corpus.offsets)
    column = Column(corpus.labelled().name, codes, interner)
    return Relabelled(replace(corpus, labels=column), target, (found, labels))
