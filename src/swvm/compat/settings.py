"""The parameters of sklearn-crfsuite -> settings of swvm; for what has no counterpart, a sentence that says so."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from swvm.errors import SettingError, unknown_name

LEARNERS = {"lbfgs": "mira", "l2sgd": "mira", "pa": "mira", "ap": "csp"}
LIKELIHOOD = ("lbfgs", "l2sgd")
EPOCHS = 30
# The best of 49 on folds of training data; of mentions also their ends are learned, as labels of BIOES.
IN_PLACE_OF_LIKELIHOOD = {"C": 0.03, "k_best": 3, "epochs": 20}
OF_MENTIONS = {"train_scheme": "bioes"}

DEFAULTS: dict[str, Any] = {
    "algorithm": None, "min_freq": None, "all_possible_states": None, "all_possible_transitions": None,
    "c1": None, "c2": None, "max_iterations": None, "num_memories": None, "epsilon": None, "period": None,
    "delta": None, "linesearch": None, "max_linesearch": None, "calibration_eta": None, "calibration_rate": None,
    "calibration_samples": None, "calibration_candidates": None, "calibration_max_trials": None, "pa_type": None,
    "c": None, "error_sensitive": None, "averaging": None, "variance": None, "gamma": None, "verbose": False,
    "model_filename": None, "keep_tempfiles": False, "trainer_cls": None, "random_state": 1,
}  # fmt: skip
"""The constructor of sklearn_crfsuite.CRF, in its order, and `random_state`; None stands for an algorithm's default."""


def settings_of(given: Mapping[str, Any], *, mentions: bool = False) -> dict[str, Any]:
    """Return settings of training, which `fit` checks. `mentions`: the labels are IOB labels of mentions."""
    algorithm = given["algorithm"] or "lbfgs"
    _check(algorithm, given)
    likelihood = algorithm in LIKELIHOOD
    if likelihood:
        _warn(algorithm)
    iterations = None if likelihood else given["max_iterations"]
    settings: dict[str, Any] = {
        "learner": LEARNERS[algorithm],
        "epochs": EPOCHS if iterations is None else iterations,
        "minimum_count": max(1, round(given["min_freq"] or 1)),
        "average": "none" if given["averaging"] is False else "end",
        "seed": given["random_state"],
    }
    if algorithm == "pa":
        settings["C"] = _slack(given)
    elif likelihood:
        settings |= IN_PLACE_OF_LIKELIHOOD | (OF_MENTIONS if mentions else {})
    return settings


def _slack(given: Mapping[str, Any]) -> float:
    """PA without slack has no bound on a step; in PA-I the bound is c."""
    if given["pa_type"] == 0:
        return float("inf")
    return 1.0 if given["c"] is None else float(given["c"])


def _check(algorithm: str, given: Mapping[str, Any]) -> None:
    if algorithm == "arow":
        raise SettingError("swvm has no AROW; write algorithm='pa' (MIRA) or 'ap' (the averaged perceptron)")
    if algorithm not in LEARNERS:
        raise unknown_name("algorithm", algorithm, list(LEARNERS))
    if algorithm == "pa" and given["pa_type"] == 2:
        raise SettingError("swvm has no PA-II; write pa_type=1 (a step is at most c long) or 0 (no bound)")
    if given["trainer_cls"] is not None:
        raise SettingError("trainer_cls is a class of python-crfsuite; write verbose=True for a line an epoch")


def _warn(algorithm: str) -> None:
    warnings.warn(
        f"swvm does not maximise the likelihood, so algorithm={algorithm!r} trains MIRA with the 3 best labellings for "
        f"{IN_PLACE_OF_LIKELIHOOD['epochs']} epochs, and c1, c2 and max_iterations have no effect. Write "
        "algorithm='pa' or 'ap' to choose",
        UserWarning,
        stacklevel=4,
    )
