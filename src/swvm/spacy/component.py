"""What a pipeline of spaCy calls: `initialize` trains the whole model, `pipe` labels docs in batches."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from spacy.scorer import Scorer, get_ner_prf
from spacy.tokens import Doc
from spacy.util import logger, raise_error
from spacy.vocab import Vocab

from swvm.data.corpus import Corpus
from swvm.errors import SettingError
from swvm.learn.training import Progress, train
from swvm.model.confidence import NOT_CALIBRATED
from swvm.model.model import Model
from swvm.spacy.annotations import declare_scores
from swvm.spacy.gold import Reading
from swvm.spacy.holder import ModelHolder
from swvm.spacy.labelling import annotate
from swvm.spacy.settings import PipeSettings

Examples = Callable[[], Iterable[Any]]


class SwvmPipe(ModelHolder):
    """Labels docs with a linear structured model. Made by `nlp.add_pipe("swvm")`.

    There is no `update`: the epochs are the component's own, and `initialize` goes through all of them.
    """

    def __init__(self, vocab: Vocab, name: str, settings: PipeSettings) -> None:
        super().__init__(vocab, name, settings)
        self.error_handler: Callable[..., Any] = raise_error
        declare_scores()

    def initialize(
        self,
        get_examples: Examples,
        *,
        nlp: Any = None,
        model: str | Path | None = None,
        dev: Callable[[Any], Iterable[Any]] | None = None,
    ) -> None:
        """Train from nothing on all examples, for as many epochs as `training` says; or take a model's file.

        `dev` is a reader of examples, such as spaCy's Corpus: the best epoch on them is kept, and `patience` stops.
        """
        if model is not None:
            self.use(Model.load(model))
            return
        if self.settings.scores == "probability":  # what is trained here is not calibrated
            raise SettingError(NOT_CALIBRATED)
        config = self.settings.train_config()
        corpus = self._gold(get_examples(), "examples")
        watched = None if dev is None else self._gold(dev(nlp), "examples of dev")
        self.use(train(corpus, watched, config, on_epoch=self._log))

    def __call__(self, doc: Doc) -> Doc:
        """Label a doc."""
        return self._guarded([doc])[0]

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Label docs as they come, so many at a time."""
        docs = iter(stream)
        while batch := list(islice(docs, batch_size)):
            yield from self._guarded(batch)

    def score(self, examples: Iterable[Any], **_: Any) -> dict[str, Any]:
        """Return spaCy's own scores of what the component sets."""
        target, key = self.settings.target, f"spans_{self.settings.spans_key}"
        if target == "ents":
            found: dict[str, Any] = get_ner_prf(examples)
        elif target == "spans":
            found = Scorer.score_spans(
                examples,
                key,
                getter=lambda doc, name: doc.spans.get(name.removeprefix("spans_"), []),
                has_annotation=lambda doc: self.settings.spans_key in doc.spans,
            )
        else:
            found = Scorer.score_token_attr(examples, target)
        return found

    def set_error_handler(self, error_handler: Callable[..., Any]) -> None:
        """Say what happens with a batch that cannot be labelled."""
        self.error_handler = error_handler

    def get_error_handler(self) -> Callable[..., Any]:
        """Return what happens with a batch that cannot be labelled."""
        return self.error_handler

    def _gold(self, examples: Iterable[Any], what: str) -> Corpus:
        settings = self.settings
        reading = Reading(settings.target, settings.spans_key, settings.scheme, settings.observed, settings.sentences)
        gold = reading.gold(self.vocab, examples)
        if not len(gold.corpus):
            raise SettingError(
                f"the component {self.name!r} has nothing to learn from: none of the {what} has {settings.target} "
                "for all tokens of a sentence"
            )
        logger.info("%s: %d sequences of the %s, %d left out", self.name, len(gold.corpus), what, gold.left_out)
        return gold.corpus

    def _log(self, progress: Progress) -> None:
        dev = "" if progress.dev is None else f", F1 {progress.dev.f1:.2f} on dev"
        report = progress.report
        logger.info("%s: epoch %d, %.2f %% of tokens wrong%s", self.name, report.epoch, report.token_error, dev)

    def _guarded(self, docs: list[Doc]) -> list[Doc]:
        try:
            annotate(docs, self.model, self.settings, self._known)
        except Exception as error:
            self.error_handler(self.name, self, docs, error)
        return docs
