"""Made-up languages: the knob, the seeds, and that learning gets harder with difficulty."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest

from swvm.data import read
from swvm.errors import SettingError
from swvm.evaluate import evaluate
from swvm.experiment.synthetic import Language, Sample, attainable, draw, make_language
from swvm.learn.training import train

DIFFICULTIES = (0.0, 0.25, 0.5, 0.75, 1.0)


def sample(difficulty, seed=1, drawn=1, sentences=200):
    return draw(make_language(4, 100, difficulty, seed), sentences, 8, drawn)


def test_the_distributions_sum_to_one():
    language = make_language(5, 60, 0.4, 3)
    assert np.allclose(language.transitions.sum(axis=1), 1)
    assert np.allclose(language.emissions.sum(axis=1), 1)


def test_without_difficulty_a_word_gives_its_label_away():
    one = sample(0.0)
    labels_of = {}
    for word, label in zip(one.words.tolist(), one.labels.tolist(), strict=True):
        assert labels_of.setdefault(word, label) == label
    assert attainable(make_language(4, 100, 0.0, 1), one) == 100


def test_at_full_difficulty_all_labels_speak_alike():
    emissions = make_language(4, 100, 1.0, 1).emissions
    assert np.allclose(emissions, emissions[0])


def test_seeds_make_the_language_and_the_sequences():
    def words(**more):
        return sample(0.5, **more).words.tolist()

    assert words() == words()
    assert words(seed=2) != words() != words(drawn=2)
    assert np.array_equal(make_language(4, 100, 0.5, 1).transitions, make_language(4, 100, 0.9, 1).transitions)


def test_lengths_are_about_the_one_asked_for():
    lengths = np.diff(sample(0.5, sentences=2000).offsets)
    assert lengths.min() == 4
    assert lengths.max() == 12
    assert abs(lengths.mean() - 8) < 0.2


def test_frequencies_follow_the_model():
    language = make_language(3, 20, 0.5, 5)
    one = draw(language, 4000, 10, 1)
    seen = np.bincount(one.words[one.labels == 1], minlength=20) / np.count_nonzero(one.labels == 1)
    assert np.abs(seen - language.emissions[1]).max() < 0.02


def test_the_attainable_accuracy_by_hand():
    """Two labels that stay: the first word decides for both, although the second says nothing."""
    language = Language(np.eye(2), np.array([[0.9, 0.0, 0.1], [0.0, 0.9, 0.1]]))
    one = Sample(np.array([0, 0, 1, 1]), np.array([0, 2, 2, 1]), np.array([0, 2, 4]))
    assert attainable(language, one) == 100


def accuracy(difficulty, seed):
    language = make_language(4, 100, difficulty, seed)
    parts = [draw(language, 300, 8, drawn).corpus() for drawn in (1, 2)]
    model = train(parts[0], features="released", epochs=4, seed=1)
    return evaluate(parts[1].tags(), model.label(parts[1])).accuracy


def test_difficulty_lowers_what_can_be_learned_and_what_is():
    seeds = range(3)
    best = [fmean(attainable(make_language(4, 100, d, s), sample(d, s)) for s in seeds) for d in DIFFICULTIES]
    learned = [fmean(accuracy(d, s) for s in seeds) for d in DIFFICULTIES]
    assert best == sorted(best, reverse=True)
    assert learned == sorted(learned, reverse=True)
    assert learned[0] > 95 > 70 > learned[-1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"difficulty": 2}, "0..1"),
        ({"labels": 1}, "2 labels"),
        ({"words": 2}, "a word"),
        ({"concentration": 0}, "above"),
    ],
)
def test_impossible_languages_are_an_error(change, message):
    with pytest.raises(SettingError, match=message):
        make_language(**{"labels": 4, "words": 100, "difficulty": 0.5, "seed": 1, **change})


def test_no_sentences_are_an_error():
    with pytest.raises(SettingError, match="at least 1"):
        draw(make_language(4, 100, 0.5, 1), 0, 8, 1)


def test_the_command_writes_a_file_that_is_read(tmp_path):
    from swvm.cli.app import run

    file = tmp_path / "made.txt"
    assert run(["synthesize", "-o", str(file), "--sentences", "30", "--difficulty", "0.3"]) == 0
    assert len(read(file)) == 30
    assert run(["synthesize", "-o", str(file), "--difficulty", "3"]) == 2
