"""Sources -> words and the bigrams they stand in. What is kept is 4 bytes a token and the distinct words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.cluster.config import ClusterConfig
from swvm.data.blocks import Block
from swvm.errors import DataError
from swvm.features.template import Call
from swvm.features.words import word_values

Codes = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]

DIGIT = re.compile(r"\d")
CONTEXTS = 2  # the boundary of sentences, and all words without a cluster
MAX_COUNT = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The words beside each word: word w has the entries starts[w] .. starts[w + 1]."""

    starts: Numbers
    ids: Codes
    counts: Codes


@dataclass(frozen=True, slots=True)
class Bigrams:
    """A text as its distinct bigrams. Words count by falling frequency; behind them boundary and rare words."""

    words: tuple[str, ...]
    counts: Numbers
    after: Neighbours
    before: Neighbours
    between: Numbers  # [4]: bigrams of the two contexts
    tokens: int
    sentences: int

    @property
    def checksum(self) -> str:
        """What the clusters depend on."""
        digest = hashlib.sha256("\0".join(self.words).encode())
        for array in (self.after.starts, self.after.ids, self.after.counts, self.between):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()


class TextReader:
    """Takes blocks of sentences; the words are the first column of each."""

    def __init__(self, config: ClusterConfig) -> None:
        self._config = config
        self._fold = folding(config)
        self._words = Interner()
        self._tokens: list[Codes] = []
        self._seen: Interner | None = None
        self._table = np.empty(0, np.int32)
        self.n_tokens = 0

    def add(self, block: Block) -> None:
        """Take a block; each sentence is followed by a mark, the code -1."""
        corpus = block.corpus
        column, offsets = corpus.columns[0], corpus.offsets
        codes = self._translated(column.codes, column.interner)
        self._tokens.append(np.insert(codes, offsets[1:][np.diff(offsets) > 0], -1).astype(np.int32))
        self.n_tokens += len(codes)

    def _translated(self, codes: Codes, interner: Interner) -> Codes:
        """Parsers renew their interners now and then, and folding joins words: codes of our own."""
        if interner is not self._seen:
            self._seen, self._table = interner, np.empty(0, np.int32)
        new = self._fold(interner.strings(len(self._table)))
        self._table = np.concatenate([self._table, self._words.intern(new)])
        return self._table[codes]

    def bigrams(self) -> Bigrams:
        """Return the bigrams of all blocks."""
        if self.n_tokens == 0:
            raise DataError("there is no token in the text: nothing to cluster")
        stream = np.concatenate(self._tokens)
        names = self._words.strings()
        counts = np.bincount(stream[stream >= 0], minlength=len(names))
        order = np.argsort(-counts, kind="stable")  # of equally frequent words the one that came first
        chosen = order[counts[order] >= self._config.minimum_count]
        if len(chosen) == 0:
            least = self._config.minimum_count
            raise DataError(f"no word is there {least} times: take a lower minimum count")
        ids = np.full(len(names) + 1, len(chosen) + 1, np.int32)  # rare words
        ids[-1] = len(chosen)  # the boundary: the code -1
        ids[chosen] = np.arange(len(chosen), dtype=np.int32)
        words = tuple(names[code] for code in chosen.tolist())
        return bigrams_of(ids[stream], words, counts[chosen])


def folding(config: ClusterConfig) -> Callable[[list[str]], list[str]]:
    """Return what is done to the distinct words; `lower` and `fold` are the word functions of templates."""
    calls = [Call(name) for name in ("lower", "fold") if getattr(config, name)]

    def fold(words: list[str]) -> list[str]:
        values = [value or "" for value in word_values(calls, words)] if calls else words
        return [DIGIT.sub("0", text) for text in values] if config.fold_digits else values

    return fold


def bigrams_of(stream: Codes, words: tuple[str, ...], counts: Numbers) -> Bigrams:
    """Count the bigrams of a stream in which every sentence is followed by the boundary."""
    n, boundary = len(words), len(words)
    side = n + CONTEXTS
    keys = np.concatenate([[boundary], stream[:-1]]).astype(np.int64) * side + stream
    keys, times = np.unique(keys, return_counts=True)
    if int(times.max()) > MAX_COUNT:
        raise DataError(f"a pair of words is there more than {MAX_COUNT:,} times; cluster a part of the text")
    first, second = keys // side, keys % side
    back = np.lexsort((first, second))
    both = (first >= n) & (second >= n)
    between = np.zeros((CONTEXTS, CONTEXTS), np.int64)
    between[first[both] - n, second[both] - n] = times[both]
    sentences = int(np.count_nonzero(stream == boundary))
    return Bigrams(
        words,
        np.asarray(counts, np.int64),
        _neighbours(first, second, times, n),
        _neighbours(second[back], first[back], times[back], n),
        between.ravel(),
        len(stream) - sentences,
        sentences,
    )


def _neighbours(of: Numbers, others: Numbers, times: Numbers, n: int) -> Neighbours:
    """`of` rises; the contexts, behind the words, have no list of their own."""
    starts = np.searchsorted(of, np.arange(n + 1))
    end = int(starts[-1])
    return Neighbours(starts.astype(np.int64), others[:end].astype(np.int32), times[:end].astype(np.int32))


def read_bigrams(blocks: Iterable[Block], config: ClusterConfig) -> Bigrams:
    """Return the bigrams of blocks."""
    reader = TextReader(config)
    for block in blocks:
        reader.add(block)
    return reader.bigrams()
