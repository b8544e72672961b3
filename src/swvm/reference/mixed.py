"""From a rival y_k to its weighted templates: build JJ_x, measure d_J, keep, weigh.

    m^J   = y_k on J, y elsewhere            d_J = w . DeltaPhi(x, y, m^J)            gamma = SetGamma(d)

Left out before gamma is computed: identity templates (m^J = y) unless included; labellings m^J that the chain does not
permit (they are not in Y(x)); under `aggressive` those with d_J > 0. Where none is left, or gamma has no solution,
J = all positions stands in for them, so that m^J = y_k.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from swvm.learn.gamma import BUILT_IN, Floats, SetGamma, check_gamma, find_gamma
from swvm.learn.learners import LearnerConfig
from swvm.learn.templates import Positions, Tags, TemplateSet, check_templates, find_templates
from swvm.reference.chain import cliques
from swvm.reference.counts import Counts
from swvm.reference.delta import add, inner
from swvm.reference.example import Example
from swvm.reference.scores import Path, Vector, dot


@dataclass(frozen=True, slots=True)
class Mixed:
    """A template J with its labelling m^J, DeltaPhi(x, y, m^J) and d_J."""

    template: Positions
    labels: Path
    delta: Vector
    margin: float


@dataclass(frozen=True, slots=True)
class Mixture:
    """The templates of one rival and their weights gamma(m^J)."""

    members: list[Mixed]
    gamma: list[float]

    @property
    def normal(self) -> Vector:
        """The mix: sum over J of gamma(m^J) DeltaPhi(x, y, m^J)."""
        vector: Vector = {}
        for gamma, member in zip(self.gamma, self.members, strict=True):
            add(vector, gamma, member.delta)
        return vector

    @property
    def mean_margin(self) -> float:
        """The sum over J of gamma(m^J) d_J; DR16's second condition is that it is not positive."""
        return sum((g * member.margin for g, member in zip(self.gamma, self.members, strict=True)), 0.0)


def mixture(example: Example, rival: Path, config: LearnerConfig, tags: Tags | None, counts: Counts) -> Mixture:
    """Return the weighted templates of a rival."""
    members = _kept(example, rival, config, tags, counts)
    gamma = _weigh(members, config, example.sentence.number) if members else None
    if gamma is None:
        counts.fallbacks += 1
        members, gamma = [_mixed(example, rival, tuple(range(len(rival))))], np.ones(1)
    built = Mixture(members, gamma.tolist())
    counts.mixes += 1
    counts.positive_mixes += built.mean_margin > 0
    counts.entropy -= sum(g * math.log(g) for g in built.gamma if g > 0)
    return built


def _kept(example: Example, rival: Path, config: LearnerConfig, tags: Tags | None, counts: Counts) -> list[Mixed]:
    kept = []
    for template in _templates(example, rival, find_templates(config.templates), tags):
        mixed = _mixed(example, rival, template)
        if config.identity == "exclude" and mixed.labels == tuple(example.target):
            continue
        if not all(example.sentence.chain.permits(clique) for clique in cliques(example.sentence.chain, mixed.labels)):
            continue
        counts.templates += 1
        counts.violations += mixed.margin <= 0
        if config.mode == "balanced" or mixed.margin <= 0:
            kept.append(mixed)
    return kept


def _templates(example: Example, rival: Path, chosen: TemplateSet, tags: Tags | None) -> list[Positions]:
    gold, predicted = np.array(example.target, np.int32), np.array(rival, np.int32)
    found = chosen.function(gold, predicted, tags=tags) if chosen.wants_tags else chosen.function(gold, predicted)
    return check_templates(found, len(rival), chosen.name, example.sentence.number)


def _mixed(example: Example, rival: Path, template: Positions) -> Mixed:
    labels = tuple(rival[i] if i in template else y for i, y in enumerate(example.target))
    delta = example.delta(labels)
    return Mixed(template, labels, delta, dot(example.weights, delta))


def _weigh(members: list[Mixed], config: LearnerConfig, sentence: int) -> Floats | None:
    rule = find_gamma(config.gamma)
    settings = {name: getattr(config, name) for name in rule.parameters}
    offers: dict[str, Callable[[], object]] = {
        "norms": lambda: np.array([inner(member.delta, member.delta) for member in members]),
        "positions": lambda: [np.array(member.template) for member in members],
    }
    asked = {name: offers[name]() for name in rule.requests}
    gamma = rule.function(np.array([member.margin for member in members]), **settings, **asked)
    return _checked(gamma, len(members), rule, sentence)


def _checked(gamma: Floats | None, count: int, rule: SetGamma, sentence: int) -> Floats | None:
    if gamma is None or rule.name in BUILT_IN:
        return gamma
    return check_gamma(gamma, count, rule.name, sentence)
