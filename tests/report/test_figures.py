"""Figures: drawn from records, the same bytes each time, nothing of the machine in them."""

from __future__ import annotations

import re
import sys

import pytest

from report import synthetic
from swvm.errors import DataError, MissingExtraError, SettingError
from swvm.report.analysis import analyse
from swvm.report.build import items_of
from swvm.report.curves import entropy_curves, learning_curves
from swvm.report.drawing import Picture, rendered, save_as
from swvm.report.intervals import bootstrap_interval, deviation_interval
from swvm.report.page import inline_svg
from swvm.report.style import LOOKS, looks_of
from swvm.report.training import draw_training, training_picture


def svg_of(picture):
    return rendered(picture, ["svg"])["svg"].decode("utf-8")


@pytest.fixture(scope="module")
def analysis():
    return analyse(synthetic.records(folds=2))


COUNTS = {
    **{"sentences": 10, "tokens": 100, "wrong_sentences": 4, "wrong_tokens": 9, "updates": 4, "violations": 7},
    **{"fallbacks": 1, "mixes": 4, "entropy": 2.0, "constraints": 4, "active_constraints": 3},
}


def training_record(**more):
    epochs = [{"epoch": number, "seconds": 0.1, "counts": COUNTS, "dev_f1": 70.0 + number} for number in (1, 2, 3)]
    learner = {"learner": "swvm", "gamma": "wm", "templates": "single", "mode": "aggressive", "k_best": 1}
    return {"settings": {"learner": learner, "features": "basic"}, "epochs": epochs, **more}


def test_a_report_has_all_its_pictures(analysis):
    names = [item.name for item in items_of(analysis) if isinstance(item, Picture)]
    assert names == [
        *("gaps", "scores", "learning-curves", "mentions"),
        *("grid-swvm", "entropy-swvm", "grid-swvp", "entropy-swvp"),
    ]


@pytest.mark.parametrize("name", ["gaps", "scores", "learning-curves", "mentions", "grid-swvm", "entropy-swvm"])
def test_the_same_records_give_the_same_bytes(name):
    drawn = []
    one_corpus = [record for record in synthetic.records(folds=2) if record.corpus == "jnlpba"]
    for records in (one_corpus, one_corpus[::-1]):
        picture = next(i for i in items_of(analyse(records)) if isinstance(i, Picture) and i.name == name)
        drawn.append(rendered(picture))
    assert drawn[0] == drawn[1]
    png, svg = drawn[0]["png"], drawn[0]["svg"]
    assert png.startswith(b"\x89PNG")
    assert b"matplotlib" not in png
    assert not re.search(rb"20\d\d-\d\d-\d\d|<dc:date>", svg)


def test_a_users_own_style_changes_nothing(analysis):
    from matplotlib import rc_context

    picture = learning_curves(analysis)
    before = svg_of(picture)
    with rc_context({"font.size": 20, "lines.linewidth": 9, "svg.fonttype": "none"}):
        assert svg_of(picture) == before


def test_inline_pictures_share_no_ids_and_take_the_pages_ink(analysis):
    pictures = [item for item in items_of(analysis) if isinstance(item, Picture)]
    found = [inline_svg(picture, svg_of(picture)) for picture in pictures]
    ids = [set(re.findall(r'\sid="([^"]+)"', text)) for text in found]
    assert sum(map(len, ids)) == len(set().union(*ids))
    for text, own in zip(found, ids, strict=True):
        used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
        assert used and used <= own
        assert "currentColor" in text and "#1a1a1b" not in text
        assert not {name for name in own if "paper" in name}  # nothing white lies behind


def test_a_learner_has_its_look_everywhere_and_all_differ():
    assert looks_of(["mira", "x", "csp"])["mira"] == looks_of(["swvm", "mira"])["mira"]
    for parts in zip(*[(look.colour, str(look.line), look.marker) for look in LOOKS], strict=True):
        assert len(set(parts)) == len(LOOKS)
    assert len(looks_of([f"s{k}" for k in range(20)])) == 20


def test_intervals_hold_the_mean(analysis):
    one = analysis.results[0]
    for interval in (deviation_interval(one, "f1"), bootstrap_interval(one, "f1")):
        low, high = interval
        assert low < one.mean() < high
    assert bootstrap_interval(one, "f1") == bootstrap_interval(one, "f1")
    single = analyse(synthetic.records(folds=1)).results[0]
    assert deviation_interval(single, "f1") is None


def test_pictures_without_data_are_left_out():
    settings = synthetic.grid("csp")[0]
    bare = synthetic.record("jnlpba", settings, 0, 0, curve=(), breakdown={}, packed=None)
    names = [item.name for item in items_of(analyse([bare])) if isinstance(item, Picture)]
    assert names == ["scores"]
    assert entropy_curves(analyse([bare]), "CSP") is None


def test_curves_of_runs_that_stopped_early():
    settings = synthetic.grid("csp")[0]
    records = [
        synthetic.record("jnlpba", settings, 0, part, curve=tuple(range(60, 60 + length)), id=str(part))
        for part, length in enumerate((3, 5))
    ]
    assert svg_of(learning_curves(analyse(records)))


def test_training_is_drawn(tmp_path):
    for name in ("a.png", "b.png", "d.pdf"):
        draw_training(training_record(), tmp_path / name)
    a, b = (tmp_path / "a.png").read_bytes(), (tmp_path / "b.png").read_bytes()
    assert a == b
    assert training_picture(training_record()).title.startswith("SWVM, wm, single, aggressive, K = 1")


def test_training_without_dev_or_of_one_epoch(tmp_path):
    record = training_record()
    record["epochs"] = [{"epoch": 1, "seconds": 0.1, "counts": {**COUNTS, "mixes": 0, "constraints": 0}}]
    draw_training(record, tmp_path / "a.svg")
    with pytest.raises(DataError, match="no epochs"):
        draw_training({"epochs": []}, tmp_path / "b.svg")
    with pytest.raises(SettingError, match=r"\.png, \.svg"):
        draw_training(record, tmp_path / "c.jpeg")


def test_matplotlib_is_asked_for_in_one_sentence(analysis, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r'pip install "swvm\[plots\]"'):
        save_as(learning_curves(analysis), tmp_path / "a.png")
