"""A specification of an experiment: what a TOML file may say, checked, as frozen dataclasses.

docs/experiments.md lists every key. What runs follow from a specification is in `plan`.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from swvm.data.corpora import known_corpora
from swvm.data.keylines import lines_of_keys
from swvm.data.schemes.conversion import Invalid
from swvm.data.utf8 import decoded
from swvm.errors import DataError, SettingError
from swvm.experiment.grid import TUNABLE, Values, read_values
from swvm.experiment.outcome import METRICS
from swvm.experiment.significance import TestSettings
from swvm.experiment.sources import CorpusSource
from swvm.experiment.synthetic import Recipe
from swvm.experiment.tables import Table
from swvm.features.presets import preset_names
from swvm.learn.learners import LEARNERS

PROTOCOLS = ("folds", "official")
# `official-train`: the corpus's own training part, with its last tenth where that served as dev.
TRAIN_ON = ("train", "train+dev", "official-train")
CURVES = ("f1", "token_f1")
SEARCHES = ("grid", "random", "optuna")


@dataclass(frozen=True, slots=True)
class Protocol:
    """Folds as in the paper (unify, shuffle with the seed, cut into parts), or the official splits."""

    kind: str = "folds"
    seed: int = 1
    parts: int = 10
    folds: tuple[int, ...] = (0, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Search:
    """How the values of a system's settings are walked through."""

    kind: str = "grid"
    count: int = 0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class System:
    """A learner with the values that its settings may take."""

    name: str
    learner: str
    values: Mapping[str, Values]
    search: Search
    place: str  # in the file, for messages


@dataclass(frozen=True, slots=True)
class Choice:
    """Of which groups of configurations the best is chosen, by which score on dev."""

    by: tuple[str, ...] = ("system",)
    metric: str = "f1"


@dataclass(frozen=True, slots=True)
class Final:
    """The chosen configurations run again: with these seeds, on these parts, for as many epochs or the best number."""

    seeds: tuple[int, ...]
    train: str = "train"
    epochs: str = "given"


@dataclass(frozen=True, slots=True)
class Spec:
    """A whole experiment."""

    name: str
    title: str
    corpora: tuple[CorpusSource, ...]
    features: tuple[str, ...]
    protocol: Protocol
    systems: tuple[System, ...]
    seeds: tuple[int, ...]
    invalid: Invalid
    choose: Choice
    final: Final | None
    tests: TestSettings
    pair: tuple[str, str] | None  # the two systems to test; None: the best and the second best
    sha256: str

    @property
    def place(self) -> str:
        return f"{self.name}.toml"


def read_spec(path: str | Path) -> Spec:
    """Read and check a specification."""
    path = Path(path)
    try:
        data = path.read_bytes()
        text = decoded(data, str(path))
        content = tomllib.loads(text)
    except OSError as error:
        raise DataError(f"{path}: cannot read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: this is no TOML file: {error}") from None
    top = Table(path.name, content, lines=lines_of_keys(text))
    return _spec(top, hashlib.sha256(data).hexdigest(), path.parent)


def spec_of(content: Mapping[str, Any], place: str, sha256: str = "", folder: Path | None = None) -> Spec:
    """Make a specification of what a file would hold; files that it names are in the folder."""
    return _spec(Table(place, content), sha256, folder)


def _spec(top: Table, sha256: str, folder: Path | None) -> Spec:
    top.allow("name", "title", "corpora", "files", "synthetic", "features", "epochs", "seeds", "invalid", "protocol",
              "settings", "systems", "choose", "final", "significance")  # fmt: skip
    metric = top.table("choose").choice("metric", METRICS, "f1")
    systems = _systems(top)
    return Spec(
        name=top.get("name", str, Path(top.file).stem),
        title=top.get("title", str, ""),
        corpora=_corpora(top, folder or Path()),
        features=_features(top, folder or Path()),
        protocol=_protocol(top.table("protocol")),
        systems=systems,
        seeds=top.numbers("seeds", (1,)),
        invalid=top.choice("invalid", ("error", "repair", "keep"), "keep"),  # type: ignore[arg-type]
        choose=Choice(_by(top.table("choose")), metric),
        final=_final(top, metric),
        tests=_tests(top.table("significance"), metric),
        pair=_pair(top.table("significance"), [system.name for system in systems]),
        sha256=sha256,
    )


def _corpora(top: Table, folder: Path) -> tuple[CorpusSource, ...]:
    files, synthetic = top.table("files"), top.table("synthetic")
    named = {name: _files(files.table(name), name, folder) for name in files.values}
    for name in synthetic.values:
        named[name] = CorpusSource(name, recipe=_recipe(synthetic.table(name)))
    chosen, known = top.texts("corpora"), [*named, *known_corpora()]
    for name in chosen:
        if name not in known:
            raise top.unknown("corpus, neither known nor in [files] or [synthetic]:", name, known, "corpora")
    return tuple(named.get(name) or CorpusSource(name) for name in chosen)


def _files(table: Table, name: str, folder: Path) -> CorpusSource:
    table.allow("train", "dev", "test", "columns")
    paths = {part: str(folder / table.get(part, str)) for part in ("train", "dev", "test") if part in table.values}
    if "train" not in paths:
        raise SettingError(f"{table.place} lacks 'train', the path of a labelled file")
    return CorpusSource(name, tuple(paths.items()), table.get("columns", str, ""))


