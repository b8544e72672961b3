"""A trained model: what it takes to label sentences, and to keep it in a file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.data.attributes import corpus_of_dicts
from swvm.data.corpus import Corpus
from swvm.data.schemes.labels import LabelSequences
from swvm.errors import SettingError, TemplateError, unknown_name, wrong_type
from swvm.features.encoded import Encoded
from swvm.features.encoder import FeatureEncoder
from swvm.features.functions import Functions
from swvm.features.notation import parse_template
from swvm.model.bias import biased
from swvm.model.chain import Constraints, Mask, native_chain
from swvm.model.confidence import Judge, Kind, calibrated_temperature, temperature_for
from swvm.model.decode import Paths, decode
from swvm.model.marginals import Marginals, check_temperature, sums
from swvm.model.modelfile import load_model, model_bytes, record_from_bytes, save_model
from swvm.model.output import Reader
from swvm.model.record import ModelRecord
from swvm.model.resources import derivation_of
from swvm.model.views import Tagged, view_of

SHAPE = "a list of sentences, each a list of tokens: [['Ada', 'sleeps']]"


class Model:
    """Labels sentences. Made by `swvm.train` or `Model.load`; safe to share between threads."""

    def __init__(
        self, record: ModelRecord, encoder: FeatureEncoder | None = None, functions: Functions | None = None
    ) -> None:
        self.record = record
        self.encoder = encoder if encoder is not None else _encoder_of(record, functions)

    @classmethod
    def load(cls, path: str | Path, functions: Functions | None = None, *, names: bool = False) -> Model:
        """Map a model file. `functions`: the Python word functions that its templates call, by name.

        The names of the features, which only inspection needs, are read where `names` asks for them.
        """
        if not isinstance(path, str | os.PathLike):
            raise wrong_type("path", path, "the path of a model file")
        record = load_model(path, names=names)
        try:
            return cls(record, functions=functions)
        except TemplateError as error:  # a function of the user's that is not given
            raise TemplateError(f"{path}: {error}") from None

    def save(self, path: str | Path) -> None:
        """Write the model file, whole or not at all."""
        save_model(path, self.record)

    @classmethod
    def from_bytes(cls, content: bytes, functions: Functions | None = None) -> Model:
        """Return the model of `to_bytes`: nothing is run, every checksum is compared."""
        return cls(record_from_bytes(content), functions=functions)

    def to_bytes(self) -> bytes:
        """Return the content of the model file."""
        return model_bytes(self.record)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that come out; a label's id is its place here. Those of the chain are `record.labels`."""
        output = self.record.output
        return self.record.labels if output is None else output.labels

    @property
    def columns(self) -> tuple[str, ...]:
        """The observed columns that the templates may read."""
        return self.record.columns

    @property
    def scheme(self) -> str:
        """The label scheme of the training data, in which labels come out."""
        output = self.record.output
        return self.record.scheme if output is None else output.scheme

    @cached_property
    def reader(self) -> Reader | None:
        """What reads the chain's labels as the data's; None where they are the same."""
        return Reader.of(self.record)

    @property
    def training(self) -> Mapping[str, Any]:
        """The training record: settings, data, seed, versions, scores."""
        return self.record.training

    @cached_property
    def chain(self) -> _native.Chain:
        """The chain of the engine, under the constraints that the model was saved with."""
        return native_chain(len(self.record.labels), self.record.chain)

    def constrained_chain(self, constraints: Constraints | None) -> _native.Chain:
        """Return the chain under further constraints."""
        return self._chain_for(constraints)

    def _chain_for(self, constraints: Constraints | None, *, valid: bool = False) -> _native.Chain:
        """`valid`: what comes out of the chain must have one reading, as forced labels need."""
        if constraints is not None and not isinstance(constraints, Constraints):
            raise wrong_type("constraints", constraints, "swvm.Constraints, such as Constraints(scheme='bio')")
        if self.reader is not None:
            return self._chain_under(self.reader.mask(constraints, valid=valid))
        return self._chain_under(None if constraints is None else constraints.mask(self.labels, self.scheme))

    def _chain_under(self, mask: Mask | None) -> _native.Chain:
        return self.chain if mask is None else native_chain(len(self.record.labels), self.record.chain, mask)

    def _encoded(self, corpus: Corpus | Encoded) -> Encoded:
        if not isinstance(corpus, Corpus | Encoded):
            raise wrong_type("corpus", corpus, "a swvm Corpus; model.corpus_of(sentences) makes one")
        return self.encode(corpus) if isinstance(corpus, Corpus) else corpus

    def encode(self, corpus: Corpus) -> Encoded:
        """Return the features of a corpus."""
        return self.encoder.encode(corpus)

    def decode(
        self,
        corpus: Corpus | Encoded,
        k_best: int = 1,
        *,
        constraints: Constraints | None = None,
        forced: npt.NDArray[np.int32] | None = None,
        threads: int = 1,
    ) -> Paths:
        """Return the K best labellings of each sentence with their scores. `forced`: a label id per token, -1 free."""
        encoded = self._encoded(corpus)
        chain = self._chain_for(constraints, valid=forced is not None)
        if self.reader is None:
            return decode(chain, self.record.weights, encoded, k_best, forced=forced, threads=threads)
        return self.reader.decode(chain, self.record.weights, encoded, k_best, forced=forced, threads=threads)

    def label(self, corpus: Corpus, constraints: Constraints | None = None, threads: int = 1) -> LabelSequences:
        """Return the best labels of a corpus, ready to be evaluated or written."""
        best = self.decode(corpus, constraints=constraints, threads=threads).best
        return LabelSequences(best, self.labels, corpus.offsets)

    def tag(
        self,
        sentences: Sequence[Sequence[str]] | Sequence[Sequence[Sequence[str]]] | Sequence[Sequence[Mapping[str, Any]]],
        constraints: Constraints | None = None,
        threads: int = 1,
    ) -> list[list[str]]:
        """Return the labels of sentences: lists of words, of rows of values, or of dicts, as the model was trained.

        Tables of pandas, polars, pyarrow and datasets do as well; columns of labels in them are left unread.
        """
        corpus = self.corpus_of(sentences)
        return self.label(corpus, constraints, threads).to_lists()

    @property
    def temperature(self) -> float | None:
        """The temperature at which shares of labellings are probabilities; None where the model is not calibrated."""
        return calibrated_temperature(self.record)

    def marginals(
        self,
        corpus: Corpus | Encoded,
        temperature: float | None = None,
        *,
        constraints: Constraints | None = None,
        forced: npt.NDArray[np.int32] | None = None,
        threads: int = 1,
    ) -> Marginals:
        """Return for each token and label the share of all labellings, each weighted by exp(score / temperature).

        A calibrated model has a temperature of its own, at which these are probabilities.
        """
        own = temperature_for(self.record, "probability") if temperature is None else check_temperature(temperature)
        encoded = self._encoded(corpus)
        chain = self._chain_for(constraints, valid=forced is not None)
        options: dict[str, Any] = {"reader": self.reader, "forced": forced, "threads": threads}
        found = sums(chain, self.record.weights, encoded, own, **options)
        calibrated = own == self.temperature
        return Marginals(found.marginals, found.totals, encoded.offsets, self.labels, own, calibrated)

    def behind(
        self, corpus: Corpus | Encoded, constraints: Constraints | None = None, threads: int = 1
    ) -> npt.NDArray[np.float64]:
        """Return for each token and label how far the best labelling with it is behind the best: 0 or below."""
        encoded = self._encoded(corpus)
        chain = self.constrained_chain(constraints)
        return sums(chain, self.record.weights, encoded, 0.0, reader=self.reader, threads=threads).marginals

    def confidences(
        self,
        corpus: Corpus | Encoded,
        kind: Kind = "score",
        k_best: int = 1,
        *,
        constraints: Constraints | None = None,
        threads: int = 1,
    ) -> Paths:
        """Return what `decode` returns, with the scores (or, of a calibrated model, the probabilities) of it all.

        `confidences` of the result speaks of the labellings, the tokens' labels, and the mentions.
        """
        if kind not in ("score", "probability"):
            raise unknown_name("kind of confidence", kind, ["score", "probability"])
        encoded = self._encoded(corpus)
        judge = Judge(self.record, self.reader, self.constrained_chain(constraints), kind)
        paths = self.decode(encoded, k_best, constraints=constraints, threads=threads)
        return judge(encoded, paths, threads)

    def view(self, sentences: Any, kind: Kind | None = None, threads: int = 1) -> Tagged:
        """Return labelled sentences to look at: a notebook shows them in colour, with what the model makes of them.

        `sentences`: what `tag` takes, or a corpus. `kind`: probability (the default of a calibrated model) or score.
        """
        chosen: Kind = kind or ("score" if self.temperature is None else "probability")
        corpus = sentences if isinstance(sentences, Corpus) else self.corpus_of(sentences)
        return view_of(corpus, self.labels, self.confidences(corpus, chosen, threads=threads))

    def label_ids(self, labels: Sequence[str | None]) -> npt.NDArray[np.int32]:
        """Return ids for `forced`: a label name, or None for a free token."""
        if isinstance(labels, str):
            raise wrong_type("labels", labels, "a list with a label, or None, for each token")
        known = {label: number for number, label in enumerate(self.labels)}
        for label in labels:
            if label is not None and label not in known:
                raise unknown_name("label", label, list(self.labels))
        return np.array([-1 if label is None else known[label] for label in labels], np.int32)

    def with_training(self, **more: Any) -> Model:
        """Return the same model with more in its training record."""
        return Model(replace(self.record, training={**self.training, **more}), self.encoder)

    def with_bias(self, amounts: Mapping[str, float]) -> Model:
        """Return the same model with amounts added to the score of labels or mention types, as in `{"O": -0.1}`."""
        return Model(biased(self.record, amounts), self.encoder)

    def corpus_of(self, sentences: Sequence[Any]) -> Corpus:
        """Return what `tag` takes as a corpus: lists of words, of rows of values or of dicts, or a table."""
        if not isinstance(sentences, (list, tuple)):  # tagging from a pipe starts without what tables need
            tables = import_module("swvm.data.tables")
            if tables.is_table(sentences):
                corpus: Corpus = tables.from_table(sentences, columns=self.columns, labels=False)
                return corpus
            if tables.is_column(sentences):
                sentences = tables.lists_of(sentences)
        _check_sentences(sentences)
        if isinstance(next((sentence[0] for sentence in sentences if len(sentence)), None), Mapping):
            return corpus_of_dicts(sentences, source="the sentences given")
        return Corpus.from_columns(_columns_of(sentences, self.columns), source="the sentences given")


