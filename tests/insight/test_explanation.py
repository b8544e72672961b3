"""The votes add up to the score exactly, for every kind of chain; the runner-up is the best single change."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

from made_models import SHAPES, made_corpus, made_model, saved, twins
from shell import ok, swvm
from swvm.errors import SettingError
from swvm.insight import explain
from swvm.insight.explanationpage import explanation_page
from swvm.model.model import Model
from swvm.model.record import ModelRecord
from swvm.reference.chain import cliques
from swvm.reference.encoded import Sentence
from swvm.reference.scores import phi

CORPUS = made_corpus(2, 12)
every_shape = pytest.mark.parametrize("shape", SHAPES)


def exact_score(sentence: Sentence, model: Model, path: list[int]) -> Fraction | None:
    """The sum of the weights of a labelling, by the twin, in fractions; None where it is not permitted."""
    if not all(sentence.chain.permits(clique) for clique in cliques(sentence.chain, path)):
        return None
    weights = model.record.weights
    return sum((Fraction(float(weights[cell])) * int(n) for cell, n in phi(sentence, path).items()), Fraction(0))


@every_shape
def test_the_votes_of_a_token_add_up_exactly(shape):
    model = made_model(shape)
    ids = {label: number for number, label in enumerate(model.labels)}
    for sentence, one in zip(twins(model, CORPUS), explain(model, CORPUS), strict=True):
        path = [ids[label] for label in one.labels]
        score = exact_score(sentence, model, path)
        assert float(score) == one.score
        for i, token in enumerate(one.tokens):
            others = {
                label: exact_score(sentence, model, [*path[:i], ids[label], *path[i + 1 :]])
                for label in model.labels
                if label != token.label
            }
            permitted = {label: other for label, other in others.items() if other is not None}
            if token.runner_up is None:
                assert not permitted
                continue
            lead = score - permitted[token.runner_up]
            assert lead == sum(Fraction(vote.weight) - Fraction(vote.other_weight) for vote in token.votes)
            assert token.difference == float(lead)
            assert float(permitted[token.runner_up]) == pytest.approx(float(max(permitted.values())), abs=1e-9)


@every_shape
def test_labels_and_margins_are_those_of_decoding(shape):
    model = made_model(shape)
    paths = model.decode(CORPUS, 2)
    for sentence, one in enumerate(explain(model, CORPUS)):
        ranked = paths.of_sentence(sentence)
        assert list(one.labels) == [model.labels[label] for label in ranked[0][1]]
        assert one.score == pytest.approx(ranked[0][0], abs=1e-4)
        if len(ranked) > 1:
            assert list(one.second) == [model.labels[label] for label in ranked[1][1]]
            assert one.margin == pytest.approx(ranked[0][0] - ranked[1][0], abs=1e-4)


def test_votes_name_features_and_transitions():
    model = made_model("first order")
    (one,) = explain(model, [["p1", "o2", "l3"]])
    votes = one.tokens[1].votes
    names = {(vote.feature, vote.at) for vote in votes}
    assert ("w[i]=o2, t[i]", 1) in names
    steps = {vote.at: vote.labels for vote in votes if vote.feature == "t[i-1], t[i]"}
    before, here, after = one.labels
    assert steps == {1: f"{before} → {here}", 2: f"{here} → {after}"}
    assert list(votes) == sorted(votes, key=lambda vote: -abs(vote.difference))


def test_the_ends_of_a_sentence_have_names():
    (one,) = explain(made_model("first order"), [["p1"]])
    steps = {vote.labels for vote in one.tokens[0].votes if vote.kind == 1}
    assert steps == {f"<begin> → {one.labels[0]}", f"{one.labels[0]} → <end>"}


def test_a_model_without_names_says_so():
    record = made_model("first order").record
    nameless = ModelRecord(*(None if name == "names" else getattr(record, name) for name in ModelRecord.__slots__))
    with pytest.raises(SettingError, match="no names of its features"):
        list(explain(Model(nameless), [["p1"]]))


def test_the_command_in_text_and_json(tmp_path):
    model = made_model("first order")
    path = saved(model, tmp_path)
    text = ok("explain", path, "--text", "p1 o2", "--top", 2).out
    (one,) = explain(model, [["p1", "o2"]])
    token = one.tokens[0]
    assert f"p1: {token.label} leads {token.runner_up} by {token.difference:.3f}" in text
    assert f"({len(token.votes) - 2} more features)" in text
    lines = ok("explain", path, "--text", "p1 o2", "--text", "l3", "--json").out.splitlines()
    assert len(lines) == 2
    assert json.loads(lines[0]) == one.to_json()
    (tmp_path / "x.txt").write_text("p1\no2\n\nl3\n\n")
    assert ok("explain", path, tmp_path / "x.txt", "--json").out.splitlines() == lines
    assert ok("explain", path, tmp_path / "x.txt", "--json", "--first", 1).out.splitlines() == lines[:1]


def test_the_page_shows_every_token_and_escapes_it(tmp_path):
    model = made_model("first order")
    page = explanation_page(explain(model, [["<p1>", "o2"], ["l3"]]), "a & b", top=3)
    assert page.count("<details") == 3
    assert "&lt;p1&gt;" in page
    assert "<p1>" not in page
    assert "<title>a &amp; b</title>" in page
    assert not re.search(r'(src|href)="?(https?:)?//', page)
    path = saved(model, tmp_path)
    assert ok("explain", path, "--text", "p1", "--html", tmp_path / "x.html").err.endswith("x.html: 1 sentence\n")
    assert (tmp_path / "x.html").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give either INPUT or --text"),
        (["x.txt", "--text", "a"], "give either INPUT or --text"),
        (["--text", " "], "no token"),
        (["--text", "a", "--html", "no/folder/x.html"], "there is no folder"),
    ],
)
def test_bad_calls(tmp_path, arguments, message):
    call = swvm("explain", saved(made_model("first order"), tmp_path), *arguments)
    assert call.code == 2
    assert message in call.error