def _recipe(table: Table) -> Recipe:
    defaults = {field.name: getattr(Recipe(), field.name) for field in fields(Recipe)}
    table.allow(*defaults)
    given = {name: table.get(name, type(default), default) for name, default in defaults.items()}
    recipe = Recipe(**given)
    try:
        recipe.language()  # which checks them
    except SettingError as error:
        raise SettingError(f"{table.place}: {error}") from None
    return recipe


def _features(top: Table, folder: Path) -> tuple[str, ...]:
    found = []
    for name in top.texts("features"):
        path = folder / name
        if name in preset_names():
            found.append(name)
        elif path.is_file():
            found.append(str(path))
        else:
            kind = "features, neither a preset nor a file beside the specification:"
            raise top.unknown(kind, name, preset_names(), "features")
    return tuple(found)


def _protocol(table: Table) -> Protocol:
    table.allow("kind", "seed", "parts", "folds")
    kind = table.choice("kind", PROTOCOLS, "folds")
    if kind == "official":
        table.allow("kind")
        return Protocol("official", folds=(0,))
    parts = table.get("parts", int, 10)
    folds = table.numbers("folds", tuple(range(min(5, parts))))
    if parts < 3 or max(folds) >= parts:
        raise SettingError(
            f"{table.place}: there are {parts} parts and the folds {list(folds)}; give 3 parts at least, and folds "
            "below the number of parts"
        )
    return Protocol("folds", table.get("seed", int, 1), parts, folds)


def _systems(top: Table) -> tuple[System, ...]:
    shared = top.table("settings")
    common = {name: read_values(shared.at(name), name, value) for name, value in shared.values.items()}
    common["epochs"] = read_values(top.at("epochs"), "epochs", top.values.get("epochs", 10))
    systems = tuple(_system(table, common) for table in top.tables("systems"))
    if not systems:
        raise SettingError(f"{top.place} has no system: add [[systems]] with a learner")
    names: list[str] = []
    for system in systems:
        if system.name in names:
            raise SettingError(f"{system.place}: two systems are named {system.name!r}; give each a name of its own")
        names.append(system.name)
    return systems


def _system(table: Table, common: Mapping[str, Values]) -> System:
    table.allow("name", "learner", "search", *TUNABLE)
    learner = table.choice("learner", tuple(LEARNERS), "")
    own = {n: read_values(table.at(n), n, v) for n, v in table.values.items() if n not in ("name", "learner", "search")}
    search = _search(table.table("search"))
    return System(table.get("name", str, learner), learner, {**common, **own}, search, table.place)


def _search(table: Table) -> Search:
    table.allow("kind", "count", "seed")
    kind = table.choice("kind", SEARCHES, "grid")
    count = 0 if kind == "grid" else table.get("count", int)
    if kind != "grid" and count < 1:
        raise SettingError(f"{table.at('count')}: count is {count}; it must be at least 1")
    return Search(kind, count, table.get("seed", int, 1))


def _by(table: Table) -> tuple[str, ...]:
    table.allow("by", "metric")
    by = table.texts("by", ("system",))
    for name in by:
        if name not in ("system", "learner", *TUNABLE):
            raise table.unknown("by", name, ["system", "learner", *TUNABLE], "by")
    return by


def _final(top: Table, metric: str) -> Final | None:
    if "final" not in top.values:
        return None
    table = top.table("final")
    table.allow("seeds", "train", "epochs")
    epochs = table.choice("epochs", ("given", "best"), "given")
    if epochs == "best" and metric not in CURVES:
        raise SettingError(
            f"{table.at('epochs')}: epochs is 'best', but the score after each epoch is kept of "
            f"{' and '.join(CURVES)}, "
            f"not of {metric}: choose by one of these, or take 'given'"
        )
    return Final(table.numbers("seeds", (1,)), table.choice("train", TRAIN_ON, "train"), epochs)


def _tests(table: Table, metric: str) -> TestSettings:
    table.allow("pair", "alternative", "alpha", "trials", "seed")
    alternative = table.choice("alternative", ("greater", "two-sided"), "greater")
    alpha, trials = table.get("alpha", float, 0.05), table.get("trials", int, 10_000)
    if not 0 < alpha < 1:
        raise SettingError(f"{table.at('alpha')}: alpha is {alpha:g}; it must be above 0 and below 1, such as 0.05")
    if trials < 1:
        raise SettingError(f"{table.at('trials')}: trials is {trials}; it must be at least 1")
    return TestSettings(
        metric="token_f1" if metric == "token_f1" else "f1",
        alternative=alternative,  # type: ignore[arg-type]
        alpha=alpha,
        trials=trials,
        seed=table.get("seed", int, 1),
    )


def _pair(table: Table, systems: Sequence[str]) -> tuple[str, str] | None:
    if table.values.get("pair", "best-second") == "best-second":
        return None
    pair = table.texts("pair")
    if len(pair) != 2:
        raise SettingError(f'{table.at("pair")}: pair is {list(pair)}; it must be two systems, or "best-second"')
    for name in pair:
        if name not in systems:
            raise table.unknown("system in pair:", name, systems, "pair")
    return pair[0], pair[1]
