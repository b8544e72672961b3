"""Bigrams -> clusters, with a checkpoint that a killed run goes on from, to the same clusters."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from swvm import _native
from swvm.cluster.config import ClusterConfig
from swvm.cluster.exchange import ExchangeState, bits_per_token, engine_of, exchange, first_assignment
from swvm.cluster.paths import Clusters
from swvm.cluster.text import Bigrams
from swvm.cluster.tree import bit_strings
from swvm.errors import ModelFileError, SettingError
from swvm.model.safetensors import TensorFile, write_tensors

FORMAT = "swvm-clusters"
SAVE_EVERY = 10.0  # seconds
PROGRESS = ("sweep", "word", "moved", "settled")

OnSlice = Callable[[ExchangeState], None]


def learn_clusters(
    bigrams: Bigrams,
    config: ClusterConfig | None = None,
    *,
    checkpoint: str | Path | None = None,
    on_slice: OnSlice | None = None,
) -> Clusters:
    """Return the clusters of a text. With `checkpoint` the state is kept in that file, and the same call goes on."""
    config = config if config is not None else ClusterConfig()
    kept = None if checkpoint is None else ClusterCheckpoint(Path(checkpoint), bigrams, config)
    state = ExchangeState(first_assignment(len(bigrams.words), config.clusters))
    if kept is not None:
        state = kept.load() or state
    engine = engine_of(bigrams, config.clusters, state.assignment)
    slices = exchange(engine, bigrams, config, state)
    with closing(slices if kept is None else kept.saving(slices)) as steps:
        for _ in steps:
            if on_slice is not None:
                on_slice(state)
    return _clusters(engine, bigrams, config, state)


def _clusters(engine: _native.Clusters, bigrams: Bigrams, config: ClusterConfig, state: ExchangeState) -> Clusters:
    strings = bit_strings(engine.merges(), config.clusters)
    paths = tuple(strings[k] for k in state.assignment.tolist())
    counts = tuple(bigrams.counts.tolist())
    return Clusters(bigrams.words, counts, paths, bits_per_token(engine, bigrams), state.sweep)


@dataclass(frozen=True, slots=True)
class ClusterCheckpoint:
    """The classes so far, and which text and settings they belong to."""

    path: Path
    bigrams: Bigrams
    config: ClusterConfig

    def save(self, state: ExchangeState) -> None:
        """Write the file, whole or not at all."""
        progress = {name: getattr(state, name) for name in PROGRESS}
        metadata = {"format": FORMAT, "progress": json.dumps(progress), "identity": self._identity()}
        write_tensors(self.path, {"assignment": state.assignment}, metadata)

    def saving(self, slices: Iterator[ExchangeState]) -> Generator[ExchangeState]:
        """Pass the slices on, and keep the last state at the end, now and then before it, and where Ctrl-C comes."""
        saved, state = time.monotonic(), None
        try:
            for state in slices:
                if time.monotonic() - saved > SAVE_EVERY:
                    self.save(state)
                    saved = time.monotonic()
                yield state
        finally:
            if state is not None:
                self.save(state)

    def load(self) -> ExchangeState | None:
        """Return the state of the file, if there is one; that of another run is an error."""
        if not self.path.exists():
            return None
        try:
            file = TensorFile(self.path)
            identity = file.metadata["identity"] if file.metadata.get("format") == FORMAT else None
            state = None if identity is None else ExchangeState(np.array(file.tensor("assignment"), np.int32))
            progress = json.loads(file.metadata.get("progress", "{}"))
        except (ModelFileError, KeyError, ValueError) as error:
            raise ModelFileError(
                f"{self.path}: the checkpoint is damaged; delete it to begin anew ({error})"
            ) from error
        if state is None:
            raise SettingError(f"{self.path}: this is no checkpoint of clusters; name another file")
        if identity != self._identity():
            raise SettingError(
                f"{self.path}: the checkpoint belongs to another text or other settings. Give the same, or delete it "
                "to begin anew"
            )
        for name in PROGRESS:
            setattr(state, name, progress[name])
        return state

    def _identity(self) -> str:
        settings = {name: value for name, value in asdict(self.config).items() if name != "sweeps"}
        return json.dumps({**settings, "text": self.bigrams.checksum}, sort_keys=True)
