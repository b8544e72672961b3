"""What `swvm tag` writes of confidence: scores by that name, probabilities of calibrated models alone."""

from __future__ import annotations

import json
import re

import pytest

from shell import ok, swvm

TEXT = b"Dear Jordan , come to Paris .\n\nThe map\n"
ROWS = b"Dear\nJordan\n,\nthe\nmap\n\nParis\n"


@pytest.fixture(scope="module")
def calibrated(model, tmp_path_factory):
    path = tmp_path_factory.mktemp("calibrated") / "demo.swvm"
    ok("calibrate", model, "--dev", "demo", "-o", path)
    return path


def lines(*arguments, stdin=TEXT):
    out = ok("tag", *arguments, "--format", "jsonl", "--input-format", "text", stdin=stdin).out
    return [json.loads(line) for line in out.splitlines()]


def test_probabilities_in_json(calibrated):
    first, second = lines(calibrated, "--probabilities", "--mentions", "--nbest", 2)
    assert first.keys() == {"tokens", "tags", "probability", "token_probabilities", "mentions", "nbest"}
    assert 0 < first["nbest"][1]["probability"] < first["probability"] < 1
    assert len(first["token_probabilities"]) == len(first["tokens"])
    person, place = first["mentions"]
    assert (person["type"], person["start"], person["end"], person["text"]) == ("PER", 1, 2, "Jordan")
    assert place["text"] == "Paris"
    assert person["probability"] >= first["token_probabilities"][1] > 0.4  # I-PER behind O is the same mention
    assert second["mentions"] == []


def test_scores_of_mentions_in_json(model, calibrated):
    (first, _), (again, _) = lines(model, "--scores", "--mentions"), lines(calibrated, "--scores", "--mentions")
    assert first == again
    assert first["mentions"][0]["score"] > 0
    assert "probab" not in json.dumps(first)
    assert "score" in lines(model, "--mentions")[0]["mentions"][0]
    assert "probability" in lines(calibrated, "--mentions")[0]["mentions"][0]


def test_probabilities_in_columns(calibrated):
    out = ok("tag", calibrated, "--probabilities", stdin=ROWS).out.splitlines()
    assert re.fullmatch(r"# probabilities: 0\.\d{4}", out[0])
    assert re.fullmatch(r"Jordan B-PER 0\.\d{4}", out[2])
    assert re.fullmatch(r"# probabilities: 0\.\d{4}", out[7])
    both = ok("tag", calibrated, "--probabilities", "--nbest", 2, stdin=ROWS).out.splitlines()
    assert re.fullmatch(r"# probabilities: 0\.\d{4} 0\.\d{4}", both[0])
    assert len(both[1].split()) == 3


def test_every_format_has_the_same_probabilities(calibrated):
    options = ("--probabilities", "--input-format", "text", "--format")
    brackets = ok("tag", calibrated, *options, "brackets", stdin=TEXT).out.splitlines()
    first, second = lines(calibrated, "--probabilities")
    assert [line.split("\t")[0] for line in brackets] == [f"{one['probability']:.4f}" for one in (first, second)]
    page = ok("tag", calibrated, *options, "html", stdin=TEXT).out
    assert f'title="labelling: probability {first["probability"]:.3f}"' in page


def test_threads_write_the_same(calibrated):
    options = ("demo:test", "--probabilities", "--mentions", "--format", "jsonl")
    assert ok("tag", calibrated, *options, "--threads", 3).out == ok("tag", calibrated, *options).out


def test_a_page(model, tmp_path):
    ok("tag", model, "demo:test", "-o", tmp_path / "x.html")
    page = (tmp_path / "x.html").read_text()
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert page.count('<p class="swvm-sentence"') == 181
    assert page.count("<html") == 1
    assert "its score: its lead, in units of weights, no probability" in page
    assert not re.search(r"(src|href)\s*=|url\(|@import|https?:", page)


def test_constraints_count(calibrated):
    plain, bio = (lines(calibrated, "--probabilities", *more)[0] for more in ((), ("--constraint", "bio")))
    assert bio["probability"] >= plain["probability"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--probabilities", "this model is not calibrated: it has scores, no probabilities. Calibrate it on "
         "development data (swvm calibrate MODEL --dev DEV -o CALIBRATED; in Python swvm.calibrate), or ask for "
         "scores"),
        ("--probabilities --scores", "give --scores or --probabilities, not both"),
        ("--mentions", "--mentions is for JSON lines, and the output is columns: add --format jsonl"),
    ],
)  # fmt: skip
def test_errors(options, message, model):
    call = swvm("tag", model, *options.split(), stdin=ROWS)
    assert (call.code, call.error) == (2, message)
