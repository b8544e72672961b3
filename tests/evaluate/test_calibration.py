"""The calibration error by hand, and temperatures that are known beforehand."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import swvm
from made_models import made_corpus, made_model
from shell import ok
from shell import swvm as call
from swvm.data.corpus import Column, Corpus
from swvm.errors import DataError, SettingError
from swvm.evaluate.calibration import find_calibration, lowest, measure
from swvm.evaluate.reliability import Reliability, reliability
from swvm.model.model import Model


def test_reliability_by_hand():
    found = reliability(np.array([0.1, 0.2, 0.9, 1.0]), np.array([False, True, True, False]), bins=2)
    assert (found.count, found.right, found.confidence) == (4, 0.5, 0.55)
    low, high = found.bins
    assert (low.count, low.right, low.confidence) == (2, 0.5, pytest.approx(0.15))
    assert (high.count, high.right, high.confidence) == (2, 0.5, pytest.approx(0.95))
    assert found.ece == pytest.approx((0.35 + 0.45) / 2)
    assert found.brier == pytest.approx((0.01 + 0.64 + 0.01 + 1) / 4)
    sure = -math.log(1e-300)
    assert found.loss == pytest.approx(-(math.log(0.9) + math.log(0.2) + math.log(0.9) - sure) / 4)
    assert Reliability.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_edges_of_bins():
    found = reliability(np.array([0.0, 0.5, 0.5000001, 1.0]), np.ones(4, bool), bins=2)
    assert [one.count for one in found.bins] == [2, 2]
    assert reliability(np.zeros(0), np.zeros(0, bool)).bins == ()


@pytest.mark.parametrize("best", [0.003, 0.7, 1.0, 5.0, 900.0])
def test_the_lowest_loss_is_found(best):
    assert lowest(lambda t: (math.log(t) - math.log(best)) ** 2) == pytest.approx(best, rel=1e-5)


def test_a_loss_that_falls_for_ever():
    assert lowest(lambda t: t) is None
    assert lowest(lambda t: -t) is None


def drawn(model: Model, temperature: float, count: int) -> Corpus:
    """Sentences whose gold labels are drawn from the model's own shares of labellings at a temperature."""
    corpus = made_corpus(5, count)
    corpus = corpus.select(np.flatnonzero(np.diff(corpus.offsets) <= 3))
    paths = model.decode(corpus, 200)
    rng, tags = np.random.default_rng(0), []
    for s in range(len(corpus)):
        scores, labellings = zip(*paths.of_sentence(s), strict=True)
        shares = np.exp((np.array(scores) - scores[0]) / temperature)
        tags += [model.labels[code] for code in labellings[rng.choice(len(shares), p=shares / shares.sum())]]
    return replace(corpus, labels=Column.from_strings("label", tags))


@pytest.mark.parametrize("on", ["tokens", "mentions"])
def test_the_temperature_of_the_data_is_found_again(on):
    model = made_model("first order")
    temperature = 8.0
    dev = drawn(model, temperature, 4000)
    found = find_calibration(model, dev, on)
    assert found.temperature == pytest.approx(temperature, rel=0.1)
    assert found.after[on].ece < 0.04 < found.before[on].ece  # bins of some hundred differ by chance
    assert found.after[on].loss < found.before[on].loss


def test_the_calibrated_model_says_so(tmp_path):
    model = made_model("first order")
    dev = made_corpus(6, 60)
    calibrated = swvm.calibrate(model, dev)
    kept = calibrated.training["calibration"]
    assert calibrated.temperature == kept["temperature"]
    assert (kept["on"], kept["source"], kept["sentences"]) == ("mentions", "made 6", 60)
    assert set(kept["before"]) == set(kept["after"]) == {"tokens", "mentions"}
    calibrated.save(tmp_path / "m")
    again = Model.load(tmp_path / "m")
    assert again.temperature == calibrated.temperature
    assert again.tag([["o1", "p1"]]) == model.tag([["o1", "p1"]])
    assert measure(again, dev)["mentions"].to_json() == kept["after"]["mentions"]
    assert measure(model, dev, 1.0)["tokens"].to_json() == kept["before"]["tokens"]


