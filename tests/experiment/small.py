"""A small experiment on the demonstration corpus."""

from __future__ import annotations

from swvm.experiment.spec import Spec, spec_of

SMALL = {
    "corpora": ["demo"],
    "features": ["released"],
    "epochs": 2,
    "protocol": {"folds": [0, 1]},
    "systems": [
        {"name": "MIRA", "learner": "mira", "k_best": [1, 2]},
        {"name": "SWVM", "learner": "swvm", "gamma": "wm"},
    ],
}
OFFICIAL = {"protocol": {"kind": "official"}}


def small(**changes) -> Spec:
    return spec_of({**SMALL, **changes}, "small.toml", "0" * 64)