def _columns_of(sentences: Sequence[Any], names: Sequence[str]) -> dict[str, list[list[str]]]:
    """Words alone, or rows with a value for each column."""
    if not len(sentences):
        return {name: [] for name in names}
    first = next((sentence[0] for sentence in sentences if len(sentence)), "")
    if isinstance(first, str):
        if len(names) > 1:
            raise SettingError(
                f"the model reads the columns {', '.join(names)}: give each token as a row of {len(names)} values, "
                f"{('Paris', *(name.upper() for name in names[1:]))}, not as its word alone"
            )
        words = [list(sentence) for sentence in sentences]
        _check_words(words)
        return {names[0]: words}
    for number, sentence in enumerate(sentences):
        for row in sentence:
            if isinstance(row, str) or not hasattr(row, "__len__") or len(row) != len(names):
                wanted = ", ".join(names)
                raise SettingError(f"sentence {number + 1}: the row {row!r} does not have a value for each of {wanted}")
    return {name: [[row[k] for row in sentence] for sentence in sentences] for k, name in enumerate(names)}


def _check_sentences(sentences: Any) -> None:
    if isinstance(sentences, str | bytes) or not hasattr(sentences, "__len__"):
        raise wrong_type("sentences", sentences, SHAPE)
    for number, sentence in enumerate(sentences, 1):
        if isinstance(sentence, str | bytes) or not hasattr(sentence, "__len__"):
            raise wrong_type(f"sentence {number}", sentence, f"a list of tokens; all sentences stand in {SHAPE}")


def _check_words(sentences: list[list[Any]]) -> None:
    for number, sentence in enumerate(sentences, 1):
        for word in sentence:
            if not isinstance(word, str):
                raise wrong_type(f"sentence {number}: a token", word, "a text")


def _encoder_of(record: ModelRecord, functions: Functions | None) -> FeatureEncoder:
    templates = [parse_template(text, functions) for text in record.templates]
    index = _native.FeatureIndex(record.keys, record.ids, list(record.chain.counts))
    return FeatureEncoder(templates, record.columns, functions, index, derivation_of(record.resources, functions))
