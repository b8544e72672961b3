"""The benchmark compares like with like: python-crfsuite's attribute strings are the features of the preset `basic`.

The page shows what the record holds.
"""

from __future__ import annotations

import inspect
import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from swvm.data.corpus import Corpus
from swvm.features.encoder import FeatureEncoder
from swvm.features.presets import preset

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.__main__ import main  # noqa: E402
from benchmarks.attributes import sentence_attributes  # noqa: E402
from benchmarks.corpora import read_rows  # noqa: E402
from benchmarks.models import Models  # noqa: E402
from benchmarks.needs import MissingError, need  # noqa: E402
from benchmarks.plan import PAGES, PERFORMANCE, SECTIONS  # noqa: E402
from benchmarks.report import BEGIN, DOCS, END, RECORD, markdown  # noqa: E402

DEMO = ROOT / "src" / "swvm" / "data" / "demo" / "train.txt"


def rows() -> list[list[str]]:
    words = [[row[0] for row in sentence] for sentence in read_rows(DEMO)]
    return [*words, ["Ünïcode", "ǅ", "x", "3²", "東京", "-", "IL-2"]]


@pytest.mark.native
@pytest.mark.parametrize("tagged", [False, True])
def test_attributes_are_the_features_of_basic(tagged: bool) -> None:
    words = rows()
    # Any second column will do: the last letter of the word.
    tags = [[word[-1] for word in sentence] for sentence in words]
    columns = {"word": words, "pos": tags} if tagged else {"word": words}
    corpus = Corpus.from_columns(columns)
    encoder = FeatureEncoder(preset("basic", list(columns)), list(columns))
    encoded = encoder.fit(corpus)
    distinct: set[str] = set()
    per_token = 0
    for sentence, marks in zip(words, tags, strict=True):
        for attributes in sentence_attributes(sentence, marks if tagged else None):
            distinct.update(attributes)
            per_token += len(attributes)
    assert len(distinct) == encoder.counts[0]
    assert per_token == len(encoded.spans[0].ids)


@pytest.mark.parametrize("page", [PERFORMANCE, *PAGES.values()])
def test_a_page_is_made_from_the_record(page: str) -> None:
    shown = f"{BEGIN}\n{markdown(json.loads(RECORD.read_text()), page)}\n{END}"
    assert (DOCS / page).read_text().count(shown) == 1


def test_pages_and_record_have_no_other_sections() -> None:
    assert set(PAGES) < set(SECTIONS)
    assert set(json.loads(RECORD.read_text())["sections"]) <= set(SECTIONS)


def test_a_section_that_was_not_measured_says_so() -> None:
    page = markdown({"machine": {"CPU": "none"}, "sections": {}}, PAGES["dicts"])
    assert page == "CPU none.\n\n`dicts` has not been measured yet: `make bench SECTIONS=dicts`."


NUMBERS = {
    "dicts.fit": {"seconds": 2.0, "cpu": 1.0, "predict": 0.5, "f1": 70.0},
    "interfaces.pipe": {"speed": 1e6},
    "interfaces.table": {"in": 0.5, "out": 0.25},
    "explaining.measured": {"median": 5.0, "longest": 20.0},
    "calibration.measured": {"temperature": 2.0, "f1": 80.0}
    | {f"{what} {when}": 1.5 for what in ("mentions", "tokens", "loss") for when in ("before", "after")},
}


@pytest.mark.parametrize("section", PAGES)
def test_a_section_calls_its_tasks_as_they_are_and_gives_rows(section: str, monkeypatch: Any) -> None:
    """The tasks themselves take minutes; here each call is only bound to its function."""

    def task(name: str, cores: int = 1, **options: Any) -> dict[str, float]:
        module, _, function = name.partition(".")
        inspect.signature(getattr(import_module(f"benchmarks.{module}"), function)).bind(**options)
        return NUMBERS[name]

    for module in ("dicts", "interfaces", "calibration", "explaining"):
        monkeypatch.setattr(f"benchmarks.{module}.task", task)
    monkeypatch.setattr(Models, "ours", lambda *_: "model.swvm")
    rows = [asdict(row) for row in SECTIONS[section](Models(Path()))]
    shown = markdown({"machine": {"CPU": "none"}, "sections": {section: rows}}, PAGES[section])
    assert shown.count("### ") == len({row["section"] for row in rows})
    assert shown.count("\n| ") == len(rows) + 2 * len({row["section"] for row in rows})


def test_a_section_whose_libraries_are_not_here_is_skipped(monkeypatch: Any, capsys: Any) -> None:
    before = RECORD.read_bytes()
    monkeypatch.setattr("benchmarks.needs.find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "dicts", "pipelines", "tables"])
    main()
    said = capsys.readouterr()
    assert said.out == ""
    needed = {"dicts": "sklearn_crfsuite", "pipelines": "spacy", "tables": "pandas, polars, pyarrow, datasets"}
    assert said.err.splitlines() == [
        f"{name}: skipped, what it had stays: {modules} not installed (pip install --group bench)"
        for name, modules in needed.items()
    ]
    assert RECORD.read_bytes() == before


def test_a_library_that_is_here_is_not_missed() -> None:
    need("section", "json", "sys")
    with pytest.raises(MissingError, match=r"^section: .* no_such_library not installed"):
        need("section", "json", "no_such_library")
