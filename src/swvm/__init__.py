"""Label sequences with linear structured models.

The way of the data, which is also the order in which to read:

    FILE     --data-->      Corpus           read, load_corpus
    Corpus   --features-->  Encoded          templates, presets
    Encoded  --model-->     Path             Model
    Path     --evaluate-->  Scores           score
    Corpus   --learn-->     Model            train, calibrate
    X, y     --estimator--> Model            SequenceTagger

Names are imported when they are first used, so that `import swvm` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from swvm.data import Corpus, read
    from swvm.data.schemes import LabelSequences
    from swvm.errors import SwvmError
    from swvm.estimator.tagger import SequenceTagger
    from swvm.evaluate import evaluate as score
    from swvm.evaluate.calibration import calibrate
    from swvm.features.words import word_function
    from swvm.learn.gamma import set_gamma
    from swvm.learn.incremental import IncrementalTrainer
    from swvm.learn.templates import template_set
    from swvm.learn.training import TrainingInterrupted, train
    from swvm.model.chain import Constraints
    from swvm.model.model import Model

_HOMES = {
    "Constraints": "swvm.model.chain",
    "Corpus": "swvm.data",
    "IncrementalTrainer": "swvm.learn.incremental",
    "LabelSequences": "swvm.data.schemes",
    "Model": "swvm.model.model",
    "SequenceTagger": "swvm.estimator.tagger",
    "SwvmError": "swvm.errors",
    "TrainingInterrupted": "swvm.learn.training",
    "calibrate": "swvm.evaluate.calibration",
    "read": "swvm.data",
    "score": "swvm.evaluate.evaluation",
    "set_gamma": "swvm.learn.gamma",
    "template_set": "swvm.learn.templates",
    "train": "swvm.learn.training",
    "word_function": "swvm.features.words",
}

# `swvm.evaluate` is the package; its main function is `score` here.
_ORIGINAL = {"score": "evaluate"}

__all__ = [
    "Constraints",
    "Corpus",
    "IncrementalTrainer",
    "LabelSequences",
    "Model",
    "SequenceTagger",
    "SwvmError",
    "TrainingInterrupted",
    "__version__",
    "calibrate",
    "read",
    "score",
    "set_gamma",
    "template_set",
    "train",
    "word_function",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'swvm' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), _ORIGINAL.get(name, name))


def __dir__() -> list[str]:
    return __all__
