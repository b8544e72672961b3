"""The grid of a learner as a heat map: SetGamma by K, aggressive and balanced, the mean F1 on dev."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from swvm.experiment.selection import Configuration
from swvm.report.analysis import Analysis, grid_of, varied
from swvm.report.drawing import Picture, panels
from swvm.report.names import gamma_rank, place_text, slug

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Cells = npt.NDArray[np.float64]  # [gammas, modes * ks]
COLOURS = "cividis"  # rises in lightness, also for the colour-blind and in grey
GAP = 0.12  # between the modes
FRAME_X, FRAME_Y = np.array([-0.5, 0.5, 0.5, -0.5, -0.5]), np.array([-0.5, -0.5, 0.5, 0.5, -0.5])


def heat_map(analysis: Analysis, system: str) -> Picture | None:
    """Draw a system's grid; where settings beside mode, SetGamma and K vary, the best of them counts."""
    members = grid_of(analysis, system)
    gammas = sorted({str(one.settings.get("gamma")) for one in members if "gamma" in one.settings}, key=gamma_rank)
    modes = sorted({str(one.settings.get("mode")) for one in members})
    ks = sorted({one.settings.get("k_best", 1) for one in members})
    if len(gammas) < 2:
        return None
    shown = [place for place in analysis.places if any(place.holds(one) for one in members)]
    columns = min(2, len(shown))

    def draw(figure: Figure) -> None:
        figure.set_layout_engine("constrained", wspace=0.08, hspace=0.08)
        for number, (place, axes) in enumerate(zip(shown, panels(figure, len(shown), columns), strict=True)):
            here = [one for one in members if place.holds(one)]
            cells = _cells(here, gammas, [(mode, k) for mode in modes for k in ks], analysis.metric)
            _draw_cells(axes, cells, modes)
            _label(axes, gammas if number % columns == 0 else [], modes, ks, len(gammas))
            axes.set_title(place_text(place, analysis.places), loc="left", pad=20)

    unit = "F1 of tokens" if analysis.metric == "token_f1" else "F1 of mentions"
    caption = f"{system}: mean {unit} on dev; colours run from each panel's lowest to its highest, the best framed."
    if set(varied(members)) - {"mode", "gamma", "k_best"}:
        caption += " Where further settings vary, a cell is the best of them."
    cell = 0.52
    width = columns * (cell * len(modes) * len(ks) + 0.5) + 1.1
    size = (width, -(-len(shown) // columns) * (0.36 * len(gammas) + 1.05))
    return Picture(f"grid-{slug(system)}", f"{system}: the grid", caption, size, draw)


def _cells(members: Sequence[Configuration], gammas: Sequence[str], columns: Sequence[Any], metric: str) -> Cells:
    cells = np.full((len(gammas), len(columns)), np.nan)
    for one in members:
        scores = one.dev(metric)
        if scores:
            row = gammas.index(str(one.settings.get("gamma")))
            column = columns.index((str(one.settings.get("mode")), one.settings.get("k_best", 1)))
            cells[row, column] = np.fmax(cells[row, column], np.mean(scores))
    return cells


def _draw_cells(axes: Axes, cells: Cells, modes: Sequence[str]) -> None:
    if np.isnan(cells).all():
        return
    low, high = float(np.nanmin(cells)), float(np.nanmax(cells))
    top = high if high > low else low + 1
    width = cells.shape[1] // len(modes)
    for number in range(len(modes)):
        block = cells[:, number * width : (number + 1) * width]
        corners = number * (width + GAP) + np.arange(width + 1) - 0.5, np.arange(len(cells) + 1) - 0.5
        axes.pcolormesh(*corners, block, cmap=COLOURS, vmin=low, vmax=top, edgecolors="face", linewidth=0.3)
    for (row, column), value in np.ndenumerate(cells):
        if not np.isnan(value):
            ink = "white" if value - low <= 0.55 * (top - low) else "black"
            x = column + GAP * (column // width)
            axes.text(x, row, f"{value:.2f}", ha="center", va="center", fontsize=7.5, color=ink)
            if value == high:
                axes.plot(x + FRAME_X, row + FRAME_Y, color="#D55E00", linewidth=2, marker="", clip_on=False)


def _label(axes: Axes, gammas: Sequence[str], modes: Sequence[str], ks: Sequence[int], rows: int) -> None:
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_yticks(range(rows), gammas or [""] * rows)
    starts = [number * (len(ks) + GAP) for number in range(len(modes))]
    axes.set_xticks([start + k for start in starts for k in range(len(ks))], [f"K={k}" for k in ks] * len(modes))
    for start, mode in zip(starts, modes, strict=True):
        axes.text(start + (len(ks) - 1) / 2, -0.62, mode, ha="center", va="bottom", fontsize=8)
