"""Small corpora for training, drawn from a seed: words hint at their labels, so that something can be learned."""

from __future__ import annotations

import numpy as np

from swvm.data.corpus import Corpus

TYPES = ("PER", "LOC", "ORG")
ORDERS = {1: "basic", 2: "paper"}


def small_corpus(seed: int, sentences: int = 30, types: int = 2, first_word: int = 0, words: int = 12) -> Corpus:
    """Sentences in IOB2. The words are those of number `first_word` on, so that a corpus can bring new ones."""
    rng = np.random.default_rng(seed)
    drawn = [_sentence(rng, types, first_word, words) for _ in range(sentences)]
    tokens, tags = [word for word, _ in drawn], [tag for _, tag in drawn]
    return Corpus.from_sentences(tokens, tags, source=f"corpus {seed}")


def _sentence(rng: np.random.Generator, types: int, first_word: int, words: int) -> tuple[list[str], list[str]]:
    tokens, tags = [], []
    while len(tokens) < rng.integers(2, 9):
        kind = int(rng.integers(-2, types))
        length = int(rng.integers(1, 4))
        for k in range(length):
            word = first_word + int(rng.integers(words))
            mixed_up = rng.random() < 0.15
            tokens.append(f"{'xyz' if mixed_up else 'oplg'[kind]}{word}" if kind >= 0 else f"o{word}")
            tags.append("O" if kind < 0 else f"{'B' if k == 0 else 'I'}-{TYPES[kind]}")
    return tokens, tags
