"""Labelled sentences to look at: what `Model.view` returns, as objects, as JSON, as HTML in a notebook or as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, overload

from swvm.data.corpus import Corpus
from swvm.model import markup
from swvm.model.confidence import Confidences, Kind
from swvm.model.decode import Paths
from swvm.model.markup import Marked

MOST = 200  # sentences that a notebook shows

STYLE = (
    markup.STYLE
    + """
.swvm-sentence { line-height: 2.1; margin: .15em 0; }
.swvm-note { opacity: .7; font-size: .88em; }
"""
)


TOKENS = {"score": "token_scores", "probability": "token_probabilities"}


@dataclass(frozen=True, slots=True)
class TaggedMention:
    """A mention: tokens start .. end (not included) of its sentence, with a score or a probability."""

    type: str
    start: int
    end: int
    text: str
    confidence: float


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """A sentence with its best labels. `confidence` is of the whole labelling, `token_confidences` of each label."""

    tokens: tuple[str, ...]
    labels: tuple[str, ...]
    mentions: tuple[TaggedMention, ...]
    kind: Kind
    confidence: float
    token_confidences: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data; what is a score is called so."""
        return {
            "tokens": list(self.tokens),
            "tags": list(self.labels),
            self.kind: self.confidence,
            TOKENS[self.kind]: list(self.token_confidences),
            "mentions": [
                {"type": one.type, "start": one.start, "end": one.end, "text": one.text, self.kind: one.confidence}
                for one in self.mentions
            ],
        }

    def _repr_html_(self) -> str:
        return Tagged((self,), self.kind)._repr_html_()


@dataclass(frozen=True, slots=True)
class Tagged(Sequence[TaggedSentence]):
    """Labelled sentences; `kind` says whether confidences are scores or probabilities. A notebook shows colours."""

    sentences: tuple[TaggedSentence, ...]
    kind: Kind

    def __len__(self) -> int:
        return len(self.sentences)

    @overload
    def __getitem__(self, index: int) -> TaggedSentence: ...
    @overload
    def __getitem__(self, index: slice) -> Tagged: ...
    def __getitem__(self, index: int | slice) -> TaggedSentence | Tagged:
        if isinstance(index, slice):
            return Tagged(self.sentences[index], self.kind)
        return self.sentences[index]

    def __iter__(self) -> Iterator[TaggedSentence]:
        return iter(self.sentences)

    def to_json(self) -> list[dict[str, Any]]:
        """Return everything as plain data."""
        return [one.to_json() for one in self.sentences]

    def _repr_html_(self) -> str:
        """Return what a notebook shows; its colours are those of the notebook, light or dark."""
        colours = markup.hues(name for one in self.sentences for name in types_of(one))
        shown = "".join(sentence_html(one, colours) for one in self.sentences[:MOST])
        rest = len(self) - MOST
        note = f'<p class="swvm-note">and {rest:,} more sentences</p>' if rest > 0 else ""
        return f"<style>{STYLE}</style><div>{shown}{note}</div>"


def view_of(corpus: Corpus, labels: Sequence[str], paths: Paths) -> Tagged:
    """Return labelled sentences with what their model makes of them."""
    found = paths.confidences
    assert found is not None
    return Tagged(tuple(_sentence(corpus, labels, paths, found, s) for s in range(len(corpus))), found.kind)


def _sentence(corpus: Corpus, labels: Sequence[str], paths: Paths, found: Confidences, sentence: int) -> TaggedSentence:
    begin, end = (int(bound) for bound in corpus.offsets[sentence : sentence + 2])
    words = corpus.columns[0].strings(begin, end)
    mentions = (
        TaggedMention(one.type, one.start, one.end, " ".join(words[one.start : one.end]), one.confidence)
        for one in found.of_sentence(sentence, begin)
    )
    return TaggedSentence(
        tokens=tuple(words),
        labels=tuple(labels[code] for code in paths.best[begin:end].tolist()),
        mentions=tuple(mentions),
        kind=found.kind,
        confidence=float(found.labellings[0, sentence]),
        token_confidences=tuple(found.tokens[begin:end].tolist()),
    )


def types_of(sentence: TaggedSentence) -> list[str]:
    """Return the types that a sentence shows: of its mentions or, where labels are plain tags, of its tokens."""
    if sentence.mentions or "O" in sentence.labels:
        return [one.type for one in sentence.mentions]
    return list(sentence.labels)


def sentence_html(sentence: TaggedSentence, colours: dict[str, int]) -> str:
    """Return a sentence as a paragraph, its mentions marked; what is under the mouse says how sure the model is."""
    marks = [
        Marked(one.type, one.start, one.end, hover_text(one.type, sentence.kind, one.confidence))
        for one in sentence.mentions
    ]
    if not marks and "O" not in sentence.labels:
        pairs = enumerate(zip(sentence.labels, sentence.token_confidences, strict=True))
        marks = [Marked(label, i, i + 1, hover_text(label, sentence.kind, value)) for i, (label, value) in pairs]
    hover = escape(hover_text("labelling", sentence.kind, sentence.confidence))
    return f'<p class="swvm-sentence" title="{hover}">{markup.marked_words(sentence.tokens, marks, colours)}</p>\n'


def hover_text(what: str, kind: Kind, value: float) -> str:
    """Return `PER: probability 0.97`, or `PER: score 12.30`."""
    return f"{what}: {kind} {value:.3f}" if kind == "probability" else f"{what}: {kind} {value:.2f}"
