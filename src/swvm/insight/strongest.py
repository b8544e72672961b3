"""A model's weights by name: the strongest of each label and of each transition, and what each template takes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.errors import SettingError, unknown_name
from swvm.features.template import Kind
from swvm.insight.places import END, Places, transition
from swvm.model.model import Model

CHUNK = 1 << 14  # rows taken at once: a model is mapped, and may be larger than the memory


@dataclass(frozen=True, slots=True)
class Strong:
    """A weight with its meaning. `before`: the labels before `label` that it depends on; none for most features."""

    kind: int
    before: tuple[str, ...]
    label: str
    weight: float
    feature: str
    template: str

    @property
    def transition(self) -> str:
        """The labels as one text: `O → B-PER`."""
        return transition(self.kind, self.before, self.label)


@dataclass(frozen=True, slots=True)
class TemplateShare:
    """What a template takes of a model. `strength` is its share of the sum of all absolute weights."""

    template: str
    features: int
    bytes: int
    nonzero: int
    strength: float


@dataclass(frozen=True, slots=True)
class Inspection:
    """The strongest weights: `labels` those of a label alone, `transitions` those of label pairs and triples.

    Both go label by label (transition by transition), the weights for it first, the strongest in front.
    """

    names: tuple[str, ...]
    labels: tuple[Strong, ...]
    transitions: tuple[Strong, ...]
    templates: tuple[TemplateShare, ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        total = sum(one.bytes for one in self.templates)
        shares = [asdict(one) | {"share": one.bytes / total if total else 0.0} for one in self.templates]
        return {
            "labels": list(self.names),
            "label_weights": [_plain(one) for one in self.labels],
            "transition_weights": [_plain(one) for one in self.transitions],
            "templates": shares,
        }


def inspect(model: Model, top: int = 10, labels: Collection[str] = ()) -> Inspection:
    """Return the `top` strongest weights for and against each label and each transition into it.

    `labels`: only these. The model must have its names: `Model.load(path, names=True)`.
    """
    if top < 1:
        raise SettingError(f"top is {top}; it must be at least 1")
    places = Places(model)
    for label in labels:
        if label not in (*places.labels, END):
            raise unknown_name("label", label, [*places.labels, END])
    lanes = [lane for lane in range(len(places.labels) + 1) if not labels or places.label(lane) in labels]
    alone = [one for lane in lanes for one in _strongest(places, Kind.T, 0, lane, top) if lane < len(places.labels)]
    kinds = (Kind.TT, Kind.T_T, Kind.TTT)
    joint = [one for kind in kinds for one in _of_kind(places, kind, lanes, top)]
    return Inspection(places.labels, tuple(alone), tuple(joint), tuple(_shares(places)))


def _of_kind(places: Places, kind: Kind, lanes: list[int], top: int) -> Iterator[Strong]:
    for context in range(len(places.contexts(kind))):
        for lane in lanes:
            yield from _strongest(places, kind, context, lane, top)


def _strongest(places: Places, kind: Kind, context: int, lane: int, top: int) -> Iterator[Strong]:
    """Yield the strongest positive weights, then the strongest negative ones; ties in the order of the ids."""
    weights = places.rows(kind)[:, context, lane]
    before, label = places.before(places.contexts(kind)[context]), places.label(lane)
    for sign in (1, -1):
        for feature in _largest(sign * weights, top):
            name, template = places.name(kind, feature), places.template(kind, feature)
            yield Strong(int(kind), before, label, float(weights[feature]), name, template)


def _largest(values: npt.NDArray[np.float32], top: int) -> list[int]:
    """Return the places of the largest positive values, the largest first."""
    if len(values) > top:
        least = max(float(np.partition(values, len(values) - top)[len(values) - top]), 0.0)
        found = np.flatnonzero((values >= least) & (values > 0))
    else:
        found = np.flatnonzero(values > 0)
    largest: list[int] = found[np.argsort(-values[found], kind="stable")][:top].tolist()
    return largest


def _shares(places: Places) -> Iterator[TemplateShare]:
    totals = np.zeros((4, len(places.templates)))  # features, bytes, weights that are not 0, their absolute sum
    for kind in Kind:
        rows, templates = places.rows(kind), places.templates_of(kind)
        width = float(rows.shape[1] * places.weights.shape[1] * places.weights.itemsize)
        for begin in range(0, len(rows), CHUNK):
            part, of = rows[begin : begin + CHUNK], templates[begin : begin + CHUNK]
            ones = np.ones(len(part))
            strength = np.abs(part).sum(axis=(1, 2), dtype=np.float64)
            for k, values in enumerate((ones, width * ones, np.count_nonzero(part, axis=(1, 2)), strength)):
                totals[k] += np.bincount(of, values, len(places.templates))
    whole = float(totals[3].sum()) or 1.0
    for template, (features, size, nonzero, strength) in zip(places.templates, totals.T.tolist(), strict=True):
        yield TemplateShare(template, int(features), int(size), int(nonzero), strength / whole)


def _plain(one: Strong) -> dict[str, Any]:
    return {
        "before": list(one.before),
        "label": one.label,
        "weight": one.weight,
        "feature": one.feature,
        "template": one.template,
    }
