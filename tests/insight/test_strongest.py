"""The strongest weights are those that a look at every weight finds; templates take the whole model."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from made_models import SHAPES, made_model, saved
from shell import ok, swvm
from swvm.insight import inspect
from swvm.insight.places import BEGIN, END
from swvm.model.model import Model
from swvm.reference.chain import ReferenceChain

TOP = 3


def every_weight(model: Model) -> dict[tuple[int, tuple[str, ...], str], list[tuple[float, str]]]:
    """(kind, labels before, label) -> (weight, feature), by the layout of the twin's chain."""
    record, labels = model.record, model.labels
    shape = record.chain
    pairs = shape.pairs if shape.order == 2 else None
    chain = ReferenceChain(len(labels), shape.order, shape.counts, shape.constants, pairs=pairs, start=shape.start)
    found: dict[tuple[int, tuple[str, ...], str], list[tuple[float, str]]] = {}
    number = 0
    for kind in range(4):
        contexts = [()] if kind == 0 else chain.pairs if kind == 3 else [(q,) for q in range(len(labels) + 1)]
        for feature in range(shape.counts[kind]):
            name = record.names.text(number)
            number += 1
            for context, seen in enumerate(contexts):
                before = tuple((*labels, BEGIN)[q] for q in seen)
                row = record.weights[chain.base[kind] + feature * chain.contexts[kind] + context]
                for lane, label in enumerate((*labels, END)):
                    if row[lane] != 0:
                        found.setdefault((kind, before, label), []).append((float(row[lane]), name))
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_stronger_is_left_out(shape):
    model = made_model(shape)
    found = inspect(model, TOP)
    shown: dict[object, list[tuple[float, str]]] = {}
    for one in (*found.labels, *found.transitions):
        shown.setdefault((one.kind, one.before, one.label), []).append((one.weight, one.feature))
    expected = every_weight(model)
    assert shown.keys() == expected.keys()
    for place, weights in expected.items():
        top = (
            sorted((w for w, _ in weights if w > 0), reverse=True)[:TOP] + sorted(w for w, _ in weights if w < 0)[:TOP]
        )
        assert [weight for weight, _ in shown[place]] == top
        assert set(shown[place]) <= set(weights)


@pytest.mark.parametrize("shape", ["first order", "second order"])
def test_the_shares_of_templates_are_the_whole(shape):
    model = made_model(shape)
    found, record = inspect(model), model.record
    assert [one.template for one in found.templates] == list(record.templates)
    assert sum(one.features for one in found.templates) == sum(record.chain.counts)
    assert sum(one.bytes for one in found.templates) == record.weights.nbytes
    assert sum(one.nonzero for one in found.templates) == np.count_nonzero(record.weights)
    assert sum(one.strength for one in found.templates) == pytest.approx(1)


def test_one_label_alone():
    found = inspect(made_model("first order"), TOP, ["B-PER"])
    assert {one.label for one in (*found.labels, *found.transitions)} == {"B-PER"}


def test_the_command(tmp_path):
    model = made_model("second order")
    path = saved(model, tmp_path)
    found = inspect(model, TOP)
    content = json.loads(ok("inspect", path, "--top", TOP, "--json").out)
    assert content == found.to_json()
    rows = list(csv.DictReader(io.StringIO(ok("inspect", path, "--top", TOP, "--csv").out)))
    assert len(rows) == len(found.labels) + len(found.transitions)
    assert [float(row["weight"]) for row in rows[: len(found.labels)]] == [one.weight for one in found.labels]
    text = ok("inspect", path, "--top", TOP).out
    assert text.startswith("Templates\ntemplate ")
    strongest = max(found.transitions, key=lambda one: abs(one.weight))
    assert f"{strongest.weight:+.3f}  {strongest.transition}" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--label", "B-PERS"], "Did you mean 'B-PER'?"),
        (["--csv", "--json"], "not both"),
        (["--top", "0"], "--top"),
    ],
)
def test_bad_calls(tmp_path, arguments, message):
    call = swvm("inspect", saved(made_model("first order"), tmp_path), *arguments)
    assert call.code == 2
    assert message in call.error


def test_a_model_saved_without_names_says_so(tmp_path):
    ok("train", "demo", "-o", tmp_path / "m", "--epochs", 1, "--no-names", "-q")
    assert "no names of its features" in swvm("inspect", tmp_path / "m").error
