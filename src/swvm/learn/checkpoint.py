"""The state of training in a file, so that a run killed at any moment goes on to the very same bits.

What makes two runs the same (`RunIdentity`) is kept in the file and compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.errors import ModelFileError, SettingError
from swvm.learn.state import Best, TrainingState
from swvm.model.safetensors import TensorFile, write_tensors

FORMAT = "swvm-checkpoint"


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """What a run is made of, by name: JSON values. Two runs that differ in none have the same bits."""

    parts: dict[str, Any]

    def differences(self, other: RunIdentity) -> list[str]:
        """Return the names of the parts that differ."""
        names = {*self.parts, *other.parts}
        return sorted(name for name in names if self.parts.get(name) != other.parts.get(name))


def checksum(array: npt.NDArray[Any] | None) -> str | None:
    """Return a checksum of the bytes of an array."""
    if array is None:
        return None
    return hashlib.sha256(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data).hexdigest()


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A file that holds weights, sums, the best weights so far, the history and the state of the random numbers."""

    path: Path
    identity: RunIdentity

    def save(self, state: TrainingState, best: Best) -> None:
        """Write the state beside the file and rename it, so that a kill leaves the old or the new one."""
        tensors: dict[str, npt.NDArray[Any]] = {}
        for ending, run in _runs(state):
            tensors[f"weights{ending}"] = run.weights
            if run.sums is not None:
                tensors |= {f"sums{ending}": run.sums.used, f"places{ending}": run.sums.places}
        if best.weights is not None:
            tensors["best"] = best.weights
        metadata = {"format": FORMAT, "progress": _progress(state, best), "identity": json.dumps(self.identity.parts)}
        try:
            write_tensors(self.path, tensors, metadata)
        except ModelFileError as error:
            why = getattr(error.__cause__, "strerror", None) or error.__cause__
            raise ModelFileError(f"{self.path}: the checkpoint cannot be written: {why}") from error

    def load(self, state: TrainingState) -> Best | None:
        """Take up the state of the file, if there is one; a file of another run is an error."""
        self._remove_torn_files()
        if not self.path.exists():
            return None
        file = self._opened()
        try:
            self._check_identity(RunIdentity(json.loads(file.metadata["identity"])))
            file.verify()
            return _take_up(file, state)
        except (ModelFileError, KeyError, ValueError, TypeError) as error:
            raise self._damaged(error) from error

    def remove(self) -> None:
        """Delete the file: the model is safe elsewhere."""
        self.path.unlink(missing_ok=True)

    def _opened(self) -> TensorFile:
        try:
            file = TensorFile(self.path)
        except ModelFileError as error:
            raise ModelFileError(
                f"{self.path}: this is no checkpoint of swvm, or a damaged one: name another file, or delete it to "
                "begin anew"
            ) from error
        if file.metadata.get("format") != FORMAT:
            raise SettingError(f"{self.path}: this is no checkpoint of swvm; name another file")
        return file

    def _damaged(self, error: Exception) -> ModelFileError:
        return ModelFileError(f"{self.path}: the checkpoint is damaged; delete it to begin anew ({error})")

    def _remove_torn_files(self) -> None:
        """A kill in the middle of writing leaves what was written so far beside the file."""
        for torn in self.path.parent.glob(f".{self.path.name}.*.part"):
            torn.unlink(missing_ok=True)

    def _check_identity(self, found: RunIdentity) -> None:
        differing = self.identity.differences(found)
        if differing:
            raise SettingError(
                f"{self.path}: the checkpoint belongs to another run: {' and '.join(differing)} differ. "
                "Give the same data and settings, or delete it to begin anew"
            )


def _runs(state: TrainingState) -> Iterator[tuple[str, TrainingState]]:
    """Yield each run with the ending of its tensors' names."""
    return ((f".{number}" if number else "", run) for number, run in enumerate(state.runs))


def _progress(state: TrainingState, best: Best) -> str:
    return json.dumps(
        {
            "epoch": state.epoch,
            "steps": state.steps,
            "random": state.rng.bit_generator.state,
            "random_of_others": [run.rng.bit_generator.state for run in state.others],
            "history": state.history,
            "best_score": best.score,
            "best_epoch": best.epoch,
        }
    )


def _take_up(file: TensorFile, state: TrainingState) -> Best:
    progress = json.loads(file.metadata["progress"])
    best = Best(np.array(file.tensor("best")) if "best" in file.places else None)
    best.score, best.epoch = progress["best_score"], progress["best_epoch"]
    for ending, run in _runs(state):
        _fill(run.weights, file.tensor(f"weights{ending}"))
        if run.sums is not None:
            used = file.tensor(f"sums{ending}")
            _fill(run.sums.rows[: len(used)], used)
            _fill(run.sums.places, file.tensor(f"places{ending}"))
    randoms = [progress["random"], *progress.get("random_of_others", [])]
    for run, random in zip(state.runs, randoms, strict=True):
        run.rng.bit_generator.state = random
        run.epoch, run.steps = progress["epoch"], progress["steps"]
    state.history[:] = progress["history"]
    return best


def _fill(target: npt.NDArray[Any], saved: npt.NDArray[Any]) -> None:
    if saved.shape != target.shape or saved.dtype != target.dtype:
        raise ValueError(f"a tensor has shape {list(saved.shape)}, but the run needs {list(target.shape)}")
    target[:] = saved