def test_a_model_that_is_trained_on_is_not_calibrated_any_more():
    calibrated = swvm.calibrate(made_model("first order"), made_corpus(6, 60))
    assert swvm.train(made_corpus(7), start=calibrated, epochs=1).temperature is None


def test_the_result_does_not_depend_on_threads():
    model, dev = made_model("second order"), made_corpus(6, 300)
    assert find_calibration(model, dev, threads=3) == find_calibration(model, dev)


def test_unknown_gold_labels_are_errors_of_the_model():
    model = made_model("first order")
    dev = made_corpus(6, 60)
    labels = [label for tags in dev.tags() for label in tags]
    odd = replace(dev, labels=Column.from_strings("label", ["B-NEW", *labels[1:]]))
    for on in ("tokens", "mentions"):
        assert math.isfinite(find_calibration(model, odd, on).after[on].loss)


def test_scores_that_say_nothing():
    dev = made_corpus(6, 60)
    shifted = replace(dev, labels=Column.from_strings("label", sorted(t for tags in dev.tags() for t in tags)))
    with pytest.raises(DataError, match="there is no best temperature: the scores tell nothing"):
        find_calibration(made_model("first order"), shifted)


def test_what_cannot_be_calibrated():
    model, dev = made_model("first order"), made_corpus(6, 30)
    with pytest.raises(SettingError, match=r"unknown unit to calibrate on 'mention'. Did you mean 'mentions'"):
        find_calibration(model, dev, "mention")
    right = replace(dev, labels=Column.from_strings("label", [t for tags in model.label(dev).to_lists() for t in tags]))
    with pytest.raises(DataError, match="all of the"):
        find_calibration(model, right)
    with pytest.raises(SettingError, match="not calibrated: give a temperature"):
        measure(model, dev)
    tags = swvm.train(Corpus.from_sentences([["a", "b"]] * 3, [["X", "Y"]] * 3), epochs=1)
    more = Corpus.from_sentences([["a", "b"]] * 5, [["X", "Y"]] * 4 + [["X", "X"]])
    with pytest.raises(SettingError, match="plain tags, which mark no mentions: calibrate on tokens"):
        find_calibration(tags, more, "mentions")
    assert set(find_calibration(tags, more).after) == {"tokens"}


def test_the_command(tmp_path):
    model, out = tmp_path / "demo.swvm", tmp_path / "calibrated.swvm"
    ok("train", "demo", "--dev", "demo", "-o", model, "--quiet", "--epochs", 5)
    said = ok("calibrate", model, "--dev", "demo", "--test", "demo", "-o", out, "--plot", tmp_path / "x.svg")
    first, *lines = said.out.splitlines()
    assert first.startswith("temperature ")
    assert "by the log loss of mentions of 84 sentences" in first
    assert [line.split()[0] for line in lines] == ["On", "number", *["tokens"] * 2, *["mentions"] * 2] * 2
    assert "</svg>" in (tmp_path / "x.svg").read_text()
    content = json.loads(ok("calibrate", model, "--dev", "demo", "-o", out, "--json", "--on", "tokens").out)
    assert content["on"] == "tokens"
    assert Model.load(out).temperature == content["temperature"]
    assert "calibrated" in ok("info", out).out
    assert ok("inspect", out).out == ok("inspect", model).out  # the names are still there


def test_errors_of_the_command(tmp_path):
    model = tmp_path / "demo.swvm"
    ok("train", "demo", "-o", model, "--quiet", "--epochs", 1)
    assert call("calibrate", model, "-o", tmp_path / "x").error.startswith("missing option: --dev")
    wrong = call("calibrate", model, "--dev", "demo", "-o", tmp_path / "x", "--on", "words")
    assert wrong.error == "unknown unit to calibrate on 'words'. Known: mentions, tokens"
    wrong = call("calibrate", model, "--dev", "demo", "-o", "-")
    assert wrong.error == "a model cannot be written to standard output; name a file: -o model.swvm"
    wrong = call("calibrate", model, "--dev", "demo", "-o", tmp_path / "x", "--plot", "x.gif")
    assert wrong.error == "x.gif: pictures are PNG, SVG or PDF; end the name in .png, .svg, .pdf"
