"""Sequences of a made-up language, a hidden Markov model, in the manner of Dror and Reichart (2016).

They showed the gains of SWVP on such data. A label is drawn given the one before it, a word given its label:

    p(t_1) = 1 / L,   p(t_i | t_{i-1}) = A[t_{i-1}, t_i],   p(w_i | t_i) = (1 − d) · own[t_i, w_i] + d · shared[w_i]

The rows of A are drawn from a Dirichlet distribution. `own` spreads a label's probability over words that no other
label has, `shared` over all words, both by Zipf's law. The difficulty d is thus how often a word comes from the
distribution that all labels share: at d = 0 every word gives its label away, at d = 1 no word says anything.

`attainable` is the share of tokens that the best of all labellers gets right: one that knows the model.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Column, Corpus
from swvm.errors import SettingError

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Language:
    """A hidden Markov model: transitions [L, L] and emissions [L, V]."""

    transitions: Floats
    emissions: Floats

    @property
    def labels(self) -> int:
        return len(self.transitions)


@dataclass(frozen=True, slots=True)
class Sample:
    """Sequences of a language: label and word of each token; sentence s holds offsets[s] .. offsets[s+1]."""

    labels: Codes
    words: Codes
    offsets: npt.NDArray[np.int64]

    def corpus(self) -> Corpus:
        """Return the sequences as a corpus: the words are w0, w1, w2; the labels plain: L0, L1, L2."""
        words = Column.from_strings("word", [f"w{word}" for word in self.words.tolist()])
        labels = Column.from_strings("label", [f"L{label}" for label in self.labels.tolist()])
        return Corpus((words,), labels, self.offsets, np.zeros(1, np.int64), "synthetic")


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides a synthetic corpus: the language, and how much of it is drawn."""

    difficulty: float = 0.5
    sentences: int = 2000
    length: int = 10
    labels: int = 5
    words: int = 500
    concentration: float = 0.5
    seed: int = 1
    draw: int = 1

    def corpus(self) -> Corpus:
        """Return the corpus; the same recipe gives the same."""
        return draw(self.language(), self.sentences, self.length, self.draw).corpus()

    def language(self) -> Language:
        return make_language(self.labels, self.words, self.difficulty, self.seed, self.concentration)


def make_language(labels: int, words: int, difficulty: float, seed: int, concentration: float = 0.5) -> Language:
    """Draw a language. A small `concentration` makes the next label easy to guess from the one before."""
    if not 0 <= difficulty <= 1:
        raise SettingError(f"difficulty is {difficulty}; it must be in 0..1")
    if labels < 2 or words < labels:
        raise SettingError(f"there are {labels} labels and {words} words; take 2 labels or more, and a word for each")
    if not concentration > 0:
        raise SettingError(f"concentration is {concentration}; it must be above 0")
    rng = np.random.default_rng([seed, 0])
    transitions = rng.dirichlet(np.full(labels, concentration), labels)
    shared = _zipf(words)[rng.permutation(words)]
    own = np.zeros((labels, words))
    for label, mine in enumerate(np.array_split(rng.permutation(words), labels)):
        own[label, mine] = _zipf(len(mine))
    return Language(transitions, (1 - difficulty) * own + difficulty * shared)


def _zipf(count: int) -> Floats:
    weights = 1 / np.arange(1, count + 1)
    return np.asarray(weights / weights.sum())


def draw(language: Language, sentences: int, length: int, seed: int) -> Sample:
    """Draw sequences of `length` tokens on average (half to one and a half times as many)."""
    if sentences < 1 or length < 1:
        raise SettingError(f"{sentences} sentences of {length} tokens: both must be at least 1")
    rng = np.random.default_rng([seed, 1])
    lengths = rng.integers(max(1, length - length // 2), length + length // 2 + 1, sentences)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    labels = _walk(language, lengths, offsets, rng)
    below = np.cumsum(language.emissions, axis=1)
    words = np.empty(len(labels), np.int64)
    for label in range(language.labels):
        mine = np.flatnonzero(labels == label)
        words[mine] = _pick(np.broadcast_to(below[label], (len(mine), below.shape[1])), rng)
    return Sample(labels, words, offsets)


def _walk(language: Language, lengths: Codes, offsets: Codes, rng: np.random.Generator) -> Codes:
    """Draw the labels of all sentences, position by position."""
    below = np.cumsum(language.transitions, axis=1)
    labels = np.empty(int(offsets[-1]), np.int64)
    state = rng.integers(0, language.labels, len(lengths))
    for position in range(int(lengths.max())):
        going = lengths > position
        if position:
            state[going] = _pick(below[state[going]], rng)
        labels[offsets[:-1][going] + position] = state[going]
    return labels


def _pick(below: Floats, rng: np.random.Generator) -> Codes:
    """Draw from one distribution a row, given its cumulative sums."""
    uniform = rng.random(len(below)) * below[:, -1]
    return np.asarray(np.minimum((below <= uniform[:, None]).sum(axis=1), below.shape[1] - 1))


def attainable(language: Language, sample: Sample) -> float:
    """Return the percentage of tokens that are right if each gets its most probable label under the language itself."""
    right = 0
    for start, end in zip(sample.offsets[:-1].tolist(), sample.offsets[1:].tolist(), strict=True):
        best = _posterior(language, language.emissions[:, sample.words[start:end]].T).argmax(axis=1)
        right += int(np.count_nonzero(best == sample.labels[start:end]))
    return 100.0 * right / max(len(sample.labels), 1)


def _posterior(language: Language, emitted: Floats) -> Floats:
    """Return p(t_i | w_1 .. w_n) as [n, L], up to a factor for each i: forward times backward."""
    forward, backward = np.empty_like(emitted), np.ones_like(emitted)
    n = len(emitted)
    for i in range(n):
        before = forward[i - 1] @ language.transitions if i else np.full(language.labels, 1 / language.labels)
        forward[i] = before * emitted[i]
        forward[i] /= forward[i].sum()
    for i in range(n - 2, -1, -1):
        backward[i] = language.transitions @ (emitted[i + 1] * backward[i + 1])
        backward[i] /= backward[i].sum()
    return forward * backward
