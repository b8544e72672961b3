"""The reliability diagram: how often what a model is so and so sure of is right, before and after its calibration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from swvm.evaluate.reliability import BINS, Reliability
from swvm.report.drawing import Picture
from swvm.report.style import INK, LOOKS, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FEW = 10  # a bin with fewer things in it is drawn small and open: its share is chance
CAPTION = (
    "Of what the model holds to be right with a given confidence (horizontal), the share that is right (vertical), in "
    f"{BINS} bins; a perfect model lies on the dotted diagonal, one below it is too sure. Open marks: fewer than {FEW} "
    "in the bin. Below: the share of all that lies in each bin. ECE: the expected calibration error."
)
Series = Mapping[str, Reliability]  # by the name of the series, such as "before"


def reliability_picture(units: Mapping[str, Series], title: str) -> Picture:
    """Return the diagram of some units (`tokens`, `mentions`), each with its series."""

    def draw(figure: Figure) -> None:
        grid = figure.subplots(2, len(units), squeeze=False, sharex=True, height_ratios=(3.2, 1))
        for k, (unit, series) in enumerate(units.items()):
            looks = dict(zip(series, LOOKS, strict=False))
            _diagram(grid[0][k], unit, series, looks)
            _counts(grid[1][k], series, looks)
        grid[0][0].set_ylabel("share that is right")
        grid[1][0].set_ylabel("share of all")
        figure.suptitle(title, fontsize=10)

    return Picture("reliability", title, CAPTION, (1.0 + 3.3 * len(units), 4.8), draw)


def _diagram(axes: Axes, unit: str, series: Series, looks: Mapping[str, Look]) -> None:
    axes.plot([0, 1], [0, 1], color=INK, linestyle=":", linewidth=1, label="perfect")
    for name, one in series.items():
        look = looks[name]
        label = f"{name}: ECE {100 * one.ece:.1f} %"
        many = [each for each in one.bins if each.count >= FEW]
        few = [each for each in one.bins if each.count < FEW]
        axes.plot([b.confidence for b in many], [b.right for b in many], label=label, **look.line_settings())
        open_marks: dict[str, Any] = {
            "linestyle": "none",
            "marker": look.marker,
            "markersize": 3.5,
            "markerfacecolor": "none",
        }
        axes.plot([b.confidence for b in few], [b.right for b in few], color=look.colour, **open_marks)
    counted = next(iter(series.values())).count
    axes.set_title(f"{counted:,} {unit}", loc="left")
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)
    axes.grid(visible=True, axis="both")
    axes.legend(loc="upper left")


def _counts(axes: Axes, series: Series, looks: Mapping[str, Look]) -> None:
    """Two bars a bin, side by side; their edges are the pattern of the series' line."""
    width = 1 / BINS / (len(series) + 0.6)
    for number, (name, one) in enumerate(series.items()):
        look = looks[name]
        places = [b.low + (number + 0.3) * width for b in one.bins]
        heights = [b.count / one.count for b in one.bins]
        hatch: dict[str, Any] = {"hatch": "//////"} if number else {}
        colour = "none" if number else look.colour
        axes.bar(places, heights, width, align="edge", facecolor=colour, edgecolor=look.colour, linewidth=0.8, **hatch)
    axes.set_ylim(0, 1)
    axes.set_xlabel("confidence")
