"""What holds the model of a component: checked when it comes, saved with the pipeline, sent to other processes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from spacy.util import ensure_path
from spacy.vocab import Vocab

from swvm.data.schemes.labels import parse_labels
from swvm.errors import SettingError
from swvm.model.model import Model
from swvm.spacy.annotations import TAGS
from swvm.spacy.checks import check_model
from swvm.spacy.settings import PipeSettings
from swvm.spacy.strings import nothing_known

FILE = "model.swvm"


class NoModelError(SettingError, AttributeError):
    """The component was asked for what only training gives. spaCy looks for attributes, which then are not there."""


class ModelHolder:
    """A component as far as its model goes."""

    def __init__(self, vocab: Vocab, name: str, settings: PipeSettings) -> None:
        self.vocab, self.name, self.settings = vocab, name, settings
        self._model: Model | None = None
        self._known = nothing_known(settings.observed)

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

    def use(self, model: Model) -> None:
        """Take a model that fits the settings."""
        check_model(model, self.settings)
        self._model = model

    def to_bytes(self, *, exclude: Sequence[str] = ()) -> bytes:
        """Return the model file; of a component without a model nothing."""
        return b"" if self._model is None else self._model.to_bytes()

    def from_bytes(self, content: bytes, *, exclude: Sequence[str] = ()) -> Self:
        """Take the model of `to_bytes`; nothing is run, every checksum is compared."""
        self._model = None
        if content:
            self.use(Model.from_bytes(content))
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
            self.use(Model.load(file))
        return self

    def __getstate__(self) -> dict[str, Any]:
        """For other processes: the model goes as the bytes of its file."""
        return {"vocab": self.vocab, "name": self.name, "settings": self.settings, "model": self.to_bytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["vocab"], state["name"], state["settings"])  # type: ignore[misc]
        self.from_bytes(state["model"])
