"""Test scores as dots with intervals: F1 by learner and corpus, and the distance of each learner to MIRA."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from swvm.experiment.selection import Result
from swvm.experiment.significance import paired_records
from swvm.report.analysis import Analysis, learner_of
from swvm.report.curves import looks
from swvm.report.drawing import Picture, panels
from swvm.report.intervals import describe_interval, interval
from swvm.report.names import Place, place_text
from swvm.report.paper import TABLE_1
from swvm.report.style import GRID, INK, Look
from swvm.report.table import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

EDGE = 6.0  # points: what the paper has beyond it is written at the picture's edge


def scores_picture(analysis: Analysis) -> Picture | None:
    """Draw test F1 by learner, a panel for each corpus. The axes do not begin at 0: they show differences."""
    shown = [place for place in analysis.places if any(one.test(analysis.metric) for one in analysis.at(place))]
    if not shown:
        return None
    systems = [system for _, system in analysis.systems()]
    look = looks(analysis, systems)

    def draw(figure: Figure) -> None:
        grid = panels(figure, len(shown), min(4, len(shown)))
        grid[0].set_ylabel(unit_of(analysis))
        for place, axes in zip(shown, grid, strict=True):
            _draw_scores(axes, [one for one in analysis.at(place) if one.test(analysis.metric)], analysis, look)
            axes.set_title(place_text(place, analysis.places), loc="left")

    caption = f"{unit_of(analysis)} on test; {describe_interval(analysis.results)}. The axes do not begin at 0."
    width = max(1.9, 0.35 * len(systems) + 1.0) * min(4, len(shown))
    height = 2.7 * -(-len(shown) // 4)
    return Picture("scores", "F1 by learner and corpus", caption, (max(width, 3.2), height), draw)


def unit_of(analysis: Analysis) -> str:
    """Return what was scored."""
    return "F1 of tokens" if analysis.metric == "token_f1" else "F1 of mentions"


def _draw_scores(axes: Axes, members: Sequence[Result], analysis: Analysis, look: dict[str, Look]) -> None:
    for x, one in enumerate(members):
        style = look[one.chosen.system]
        mean, ends = one.mean(analysis.metric), interval(one, analysis.results, analysis.metric)
        _draw_runs(axes, x, one, analysis.metric)
        bars = None if ends is None else [[mean - ends[0]], [ends[1] - mean]]
        axes.errorbar([x], [mean], yerr=bars, color=style.colour, marker=style.marker, markersize=6, linestyle="none")
    axes.set_xticks(range(len(members)), [one.chosen.system for one in members])
    if max(len(one.chosen.system) for one in members) > 5:
        axes.tick_params(axis="x", labelrotation=90)
    axes.set_xlim(-0.6, len(members) - 0.4)


def _draw_runs(axes: Axes, x: int, one: Result, metric: str) -> None:
    values = [record.test.score(metric) for record in one.tests if record.test is not None]
    if len(values) > 1:
        axes.plot([x + 0.22] * len(values), values, marker=".", markersize=3.5, color=GRID, linestyle="none")


def gaps_picture(analysis: Analysis, base: str = "mira") -> Picture | None:
    """Draw the difference of each learner's test F1 to MIRA's, ours and the paper's."""
    look = looks(analysis, [system for _, system in analysis.systems()])
    rows = [(place, one, gap) for place in analysis.places for one, gap in _gaps(analysis, place, base)]
    if not rows:
        return None
    height = 0.28 * len(rows) + 1.2
    quoted = any(place.corpus in TABLE_1["mira"] for place in analysis.places)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        reach = _reach([gap for _, _, gap in rows])
        for y, (_, one, gap) in enumerate(rows):
            _draw_gap(axes, y, one, gap, look[one.chosen.system], reach=reach)
        _make_room(axes)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_yticks(range(len(rows)), [f"{place_text(p, analysis.places)}  {one.name}" for p, one, _ in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.grid(axis="x")
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(f"{unit_of(analysis)} on test, difference to {base.upper()} in points")
        if quoted:
            _gap_legend(axes)

    caption = (
        f"Difference in {unit_of(analysis)} to {base.upper()}, each with its best configuration: the mean over the "
        "parts; bars: one standard deviation of the differences to both sides."
    )
    if quoted:
        caption += " Filled: ours. Hollow: the paper's; an arrow: the paper's, off the picture."
    return Picture("gaps", f"Distance to {base.upper()}", caption, (6.4, height), draw)


def _gaps(analysis: Analysis, place: Place, base: str) -> list[tuple[Result, list[float]]]:
    """Return the differences, part by part, of each result at a place to that of the base."""
    members = [one for one in analysis.at(place) if one.test(analysis.metric)]
    bases = [one for one in members if learner_of(one) == base]
    if not bases:
        return []
    found = []
    for one in members:
        pairs = paired_records(one.tests, bases[0].tests)
        gap = [a.test.score(analysis.metric) - b.test.score(analysis.metric) for a, b in pairs if a.test and b.test]
        if one is not bases[0] and gap:
            found.append((one, gap))
    return found


def _reach(gaps: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return how far the paper's differences are drawn: as far as ours go, and a little at least."""
    ends = [float(np.mean(gap)) + side * (_deviation(gap) or 0.0) for gap in gaps for side in (-1, 1)]
    return min(-EDGE, *ends), max(EDGE, *ends)


def _deviation(gap: Sequence[float]) -> float | None:
    return float(np.std(gap, ddof=1)) if len(gap) > 1 else None


def _draw_gap(
    axes: Axes, y: int, one: Result, gap: Sequence[float], style: Look, *, reach: tuple[float, float]
) -> None:
    axes.errorbar(
        [float(np.mean(gap))],
        [y],
        xerr=_deviation(gap),
        color=style.colour,
        marker=style.marker,
        markersize=6,
        linestyle="none",
    )
    ours, theirs = TABLE_1.get(learner_of(one), {}).get(one.corpus), TABLE_1["mira"].get(one.corpus)
    if ours is None or theirs is None:
        return
    quoted = ours.f1 - theirs.f1
    if reach[0] <= quoted <= reach[1]:
        axes.plot([quoted], [y], color=style.colour, marker=style.marker, markerfacecolor="none", linestyle="none")
    else:
        _mark_beyond(axes, y, quoted, style)


def _mark_beyond(axes: Axes, y: int, value: float, style: Look) -> None:
    """Write a value that lies off the picture at its edge, with an arrow."""
    text, x, align = (f"◁ {number(value)}", 0.0, "left") if value < 0 else (f"{number(value)} ▷", 1.0, "right")
    across = axes.get_yaxis_transform()  # x from 0 to 1 over the panel
    axes.text(x, y, text, transform=across, ha=align, va="center", fontsize=8, color=style.colour)


def _make_room(axes: Axes) -> None:
    """Widen a picture where values are written at its edges, so that they hide nothing."""
    low, high = axes.get_xlim()
    room = 0.14 * (high - low)
    sides = {text.get_horizontalalignment() for text in axes.texts}
    axes.set_xlim(low - room * ("left" in sides), high + room * ("right" in sides))


def _gap_legend(axes: Axes) -> None:
    axes.plot([], [], color=INK, marker="o", linestyle="none", label="ours")
    axes.plot([], [], color=INK, marker="o", markerfacecolor="none", linestyle="none", label="in the paper")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.2)
