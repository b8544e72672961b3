"""Labelled sentences as objects, as JSON and as HTML: escaped, coloured by type, with what the model makes of them."""

from __future__ import annotations

import re

import pytest

import swvm
from made_models import made_corpus, made_model
from swvm.data.corpus import Corpus
from swvm.model.confidence import CALIBRATION
from swvm.model.views import MOST, Tagged

SENTENCES = [["o1", "p1", "p2", "o3"], ["l1"], ["<b>", "&", "o2"]]


def calibrated():
    return made_model("first order").with_training(**{CALIBRATION: {"temperature": 5.0}})


def test_a_view_has_what_the_model_says():
    model = calibrated()
    view = model.view(SENTENCES)
    found = model.confidences(model.corpus_of(SENTENCES), "probability").confidences
    assert [list(one.labels) for one in view] == model.tag(SENTENCES)
    assert [one.tokens for one in view] == [tuple(words) for words in SENTENCES]
    assert [m.confidence for one in view for m in one.mentions] == found.mention_values.tolist()
    assert [value for one in view for value in one.token_confidences] == found.tokens.tolist()
    assert view[1].confidence == found.labellings[0, 1]
    texts = [" ".join(words[m.start : m.end]) for words, one in zip(SENTENCES, view, strict=True) for m in one.mentions]
    assert [m.text for one in view for m in one.mentions] == texts != []
    assert isinstance(view[:2], Tagged)
    assert len(view[:2]) == 2


def test_scores_are_called_scores():
    plain, sure = made_model("first order").view(SENTENCES), calibrated().view(SENTENCES)
    assert (plain.kind, sure.kind, calibrated().view(SENTENCES, "score").kind) == ("score", "probability", "score")
    assert {"score", "token_scores"} < plain[0].to_json().keys()
    assert {"probability", "token_probabilities"} < sure.to_json()[0].keys()
    assert "score" not in str(sure.to_json())
    assert "probability" not in plain._repr_html_()
    assert re.search(r'title="PER: probability 0\.\d{3}"', sure._repr_html_())
    assert re.search(r'title="PER: score \d+\.\d\d"', plain._repr_html_())


def test_text_is_escaped():
    page = made_model("first order").view(SENTENCES)._repr_html_()
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert "&amp; o2" in page


def test_a_notebook_shows_so_many_sentences():
    view = made_model("first order").view(made_corpus(3, MOST + 5))
    page = view._repr_html_()
    assert page.count('<p class="swvm-sentence"') == MOST
    assert "and 5 more sentences" in page
    assert view[0]._repr_html_().count('swvm-sentence"') == 1


def test_plain_tags_are_shown_for_each_token():
    corpus = Corpus.from_sentences([["a", "b"], ["b", "a"]], [["X", "Y"], ["Y", "X"]])
    page = swvm.train(corpus, epochs=2).view([["a", "b"]])._repr_html_()
    assert re.findall(r'swvm-type">(\w)<', page) == ["X", "Y"]


@pytest.mark.parametrize("sentences", [[], [[]], [["o1"]]])
def test_nothing_to_show(sentences):
    assert len(made_model("first order").view(sentences)) == len(sentences)


@pytest.mark.parametrize("sentences", [[], [[]], [[], []]])
def test_tagging_what_has_no_word(sentences):
    assert made_model("second order").tag(sentences) == sentences
