"""Settings of a system and the values that they may take: all combinations, or random ones.

Which settings a learner does not read is known (`LEARNERS`), so combinations that differ in those alone are one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import numpy as np

from swvm.errors import SettingError, SwvmError, unknown_name
from swvm.experiment.selection import settings_key
from swvm.learn.config import TrainConfig
from swvm.learn.gamma import PARAMETERS, find_gamma
from swvm.learn.learners import LEARNERS
from swvm.learn.settings import LEARNER_SETTINGS, TRAIN_SETTINGS, config_to_json, train_config

# These are the specification's own matter, or change no result.
ELSEWHERE = {
    "learner": "'learner', in [[systems]]",
    "features": "'features', at the top",
    "seed": "'seeds', at the top",
    "patience": "'epochs' in [final]",
    "threads": "the option --workers",
    "engine": "nothing: experiments run on the native engine",
    "clusters": "a features file, by @column",
    "lexicon": "a features file, by @column",
}
# Settings that came later: at these values they name no run, so records from before them stay known.
LATER = {"chain": None, "train_scheme": "data", "seeds": 1}
TUNABLE = tuple(name for name in (*LEARNER_SETTINGS, *TRAIN_SETTINGS) if name not in ELSEWHERE)
Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high`, for random search and optuna; `log`: even in the logarithm."""

    low: float
    high: float
    log: bool = False
    whole: bool = False

    def draw(self, rng: np.random.Generator) -> float | int:
        """Return a number from the range."""
        if self.whole:
            return int(rng.integers(int(self.low), int(self.high) + 1))
        low, high = (math.log(self.low), math.log(self.high)) if self.log else (self.low, self.high)
        value = float(rng.uniform(low, high))
        return math.exp(value) if self.log else value


Values = tuple[Any, ...] | Range


def read_values(place: str, name: str, given: Any) -> Values:
    """Read what a specification says of a setting: a value, a list, or a range {low, high, log}."""
    check_setting(place, name)
    if isinstance(given, dict):
        return _read_range(f"{place}: {name}", given)
    values = tuple(given) if isinstance(given, list) else (given,)
    if not values:
        raise SettingError(f"{place}: {name} is an empty list; give one value at least")
    return values


def check_setting(place: str, name: str) -> None:
    """Raise an error for a name that is no setting of a system."""
    if name in ELSEWHERE:
        raise SettingError(f"{place}: {name} is set by {ELSEWHERE[name]}")
    if name not in TUNABLE:
        raise SettingError(f"{place}: {unknown_name('setting', name, list(TUNABLE))}")


def _read_range(place: str, given: Mapping[str, Any]) -> Range:
    for key in given:
        if key not in ("low", "high", "log"):
            raise SettingError(f"{place}: {unknown_name('key', key, ['low', 'high', 'log'])}")
    low, high, log = given.get("low"), given.get("high"), given.get("log", False)
    numbers = all(isinstance(end, (int, float)) and math.isfinite(end) for end in (low, high))
    if not numbers or not low < high or (log and not low > 0):  # type: ignore[operator]
        raise SettingError(
            f"{place}: a range is {{low = 0.01, high = 10.0, log = true}}, low below high; got {dict(given)}"
        )
    assert low is not None and high is not None
    return Range(low, high, bool(log), isinstance(low, int) and isinstance(high, int))


def configuration(settings: Settings, features: str = "basic", seed: int = 1) -> TrainConfig:
    """Return the training configuration of settings as records keep them ("inf" is infinity)."""
    values = {name: math.inf if value == "inf" else value for name, value in settings.items()}
    return train_config(**values, features=features, seed=seed)


def effective(settings: Settings) -> dict[str, Any]:
    """Check settings, and return those that the learner reads, with the defaults of all that are not given."""
    config = configuration(settings)
    plain = config_to_json(config)
    learner = {name: plain["learner"][name] for name in _read_by(asdict(config.learner))}
    rest = {name: plain[name] for name in TRAIN_SETTINGS if name not in ELSEWHERE}
    rest = {name: value for name, value in rest.items() if name not in LATER or value != LATER[name]}
    return {"learner": plain["learner"]["learner"], **learner, **rest}


def _read_by(learner: Mapping[str, Any]) -> list[str]:
    names = list(LEARNERS[learner["learner"]].settings)
    each = learner["learner"] == "swvm" and learner["constraint"] == "each"
    if "gamma" in names:
        wanted = () if each else find_gamma(learner["gamma"]).parameters
        names = [name for name in names if name not in PARAMETERS or name in wanted]
    if each:
        names.remove("gamma")
    return names


def all_combinations(place: str, values: Mapping[str, Values]) -> list[dict[str, Any]]:
    """Return the effective settings of every combination, each once, the last setting varying fastest."""
    for name, one in values.items():
        if isinstance(one, Range):
            raise SettingError(
                f"{place}: {name} is a range, which a grid cannot walk; list its values, or set 'search'"
            )
    lists = [one for one in values.values() if not isinstance(one, Range)]
    return _distinct(place, [dict(zip(values, chosen, strict=True)) for chosen in product(*lists)])


def random_combinations(place: str, values: Mapping[str, Values], count: int, seed: int) -> list[dict[str, Any]]:
    """Return up to `count` random combinations, each once; the first few of many are those of fewer."""
    rng = np.random.default_rng(seed)
    drawn = [{name: _draw(one, rng) for name, one in values.items()} for _ in range(count)]
    return _distinct(place, drawn)


def _draw(values: Values, rng: np.random.Generator) -> Any:
    return values.draw(rng) if isinstance(values, Range) else values[int(rng.integers(len(values)))]


def _distinct(place: str, combinations: Sequence[Settings]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for settings in combinations:
        one = checked(place, settings)
        found.setdefault(settings_key(one), one)
    return list(found.values())


def checked(place: str, settings: Settings) -> dict[str, Any]:
    """Return the effective settings; an error in them names the place."""
    try:
        return effective(settings)
    except SwvmError as error:
        raise SettingError(f"{place}: {error}") from None
    except TypeError as error:
        raise SettingError(f"{place}: a setting has a value of the wrong kind ({error})") from None
