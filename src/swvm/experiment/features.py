"""Prepared parts: features computed once, kept as arrays in a folder, and mapped into the memory of every process.

A part holds the training problem, and dev and test with their features and gold labels.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, Scheme
from swvm.data.schemes.labels import parse_labels
from swvm.data.schemes.mentions import break_rule, find_mentions
from swvm.data.schemes.translation import Translation
from swvm.experiment.plan import PartKey
from swvm.experiment.sources import load_whole
from swvm.features.encoded import Encoded, Spans, label_codes
from swvm.learn.config import TrainConfig
from swvm.learn.problem import Problem, label_costs
from swvm.learn.setup import Setup, prepare
from swvm.model.record import ChainRecord

Arrays = dict[str, npt.NDArray[Any]]
INFO = "part.json"  # written last: a folder with it is whole


@dataclass(frozen=True, slots=True)
class Side:
    """Dev or test: features, gold labels, and the words for telling seen mentions from unseen ones."""

    encoded: Encoded
    gold: LabelSequences
    words: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A part as runs read it. `scheme` is that of the corpus."""

    problem: Problem
    scheme: Scheme
    sides: Mapping[str, Side]  # dev (not where it is trained on) and test
    mentions: frozenset[bytes]  # the words of every mention of the training data
    translation: Translation | None = None  # from the labels that are learned to the corpus's, if those are others

    @property
    def sentences(self) -> int:
        return len(self.problem.encoded)


def folder_of(key: PartKey, cache: Path) -> Path:
    """Return where a part is kept."""
    return cache / key.id


def ensure(key: PartKey, cache: Path) -> None:
    """Compute a part, if it is not there yet."""
    folder = folder_of(key, cache)
    if not (folder / INFO).exists():
        shutil.rmtree(folder, ignore_errors=True)
        compute(key, folder)


def forget(key: PartKey, cache: Path) -> None:
    """Delete a part; what is still mapped goes when its process lets go of it."""
    shutil.rmtree(folder_of(key, cache), ignore_errors=True)


def compute(key: PartKey, folder: Path) -> None:
    """Compute a part and write it."""
    whole = load_whole(key.source, key.invalid)
    split = key.split(whole)
    rows = np.concatenate([split.train, split.dev]) if key.train == "train+dev" else split.train
    config = TrainConfig(
        features=key.features,
        minimum_count=key.minimum_count,
        transitions=key.transitions,
        label_constraint=key.label_constraint,
        boundary=key.boundary,
        chain=key.chain,
        train_scheme=key.train_scheme,
    )
    train = whole.corpus.select(rows)
    setup = prepare(train, config)
    arrays: Arrays = {"pairs": setup.problem.record.pairs, **_encoded_arrays("train", setup.problem.encoded)}
    arrays |= _mention_arrays(train, setup.data_scheme)
    sides = {"dev": split.dev, "test": split.test} if key.train == "train" else {"test": split.test}
    sides = {name: part for name, part in sides.items() if len(part)}
    for name, part in sides.items():
        arrays |= _side_arrays(name, whole.corpus.select(part), setup)
    _write(folder, arrays, _info(setup, whole.corpus, tuple(sides)))


def _encoded_arrays(name: str, encoded: Encoded) -> Arrays:
    arrays: Arrays = {f"{name}.offsets": encoded.offsets}
    for kind, spans in enumerate(encoded.spans):
        arrays |= {f"{name}.starts{kind}": spans.starts, f"{name}.ids{kind}": spans.ids}
    if encoded.gold is not None:
        arrays[f"{name}.gold"] = encoded.gold
    return arrays


def _side_arrays(name: str, corpus: Corpus, setup: Setup) -> Arrays:
    encoded = setup.encoder.encode(corpus, label_codes(corpus, list(setup.problem.labels)))
    real = {f"{name}.real": corpus.labelled().codes, f"{name}.words": corpus.columns[0].codes}
    return {**_encoded_arrays(name, encoded), **real}


