"""The state of training in a file, so that a run killed at any moment goes on to the very same bits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.errors import SettingError
from swvm.learn.config import TrainConfig
from swvm.learn.settings import config_to_json
from swvm.learn.state import Floats, TrainingState
from swvm.model.safetensors import TensorFile, write_tensors

# These may differ between a run and its continuation: they do not change what an epoch does.
FREE_SETTINGS = ("threads", "epochs", "patience")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A file that holds weights, sums, the best weights so far and the state of the random numbers."""

    path: Path
    data: str  # the fingerprint of the training corpus
    config: TrainConfig

    def save(self, state: TrainingState, best: Floats | None, best_score: float, best_epoch: int) -> None:
        """Write the state beside the file and rename it, so that a kill leaves the old or the new one."""
        tensors: dict[str, npt.NDArray[Any]] = {"weights": state.weights}
        if state.sums is not None:
            tensors["sums"], tensors["places"] = state.sums.used, state.sums.places
        if best is not None:
            tensors["best"] = best
        progress = {
            "epoch": state.epoch,
            "steps": state.steps,
            "random": state.rng.bit_generator.state,
            "history": state.history,
            "best_score": best_score,
            "best_epoch": best_epoch,
        }
        metadata = {"format": "swvm-checkpoint", "progress": json.dumps(progress), "identity": self._identity()}
        write_tensors(self.path, tensors, metadata)

    def load(self, state: TrainingState) -> tuple[Floats | None, float, int] | None:
        """Take up the state of the file, if there is one; a file of another run is an error."""
        if not self.path.exists():
            return None
        file = TensorFile(self.path)
        if file.metadata.get("format") != "swvm-checkpoint":
            raise SettingError(f"{self.path}: this is no checkpoint of swvm; name another file")
        self._check_identity(file.metadata["identity"])
        file.verify()
        progress = json.loads(file.metadata["progress"])
        state.weights[:] = file.tensor("weights")
        if state.sums is not None:
            used = file.tensor("sums")
            state.sums.rows[: len(used)] = used
            state.sums.places[:] = file.tensor("places")
        state.epoch, state.steps = progress["epoch"], progress["steps"]
        state.history[:] = progress["history"]
        state.rng.bit_generator.state = progress["random"]
        best = np.array(file.tensor("best")) if "best" in file.places else None
        return best, progress["best_score"], progress["best_epoch"]

    def remove(self) -> None:
        """Delete the file: the run has come to its end."""
        self.path.unlink(missing_ok=True)

    def _settings(self) -> dict[str, Any]:
        settings = config_to_json(self.config)
        kept = {name: value for name, value in settings.items() if name not in FREE_SETTINGS}
        # The released averaging looks ahead to the last step.
        return {**kept, "epochs": settings["epochs"]} if self.config.learner.average == "epoch" else kept

    def _identity(self) -> str:
        return json.dumps({"data": self.data, "settings": self._settings()}, sort_keys=True)

    def _check_identity(self, text: str) -> None:
        found = json.loads(text)
        if found["data"] != self.data:
            raise SettingError(f"{self.path}: the checkpoint belongs to other training data; delete it to begin anew")
        mine = json.loads(self._identity())["settings"]
        differing = sorted(name for name in mine if mine[name] != found["settings"].get(name))
        if differing:
            raise SettingError(
                f"{self.path}: the checkpoint belongs to a run with other settings ({', '.join(differing)}); "
                "give the same settings, or delete it to begin anew"
            )
