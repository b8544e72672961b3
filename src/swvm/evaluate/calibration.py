"""The temperature at which a model's shares of labellings are probabilities, found on development data.

A model that was trained for margins gives the right order of labellings, not their odds: its scores have no scale. One
number is fitted, the temperature by which scores are divided. It changes no label. What is minimised is the log loss
(`ON`): of whole mentions, which is what people ask the confidence of, or of the gold labels of tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from swvm.data.corpus import Corpus, check_corpus
from swvm.data.schemes.labels import LabelSequences, parse_labels
from swvm.data.schemes.mentions import Mentions, break_rule
from swvm.data.schemes.transitions import Scheme
from swvm.errors import DataError, SettingError, unknown_name
from swvm.evaluate.chunks import mentions_by_rule
from swvm.evaluate.pairs import pair_labels
from swvm.evaluate.reliability import SMALLEST, Flags, Reliability, Values, reliability
from swvm.features.encoded import Encoded, label_codes
from swvm.model.confidence import CALIBRATION, predicted_mentions
from swvm.model.decode import Paths
from swvm.model.marginals import Marginals, mention_arrays, sums
from swvm.model.model import Model

ON = ("mentions", "tokens")
UNCALIBRATED = 1.0  # the temperature of a softmax of raw scores
WIDEST = 2.0**40  # beyond it there is no best temperature
STEPS = 30  # of the golden section: the temperature is found to six digits

Both: TypeAlias = dict[str, Reliability]


@dataclass(frozen=True, slots=True)
class Calibration:
    """A temperature, how it was found, and the reliability on the development data before (temperature 1) and after.

    `before` and `after` are by unit, `tokens` and `mentions`; plain tags have tokens alone.
    """

    temperature: float
    on: str
    source: str
    sentences: int
    before: Both
    after: Both

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data, as a model keeps it."""
        return {
            "temperature": self.temperature,
            "on": self.on,
            "source": self.source,
            "sentences": self.sentences,
            "before": {unit: one.to_json() for unit, one in self.before.items()},
            "after": {unit: one.to_json() for unit, one in self.after.items()},
        }


@dataclass(frozen=True, slots=True)
class _Trial:
    """A labelled corpus with what the model makes of it, ready to be judged at any temperature."""

    model: Model
    encoded: Encoded
    paths: Paths
    known: Flags  # tokens whose gold label the model knows
    gold: Any  # codes of the gold labels, 0 where not known
    right: Flags  # of the tokens
    mentions: Mentions
    types: tuple[str, ...]
    right_mentions: Flags
    threads: int

    def at(self, temperature: float) -> tuple[Marginals, Values, Values]:
        """Return the marginals, and the leads and the shares of the mentions."""
        model, record = self.model, self.model.record
        tags = model.scheme == Scheme.TAGS
        asked = None if tags else mention_arrays(self.mentions, self.types, record.labels)
        options: dict[str, Any] = {"reader": model.reader, "mentions": asked, "threads": self.threads}
        found = sums(model.chain, record.weights, self.encoded, temperature, **options)
        offsets = self.encoded.offsets
        shares = Marginals(found.marginals, found.totals, offsets, model.labels, temperature, calibrated=False)
        return shares, found.leads, found.shares

    def reliability(self, temperature: float) -> Both:
        """Judge tokens and mentions at a temperature."""
        marginals, _, shares = self.at(temperature)
        found = {"tokens": reliability(np.minimum(marginals.of_labels(self.paths.best), 1.0), self.right)}
        if self.model.scheme != Scheme.TAGS:
            found["mentions"] = reliability(shares, self.right_mentions)
        return found

    def loss(self, temperature: float, on: str) -> float:
        """Return the log loss that is minimised."""
        marginals, leads, _ = self.at(temperature)
        if on == "mentions":
            return float(np.logaddexp(0.0, np.where(self.right_mentions, -leads, leads)).mean())
        gold = marginals.of_labels(self.gold)[self.known]
        return float(-np.log(np.maximum(gold, SMALLEST)).mean())


def calibrate(model: Model, dev: Corpus, on: str | None = None, *, threads: int = 1) -> Model:
    """Return the model with the temperature that fits labelled development data, which it was not trained on.

    `on`: mentions (the default where the labels have them) or tokens. What was found is in `training["calibration"]`.
    """
    return calibrated(model, find_calibration(model, dev, on, threads=threads))


