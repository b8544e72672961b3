"""What a pipeline of spaCy calls: `initialize` trains the whole model, `pipe` labels docs in batches."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Self

from spacy.parts_of_speech import IDS as PARTS_OF_SPEECH
from spacy.scorer import Scorer, get_ner_prf
from spacy.tokens import Doc
from spacy.util import ensure_path, logger, raise_error
from spacy.vocab import Vocab

from swvm.data.corpus import Corpus
from swvm.data.schemes.labels import parse_labels, split_label
from swvm.errors import SettingError
from swvm.learn.training import Progress, train
from swvm.model.confidence import NOT_CALIBRATED
from swvm.model.model import Model
from swvm.spacy.annotations import TAGS, declare_scores
from swvm.spacy.gold import Reading
from swvm.spacy.labelling import annotate
from swvm.spacy.settings import PipeSettings

FILE = "model.swvm"
Examples = Callable[[], Iterable[Any]]


class NoModelError(SettingError, AttributeError):
    """The component was asked for what only training gives. spaCy looks for attributes, which then are not there."""


class SwvmPipe:
    """Labels docs with a linear structured model. Made by `nlp.add_pipe("swvm")`.

    There is no `update`: the epochs are the component's own, and `initialize` goes through all of them.
    """

    def __init__(self, vocab: Vocab, name: str, settings: PipeSettings) -> None:
        self.vocab, self.name, self.settings = vocab, name, settings
        self.error_handler: Callable[..., Any] = raise_error
        declare_scores()
        self._model: Model | None = None

    @property
    def model(self) -> Model:
        """The trained model."""
        if self._model is None:
            raise NoModelError(
                f"the component {self.name!r} has no model: nlp.initialize(get_examples) trains one, "
                "and a pipeline that was saved with one brings it"
            )
        return self._model

    @property
    def labels(self) -> tuple[str, ...]:
        """The types of spans, or the tags; empty before training."""
        if self._model is None:
            return ()
        return self._model.labels if self.settings.target in TAGS else parse_labels(self._model.labels).type_names

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
            self._use(Model.load(model))
            return
        if self.settings.scores == "probability":  # what is trained here is not calibrated
            raise SettingError(NOT_CALIBRATED)
        config = self.settings.train_config()
        corpus = self._gold(get_examples(), "examples")
        watched = None if dev is None else self._gold(dev(nlp), "examples of dev")
        self._use(train(corpus, watched, config, on_epoch=self._log))

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

    def to_bytes(self, *, exclude: Sequence[str] = ()) -> bytes:
        """Return the model file; of a component without a model nothing."""
        return b"" if self._model is None else self._model.to_bytes()

    def from_bytes(self, content: bytes, *, exclude: Sequence[str] = ()) -> Self:
        """Take the model of `to_bytes`; nothing is run, every checksum is compared."""
        self._model = None
        if content:
            self._use(Model.from_bytes(content))
        return self

    def to_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> None:
        """Write the model file into a folder."""
        folder = ensure_path(path)
        folder.mkdir(parents=True, exist_ok=True)
        if self._model is not None:
            self._model.save(folder / FILE)

    def from_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> Self:
        """Read what `to_disk` wrote."""
        file = ensure_path(path) / FILE
        self._model = None
        if file.exists():
            self._use(Model.load(file))
        return self

    def __getstate__(self) -> dict[str, Any]:
        """For other processes: the model goes as the bytes of its file."""
        return {"vocab": self.vocab, "name": self.name, "settings": self.settings, "model": self.to_bytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["vocab"], state["name"], state["settings"])  # type: ignore[misc]
        self.from_bytes(state["model"])

    def _use(self, model: Model) -> None:
        wanted = set(model.columns)
        if not wanted <= set(self.settings.observed):
            raise SettingError(
                f"the model reads the columns {', '.join(model.columns)}, and this component has "
                f"{', '.join(self.settings.observed)}; say in its config which attribute of a token each is: columns"
            )
        self._check_labels(model)
        self._model = model

    def _check_labels(self, model: Model) -> None:
        if self.settings.scores == "probability" and model.temperature is None:
            raise SettingError(NOT_CALIBRATED)
        if self.settings.target == "pos":
            unknown = sorted(set(model.labels) - set(PARTS_OF_SPEECH))
            if unknown:
                raise SettingError(f"labels of the model are no parts of speech of spaCy: {', '.join(unknown)}")
        elif self.settings.target not in TAGS:
            plain = [label for label in model.labels if split_label(label) is None]
            if plain:
                raise SettingError(f"labels of the model are plain tags, such as {plain[0]!r}; take the target 'tag'")

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
            annotate(docs, self.model, self.settings)
        except Exception as error:
            self.error_handler(self.name, self, docs, error)
        return docs
