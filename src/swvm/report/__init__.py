"""Records -> tables, figures, pages.

Reading order: `analysis` (what everything is made from); `table`, `scores`, `significance`, `gaps`, `grids`,
`mentions`, `origin` (the tables); `style`, `drawing`, `curves`, `dots`, `heatmap`, `training` (the pictures); `build`
(all of both), `page` (one HTML page), `write` (a folder), `pages` and `values` (pages of the documentation). `paper`
holds the paper's own numbers.
Matplotlib is imported only when something is drawn.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from swvm.report.pages import fill_page
    from swvm.report.training import draw_training
    from swvm.report.write import read_all, write_report

_HOMES = {
    "draw_training": "swvm.report.training",
    "fill_page": "swvm.report.pages",
    "read_all": "swvm.report.write",
    "write_report": "swvm.report.write",
}

__all__ = ["draw_training", "fill_page", "read_all", "write_report"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'swvm.report' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
