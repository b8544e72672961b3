"""The steps of `swvm train`, and the seconds that each takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from swvm.cli.layout import input_layout
from swvm.cli.progress import Silent
from swvm.cli.show import megabytes, plural
from swvm.cli.shrinking import compared, drop_names, shrink
from swvm.cli.sources import load, path_of
from swvm.data import Corpus
from swvm.data.places import lines_named
from swvm.data.schemes import LabelSequences, detect
from swvm.learn.config import TrainConfig
from swvm.learn.training import train
from swvm.model.model import Model


@dataclass
class TrainRun:
    """One call of the command."""

    source: str
    dev_source: str | None
    reading: Mapping[str, Any]
    display: Silent
    notice: Callable[[str], None]
    seconds: dict[str, float] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)
    corpus: Corpus | None = None
    dev: Corpus | None = None

    def train(self, config: TrainConfig, more: Mapping[str, Any]) -> Model:
        """Read the corpora and train."""
        with self.display:
            self.display.stage("reading")
            with self._timed("reading"):
                corpus = self.corpus = self._read(self.source, "train")
                self.dev = None if self.dev_source is None else self._read(self.dev_source, "dev")
            self.display.stage("features")
            model = train(corpus, self.dev, config, on_epoch=self.display.on_epoch, **more)
        seconds = dict(model.training["seconds"])
        learning = sum(report.seconds for report in self.display.reports)
        if self.dev is not None:
            seconds["scoring"] = seconds["epochs"] - learning
        seconds["epochs"] = learning
        self.seconds |= seconds
        return model

    def bias(self, model: Model, amounts: Mapping[str, float]) -> Model:
        """Add to the scores of labels as asked, and say what that does."""
        if not amounts:
            return model
        with self._timed("bias"):
            after = model.with_bias(amounts)
            effect = compared(model, after, self._corpus, self.dev)
        self.notice(f"bias {', '.join(f'{name} {amount:+g}' for name, amount in amounts.items())}; {effect}")
        return after.with_training(bias=dict(amounts))

    def shrink(self, model: Model, threshold: float | None, *, half: bool, names: bool) -> Model:
        """Make the model smaller as asked, and say what it costs."""
        if threshold is not None or half:
            with self._timed("shrinking"):
                model, cost = shrink(model, self._corpus, self.dev, threshold, half)
            self.notice(cost)
        return model if names else drop_names(model)

    def save(self, model: Model, output: str) -> None:
        """Write the model file; its record says how the input was laid out."""
        with self._timed("saving"):
            layout = input_layout(self._corpus, self.reading)
            model.with_training(input=layout).save(output)

    def plot(self, model: Model, path: str) -> None:
        """Draw the training report."""
        from swvm.report.training import draw_training  # noqa: PLC0415 (few draw)

        with self._timed("plotting"):
            draw_training(model.training, path)

    def summarise(self, model: Model, output: str) -> None:
        """Say what was made, and what took how long."""
        training = model.training
        facts = [
            plural(len(model.labels), "label"),
            plural(sum(model.record.chain.counts), "feature"),
            megabytes(Path(output).stat().st_size),
            plural(len(training["epochs"]), "epoch"),
        ]
        if "dev_f1" in training:
            facts.append(f"best F1 on dev {training['dev_f1']:.2f} after epoch {training['best_epoch']}")
        self.notice(f"{output}: {', '.join(facts)}")
        total = time.perf_counter() - self.began
        shares = [f"{name} {value:.2f} s ({100 * value / total:.0f} %)" for name, value in self.seconds.items()]
        self.notice(f"time: {', '.join(shares)}; {total:.2f} s in all")

    @property
    def _corpus(self) -> Corpus:
        if self.corpus is None:
            raise RuntimeError("the corpus has not been read")
        return self.corpus

    def _read(self, source: str, part: str) -> Corpus:
        """Read a corpus; a label of no scheme is an error with its line."""
        corpus = load(source, part, **self.reading)
        with lines_named(path_of(source, part), **self.reading):
            detect(LabelSequences.of_corpus(corpus))
        return corpus

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - began
