"""Why a token has its label: what voted for it, what voted for the runner-up, and by how much.

The runner-up of a token is the label that would score highest in its place while the other tokens keep theirs. The
difference of the two scores is the sum of the votes of all features that see the token's label: its own and those of
the transitions into and out of it. Beside that stands the second-best labelling of the whole sentence with its margin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from swvm.data.corpus import Corpus
from swvm.errors import DecodeError
from swvm.insight.alternatives import alternatives
from swvm.insight.places import Places
from swvm.insight.votes import Ballot, Vote, lead
from swvm.model.chain import Mask, mask_of
from swvm.model.decode import Paths, decode
from swvm.model.model import Model


@dataclass(frozen=True, slots=True)
class TokenExplanation:
    """A token: its label, the runner-up, and the votes of every feature that sees the difference.

    `difference` is the lead of the label: the exact sum of the votes' differences. `runner_up` is None where no other
    label is permitted there.
    """

    token: str
    label: str
    runner_up: str | None
    difference: float | None
    votes: tuple[Vote, ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "token": self.token,
            "label": self.label,
            "runner_up": self.runner_up,
            "difference": self.difference,
            "votes": [_plain(vote) for vote in self.votes],
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """A sentence. `score` is the sum of the weights of its labelling, no probability; `second` may not exist."""

    tokens: tuple[TokenExplanation, ...]
    score: float
    second: tuple[str, ...] | None
    margin: float | None

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that the sentence got."""
        return tuple(token.label for token in self.tokens)

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        second = None if self.second is None else {"labels": list(self.second), "margin": self.margin}
        return {
            "labels": list(self.labels),
            "score": self.score,
            "second": second,
            "tokens": [token.to_json() for token in self.tokens],
        }


def explain(model: Model, sentences: Corpus | Sequence[Sequence[Any]]) -> Iterator[Explanation]:
    """Explain sentences one by one: a corpus, or what `Model.tag` takes. The model must have its names."""
    places = Places(model)
    corpus = sentences if isinstance(sentences, Corpus) else model.corpus_of(sentences)
    encoded = model.encode(corpus)
    paths = decode(model.chain, model.record.weights, encoded, 2)  # of the chain's own labels
    mask = mask_of(model.record.chain, len(model.record.labels))
    bounds = corpus.offsets.tolist()
    for sentence in range(len(corpus)):
        words = corpus.columns[0].strings(bounds[sentence], bounds[sentence + 1])
        yield _explained(Ballot.of(model, places, encoded, sentence), mask, words, paths, sentence)


def _explained(ballot: Ballot, mask: Mask | None, words: list[str], paths: Paths, sentence: int) -> Explanation:
    ranked = [labels.tolist() for _, labels in paths.of_sentence(sentence)]
    if not ranked:
        raise DecodeError(f"sentence {sentence + 1} has no labelling under the constraints of the model")
    best, second = ranked[0], ranked[1] if len(ranked) > 1 else None
    names, score = ballot.places.labels, ballot.score(best)
    return Explanation(
        tuple(_token(ballot, mask, word, best, i) for i, word in enumerate(words)),
        score,
        None if second is None else tuple(names[label] for label in second),
        None if second is None else lead(ballot.votes(best, second)),
    )


def _token(ballot: Ballot, mask: Mask | None, word: str, path: list[int], i: int) -> TokenExplanation:
    names = ballot.places.labels
    runner_up = _runner_up(ballot, mask, path, i)
    if runner_up is None:
        return TokenExplanation(word, names[path[i]], None, None, ())
    votes = ballot.votes(path, [*path[:i], runner_up, *path[i + 1 :]])
    return TokenExplanation(word, names[path[i]], names[runner_up], lead(votes), tuple(votes))


def _runner_up(ballot: Ballot, mask: Mask | None, path: list[int], i: int) -> int | None:
    """Return the best other label at i, the lowest where there is a tie; None where none is permitted."""
    scores = alternatives(ballot, mask, path, i)
    scores[path[i]] = -np.inf
    best = int(np.argmax(scores))
    return None if np.isneginf(scores[best]) else best


def _plain(vote: Vote) -> dict[str, Any]:
    return {
        "feature": vote.feature,
        "template": vote.template,
        "at": vote.at,
        "labels": vote.labels,
        "weight": vote.weight,
        "other_labels": vote.other_labels,
        "other_weight": vote.other_weight,
        "difference": vote.difference,
    }
