"""The learners, the readings of SWVM's constraint and the kinds of averaging: names, formulas, and the settings.

What they compute is in the native engine and, to be read, in `swvm.reference`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from swvm.config import Config, parameter
from swvm.errors import SettingError
from swvm.learn.gamma import find_gamma
from swvm.learn.templates import find_templates


@dataclass(frozen=True, slots=True)
class LearnerInfo:
    """A learner's formula, and the settings that it reads."""

    name: str
    title: str
    formula: str
    settings: tuple[str, ...]


_MIXING = ("gamma", "beta", "temperature", "sense", "templates", "mode", "identity")
_ALWAYS = ("average", "decoding")

LEARNERS: dict[str, LearnerInfo] = {
    learner.name: learner
    for learner in (
        LearnerInfo("csp", "structured perceptron", "w += ΔΦ(x, y, y*)", _ALWAYS),
        LearnerInfo(
            "mira",
            "margin-infused relaxed algorithm",
            "min ‖w − w_t‖²  s.t.  w·ΔΦ(x, y, y_k) ≥ L(y, y_k) for each k",
            ("k_best", "C", *_ALWAYS),
        ),
        LearnerInfo(
            "swvp",
            "structured weighted violations perceptron",
            "w += Σ_k Σ_J γ_k(m^J) ΔΦ(x, y, m^J)",
            ("k_best", *_MIXING, "constraint", *_ALWAYS),
        ),
        LearnerInfo(
            "swvm",
            "structured weighted violations MIRA",
            "min ‖w − w_t‖²  s.t.  w·Σ_J γ_k(m^J) ΔΦ(x, y, m^J) ≥ L(y, y_k) for each k",
            ("k_best", "C", *_MIXING, "constraint", *_ALWAYS),
        ),
    )
}

# How SWVM's constraint w·v_k >= b_k is read. SWVP knows `paper` and `released`: there, one labelling after another,
# each from the moved weights.
CONSTRAINTS: dict[str, str] = {
    "paper": "v_k = Σ γ ΔΦ(x, y, m^J),  b_k = L(y, y_k)",
    "mix-loss": "v_k = Σ γ ΔΦ(x, y, m^J),  b_k = Σ γ L(y, m^J)",
    "released": "v_k = ΔΦ(x, y, y_k),  b_k − w_t·v_k = L(y, y_k) − Σ γ d_J",
    "each": "one constraint a template: v = ΔΦ(x, y, m^J),  b = L(y, m^J)",
}

# T epochs of N sentences; Δ_j is what step j adds to the weights, counted from 1.
AVERAGES: dict[str, str] = {
    "end": "the mean of the weights after every step, at the end",
    "none": "the last weights",
    "epoch": "after every epoch the weights become Σ_j ((TN − j + 1) / TN) Δ_j (the released program)",
    "epoch-mean": "after every epoch the weights become the mean of the weights so far",
}

DECODINGS: dict[str, str] = {
    "plain": "y_k: the K best by w·Φ(x, y')",
    "cost-augmented": "y_k: the K best by w·Φ(x, y') + L(y, y')",
    "hope-fear": "y_k as cost-augmented; y in ΔΦ is replaced by the best of w·Φ(x, y') − L(y, y')",
}


def _check_positive(name: str, value: float) -> None:
    if not value > 0:
        raise SettingError(f"{name} is {value}; it must be above 0")


@dataclass(frozen=True, slots=True)
class LearnerConfig(Config):
    """Every setting of a learner. One that a learner does not read has no effect on it (see LEARNERS)."""

    learner: str = parameter("csp", "the learner", choices=tuple(LEARNERS))
    k_best: int = parameter(1, "how many labellings are decoded for a step", minimum=1)
    C: float = parameter(math.inf, "the bound of each dual variable", minimum=0)
    gamma: str | Callable[..., Any] = parameter("uniform", "SetGamma: a name or a Python function")
    beta: float = parameter(1.0, "the exponent of wm and wmr", minimum=0)
    temperature: float = parameter(1.0, "the temperature of softmin and softmax")
    sense: str = parameter("max", "the sense of the gamma `optimization`", choices=("max", "min"))
    templates: str | Callable[..., Any] = parameter("single", "the modification templates: a name or a Python function")
    mode: str = parameter("aggressive", "keep violations only, or all templates", choices=("aggressive", "balanced"))
    identity: str = parameter("exclude", "templates with m^J = y", choices=("exclude", "include"))
    constraint: str = parameter("paper", "the reading of SWVM's constraint", choices=tuple(CONSTRAINTS))
    decoding: str = parameter("plain", "how training decodes", choices=tuple(DECODINGS))
    average: str = parameter("end", "how the weights are averaged", choices=tuple(AVERAGES))

    def __post_init__(self) -> None:
        Config.__post_init__(self)
        _check_positive("temperature", self.temperature)
        find_gamma(self.gamma)
        find_templates(self.templates)
