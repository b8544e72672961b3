"""The files that `swvm tune` is given and writes, checked before the work begins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from swvm.cli.sources import known_corpus, path_of
from swvm.errors import SettingError
from swvm.tune.sources import GivenSource, Reading


def recipe_path(output: str) -> Path:
    """Return the file of templates; the other files lie beside it, so its own ending must be another."""
    path = Path(output)
    if path.suffix in ("", ".toml", ".jsonl", ".html", ".json", ".swvm"):
        raise SettingError(f"{output}: the recipe is a file of templates; end its name in .features")
    return path


def check_report(path: str) -> None:
    """Raise an error for a report of another kind."""
    if Path(path).suffix not in (".html", ".json"):
        raise SettingError(f"{path}: a report ends in .html or .json")


def given_source(train: str, dev: str | None, reading: Mapping[str, Any]) -> GivenSource:
    """Return the source of a search."""
    parts = [("train", train), *([("dev", dev)] if dev is not None else [])]
    return GivenSource(train, given=tuple((part, *_file(text, part, reading)) for part, text in parts))


def _file(source: str, part: str, reading: Mapping[str, Any]) -> tuple[str, Reading]:
    if source == "-":
        raise SettingError("a search reads its data more than once, so standard input will not do; name a file")
    found = known_corpus(source, part)
    if found is None:
        return source, tuple(given_reading(reading).items())
    from swvm.data.corpora import corpus_info  # noqa: PLC0415 (a file needs no list of corpora)

    return path_of(source, part), (("columns", ",".join(corpus_info(found[0]).columns)),)


def given_reading(reading: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in reading.items() if value not in (None, "auto")}
