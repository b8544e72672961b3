"""One epoch by the native engine or by its reference twin: the same call, the same state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.errors import SettingError
from swvm.learn.config import TrainConfig
from swvm.learn.gamma import BUILT_IN as NATIVE_GAMMAS
from swvm.learn.gamma import SetGamma, find_gamma
from swvm.learn.learners import LearnerConfig
from swvm.learn.problem import Problem
from swvm.learn.state import TrainingState
from swvm.learn.templates import BUILT_IN as NATIVE_TEMPLATES
from swvm.learn.templates import find_templates

Order = npt.NDArray[np.int64]
Counts = dict[str, float]
RunEpoch = Callable[[TrainingState, Order], Counts]


def engine_for(problem: Problem, config: TrainConfig) -> RunEpoch:
    """Return the function that runs an epoch, chosen once before the loop."""
    _check(problem, config)
    return _native_engine(problem, config) if config.engine == "native" else _reference_engine(problem, config)


def _check(problem: Problem, config: TrainConfig) -> None:
    learner = config.learner
    if learner.templates == "span" and problem.tags is None and learner.learner in ("swvp", "swvm"):
        raise SettingError("templates 'span' need labels that mark mentions, such as B-PER; these are plain tags")
    if learner.decoding == "hope-fear" and learner.learner != "mira":
        raise SettingError(f"decoding 'hope-fear' is MIRA's; {learner.learner} takes plain or cost-augmented")
    if one_by_one(learner) and config.batch > 1:
        raise SettingError("the released SWVP goes one labelling after another: batch must be 1")


def one_by_one(config: LearnerConfig) -> bool:
    """Say whether each rival's step is made from the weights that the one before has moved (the released SWVP)."""
    return config.learner == "swvp" and config.constraint == "released"


def native_learner(config: LearnerConfig, problem: Problem) -> _native.Learner:
    """Build the engine's learner."""
    if config.learner == "csp":
        return _native.csp()
    if config.learner == "mira":
        return _native.mira(config.k_best)
    rule = _mixture_rule(config, problem)
    if config.learner == "swvp":
        return _native.swvp(config.k_best, rule, one_by_one(config))
    return _native.swvm(config.k_best, rule, config.constraint)


def _mixture_rule(config: LearnerConfig, problem: Problem) -> _native.MixtureRule:
    templates, tags = find_templates(config.templates), problem.tags
    function: str | Callable[..., Any] = templates.name if templates.name in NATIVE_TEMPLATES else templates.function
    if templates.wants_tags and not isinstance(function, str):
        function = _with_tags(templates.function, tags)
    return _native.MixtureRule(
        function,
        native_gamma(find_gamma(config.gamma), config),
        identity=config.identity == "include",
        aggressive=config.mode == "aggressive",
        tags=[] if tags is None else tags.tags.tolist(),
        types=[] if tags is None else tags.types.tolist(),
    )


def _with_tags(function: Callable[..., Any], tags: Any) -> Callable[..., Any]:
    return lambda gold, predicted: function(gold, predicted, tags=tags)


def native_gamma(gamma: SetGamma, config: LearnerConfig) -> _native.SetGamma:
    """Return the engine's twin of a built-in rule, or a caller of a user's function."""
    if gamma.name not in NATIVE_GAMMAS or not isinstance(config.gamma, str):
        settings = {name: getattr(config, name) for name in gamma.parameters}
        function = gamma.function if not settings else _with_settings(gamma.function, settings)
        return _native.callable_gamma(function, "norms" in gamma.requests, "positions" in gamma.requests)
    if gamma.name == "optimization":
        return _native.built_in_gamma(f"optimization-{config.sense}")
    setting = config.temperature if "temperature" in gamma.parameters else config.beta
    return _native.built_in_gamma(gamma.name, setting)


def _with_settings(function: Callable[..., Any], settings: dict[str, Any]) -> Callable[..., Any]:
    return lambda margins, **more: function(margins, **settings, **more)


def _native_engine(problem: Problem, config: TrainConfig) -> RunEpoch:
    learner = native_learner(config.learner, problem)
    call = _native.EpochCall()
    call.search = config.learner.decoding
    call.C = config.learner.C
    call.batch, call.joint, call.threads = config.batch, config.joint, config.threads

    def run(state: TrainingState, order: Order) -> Counts:
        call.first_step = state.steps
        try:
            counts = _native.train_epoch(
                problem.chain,
                state.weights,
                None if state.sums is None else (state.sums.rows, state.sums.places),
                problem.arrays,
                order,
                learner,
                problem.costs,
                problem.sample_weights,
                call,
            )
        except ValueError as error:  # a user's function returned something wrong: the message says what and where
            raise SettingError(str(error)) from error
        finally:
            state.steps += call.done  # fewer than the order has where Ctrl-C or a user's function ended the epoch
        return dict(counts)

    return run


def _reference_engine(problem: Problem, config: TrainConfig) -> RunEpoch:
    from swvm.reference.engine import reference_engine  # noqa: PLC0415 (the twin is read by few; it imports this package)

    return reference_engine(problem, config)
