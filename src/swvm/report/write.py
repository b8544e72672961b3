"""Records -> a folder: report.html, report.md and the figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from swvm.errors import DataError
from swvm.experiment.records import Record, records_there
from swvm.model.atomic import replacing
from swvm.report.analysis import analyse
from swvm.report.build import Item, items_of
from swvm.report.drawing import Picture, rendered, save_rendered
from swvm.report.origin import origin_lines
from swvm.report.page import html_page
from swvm.report.table import Table, markdown


def read_all(paths: Iterable[str | Path]) -> list[Record]:
    """Read files of records; a run that stands in two of them counts once."""
    found: dict[str, Record] = {}
    for path in map(Path, paths):
        found.update((record.id, record) for record in records_there(path))
    return list(found.values())


def write_report(
    records: Iterable[Record],
    folder: str | Path,
    *,
    metric: str = "f1",
    title: str | None = None,
    figures: bool = True,
) -> Path:
    """Write the report of records into a folder and return the path of its HTML page.

    The same records give the same bytes. Without `figures` no matplotlib is needed.
    """
    folder = Path(folder)
    if any(above.is_file() for above in (folder, *folder.parents)):
        raise DataError(f"{folder}: cannot write: this is, or is below, a file; name a folder")
    analysis = analyse(records, metric)
    title = title or "Report: " + ", ".join(sorted({record.experiment for record in analysis.records}))
    items, origin = items_of(analysis, figures), origin_lines(analysis)
    drawn = {item.name: rendered(item) for item in items if isinstance(item, Picture)}
    page = html_page(title, origin, items, {name: files["svg"].decode("utf-8") for name, files in drawn.items()})
    for name, files in drawn.items():
        save_rendered(files, folder / "figures", name)
    write_text(folder / "report.md", markdown_report(title, origin, items))
    write_text(folder / "report.html", page)
    return folder / "report.html"


def markdown_report(title: str, origin: Sequence[str], items: Sequence[Item]) -> str:
    """Return the report in Markdown; its figures lie in the folder `figures` beside it."""
    return "\n".join([f"# {title}\n", "\n\n".join(origin) + "\n", *map(_section, items)])


def _section(item: Item) -> str:
    if isinstance(item, Table):
        return markdown(item, "## ")
    return f"## {item.title}\n\n{figure_link(item, f'figures/{item.name}.svg')}\n"


def figure_link(picture: Picture, path: str) -> str:
    """Return a picture's line in Markdown, its caption below."""
    return f"![{picture.title}]({path})\n\n*{picture.caption}*"


def write_text(path: Path, text: str) -> None:
    """Write a whole text file, with plain line ends on every system."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        stream.write(text.encode("utf-8"))
