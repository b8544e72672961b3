"""Pictures of a search: what each part of the recipe brings, and the scores in the order of trying."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from swvm.report.drawing import Picture
from swvm.report.style import BLUE, GRID, INK, VERMILLION
from swvm.tune.bench import Result
from swvm.tune.final import Part
from swvm.tune.recipe import Recipe

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def parts_picture(parts: Sequence[Part]) -> Picture | None:
    """Draw the F1 that is lost without each part: the mean, one standard error, and each seed."""
    if not parts:
        return None

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for y, part in enumerate(parts):
            colour = VERMILLION if part.difference.counts else GRID
            error = part.difference.error
            axes.errorbar([part.difference.gain], [y], xerr=error, color=colour, marker="o", markersize=6)
            axes.plot(
                part.by_seed, [y + 0.25] * len(part.by_seed), color=INK, marker=".", markersize=4, linestyle="none"
            )
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_yticks(range(len(parts)), [part.text for part in parts])
        axes.set_ylim(len(parts) - 0.4, -0.6)
        axes.grid(axis="x")
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("F1 on dev that is lost without it, in points")

    caption = (
        "Large dots: the mean over the seeds, with one standard error (seeds, sentences) to both sides; grey: within "
        "noise. Small dots: the seeds one by one."
    )
    return Picture("parts", "What each part brings, drawn", caption, (6.4, 0.34 * len(parts) + 1.0), draw)


def tried_picture(results: Sequence[Result], taken: Recipe) -> Picture | None:
    """Draw the scores of the recipes in the order in which they were tried, and the best so far."""
    if len(results) < 2:
        return None

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        places = [one.place + 1 for one in results]
        scores = [one.score for one in results]
        axes.plot(places, scores, color=BLUE, marker=".", markersize=4, linestyle="none", label="a recipe")
        axes.step(places, list(accumulate(scores, max)), where="post", color=BLUE, linewidth=1, label="the best so far")
        for one in results:
            if one.recipe == taken:
                look: dict[str, Any] = {"color": VERMILLION, "marker": "D", "linestyle": "none"}
                axes.plot([one.place + 1], [one.score], label="the one taken in the end", **look)
        spread = max(scores) - sorted(scores)[len(scores) // 10]
        axes.set_ylim(max(scores) - 1.3 * spread - 0.1, max(scores) + 0.1 * spread + 0.1)
        axes.set_xlabel("recipes in the order of trying")
        axes.set_ylabel("F1 on dev")
        axes.legend(loc="lower right")

    caption = "The mean over the seeds of each. The axis does not begin at 0, and the weakest tenth may lie below it."
    return Picture("tried", "The search", caption, (6.4, 3.0), draw)
