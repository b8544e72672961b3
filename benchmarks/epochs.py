"""The time of an epoch of one learner after another, on the same encoded corpus in one process."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.corpora import CORPORA
from swvm.data import read
from swvm.learn.gamma import GAMMAS
from swvm.learn.loop import epochs as run_epochs
from swvm.learn.settings import train_config
from swvm.learn.setup import Setup, prepare
from swvm.learn.state import TrainingState

SECOND_ORDER = "@include basic\nt[i-2], t[i-1], t[i]\n"


@dataclass(frozen=True, slots=True)
class Variant:
    """Settings of training, and what they are called on the page."""

    title: str
    settings: dict[str, Any] = field(default_factory=dict)

    def but(self, **settings: Any) -> Variant:
        return Variant(self.title, self.settings | settings)


VARIANTS = {"csp": Variant("CSP", {"learner": "csp"})}
for _learner, _title in (("mira", "MIRA"), ("swvp", "SWVP single"), ("swvm", "SWVM single")):
    for _k in (1, 5):
        _name = _learner if _k == 1 else f"{_learner}-{_k}"
        VARIANTS[_name] = Variant(f"{_title}, K = {_k}", {"learner": _learner, "k_best": _k})
# The Python function that is the built-in rule's own twin: the same steps, so only the calls differ.
for _name in ("swvp", "swvp-5", "swvm"):
    VARIANTS[f"{_name}-python"] = VARIANTS[_name].but(gamma=GAMMAS["uniform"].function)
for _name in ("csp", "mira", "swvm-5"):
    VARIANTS[f"{_name}-batch"] = VARIANTS[_name].but(batch=16)
    VARIANTS[f"{_name}-two"] = VARIANTS[_name].but(batch=16, threads=2)


def measure(corpus: str, order: int, variants: list[str], rounds: int, epochs: int) -> dict[str, float]:
    """Train all variants in turn, `rounds` times; return the median time of an epoch of each."""
    with tempfile.TemporaryDirectory() as folder:
        setup = _setup(corpus, order, Path(folder))
    seconds: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name in variants:
            seconds[name] += _seconds(setup, epochs, VARIANTS[name].settings)
    return {name: statistics.median(values) for name, values in seconds.items()}


def _setup(corpus: str, order: int, folder: Path) -> Setup:
    source = CORPORA[corpus]
    features = "basic"
    if order == 2:
        features = str(folder / "second.features")
        Path(features).write_text(SECOND_ORDER, encoding="utf-8")
    return prepare(read(source.train_path, columns=source.columns), train_config(features=features))


def _seconds(setup: Setup, epochs: int, settings: dict[str, Any]) -> Iterator[float]:
    config = train_config(epochs=epochs, seed=1, **settings)
    shape = (setup.problem.chain.rows, setup.problem.chain.lanes)
    state = TrainingState.fresh(shape, config.learner.average, config.seed)
    return (report.seconds for report in run_epochs(setup.problem, config, state))
