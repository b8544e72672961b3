"""`CRF`: the estimator of sklearn-crfsuite by its names, trained and run by swvm."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from inspect import Parameter, Signature
from typing import Any, Self

from swvm.compat.settings import DEFAULTS, settings_of
from swvm.compat.weights import attribute_names, state_weights, transition_weights
from swvm.data.attributes import ATTRIBUTES, corpus_of_dicts
from swvm.data.schemes import LabelSequences, Scheme, detect
from swvm.errors import SettingError
from swvm.estimator.base import Base, NotFittedError
from swvm.estimator.tagger import SequenceTagger
from swvm.learn.training import Progress

IOB = (Scheme.IOB1, Scheme.IOB2)


class CRF(Base):
    """Labels sequences of dicts. Parameters, methods and attributes are those of sklearn_crfsuite.CRF.

    `algorithm`: 'ap' trains the averaged perceptron (CSP), 'pa' MIRA with C = `c`, each for `max_iterations` epochs (30
    where it is None); 'lbfgs' and 'l2sgd' train MIRA with the 3 best labellings, of IOB labels in the scheme BIOES, and
    warn. `min_freq` leaves rare attributes out. All transitions and all pairs of attribute and label have weights. The
    model is `tagger_`, a `swvm.SequenceTagger`.
    """

    tagger_: SequenceTagger

    def __init__(self, *positional: Any, **parameters: Any) -> None:
        given = _INIT.bind(self, *positional, **parameters).arguments
        for name, value in {**DEFAULTS, **given}.items():
            if name != "self":
                setattr(self, name, value)

    def fit(self, X: Any, y: Any, X_dev: Any = None, y_dev: Any = None) -> Self:
        """Train. X has a list of dicts (or of lists of attribute names) a sentence, y a list of labels.

        With development data the best epoch on them is kept.
        """
        parameters = self.get_params(deep=False)
        tagger = SequenceTagger(features=ATTRIBUTES, on_epoch=_report if parameters["verbose"] else None)
        corpus = corpus_of_dicts(X, y)
        tagger.set_params(**settings_of(parameters, mentions=detect(LabelSequences.of_corpus(corpus)) in IOB))
        dev = None if X_dev is None else corpus_of_dicts(X_dev, y_dev, "X_dev")
        tagger.fit(corpus, X_dev=dev)
        self.tagger_ = tagger.set_params(on_epoch=None)
        if parameters["model_filename"] is not None:
            tagger.save(parameters["model_filename"])
        return self

    def predict(self, X: Any) -> list[list[str]]:
        """Return the labels of each sentence."""
        return self._fitted().predict(corpus_of_dicts(X))

    def predict_single(self, xseq: Sequence[Any]) -> list[str]:
        """Return the labels of one sentence."""
        return self.predict([xseq])[0]

    def predict_marginals(self, X: Any) -> list[list[dict[str, float]]]:
        """Return the probability of each label at each token, after `crf.tagger_.calibrate(X_dev, y_dev)`."""
        if self._fitted().model_.temperature is None:
            raise SettingError(
                "the scores of swvm are sums of weights, not probabilities, until they are calibrated on development "
                "data: call crf.tagger_.calibrate(X_dev, y_dev) first"
            )
        return self._fitted().predict_marginals(corpus_of_dicts(X))

    def predict_marginals_single(self, xseq: Sequence[Any]) -> list[dict[str, float]]:
        """Return the probabilities of one sentence."""
        return self.predict_marginals([xseq])[0]

    def score(self, X: Any, y: Any) -> float:
        """Return the share of tokens with the right label."""
        pairs = [pair for gold, found in zip(y, self.predict(X), strict=True) for pair in zip(gold, found, strict=True)]
        return float(sum(gold == found for gold, found in pairs) / len(pairs))

    @property
    def classes_(self) -> list[str]:
        """The labels."""
        return list(self._fitted().model_.labels)

    @property
    def attributes_(self) -> list[str]:
        """The names of the attributes that have weights."""
        return attribute_names(self._fitted().model_)

    @property
    def num_attributes_(self) -> int:
        """The number of attributes that have weights."""
        return len(self.attributes_)

    @property
    def size_(self) -> int:
        """The bytes of the model file."""
        return len(self._fitted().model_.to_bytes())

    @property
    def state_features_(self) -> dict[tuple[str, str], float]:
        """The weights of (attribute, label), those of 0 left out; the labels are those that were learned."""
        return state_weights(self._fitted().model_)

    @property
    def transition_features_(self) -> dict[tuple[str, str], float]:
        """The weights of (label, next label); the labels are those that were learned."""
        return transition_weights(self._fitted().model_)

    def _fitted(self) -> SequenceTagger:
        tagger: SequenceTagger | None = getattr(self, "tagger_", None)
        if tagger is None:
            raise NotFittedError("this CRF has not been trained: call fit first")
        return tagger

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.two_d_array = False
        tags.target_tags.required = True
        tags.target_tags.one_d_labels = False
        return tags


def _report(progress: Progress) -> None:
    one, dev = progress.report, progress.dev
    scored = "" if dev is None else f", F1 on the development data {dev.f1:.2f}"
    print(f"epoch {one.epoch}: {one.token_error:.2f} % of the tokens wrong{scored}", file=sys.stderr)


def _signature() -> Signature:
    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=value) for name, value in DEFAULTS.items()]
    return Signature([Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *parameters])


_INIT = _signature()
setattr(CRF.__init__, "__signature__", _INIT)  # noqa: B010 (a function has no such attribute declared)
