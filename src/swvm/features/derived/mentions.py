"""The mention lexicon, learned from the training labels: which words stand in mentions, and which phrases are mentions.

`mentions(lower(w))`: for each word a letter for the share of its occurrences inside a mention, a digit for how often it
occurs, then the type that it is in most often: `e3PER`. `prefix(men[i], 1)` is the share alone. A word that is not in
the training data is `new`.

`mention_phrases(lower(w))`: the longest mention of the training data that matches here, as B-, I-, E- or S-TYPE.

Where the labels are plain tags there are no mentions: an error, or with `optional=1` the column is absent.

In training each fold sees what the other nine say (`folds`).
"""

from __future__ import annotations

import numpy as np

from swvm._native import KeyTable, prefix_keys
from swvm.data.corpus import Corpus
from swvm.features.derived.buckets import SHARES, count_buckets, share_buckets
from swvm.features.derived.counting import Tally, made_of_counts
from swvm.features.derived.declaration import Declaration
from swvm.features.derived.folds import FOLDS, Counted, Counts, Ints, count, ranked, sums
from swvm.features.derived.making import Made, Maker, Training, register
from swvm.features.derived.resource import Codes, Resource, matched, phrase_values, table_of, with_prefixes
from swvm.features.derived.terms import ABSENT, Keys, Terms

NEW = "new"
OPTIONAL = "optional"


def make_mentions(declaration: Declaration, terms: Terms, training: Training) -> Made:
    """Count the words inside and outside of mentions."""
    if training.tags and declaration.option(OPTIONAL):
        return _nothing(declaration, training)
    found, type_names = training.mentions
    classes = np.zeros(training.corpus.n_tokens, np.int64)
    classes[spread(found.starts, found.ends)] = np.repeat(found.types, found.ends - found.starts) + 1
    tally = Tally(classes, _summary, lambda packed: _text(packed, type_names), NEW)
    return made_of_counts(declaration, terms, training, tally)


def _summary(counts: Counts) -> Ints:
    """Pack share, count and type; 0: the word was not met."""
    met, inside = sums(counts), sums(counts, counts.class_ > 0)
    types, _ = ranked(counts, counts.class_ > 0)
    packed = (types * 8 + share_buckets(inside, met)) * 8 + count_buckets(met)
    return np.where(met > 0, packed, 0)


def _text(packed: int, type_names: tuple[str, ...]) -> str:
    rest, count = divmod(packed, 8)
    type_, share = divmod(rest, 8)
    return f"{SHARES[share]}{count}{type_names[type_ - 1] if type_ else ''}"


def make_phrases(declaration: Declaration, terms: Terms, training: Training) -> Made:
    """Collect the mentions as phrases; a phrase of several types has the most frequent one."""
    if training.tags and declaration.option(OPTIONAL):
        return _nothing(declaration, training)
    found, type_names = training.mentions
    prefixes, ends = _prefixes(terms, training.corpus, found.starts, found.ends)
    counted = count(prefixes[ends], found.types.astype(np.int64) + 1, training.folds[found.starts])
    phrases = counted.counts.keys
    keys, numbers = table_of(*with_prefixes(phrases, _types(counted.counts), prefixes))
    resource = Resource(declaration, phrase_values(type_names), keys, numbers, True, functions=training.functions)
    return Made(resource, _left_out(terms, training, counted, prefixes))


def _nothing(declaration: Declaration, training: Training) -> Made:
    """Return a column that is absent everywhere: there are no mentions, and `optional=1` says that this may be."""
    table = table_of(np.zeros(0, np.uint64), np.zeros(0, np.uint32))
    return Made(Resource(declaration, (ABSENT,), *table, functions=training.functions))


def _types(counts: Counts) -> Ints:
    return ranked(counts, counts.class_ > 0)[0]


def _left_out(terms: Terms, training: Training, counted: Counted, prefixes: Keys) -> Codes:
    """Match each fold with the phrases of the others; numbers in the table are phrases, whose types differ by fold."""
    phrases = counted.counts.keys
    table = KeyTable(*table_of(*with_prefixes(phrases, np.arange(1, len(phrases) + 1), prefixes)), len(phrases) + 1)
    codes = np.zeros(training.corpus.n_tokens, np.int32)
    for fold in range(FOLDS):
        types = np.concatenate([[0], _types(counted.without(fold))])
        here = training.folds == fold
        codes[here] = matched(table, types, terms, training.corpus)[here]
    return codes


def _prefixes(terms: Terms, corpus: Corpus, starts: Ints, ends: Ints) -> tuple[Keys, Ints]:
    """Return the keys of all beginnings of the mentions, and which of them are whole."""
    hashes, codes = terms.words(corpus)
    offsets = np.concatenate([[0], np.cumsum(ends - starts)])
    return prefix_keys(hashes, codes[spread(starts, ends)], offsets), offsets[1:] - 1


def spread(starts: Ints, ends: Ints) -> Ints:
    """Return the tokens of all spans, one span after another."""
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


register(
    Maker(
        "mentions",
        make_mentions,
        "what share of a word's occurrences stands in a mention, how often it occurs, the mentions' type",
        "men = mentions(lower(w))",
        options={OPTIONAL: int},
        learned=True,
    )
)
register(
    Maker(
        "mention_phrases",
        make_phrases,
        "the longest mention of the training data that matches here, as B-, I-, E- or S-TYPE",
        "found = mention_phrases(lower(w))",
        options={OPTIONAL: int},
        learned=True,
    )
)
