"""Plans: what runs, in which order, under which names; the specifications in the repository can be planned."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from experiment.small import OFFICIAL, small
from swvm.data import load_corpus
from swvm.data.schemes import LabelSequences
from swvm.errors import DataError
from swvm.experiment.plan import plan
from swvm.experiment.sources import CorpusSource, fold_splits, join, load_whole, official_split
from swvm.experiment.spec import read_spec, spec_of
from swvm.experiment.synthetic import Recipe
from swvm.experiment.timing import estimate, seconds_left

ROOT = Path(__file__).resolve().parents[2]
# Recipes and settings of one training stand there too; they have no systems.
SPECS = sorted(
    path for path in (ROOT / "experiments").rglob("*.toml") if "[[systems]]" in path.read_text(encoding="utf-8")
)
DATA = {"demo": "checksum"}


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_the_specifications_of_the_repository_can_be_planned(path):
    spec = read_spec(path)
    runs = plan(spec, {source.name: "checksum" for source in spec.corpora}, {})
    assert len({run.id for run in runs}) == len(runs) > 0
    assert spec.title


def test_there_are_specifications():
    assert {"table1", "released", "ablation", "official"} <= {path.stem for path in SPECS}


def test_runs_go_fold_by_fold_and_cheap_ones_first():
    runs = plan(small(), DATA, {})
    assert [(run.part.fold, run.system, run.settings["k_best"]) for run in runs[:4]] == [
        (0, "MIRA", 1),
        (0, "SWVM", 1),
        (0, "MIRA", 2),
        (1, "MIRA", 1),
    ]


def test_all_that_decides_a_result_changes_the_name_of_a_run():
    changes = [
        {},
        {"epochs": 3},
        {"seeds": [2]},
        {"features": ["basic"]},
        {"invalid": "repair"},
        {"protocol": {"folds": [0, 1], "seed": 2}},
        {"protocol": {"folds": [0, 1], "parts": 5}},
        OFFICIAL,
        {"settings": {"transitions": "all"}},
        {"settings": {"order": "file"}},
    ]
    names = [{run.id for run in plan(small(**change), DATA, {})} for change in changes]
    names.append({run.id for run in plan(small(), {"demo": "other"}, {})})
    assert sum(map(len, names)) == len(set().union(*names))


def test_what_decides_no_result_does_not():
    ids = [run.id for run in plan(small(), DATA, {})]
    assert [run.id for run in plan(small(name="x", title="y", choose={"by": ["learner"]}), DATA, {})] == ids


def test_a_changed_file_of_templates_changes_the_names(tmp_path):
    from swvm.experiment.plan import file_sha256

    file, names = tmp_path / "mine.features", []
    for text in ("w[i], t[i]\n", "w[i], t[i]\nt[i-1], t[i]\n"):
        file.write_text(text)
        file_sha256.cache_clear()
        content = {"corpora": ["demo"], "features": ["mine.features"], "systems": [{"learner": "csp"}]}
        names.append({run.id for run in plan(spec_of(content, "a.toml", folder=tmp_path), DATA, {})})
    assert not names[0] & names[1]


def test_the_joined_corpus_says_what_its_parts_say():
    parts = [load_corpus("demo", part) for part in ("train", "dev", "test")]
    whole = load_whole(CorpusSource("demo"))
    assert whole.corpus.sentences() == [sentence for part in parts for sentence in part.sentences()]
    assert [len(part) for part in whole.parts.values()] == [len(part) for part in parts]
    assert whole.corpus.select(whole.parts["test"]).tags() == parts[2].tags()


def test_parts_with_other_columns_cannot_be_joined():
    from swvm.data import Corpus

    a = Corpus.from_columns({"word": [["a"]]}, [["O"]])
    b = Corpus.from_columns({"form": [["a"]]}, [["O"]])
    with pytest.raises(DataError, match="same columns"):
        join([a, b], "mine")


def test_a_synthetic_corpus_follows_from_its_recipe():
    made = {"easy": {"difficulty": 0.1, "sentences": 20}}
    spec = spec_of({"corpora": ["easy"], "synthetic": made, "features": "basic", "systems": [{"learner": "csp"}]}, "a")
    whole = load_whole(spec.corpora[0])
    assert (len(whole.corpus), whole.sha256) == (20, load_whole(spec.corpora[0]).sha256)
    assert whole.sha256 != load_whole(CorpusSource("other", recipe=Recipe(difficulty=0.2, sentences=20))).sha256
    assert set(whole.corpus.tags()[0]) <= {f"L{k}" for k in range(5)}


def test_splits_are_those_of_the_protocol():
    parts = {"train": np.arange(100), "test": np.arange(100, 120)}
    split = official_split(parts)
    assert (split.dev.tolist(), len(split.train), split.test[0]) == (list(range(90, 100)), 90, 100)
    assert official_split({**parts, "dev": np.arange(120, 130)}).train.size == 100
    folds = [fold_splits(50, 1, 10, fold) for fold in range(5)]
    assert all(np.array_equal(folds[f].dev, folds[f + 1].test) for f in range(4))
    with pytest.raises(DataError, match="test"):
        official_split({"train": np.arange(5)})


def test_invalid_labels_are_repaired_kept_or_an_error(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("a O\nb I-X\n\nc B-X\nd O\n\n" * 10)
    source = CorpusSource("mine", (("train", str(file)),))
    tags = {
        invalid: LabelSequences.of_corpus(load_whole(source, invalid).corpus).to_lists()
        for invalid in ("keep", "repair")
    }
    assert (tags["keep"][0], tags["repair"][0]) == (["O", "I-X"], ["O", "B-X"])
    with pytest.raises(DataError, match="I-X may not follow O"):
        load_whole(source, "error")


def test_the_time_is_estimated_before_and_during():
    runs = plan(small(), DATA, {})
    [found] = estimate(plan(small(), {"demo": load_whole(CorpusSource("demo")).sha256}, {}))
    assert (found.corpus, found.runs, [one.k_best for one in found.measured]) == ("demo", 6, [1, 2, 1])
    assert found.seconds > 0
    assert seconds_left(runs, {}, []) is None
