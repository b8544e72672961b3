"""The training report as a picture: errors, development F1, what was updated, the mixes, time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from swvm.learn.loop import EpochReport

Curves = Mapping[str, Sequence[float]]


def draw(training: Mapping[str, Any], path: str) -> None:
    """Draw the record of a training run into a file; its suffix says which kind."""
    history = training["epochs"]
    reports = [EpochReport(entry["epoch"], entry["seconds"], entry["counts"]) for entry in history]
    panels = _panels(reports, [entry.get("dev_f1") for entry in history])
    figure = Figure(figsize=(11, 6.2), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, 3).ravel()
    for axis, (title, curves) in zip(axes, panels.items(), strict=False):
        _draw_panel(axis, title, [report.epoch for report in reports], curves)
    for axis in axes[len(panels) :]:
        axis.set_axis_off()
    if "best_epoch" in training:
        axes[list(panels).index("F1 on dev")].axvline(training["best_epoch"], color="0.7", linestyle=":")
    figure.suptitle(_title(training))
    figure.savefig(path, dpi=120)


def _panels(reports: Sequence[EpochReport], dev: Sequence[float | None]) -> dict[str, Curves]:
    """Return the panels that have something to show, in their order."""

    def counts(name: str) -> list[float]:
        return [report.counts[name] for report in reports]

    panels: dict[str, Curves] = {
        "errors before the step, %": {
            "tokens": [report.token_error for report in reports],
            "sentences": [report.sentence_error for report in reports],
        },
        "F1 on dev": {"F1": [score for score in dev if score is not None]},
        "updates and violations": {
            "updates": counts("updates"),
            "violations": counts("violations"),
            "fallbacks": counts("fallbacks"),
        },
        "entropy of gamma, nats": {"mean": [report.mean_entropy for report in reports]},
        "constraints of a step": {"all": counts("constraints"), "active": counts("active_constraints")},
        "seconds": {"an epoch": [report.seconds for report in reports]},
    }
    shown = {title: {name: ys for name, ys in curves.items() if any(ys)} for title, curves in panels.items()}
    return {title: curves for title, curves in shown.items() if curves}


def _draw_panel(axis: Axes, title: str, epochs: Sequence[int], curves: Curves) -> None:
    for name, ys in curves.items():
        axis.plot(epochs[len(epochs) - len(ys) :], ys, marker="o", markersize=3, label=name)
    axis.set_title(title, fontsize=10)
    axis.set_xlabel("epoch", fontsize=9)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.grid(alpha=0.3)
    if len(curves) > 1:
        axis.legend(fontsize=8)


def _title(training: Mapping[str, Any]) -> str:
    data, learner = training["data"]["train"], training["settings"]["learner"]
    return f"{learner['learner']} on {data['source']}: {data['sentences']:,} sentences, {data['tokens']:,} tokens"
