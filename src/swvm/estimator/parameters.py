"""The parameters of the estimator: every setting of training under its own name, and a few of its own.

They are not written down here a second time: the signature and its documentation come from the declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from inspect import Parameter, Signature
from typing import Any

from swvm.learn.config import TrainConfig
from swvm.learn.learners import LearnerConfig
from swvm.learn.settings import LEARNER_SETTINGS, TRAIN_SETTINGS, train_config

SETTINGS = (*LEARNER_SETTINGS, *TRAIN_SETTINGS)
OWN = {
    "columns": "names for the values of a row, where a token is a tuple such as ('Paris', 'NNP'); None: word, pos. "
    "Where X is a table: its columns, such as ('word=tokens', 'pos=pos_tags', 'label=ner_tags'); None: word and label",
    "functions": "the Python word functions that templates call, by name",
    "class_weights": "what an error on a gold label costs, by label or mention type",
    "on_epoch": "called after each epoch with its report (`swvm.learn.training.Progress`)",
}


def signature() -> Signature:
    """Return the signature of the constructor: all by keyword, with the declared defaults."""
    defaults = {**{one.name: _default(one) for one in _declared()}, **dict.fromkeys(OWN)}
    parameters = [Parameter(name, Parameter.KEYWORD_ONLY, default=value) for name, value in defaults.items()]
    return Signature([Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *parameters])


def parameter_docs() -> str:
    """Return the parameters in the layout of numpydoc."""
    lines = ["Parameters", "----------"]
    for one in _declared():
        choices = one.metadata["choices"]
        kind = "{" + ", ".join(map(repr, choices)) + "}" if choices else str(one.type)
        lines += [f"{one.name} : {kind}, default={_default(one)!r}", f"    {one.metadata['help']}"]
    for name, text in OWN.items():
        lines += [f"{name} : default=None", f"    {text}"]
    return "\n".join(f"    {line}" for line in lines)


def config_of(parameters: Mapping[str, Any]) -> TrainConfig:
    """Return the settings of training among the parameters, checked."""
    return train_config(**{name: value for name, value in parameters.items() if name in SETTINGS})


def parameters_of(training: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that a model's training record tells."""
    settings = dict(training.get("settings", {}))
    settings |= settings.pop("learner", {})
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}
    found = {name: value for name, value in plain.items() if name in SETTINGS}
    found |= {name: value for name, value in training.get("estimator", {}).items() if name in OWN}
    return {name: float("inf") if value == "inf" else value for name, value in found.items()}


def _declared() -> list[Field[Any]]:
    return [*fields(LearnerConfig), *(one for one in fields(TrainConfig) if one.name != "learner")]


def _default(one: Field[Any]) -> Any:
    return None if one.default is MISSING else one.default
