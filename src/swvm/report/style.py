"""How figures look: colours that the colour-blind can tell apart, and a line style and a marker beside each colour.

The colours are those of Okabe and Ito (2008), without black and yellow: both must be seen on white and on dark paper.
Nothing here imports matplotlib.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

BLUE, VERMILLION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
ORANGE, SKY = "#E69F00", "#56B4E9"

INK = "#1a1a1b"  # of text and axes; a page turns it into the colour of its own text
GRID = "#9a9a9b"


@dataclass(frozen=True, slots=True)
class Look:
    """Colour, line style and marker of one series; any one of them is enough to know it."""

    colour: str
    line: Any
    marker: str

    def line_settings(self) -> dict[str, Any]:
        """Return what a line of a plot takes."""
        return {"color": self.colour, "linestyle": self.line, "marker": self.marker}


LOOKS = (
    Look(VERMILLION, "-", "o"),
    Look(BLUE, (0, (5, 1.5)), "s"),
    Look(GREEN, (0, (4, 1.5, 1, 1.5)), "^"),
    Look(PURPLE, (0, (1, 1.2)), "D"),
    Look(ORANGE, (0, (6, 1.5, 1, 1.5, 1, 1.5)), "v"),
    Look(SKY, (0, (8, 2)), "P"),
    Look("#8a6d3b", (0, (2, 2)), "X"),
    Look("#7f7f7f", (0, (3, 1)), "*"),
)

# A learner looks the same in every figure.
_LEARNERS = ("swvm", "mira", "swvp", "csp")


def looks_of(names: Sequence[str]) -> dict[str, Look]:
    """Return a look for each name: a learner has its own, the others take those that are left, in their order."""
    fixed = {name: LOOKS[_LEARNERS.index(name)] for name in names if name in _LEARNERS}
    free = [look for look in LOOKS if look not in fixed.values()] or list(LOOKS)
    others = [name for name in names if name not in fixed]
    return fixed | {name: free[number % len(free)] for number, name in enumerate(others)}


RC: dict[str, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same on every machine
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titleweight": "bold",
    "axes.labelsize": 9.0,
    "axes.facecolor": "none",  # the paper's own
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": GRID,
    "grid.alpha": 0.35,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "legend.frameon": False,
    "legend.fontsize": 8.0,
    "legend.handlelength": 3.2,  # long enough to show a line's pattern
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
    "errorbar.capsize": 3.0,
    "figure.dpi": 100,
    "savefig.dpi": 150,
    "svg.fonttype": "path",
    "svg.hashsalt": "swvm",  # ids in a file depend on its content alone
}
