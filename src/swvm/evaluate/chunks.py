"""Mention-level counts: a predicted mention is correct if a gold one has the same sentence, start, end and type."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import LabelSequences, ParsedLabels
from swvm.data.schemes.mentions import Mentions, Rule, break_rule, find_mentions, valid_mentions
from swvm.data.schemes.transitions import Scheme
from swvm.evaluate.pairs import LabelPair
from swvm.evaluate.scores import Counts


@dataclass(frozen=True, slots=True)
class MentionPair:
    """The mentions of both labellings, and which of the predicted ones are correct."""

    gold: Mentions
    predicted: Mentions
    correct: npt.NDArray[np.bool_]


def mentions_by_rule(pair: LabelPair, parsed: ParsedLabels, rule: Rule) -> MentionPair:
    """Read both labellings by one rule and match them."""
    gold, predicted = (find_mentions(labels, parsed, rule) for labels in (pair.gold, pair.predicted))
    return MentionPair(gold, predicted, match(gold, predicted, len(pair.gold.codes)))


def strict_mentions(pair: LabelPair, parsed: ParsedLabels, scheme: Scheme) -> MentionPair:
    """Read both labellings, leaving out every mention that the scheme does not allow."""
    gold, predicted = (_valid(labels, parsed, scheme) for labels in (pair.gold, pair.predicted))
    return MentionPair(gold, predicted, match(gold, predicted, len(pair.gold.codes)))


def _valid(labels: LabelSequences, parsed: ParsedLabels, scheme: Scheme) -> Mentions:
    found = find_mentions(labels, parsed, break_rule(parsed))
    return found.take(valid_mentions(labels, parsed, found, scheme))


def match(gold: Mentions, predicted: Mentions, tokens: int) -> npt.NDArray[np.bool_]:
    """Return which predicted mentions are gold ones."""
    gold_at = np.full(tokens, -1, np.int64)
    gold_at[gold.starts] = np.arange(len(gold))
    twin = gold_at[predicted.starts]
    correct = twin >= 0
    hit = twin[correct]
    correct[correct] = (gold.ends[hit] == predicted.ends[correct]) & (gold.types[hit] == predicted.types[correct])
    return correct


def counts_by_type(found: MentionPair, type_names: tuple[str, ...]) -> dict[str, Counts]:
    """Return the counts of every type that occurs, in order of their names."""
    size = len(type_names)
    correct = np.bincount(found.predicted.types[found.correct], minlength=size)
    gold = np.bincount(found.gold.types, minlength=size)
    predicted = np.bincount(found.predicted.types, minlength=size)
    order = sorted(np.flatnonzero(gold + predicted).tolist(), key=type_names.__getitem__)
    return {type_names[t]: Counts(int(correct[t]), int(gold[t]), int(predicted[t])) for t in order}


def counts_by_sentence(
    found: MentionPair, sentences: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return correct, gold and predicted mentions of each sentence."""
    correct = np.bincount(found.predicted.sentences[found.correct], minlength=sentences)
    gold = np.bincount(found.gold.sentences, minlength=sentences)
    return correct, gold, np.bincount(found.predicted.sentences, minlength=sentences)
