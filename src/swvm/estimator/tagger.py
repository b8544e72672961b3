"""`SequenceTagger`: training, labelling and scores behind the methods that scikit-learn's tools call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from swvm.data.attributes import ATTRIBUTES
from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences
from swvm.data.tables import is_table
from swvm.errors import unknown_name
from swvm.estimator.base import Base, NotFittedError
from swvm.estimator.confident import Confident
from swvm.estimator.inputs import corpus_of
from swvm.estimator.parameters import config_of, parameter_docs, parameters_of, signature
from swvm.evaluate.evaluation import evaluate
from swvm.learn.config import TrainConfig
from swvm.learn.incremental import IncrementalTrainer
from swvm.learn.problem import check_sample_weights
from swvm.learn.training import TrainingInterrupted, train
from swvm.model.model import Model

PICKLED = "swvm estimator"


class Labelling(NamedTuple):
    """One of the best labellings of a sentence; the score is a sum of weights, no probability."""

    labels: list[str]
    score: float


class SequenceTagger(Confident, Base):
    """Labels the tokens of sentences. An estimator for scikit-learn's tools, which works without scikit-learn too.

    `X` is a list of sentences, each a list of tokens: strings, tuples such as ("Paris", "NNP"), or dicts of attributes
    as python-crfsuite takes them; or a dict of columns, each a list of sentences; or a table of pandas, polars, pyarrow
    or datasets, or a `Corpus`, which bring their labels. `y` has a list of labels a sentence.

    """

    columns: Sequence[str] | None  # of the parameters those that are read here
    threads: int
    _model: Model | None
    _trainer: IncrementalTrainer | None

    def __init__(self, **parameters: Any) -> None:
        for name, value in _INIT.bind(self, **parameters).arguments.items():
            if name != "self":
                setattr(self, name, value)
        for name, one in _INIT.parameters.items():
            if name != "self" and name not in parameters:
                setattr(self, name, one.default)

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        sample_weight: Sequence[float] | None = None,
        X_dev: Any = None,
        y_dev: Any = None,
    ) -> Self:
        """Train from nothing. With development data the best epoch on them is kept, and `patience` stops early.

        A sample weight scales the step of its sentence.
        """
        corpus = self._labelled(X, y)
        dev = None if X_dev is None else self._labelled(X_dev, y_dev, "X_dev")
        given = {name: getattr(self, name) for name in ("functions", "class_weights", "on_epoch")}
        self._trainer = None
        try:
            self._model = train(corpus, dev, self._config(corpus), sample_weights=sample_weight, **given)
        except TrainingInterrupted as interruption:
            self._model = interruption.model
            raise
        return self

    def partial_fit(self, X: Any, y: Any = None, *, sample_weight: Sequence[float] | None = None) -> Self:
        """Go once through more sentences: from what earlier calls left, or from the model of `fit` or `load`."""
        corpus = self._labelled(X, y)
        trainer = getattr(self, "_trainer", None)
        if trainer is None:
            config, start = self._config(corpus), getattr(self, "_model", None)
            more = {name: getattr(self, name) for name in ("functions", "class_weights")}
            trainer = IncrementalTrainer(config, start=start, **more)
        trainer.partial_fit(corpus, sample_weights=sample_weight)
        self._trainer, self._model = trainer, None
        return self

    def predict(self, X: Any) -> list[list[str]]:
        """Return the best labels of each sentence."""
        return self._label(self._observed(X)).to_lists()

    def predict_nbest(self, X: Any, k: int = 5) -> list[list[Labelling]]:
        """Return the k best labellings of each sentence, best first; fewer where there are fewer."""
        model = self.model_
        corpus = self._observed(X)
        paths = model.decode(corpus, k, threads=self.threads)
        names = model.labels
        return [
            [Labelling([names[code] for code in codes.tolist()], score) for score, codes in paths.of_sentence(sentence)]
            for sentence in range(len(corpus))
        ]

    def score(self, X: Any, y: Any = None, *, sample_weight: Sequence[float] | None = None) -> float:
        """Return F1 from 0 to 1: of mentions, as conlleval counts them; of plain tags the share of right tokens.

        With sample weights the counts of a sentence count so many times.
        """
        corpus = self._labelled(X, y, columns=self.model_.columns)
        gold = LabelSequences.of_corpus(corpus)
        counts = evaluate(gold, self._label(corpus), scheme=self.model_.scheme).sentences
        weights = check_sample_weights(sample_weight, len(corpus))
        if weights is None:
            weights = np.ones(len(corpus))
        right, wrong = weights @ counts.tp, weights @ (counts.fp + counts.fn)
        return float(2 * right / (2 * right + wrong)) if right + wrong else 0.0

    def save(self, path: str | Path) -> None:
        """Write the model file, whole or not at all; `swvm tag` and `Model.load` read it too."""
        own = {name: getattr(self, name) for name in ("columns", "class_weights")}
        self.model_.with_training(estimator={name: value for name, value in own.items() if value is not None}).save(
            path
        )

    @classmethod
    def load(cls, path: str | Path, functions: Any = None) -> Self:
        """Return an estimator with the model of a file and with the settings that it was trained with."""
        model = Model.load(path, functions, names=True)
        loaded = cls(**{**parameters_of(model.training), "functions": functions})
        loaded._model, loaded._trainer = model, None
        return loaded

    @property
    def model_(self) -> Model:
        """The trained model."""
        model: Model | None = getattr(self, "_model", None)
        trainer: IncrementalTrainer | None = getattr(self, "_trainer", None)
        if model is None and trainer is not None:
            model = self._model = trainer.model()
        if model is None:
            raise NotFittedError(f"this {type(self).__name__} has not been trained: call fit first")
        return model

    @property
    def classes_(self) -> npt.NDArray[np.str_]:
        """The labels, in the order of their ids."""
        return np.array(self.model_.labels)

    @property
    def history_(self) -> list[dict[str, Any]]:
        """What each epoch did."""
        return list(self.model_.training["epochs"])

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.target_tags.required = True
        tags.target_tags.one_d_labels = False
        return tags

    def __getstate__(self) -> dict[str, Any]:
        """Parameters, and the model as the bytes of its file. What partial_fit keeps beside it stays here."""
        model = self.model_.to_bytes() if self.__sklearn_is_fitted__() else None
        return {"format": PICKLED, "parameters": self.get_params(False), "model": model}

    def __setstate__(self, state: dict[str, Any]) -> None:
        known = [name for name in _INIT.parameters if name != "self"]
        for name in state["parameters"]:
            if name not in known:
                raise unknown_name("parameter in the pickle", name, known)
        SequenceTagger.__init__(self, **state["parameters"])
        self._trainer = None
        self._model = (
            None if state["model"] is None else Model.from_bytes(state["model"], state["parameters"]["functions"])
        )

    def _config(self, corpus: Corpus) -> TrainConfig:
        """Return the settings of training. Of dicts the features are the attributes, unless templates are named."""
        config = config_of(self.get_params(False))
        of_dicts = bool(corpus.bags) and config.features == TrainConfig().features
        return replace(config, features=ATTRIBUTES) if of_dicts else config

    def _labelled(self, X: Any, y: Any, source: str = "X", columns: Sequence[str] | None = None) -> Corpus:
        corpus = corpus_of(X, y, self._names(X, columns), source)
        corpus.labelled()
        return corpus

    def _observed(self, X: Any) -> Corpus:
        return corpus_of(X, None, self._names(X, self.model_.columns), labels=False)

    def _names(self, X: Any, columns: Sequence[str] | None) -> Sequence[str] | None:
        """Return the columns to read; of a table the parameter says which those are (`word=tokens`)."""
        return self.columns if columns is None or (self.columns is not None and is_table(X)) else columns

    def _label(self, corpus: Corpus) -> LabelSequences:
        return self.model_.label(corpus, threads=self.threads)


_INIT = signature()
setattr(SequenceTagger.__init__, "__signature__", _INIT)  # noqa: B010 (a function has no such attribute declared)
SequenceTagger.__doc__ = f"{SequenceTagger.__doc__}{parameter_docs()}\n"
