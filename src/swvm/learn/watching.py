"""The development data during training: score every epoch, keep the best, say when patience is over."""

from __future__ import annotations

from dataclasses import dataclass

from swvm import _native
from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, Scheme
from swvm.data.schemes.translation import Translation
from swvm.errors import SettingError
from swvm.evaluate import Scores, evaluate
from swvm.features.encoded import Encoded
from swvm.learn.config import TrainConfig
from swvm.learn.setup import Setup
from swvm.learn.state import Best, TrainingState
from swvm.model.decode import decode


@dataclass(frozen=True)
class Watch:
    """Development sentences, encoded once. Of the training problem it holds no more than it needs."""

    corpus: Corpus
    encoded: Encoded
    chain: _native.Chain
    labels: tuple[str, ...]
    scheme: Scheme
    translation: Translation | None  # to the data's labels
    threads: int

    @classmethod
    def of(cls, setup: Setup, corpus: Corpus, threads: int) -> Watch:
        """Encode the development corpus."""
        corpus.labelled()
        encoded, problem = setup.encoder.encode(corpus), setup.problem
        return cls(corpus, encoded, problem.chain, problem.labels, setup.scheme, setup.translation, threads)

    def look(self, state: TrainingState, best: Best) -> Scores:
        """Score what a model made now would do; keep its weights in `best` if it is better than every one before."""
        weights = state.model_weights()
        labels = decode(self.chain, weights, self.encoded, threads=self.threads).best
        predicted, scheme = LabelSequences(labels, self.labels, self.corpus.offsets), self.scheme
        if self.translation is not None:
            predicted, scheme = self.translation.sequences(predicted), self.translation.target
        scores = evaluate(LabelSequences.of_corpus(self.corpus), predicted, scheme=scheme)
        if scores.f1 > best.score:
            best.weights = weights.copy() if weights is state.weights else weights
            best.score, best.epoch = scores.f1, state.epoch
        return scores


def patience_is_over(config: TrainConfig, state: TrainingState, best: Best) -> bool:
    """Say whether the last `patience` epochs brought nothing better."""
    return config.patience is not None and state.epoch - best.epoch >= config.patience


def check_patience(config: TrainConfig, dev: Corpus | None) -> None:
    """Patience waits for a development score, so there must be one."""
    if config.patience is not None and dev is None:
        raise SettingError(f"patience is {config.patience}, but there are no development data to watch: give dev")