def _mention_arrays(train: Corpus, scheme: Scheme) -> Arrays:
    """Return the words of the training mentions, one mention after another, and their lengths."""
    if scheme is Scheme.TAGS:
        return {"mention.words": np.empty(0, np.int32), "mention.lengths": np.empty(0, np.int64)}
    sequences = LabelSequences.of_corpus(train)
    parsed = parse_labels(sequences.names)
    found = find_mentions(sequences, parsed, break_rule(parsed))
    lengths = found.ends - found.starts
    within = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    words = train.columns[0].codes[np.repeat(found.starts, lengths) + within]
    return {"mention.words": words, "mention.lengths": lengths}


def _info(setup: Setup, corpus: Corpus, sides: tuple[str, ...]) -> dict[str, Any]:
    record = setup.problem.record
    return {
        "labels": list(setup.problem.labels),
        "scheme": setup.scheme.value,
        "output": None if setup.output is None else [setup.output.scheme, list(setup.output.labels)],
        "names": corpus.labelled().interner.strings(),
        "sides": list(sides),
        "chain": {
            "order": record.order,
            "counts": list(record.counts),
            "constants": [list(one) for one in record.constants],
            "constraint": record.constraint,
            "forbidden": [list(one) for one in record.forbidden],
            "start": record.start,
        },
    }


def _write(folder: Path, arrays: Arrays, info: dict[str, Any]) -> None:
    folder.mkdir(parents=True)
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", np.ascontiguousarray(array))
    (folder / INFO).write_text(json.dumps(info), encoding="utf-8")


def load(key: PartKey, cache: Path) -> Prepared:
    """Map a part that has been computed."""
    folder = folder_of(key, cache)
    info = json.loads((folder / INFO).read_text(encoding="utf-8"))
    arrays = {path.name.removesuffix(".npy"): _map(path) for path in folder.glob("*.npy")}
    chain = info["chain"]
    record = ChainRecord(
        chain["order"],
        tuple(chain["counts"]),
        np.array(arrays["pairs"]),
        tuple((kind, id) for kind, id in chain["constants"]),
        chain["constraint"],
        tuple((p, q) for p, q in chain["forbidden"]),
        chain["start"],
    )
    labels = tuple(info["labels"])
    problem = Problem(_encoded("train", arrays), labels, info["scheme"], record, label_costs(labels))
    sides = {name: _side(name, arrays, tuple(info["names"])) for name in info["sides"]}
    scheme, translation = Scheme(info["scheme"]), _translation(labels, info.get("output"))
    if translation is not None:
        scheme = translation.target
    return Prepared(problem, scheme, sides, _mentions(arrays), translation)


def _translation(labels: tuple[str, ...], output: list[Any] | None) -> Translation | None:
    return None if output is None else Translation.between(labels, Scheme(output[0]), tuple(output[1]))


def _map(path: Path) -> npt.NDArray[Any]:
    """Map an array; an empty one cannot be mapped."""
    array: npt.NDArray[Any] = np.load(path, mmap_mode="r") if path.stat().st_size > 128 else np.load(path)
    return array.view(np.ndarray)


def _encoded(name: str, arrays: Arrays) -> Encoded:
    a, b, c, d = (Spans(arrays[f"{name}.starts{kind}"], arrays[f"{name}.ids{kind}"]) for kind in range(4))
    return Encoded(arrays[f"{name}.offsets"], (a, b, c, d), arrays.get(f"{name}.gold"))


def _side(name: str, arrays: Arrays, names: tuple[str, ...]) -> Side:
    gold = LabelSequences(arrays[f"{name}.real"], names, arrays[f"{name}.offsets"])
    return Side(_encoded(name, arrays), gold, arrays[f"{name}.words"])


def _mentions(arrays: Arrays) -> frozenset[bytes]:
    lengths = arrays["mention.lengths"]
    ends = np.cumsum(lengths)
    spans = zip((ends - lengths).tolist(), ends.tolist(), strict=True)
    return frozenset(arrays["mention.words"][start:end].tobytes() for start, end in spans)
