"""Learning curves: F1 on dev after each epoch, and the entropy of gamma over training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from swvm.experiment.records import Record
from swvm.learn.gamma import PARAMETERS
from swvm.report.analysis import Analysis, grid_of
from swvm.report.drawing import Picture, panels, whole_epochs
from swvm.report.names import Place, gamma_rank, place_text, slug
from swvm.report.style import Look, looks_of

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Curves = npt.NDArray[np.float64]  # [runs, epochs]
Series = Mapping[str, Curves]

BAND = "Lines: the mean over {runs} runs (parts × seeds); bands: one standard deviation to both sides."


def learning_curves(analysis: Analysis) -> Picture | None:
    """Draw F1 on dev after each epoch, of the chosen configuration of each system."""
    field = "token_curve" if analysis.metric == "token_f1" else "curve"
    series = {
        place: {
            one.chosen.system: _stack([getattr(record, field) for record in one.chosen.records])
            for one in analysis.at(place)
        }
        for place in analysis.places
    }
    unit = "F1 of tokens on dev" if analysis.metric == "token_f1" else "F1 of mentions on dev"
    names = [system for _, system in analysis.systems()]
    return _curves(analysis, series, looks(analysis, names), ("learning-curves", "Learning curves", unit))


def looks(analysis: Analysis, systems: Sequence[str]) -> dict[str, Look]:
    """Return the look of each system: that of its learner, where it is the learner's only one."""
    learners = [learner for learner, _ in analysis.systems()]
    alone = {system: learner for learner, system in analysis.systems() if learners.count(learner) == 1}
    keys = [alone.get(system, system) for system in systems]
    found = looks_of(keys)
    return {system: found[key] for system, key in zip(systems, keys, strict=True)}


def entropy_curves(analysis: Analysis, system: str) -> Picture | None:
    """Draw the mean entropy of gamma in each epoch, by SetGamma; all else as in the system's chosen configuration."""
    series = {place: _by_gamma(analysis, place, system) for place in analysis.places}
    names = sorted({name for each in series.values() for name in each}, key=gamma_rank)
    title, unit = f"{system}: entropy of γ over training", "entropy of γ, nats"
    return _curves(analysis, series, looks_of(names), (f"entropy-{slug(system)}", title, unit))


def _by_gamma(analysis: Analysis, place: Place, system: str) -> dict[str, Curves]:
    chosen = next((one.chosen for one in analysis.at(place) if one.chosen.system == system), None)
    if chosen is None or "gamma" not in chosen.settings:
        return {}
    found: dict[str, Curves] = {}
    for one in grid_of(analysis, system):
        if place.holds(one) and _but_gamma(one.settings) == _but_gamma(chosen.settings):
            found.setdefault(str(one.settings["gamma"]), _stack([entropy_by_epoch(each) for each in one.records]))
    return found


def _but_gamma(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings without SetGamma and what belongs to it."""
    return {name: value for name, value in settings.items() if name not in ("gamma", *PARAMETERS)}


def entropy_by_epoch(record: Record) -> Sequence[float]:
    """Return the mean entropy of gamma in each epoch; nothing where the record has none."""
    by_epoch = record.training.get("by_epoch", {})
    return list(by_epoch.get("mean_entropy", ()))


def _stack(curves: Sequence[Sequence[float]]) -> Curves:
    """Return the curves as rows; where one stopped early, its rest is not a number."""
    curves = [curve for curve in curves if len(curve)]
    stacked = np.full((len(curves), max(map(len, curves), default=0)), np.nan)
    for row, curve in zip(stacked, curves, strict=True):
        row[: len(curve)] = curve
    return stacked


def _curves(
    analysis: Analysis, series: Mapping[Place, Series], look: Mapping[str, Look], words: tuple[str, str, str]
) -> Picture | None:
    name, title, unit = words
    shown = [place for place in analysis.places if any(curves.size for curves in series[place].values())]
    if not shown:
        return None
    columns = min(2, len(shown))

    def draw(figure: Figure) -> None:
        grid = panels(figure, len(shown), columns)
        for place, axes in zip(shown, grid, strict=True):
            _draw_place(axes, series[place], look)
            axes.set_title(place_text(place, analysis.places), loc="left")
        for axes in grid[::columns]:
            axes.set_ylabel(unit)
        _legend(figure, grid)

    caption = f"{unit[0].upper()}{unit[1:]}, after each epoch{', all else as chosen' if 'γ' in unit else ''}. "
    runs = sorted({len(curves) for place in shown for curves in series[place].values() if curves.size})
    count = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    size = (3.7 * columns, 2.6 * -(-len(shown) // columns) + 0.4)
    return Picture(name, title, caption + BAND.format(runs=count), size, draw)


def _draw_place(axes: Axes, series: Series, look: Mapping[str, Look]) -> None:
    last = 1
    for name, curves in series.items():
        if not curves.size:
            continue
        last = max(last, curves.shape[1])
        epochs = np.arange(1, curves.shape[1] + 1)
        mean, deviation = _mean_and_deviation(curves)
        axes.fill_between(epochs, mean - deviation, mean + deviation, color=look[name].colour, alpha=0.18, linewidth=0)
        axes.plot(epochs, mean, label=name, markevery=max(1, len(epochs) // 8), **look[name].line_settings())
    whole_epochs(axes, last)


def _mean_and_deviation(curves: Curves) -> tuple[Curves, Curves]:
    """Return both for each epoch, over the runs that came so far; one run alone has no deviation."""
    runs = np.count_nonzero(~np.isnan(curves), axis=0)
    mean = np.nansum(curves, axis=0) / runs
    return mean, np.sqrt(np.nansum((curves - mean) ** 2, axis=0) / np.maximum(runs - 1, 1))


def _legend(figure: Figure, grid: Sequence[Axes]) -> None:
    """Put one legend below all panels, each series once."""
    found: dict[str, Artist] = {}
    for axes in grid:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    figure.legend(list(found.values()), list(found), loc="outside lower center", ncols=min(6, len(found)))
