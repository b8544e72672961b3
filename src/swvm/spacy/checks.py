"""Whether a model fits the settings of a component: its columns, its labels, its calibration."""

from __future__ import annotations

from spacy.parts_of_speech import IDS as PARTS_OF_SPEECH

from swvm.data.schemes.labels import split_label
from swvm.errors import SettingError
from swvm.model.confidence import NOT_CALIBRATED
from swvm.model.model import Model
from swvm.spacy.annotations import TAGS
from swvm.spacy.settings import PipeSettings


def check_model(model: Model, settings: PipeSettings) -> None:
    """Raise an error for a model that cannot do what the settings ask for."""
    if not set(model.columns) <= set(settings.observed):
        raise SettingError(
            f"the model reads the columns {', '.join(model.columns)}, and this component has "
            f"{', '.join(settings.observed)}; say in its config which attribute of a token each is: columns"
        )
    if settings.scores == "probability" and model.temperature is None:
        raise SettingError(NOT_CALIBRATED)
    if settings.target == "pos":
        _check_parts_of_speech(model)
    elif settings.target not in TAGS:
        plain = [label for label in model.labels if split_label(label) is None]
        if plain:
            raise SettingError(f"labels of the model are plain tags, such as {plain[0]!r}; take the target 'tag'")


def _check_parts_of_speech(model: Model) -> None:
    unknown = sorted(set(model.labels) - set(PARTS_OF_SPEECH))
    if unknown:
        raise SettingError(
            f"labels of the model are no parts of speech of spaCy: {', '.join(unknown)}; take the target 'tag'"
        )
