"""What swvm is asked to do. Each task runs in a process of its own and returns numbers."""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.corpora import CORPORA
from benchmarks.run import command
from swvm._native import decode as native_decode
from swvm.data import read
from swvm.model.decode import encoded_arrays
from swvm.model.index import build_index
from swvm.model.model import Model
from swvm.model.modelfile import load_model, save_model
from swvm.model.record import ChainRecord, ModelRecord, Names, lanes_of

SWVM = (str(Path(sys.executable).with_name("swvm")),)


def train(
    corpus: str, epochs: int = 10, learner: str = "csp", model: str | None = None, batch: int = 1
) -> dict[str, Any]:
    """Run `swvm train` from file to model; the parts are what it prints."""
    source = CORPORA[corpus]
    with tempfile.TemporaryDirectory() as folder:
        path = model or f"{folder}/model.swvm"
        options = ("-o", path, "--columns", source.columns, "--features", "basic", "--learner", learner, "--seed", "1")
        size = ("--epochs", str(epochs), "--batch", str(batch), "--threads", "2" if batch > 1 else "1")
        whole = command(*SWVM, "train", str(source.train_path), *options, *size, cores=2 if batch > 1 else 1)
        record = load_model(path).training
    shown = re.findall(r"(\w+) ([\d.]+) s \(\d+ %\)", whole["output"])
    parts = {f"part: {name}": float(seconds) for name, seconds in shown}
    return {
        "seconds": whole["seconds"],
        "peak": whole["peak"],
        "epoch": statistics.median(epoch["seconds"] for epoch in record["epochs"]),
        **parts,
        "part: start and end of the process": whole["seconds"] - sum(parts.values()),
    }


def decode(corpus: str, model: str) -> dict[str, Any]:
    """Decode the test part; its features lie ready as arrays of ids that the engine has checked."""
    loaded, source = Model.load(model), CORPORA[corpus]
    encoded = loaded.encode(read(source.test_path, columns=source.columns))
    arrays = encoded_arrays(encoded)
    seconds = []
    for _ in range(9):
        begin = perf_counter()
        native_decode(loaded.chain, loaded.record.weights, arrays)
        seconds.append(perf_counter() - begin)
    return {"seconds": statistics.median(seconds), "tokens": encoded.n_tokens}


def large_model(path: str, features: int, labels: int = 22) -> dict[str, Any]:
    """Write a model of a given size with random weights and keys."""
    rng = np.random.default_rng(1)
    names = tuple(f"L{k}" for k in range(labels))
    chain = ChainRecord(1, (features, 0, 0, 0), np.zeros((0, 2), np.int32))
    keys = np.unique(rng.integers(1, 1 << 63, features, dtype=np.uint64))
    table_keys, table_ids = build_index(keys, np.arange(len(keys), dtype=np.uint32))
    weights = rng.standard_normal((features, lanes_of(labels)), np.float32)
    blob = np.full(30 * features, ord("x"), np.uint8)
    texts = Names(blob, np.arange(features + 1, dtype=np.uint64) * np.uint64(30), np.zeros(features, np.uint32))
    templates = ("w[i], t[i]",)
    record = ModelRecord(names, ("word",), templates, "tags", chain, weights, table_keys, table_ids, texts)
    save_model(path, record)
    return {"bytes": Path(path).stat().st_size}
