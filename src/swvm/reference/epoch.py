"""One pass over the sentences, and the whole training of the twin. Nothing here is random: the caller gives the order.

Averages, with N sentences in each of T epochs (see `weights` for the means):

    end           the mean over all steps, at the end
    none          the last weights
    epoch         after every epoch w <- sum over j of ((TN - j + 1) / TN) Delta_j, as in the released program; it
                  divides by the full TN, so it is not a mean
    epoch-mean    after every epoch w <- the mean of the weights after every step so far

Since an epoch that ends with W_e goes on from W_e, both are W_e = w - u / D with u of this epoch alone: D = TN for
`epoch`, D = the steps so far for `epoch-mean`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from swvm.learn.learners import LearnerConfig
from swvm.learn.templates import Tags
from swvm.reference.counts import Counts
from swvm.reference.csp import csp
from swvm.reference.delta import Costs, add, hamming_costs
from swvm.reference.encoded import Sentence
from swvm.reference.example import Example, decode
from swvm.reference.mira import mira
from swvm.reference.scores import Vector, Weights
from swvm.reference.swvm import swvm
from swvm.reference.swvp import swvp
from swvm.reference.weights import AveragedWeights


@dataclass(frozen=True, slots=True)
class Training:
    """What an epoch needs beside the weights: the settings, the costs L is made of, the scheme, sentence weights."""

    config: LearnerConfig
    costs: Costs
    tags: Tags | None = None
    sample_weights: Sequence[float] | None = None
    counts: Counts = field(default_factory=Counts)


def step(example: Example, training: Training) -> Vector:
    """Return the update of the learner."""
    config, counts = training.config, training.counts
    if config.learner == "csp":
        return csp(example)
    if config.learner == "mira":
        return mira(example, config.C, counts)
    learner = swvp if config.learner == "swvp" else swvm
    return learner(example, config, training.tags, counts)


def epoch(weights: AveragedWeights, sentences: Sequence[Sentence], order: Iterable[int], training: Training) -> Counts:
    """Go through the sentences once: decode with the current w, update."""
    for number in order:
        _visit(weights, sentences[number], training)
        weights.count()
    return training.counts


def train(
    sentences: Sequence[Sentence],
    config: LearnerConfig,
    orders: Sequence[Sequence[int]],
    *,
    start: Weights | None = None,
    costs: Costs | None = None,
    tags: Tags | None = None,
    sample_weights: Sequence[float] | None = None,
) -> tuple[Weights, list[Counts]]:
    """Train one epoch for each order, and return the averaged weights with the counts of every epoch."""
    chain = sentences[0].chain
    weights = AveragedWeights(chain.zeros() if start is None else start)
    costs = hamming_costs(chain.labels) if costs is None else costs
    total = sum(len(order) for order in orders)
    counts = []
    for order in orders:
        counts.append(epoch(weights, sentences, order, Training(config, costs, tags, sample_weights)))
        end_epoch(weights, config.average, total)
    return (weights.mean() if config.average == "end" else weights.w), counts


def end_epoch(weights: AveragedWeights, average: str, total: int) -> None:
    """Overwrite the weights where the kind of averaging asks for it; `total` is TN."""
    if average == "epoch":
        weights.overwrite(weights.discounted(total))
    elif average == "epoch-mean":
        weights.overwrite(weights.mean())


def _visit(weights: AveragedWeights, sentence: Sentence, training: Training) -> None:
    config, counts = training.config, training.counts
    k = 1 if config.learner == "csp" else config.k_best
    example = decode(sentence, weights.w, training.costs, k, config.decoding)
    counts.sentences += 1
    counts.tokens += sentence.length
    if example is None:
        counts.infeasible += 1
        return
    _count_errors(example, counts)
    sequential = config.learner == "swvp" and config.constraint == "released"
    factor = 1.0 if training.sample_weights is None else training.sample_weights[sentence.number]
    moved = False
    for part in example.one_by_one() if sequential else [example]:  # the parts see the moved w
        scaled: Vector = {}
        add(scaled, factor, step(part, training))  # a sentence's weight scales its step
        weights.add(scaled)
        moved = moved or any(value != 0.0 for value in scaled.values())
    counts.updates += moved


def _count_errors(example: Example, counts: Counts) -> None:
    wrong = int(np.count_nonzero(np.array(example.best) != np.array(example.sentence.gold)))
    counts.wrong_sentences += wrong > 0
    counts.wrong_tokens += wrong