def calibrated(model: Model, found: Calibration) -> Model:
    """Return the model with a calibration."""
    return model.with_training(**{CALIBRATION: found.to_json()})


def find_calibration(model: Model, dev: Corpus, on: str | None = None, *, threads: int = 1) -> Calibration:
    """Return the temperature that fits, and the reliability before and after."""
    check_corpus(dev, "dev")
    chosen = on or ("tokens" if model.scheme == Scheme.TAGS else "mentions")
    if chosen not in ON:
        raise unknown_name("unit to calibrate on", chosen, list(ON))
    trial = _trial(model, dev, threads)
    _check_outcomes(trial, chosen, dev.source)
    temperature = lowest(lambda one: trial.loss(one, chosen))
    if temperature is None:
        raise DataError(
            f"{dev.source}: there is no best temperature: the scores tell nothing of what is right on this data, or "
            "all. Calibrate on more data of the kind that the model was made for, which it was not trained on"
        )
    before, after = trial.reliability(UNCALIBRATED), trial.reliability(temperature)
    return Calibration(temperature, chosen, dev.source, len(dev), before, after)


def measure(model: Model, corpus: Corpus, temperature: float | None = None, *, threads: int = 1) -> Both:
    """Return the reliability on labelled data, by unit, at a temperature or at that of the model."""
    own = temperature if temperature is not None else model.temperature
    if own is None:
        raise SettingError("the model is not calibrated: give a temperature, such as 1.0 (a softmax of its raw scores)")
    return _trial(model, corpus, threads).reliability(own)


def _trial(model: Model, corpus: Corpus, threads: int) -> _Trial:
    encoded = model.encode(corpus)
    paths = model.decode(encoded, threads=threads)
    gold = label_codes(corpus, list(model.labels))
    mentions, types = predicted_mentions(LabelSequences(paths.best, model.labels, paths.offsets), model.scheme)
    return _Trial(
        model=model,
        encoded=encoded,
        paths=paths,
        known=gold >= 0,
        gold=np.maximum(gold, 0),
        right=gold == paths.best,
        mentions=mentions,
        types=types,
        right_mentions=_right_mentions(model, corpus, paths),
        threads=threads,
    )


def _right_mentions(model: Model, corpus: Corpus, paths: Paths) -> Flags:
    if model.scheme == Scheme.TAGS:
        return np.zeros(0, np.bool_)
    predicted = LabelSequences(paths.best, model.labels, paths.offsets)
    pair = pair_labels(LabelSequences.of_corpus(corpus), predicted)
    parsed = parse_labels(pair.names)
    return mentions_by_rule(pair, parsed, break_rule(parsed)).correct


def _check_outcomes(trial: _Trial, on: str, source: str) -> None:
    if on == "mentions" and trial.model.scheme == Scheme.TAGS:
        raise SettingError("the labels are plain tags, which mark no mentions: calibrate on tokens")
    right = trial.right_mentions if on == "mentions" else trial.right
    if right.all() or not right.any():
        what = "all" if right.any() else "none"
        raise DataError(
            f"{source}: {what} of the {len(right)} predicted {on} are right, which does not tell how sure the model "
            "may be. Calibrate on more data, which it was not trained on"
        )


def lowest(loss: Callable[[float], float]) -> float | None:
    """Return the temperature with the lowest loss: doubled or halved as long as that helps, then a golden section.

    None where the loss falls for ever.
    """
    middle, value = UNCALIBRATED, loss(UNCALIBRATED)
    for factor in (2.0, 0.5):
        while (following := loss(middle * factor)) < value:
            middle, value = middle * factor, following
            if not 1 / WIDEST < middle < WIDEST:
                return None
    return _golden_section(lambda power: loss(2.0**power), np.log2(middle) - 1, np.log2(middle) + 1)


def _golden_section(loss: Callable[[float], float], low: float, high: float) -> float:
    """Narrow powers of 2 down around the lowest loss."""
    share = (5**0.5 - 1) / 2
    inner, outer = high - share * (high - low), low + share * (high - low)
    left, right = loss(inner), loss(outer)
    for _ in range(STEPS):
        if left <= right:
            high, outer, right = outer, inner, left
            inner = high - share * (high - low)
            left = loss(inner)
        else:
            low, inner, left = inner, outer, right
            outer = low + share * (high - low)
            right = loss(outer)
    return float(2.0 ** ((low + high) / 2))
