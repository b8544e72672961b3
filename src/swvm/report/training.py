"""One training run as a picture: what `swvm train --plot` draws from a model's training record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swvm.errors import DataError
from swvm.report.drawing import Picture, panels, save_as, whole_epochs
from swvm.report.style import LOOKS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Epoch = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Panel:
    """A title, the unit of its axis, and series by name; one that is 0 or absent throughout is left out."""

    title: str
    unit: str
    series: Mapping[str, Callable[[Epoch], float | None]]


def _per(count: str, whole: str, factor: float = 1.0) -> Callable[[Epoch], float | None]:
    def value(epoch: Epoch) -> float | None:
        counts = epoch["counts"]
        return factor * float(counts[count]) / counts[whole] if counts.get(whole) else None

    return value


def _count(name: str) -> Callable[[Epoch], float | None]:
    return lambda epoch: epoch["counts"].get(name)


PANELS = (
    Panel(
        "Errors in training",
        "% before the step",
        {
            "sentences": _per("wrong_sentences", "sentences", 100.0),
            "tokens": _per("wrong_tokens", "tokens", 100.0),
        },
    ),
    Panel("Development", "F1", {"F1": lambda epoch: epoch.get("dev_f1")}),
    Panel(
        "Steps",
        "per epoch",
        {
            "sentences that moved w": _count("updates"),
            "violating templates": _count("violations"),
            "fallbacks to the whole labelling": _count("fallbacks"),
        },
    ),
    Panel("Entropy of γ", "nats, mean", {"entropy": _per("entropy", "mixes")}),
    Panel("Constraints", "per epoch", {"in the QP": _count("constraints"), "active": _count("active_constraints")}),
    Panel("Time", "seconds", {"an epoch": lambda epoch: epoch.get("seconds")}),
)


def training_picture(record: Mapping[str, Any]) -> Picture:
    """Return the picture of a training record (`Model.record.training`)."""
    history: Sequence[Epoch] = record.get("epochs") or ()
    shown = [panel for panel in PANELS if history and _values(panel, history)]
    if not shown:
        raise DataError("the training record has no epochs, so there is nothing to draw")
    columns = min(3, len(shown))
    rows = -(-len(shown) // columns)
    title = _title(record)

    def draw(figure: Figure) -> None:
        figure.suptitle(title, fontsize=11)
        for panel, axes in zip(shown, panels(figure, len(shown), columns), strict=True):
            _draw_panel(axes, panel, history)
            if panel.title == "Development":
                _mark_best(axes, record)

    return Picture("training", title, f"{title}: {len(history)} epochs.", (3.2 * columns, 2.5 * rows + 0.4), draw)


def draw_training(record: Mapping[str, Any], path: str | Path) -> None:
    """Draw a training record into a file: .png, .svg or .pdf."""
    save_as(training_picture(record), Path(path))


def _values(panel: Panel, history: Sequence[Epoch]) -> dict[str, list[float]]:
    found = {}
    for name, value in panel.series.items():
        values = [value(epoch) for epoch in history]
        if any(values):
            found[name] = [float("nan") if each is None else float(each) for each in values]
    return found


def _draw_panel(axes: Axes, panel: Panel, history: Sequence[Epoch]) -> None:
    numbers = [int(epoch["epoch"]) for epoch in history]
    found = _values(panel, history)
    for (name, values), look in zip(found.items(), LOOKS, strict=False):
        axes.plot(numbers, values, label=name, **look.line_settings())
    axes.set_title(panel.title, loc="left")
    axes.set_ylabel(panel.unit)
    whole_epochs(axes, numbers[-1])
    if panel.title != "Development":
        axes.set_ylim(bottom=0)
    if len(found) > 1:  # above the curves: room for a line of text each
        axes.set_ylim(top=axes.get_ylim()[1] * (1.05 + 0.12 * len(found)))
        axes.legend(loc="upper right")


def _mark_best(axes: Axes, record: Mapping[str, Any]) -> None:
    best, score = record.get("best_epoch"), record.get("dev_f1")
    if best and score is not None:
        axes.axvline(best, color=LOOKS[1].colour, linestyle=":", linewidth=1)
        axes.set_title(f"Development: {score:.2f} in epoch {best}", loc="left")


def _title(record: Mapping[str, Any]) -> str:
    settings = record.get("settings", {})
    learner = settings.get("learner", {})
    parts = [str(learner.get("learner", "training")).upper()]
    if learner.get("learner") in ("swvp", "swvm"):
        parts += [str(learner.get(name)) for name in ("gamma", "templates", "mode")]
    if learner.get("learner") != "csp" and "k_best" in learner:
        parts.append(f"K = {learner['k_best']}")
    if "features" in settings:
        parts.append(f"features {Path(str(settings['features'])).name}")
    data = record.get("data", {}).get("train")
    return ", ".join(parts) + (f"; {data['sentences']:,} sentences" if data else "")
