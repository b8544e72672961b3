"""The models that sections share, trained when the first of them asks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.run import task

EPOCHS = 10
ALGORITHMS = ("ap", "pa")


@dataclass(frozen=True, slots=True)
class Models:
    """Where the models of both are; tagged files and long inputs go there too."""

    folder: Path

    def ours(self, corpus: str, learner: str = "csp") -> str:
        """Return the path of our model, `basic` and 10 epochs with the settings that `swvm train` has by default."""
        path = self.folder / f"{corpus}.{learner}.swvm"
        if not path.exists():
            task("native.train", corpus=corpus, epochs=EPOCHS, learner=learner, model=str(path))
        return str(path)

    def theirs(self, corpus: str, algorithm: str = "ap") -> str:
        """Return the path of python-crfsuite's model; both algorithms are trained from the same pushed features."""
        paths = {name: str(self.folder / f"{corpus}.{name}.crfsuite") for name in ALGORITHMS}
        if not Path(paths[algorithm]).exists():
            task("crfsuite.train", corpus=corpus, epochs=EPOCHS, models=paths)
        return paths[algorithm]
