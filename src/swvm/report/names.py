"""In which order corpora, learners and settings stand, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

# The order of the paper's tables; whatever else there is follows by name.
CORPORA = {"jnlpba": "JNLPBA", "bc2gm": "BC2GM", "conll2002-es": "CoNLL-2002 es", "conll2000": "CoNLL-2000"}
LEARNERS = ("swvm", "mira", "swvp", "csp")
GAMMAS = ("uniform", "wm", "wm-released", "wmr", "wmr-released", "softmin", "softmax", "optimization")
SHORT = {"aggressive": "agg.", "balanced": "bal.", "optimization": "opt."}


HEADINGS = {
    "k_best": "K",
    "average": "averaging",
    "gamma": "SetGamma",
    "constraint": "reading",
    "beta": "β",
    "temperature": "T",
}


class Placed(Protocol):
    """What has a corpus and a set of features."""

    @property
    def corpus(self) -> str: ...
    @property
    def features(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Place:
    """A corpus with a set of features: a column of the tables."""

    corpus: str
    features: str

    def holds(self, one: Placed) -> bool:
        return (one.corpus, one.features) == (self.corpus, self.features)


def places(members: Iterable[Placed]) -> list[Place]:
    """Return the places of records or results, in the order of the tables."""
    return sorted({Place(one.corpus, one.features) for one in members}, key=_place_rank)


def _place_rank(place: Place) -> tuple[Any, ...]:
    return (_rank(place.corpus, tuple(CORPORA)), place.corpus, place.features)


def place_text(place: Place, among: Sequence[Place]) -> str:
    """Return a corpus's name, with its features where they are not the same everywhere."""
    name = CORPORA.get(place.corpus, place.corpus)
    return name if len({each.features for each in among}) == 1 else f"{name} ({place.features})"


def learner_rank(learner: str, system: str) -> tuple[Any, ...]:
    """Return the key by which systems are sorted: by learner, then by name."""
    return (_rank(learner, LEARNERS), learner, system)


def gamma_rank(gamma: str) -> tuple[int, str]:
    """Return the key by which SetGammas are sorted."""
    return (_rank(gamma, GAMMAS), gamma)


def _rank(name: str, known: Sequence[str]) -> int:
    return known.index(name) if name in known else len(known)


def configuration_text(settings: Mapping[str, Any]) -> str:
    """Return the part of a configuration that the paper tunes: `agg., softmin, 3`, or `K = 3`; a dash for CSP."""
    if settings.get("learner") == "csp":
        return "–"
    k_best = settings.get("k_best", 1)
    if settings.get("learner") == "mira":
        return f"K = {k_best}"
    parts = (settings.get("mode"), settings.get("gamma"))
    return ", ".join([*(SHORT.get(str(part), str(part)) for part in parts if part is not None), str(k_best)])


def setting_text(value: Any) -> str:
    """Return a setting's value as tables show it."""
    if value is None:
        return "–"
    if value == "inf":
        return "∞"
    return f"{value:g}" if isinstance(value, float) else str(value)


def heading(setting: str) -> str:
    """Return the name of a setting as tables show it."""
    return HEADINGS.get(setting, setting.replace("_", " "))


def slug(name: str) -> str:
    """Return a name as part of a file's name."""
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-")
