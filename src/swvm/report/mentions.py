"""Where mentions are won and lost: F1 by type, by length, and of mentions that the training data has or has not.

The counts (correct, gold, predicted) of each group come from the records of the chosen configurations, or from
`swvm.report.labellings`, which counts any two labellings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from swvm.evaluate.scores import Counts
from swvm.report.analysis import Analysis
from swvm.report.curves import looks
from swvm.report.drawing import Picture
from swvm.report.names import place_text
from swvm.report.style import GRID, Look, looks_of
from swvm.report.table import Cell, Content, Table, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Groups = Mapping[str, Mapping[str, Sequence[int]]]  # kind -> group -> correct, gold, predicted

KINDS = {"type": "by type", "length": "by length in tokens", "seen": "in the training data?"}
MOST = 8  # types shown, the most frequent ones


@dataclass(frozen=True, slots=True)
class Compared:
    """The groups of several systems on one corpus."""

    name: str
    systems: Mapping[str, Mapping[str, Mapping[str, Counts]]]  # system -> kind -> group -> counts

    def groups(self, kind: str) -> list[str]:
        """Return the groups of a kind, in the order in which they are shown."""
        gold: dict[str, int] = {}
        for kinds in self.systems.values():
            for group, counts in kinds.get(kind, {}).items():
                gold[group] = max(gold.get(group, 0), counts.gold)
        gold = {group: count for group, count in gold.items() if count}
        if kind == "type":
            return sorted(gold, key=lambda group: (-gold[group], group))[:MOST]
        return sorted(gold, key=lambda group: (len(group), group))

    def gold(self, kind: str, group: str) -> int:
        """Return how many gold mentions a group has."""
        return max(
            (kinds[kind][group].gold for kinds in self.systems.values() if group in kinds.get(kind, {})), default=0
        )


def compared(name: str, systems: Mapping[str, Sequence[Groups]]) -> Compared:
    """Add up the groups of each system's runs."""
    return Compared(name, {system: _added(runs) for system, runs in systems.items() if any(runs)})


def _added(runs: Sequence[Groups]) -> dict[str, dict[str, Counts]]:
    total: dict[str, dict[str, Counts]] = {}
    for run in runs:
        for kind, groups in run.items():
            for group, (correct, gold, predicted) in groups.items():
                old = total.setdefault(kind, {}).get(group, Counts(0, 0, 0))
                total[kind][group] = Counts(old.correct + correct, old.gold + gold, old.predicted + predicted)
    return total


def of_analysis(analysis: Analysis) -> list[Compared]:
    """Return the groups of the chosen configurations, corpus by corpus; nothing where the records have none."""
    found = []
    for place in analysis.places:
        systems = {one.chosen.system: [record.breakdown for record in one.tests] for one in analysis.at(place)}
        one = compared(place_text(place, analysis.places), systems)
        if one.systems:
            found.append(one)
    return found


def mentions_table(corpora: Sequence[Compared]) -> Table | None:
    """Return F1 of every group and system."""
    systems = list(dict.fromkeys(system for one in corpora for system in one.systems))
    rows: list[tuple[Content, ...]] = []
    for one in corpora:
        for kind, title in KINDS.items():
            rows += [_row(one, kind, title, group, systems) for group in one.groups(kind)]
    if not rows:
        return None
    notes = ("F1 of the mentions of a group, counts added up over all test parts. A mention counts as seen where its "
             f"words are a mention of the training data. Types: the {MOST} most frequent.",)  # fmt: skip
    header = ("corpus", "mentions", "group", "gold", *systems)
    return Table("mentions", "F1 by type, length, and seen or unseen", header, tuple(rows), notes, labels=3)


def _row(one: Compared, kind: str, title: str, group: str, systems: Sequence[str]) -> tuple[Content, ...]:
    counts = [one.systems.get(system, {}).get(kind, {}).get(group) for system in systems]
    best = max((each.f1 for each in counts if each is not None), default=0.0)
    cells = ["" if each is None else Cell(number(each.f1), strong=each.f1 == best) for each in counts]
    return (one.name, title, group, str(one.gold(kind, group)), *cells)


def mentions_picture(corpora: Sequence[Compared], look: Mapping[str, Look] | None = None) -> Picture | None:
    """Draw F1 of every group: a row of panels for each corpus."""
    if not corpora:
        return None
    look = look or looks_of([system for one in corpora for system in one.systems])
    heights = [max(len(one.groups(kind)) for kind in KINDS) for one in corpora]

    def draw(figure: Figure) -> None:
        grid = figure.subplots(len(corpora), len(KINDS), squeeze=False, height_ratios=[h + 1.5 for h in heights])
        for one, row in zip(corpora, grid, strict=True):
            for (kind, title), axes in zip(KINDS.items(), row, strict=True):
                _draw_groups(axes, one, kind, look)
                axes.set_title(f"{one.name}, {title}" if kind == "type" else title, loc="left", fontsize=9)
        for axes in grid[-1]:
            axes.set_xlabel("F1 on test")
        handles, names = grid[0][0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=6)

    caption = (
        "F1 of mentions on test by type, by length, and of those whose words are, or are not, a mention of the "
        "training data; in brackets the number of gold mentions, over all test parts."
    )
    size = (9.6, sum(0.3 * h + 0.75 for h in heights) + 0.6)
    return Picture("mentions", "Where mentions are won and lost", caption, size, draw)


def _draw_groups(axes: Axes, one: Compared, kind: str, look: Mapping[str, Look]) -> None:
    groups = one.groups(kind)
    for y in range(len(groups)):
        axes.axhline(y, color=GRID, linewidth=0.5, alpha=0.5)
    for k, (system, kinds) in enumerate(one.systems.items()):
        shift = 0.13 * (k - (len(one.systems) - 1) / 2)  # so that equal scores do not hide each other
        counts = kinds.get(kind, {})
        found = [(counts[group].f1, y + shift) for y, group in enumerate(groups) if group in counts]
        style = look[system]
        axes.plot(
            *np.array(found).reshape(-1, 2).T,
            color=style.colour,
            marker=style.marker,
            linestyle="none",
            label=system,
            alpha=0.9,
        )
    axes.set_yticks(range(len(groups)), [f"{group} ({one.gold(kind, group):,})" for group in groups])
    axes.set_ylim(len(groups) - 0.4, -0.6)
    axes.grid(visible=False)
    axes.tick_params(axis="y", length=0)


def looks_in(analysis: Analysis) -> Mapping[str, Look]:
    """Return the looks that the other figures of a report give to its systems."""
    return looks(analysis, [system for _, system in analysis.systems()])
