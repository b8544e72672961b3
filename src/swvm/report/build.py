"""All tables and pictures that a set of records gives, in the order of a report. Nothing is drawn yet."""

from __future__ import annotations

from collections.abc import Iterator

from swvm.report.analysis import Analysis, grid_of
from swvm.report.bounds import bounds_table
from swvm.report.curves import entropy_curves, learning_curves
from swvm.report.dots import gaps_picture, scores_picture
from swvm.report.drawing import Picture
from swvm.report.factors import factor_tables
from swvm.report.gaps import gaps_table
from swvm.report.grids import configurations_table, grid_table, variants_table
from swvm.report.heatmap import heat_map
from swvm.report.mentions import looks_in, mentions_picture, mentions_table, of_analysis
from swvm.report.origin import time_table
from swvm.report.overview import overview_table
from swvm.report.scores import results_table, tokens_table
from swvm.report.significance import pair_table, significance_table
from swvm.report.table import Table

Item = Table | Picture


def items_of(analysis: Analysis, figures: bool = True) -> list[Item]:
    """Return the tables and, unless they are not wanted, the pictures."""
    found = [item for item in _items(analysis) if item is not None]
    return [item for item in found if (item.rows if isinstance(item, Table) else figures)]


def _items(analysis: Analysis) -> Iterator[Item | None]:
    yield results_table(analysis)
    yield overview_table(analysis)
    yield gaps_picture(analysis)
    yield scores_picture(analysis)
    yield tokens_table(analysis)
    yield significance_table(analysis)
    yield pair_table(analysis)
    yield gaps_table(analysis)
    yield configurations_table(analysis)
    yield from factor_tables(analysis)
    yield bounds_table(analysis)
    yield variants_table(analysis)
    yield learning_curves(analysis)
    groups = of_analysis(analysis)
    yield mentions_table(groups)
    yield mentions_picture(groups, looks_in(analysis))
    for system in gridded(analysis):
        yield grid_table(analysis, system)
        yield heat_map(analysis, system)
        yield entropy_curves(analysis, system)
    yield time_table(analysis)


def gridded(analysis: Analysis) -> list[str]:
    """Return the systems that were tuned over more than one configuration of each place."""
    systems = [system for _, system in analysis.systems()]
    return [system for system in systems if len(grid_of(analysis, system)) > len(analysis.places)]
