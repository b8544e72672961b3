"""A picture and how it is saved. The same records give the same bytes: no dates, no random ids, one font.

Matplotlib is imported when something is drawn, and nowhere else. No figure passes through `pyplot`, so nothing is
kept between two of them.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swvm.errors import SettingError, missing_extra
from swvm.model.atomic import replacing
from swvm.report.style import RC

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("png", "svg")
PAPER = "paper"  # the id, in an SVG file, of the white sheet behind a picture
_METADATA: dict[str, dict[str, Any]] = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw. The caption says what is seen, and what bands and bars mean; it also stands for the picture."""

    name: str  # of its files, without a suffix
    title: str
    caption: str
    size: tuple[float, float]  # inches
    draw: Callable[[Figure], None]


def rendered(picture: Picture, formats: Sequence[str] = FORMATS) -> dict[str, bytes]:
    """Return the contents of the picture's files, by format."""
    with _drawn(picture) as figure:
        return {each: _bytes(figure, each) for each in formats}


def save_rendered(contents: Mapping[str, bytes], folder: Path, name: str) -> None:
    """Write `folder/NAME.png` and `folder/NAME.svg`."""
    for each, data in contents.items():
        _write(folder / f"{name}.{each}", data)


def save_as(picture: Picture, path: Path) -> None:
    """Write one file, in the format that its name ends with: .png, .svg or .pdf."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in (*FORMATS, "pdf"):
        raise SettingError(f"{path}: a figure ends with .png, .svg or .pdf")
    _write(path, rendered(picture, [kind])[kind])


@contextmanager
def _drawn(picture: Picture) -> Iterator[Figure]:
    try:
        from matplotlib import rc_context, rcParamsDefault  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise missing_extra("drawing figures", "plots") from None
    # From the defaults, so that a user's own matplotlibrc changes nothing.
    defaults: Any = {name: value for name, value in rcParamsDefault.items() if not name.startswith("backend")}
    with rc_context(defaults | RC):
        figure = Figure(figsize=picture.size, layout="constrained", facecolor="white")
        figure.patch.set_gid(PAPER)
        picture.draw(figure)
        yield figure


def _bytes(figure: Figure, kind: str) -> bytes:
    buffer = io.BytesIO()
    metadata = _METADATA.get(kind, {"CreationDate": None, "Producer": None, "Creator": None})
    figure.savefig(buffer, format=kind, metadata=metadata, facecolor="white")
    return buffer.getvalue()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        stream.write(data)


def panels(figure: Figure, count: int, columns: int, **settings: Any) -> list[Axes]:
    """Return `count` axes, row by row; the last row may be short."""
    rows = -(-count // columns)
    grid: list[Axes] = figure.subplots(rows, columns, squeeze=False, **settings).ravel().tolist()
    for unused in grid[count:]:
        unused.remove()
    return grid[:count]


def whole_epochs(axes: Axes, last: int) -> None:
    """Label an axis of epochs with whole numbers only."""
    step = max(1, -(-last // 8))
    axes.set_xticks(list(range(step, last + 1, step)) if step > 1 else list(range(1, last + 1)))
    axes.set_xlim(1 - 0.02 * last - 0.1, last + 0.02 * last + 0.1)
    axes.set_xlabel("epoch")
