"""Tokens as dicts of attributes -> Corpus: the form in which python-crfsuite and sklearn-crfsuite take features.

{"bias": 1.0}              the attribute `bias` with this value; a value of 0 is as good as none
{"is_title": True}         `is_title`; False is none
{"word": "Paris"}          `word:Paris`
{"near": ["a", "b"]}       `near:a` and `near:b`; a tuple or a set does as well
{"pos": {"-1": "DT"}}      `pos:-1:DT`; dicts may be nested
["word:Paris", "title"]    a token as a list or set: the names themselves
"""

from __future__ import annotations

from typing import Any

import numpy as np

from swvm._native import Interner, flatten_attributes
from swvm.data.bag import Bag
from swvm.data.corpus import Column, Corpus
from swvm.errors import DataError

ATTRIBUTES = "attributes"
TOKEN = "token"


def corpus_of_dicts(sentences: Any, labels: Any = None, source: str = "X") -> Corpus:
    """Return sentences of dicts as a corpus with the bag `attributes`, and labels where they are given.

    Its column `token` has for each token the first text among its values: that is what is shown of it.
    """
    attributes, tokens = Interner(), Interner()
    try:
        offsets, starts, codes, values, words = flatten_attributes(attributes, tokens, sentences)
    except ValueError as error:
        raise DataError(f"{source}: {error}") from None
    bag = Bag(ATTRIBUTES, starts, codes, values, attributes)
    column = None if labels is None else _labels(labels, np.diff(offsets).tolist(), source)
    return Corpus((Column(TOKEN, words, tokens),), column, offsets, np.zeros(1, np.int64), source, (bag,))


def _labels(labels: Any, lengths: list[int], source: str) -> Column:
    given = [list(sentence) for sentence in labels]
    if len(given) != len(lengths):
        raise DataError(f"{source}: {len(lengths)} sentences of tokens but {len(given)} of labels")
    for index, (tokens, sentence) in enumerate(zip(lengths, given, strict=True)):
        if tokens != len(sentence):
            raise DataError(f"{source}: sentence {index} has {tokens} tokens, {len(sentence)} labels")
    return Column.from_strings("label", [label for sentence in given for label in sentence])
