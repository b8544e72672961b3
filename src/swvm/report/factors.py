"""One setting at a time: the score on test with each of its values, the rest chosen on dev.

The reading, SetGamma, templates, mode and K are compared with the averaging that most records have; averagings among
configurations that were run with all of them (C aside), so that none has a larger grid to choose from.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from swvm.errors import unknown_name
from swvm.experiment.records import Record
from swvm.experiment.selection import Result, tested
from swvm.report.analysis import Analysis, learner_of
from swvm.report.names import Place, gamma_rank, heading, learner_rank, place_text, setting_text
from swvm.report.scores import mean_text
from swvm.report.table import Cell, Content, Table, number, signed

FACTORS = ("constraint", "gamma", "templates", "mode", "k_best", "average")
BASES = ("mira", "csp")

Key = tuple[str, Any]  # a learner and a value


def factor_tables(analysis: Analysis) -> Iterator[Table]:
    """Yield a table for each setting that takes two values in some learner."""
    for name in FACTORS:
        table = factor_table(analysis, name)
        if table is not None:
            yield table


def factor_table(analysis: Analysis, name: str) -> Table | None:
    """Return the table of a setting; nothing where no learner was run with two of its values."""
    if name not in FACTORS:
        raise unknown_name("setting", name, list(FACTORS))
    records = _alike(analysis.records) if name == "average" else _one_averaging(analysis.records)
    found = tested(records, by=("learner", name), metric=analysis.metric)
    counts = Counter(learner for learner, _ in {_key(one, name) for one in found})
    return _table(analysis, name, found) if counts and max(counts.values()) > 1 else None


def _one_averaging(records: Sequence[Record]) -> list[Record]:
    most = Counter(record.settings.get("average") for record in records).most_common(1)[0][0]
    return [record for record in records if record.settings.get("average") == most]


def _alike(records: Sequence[Record]) -> list[Record]:
    """Return the records of configurations that each learner was run with under all of its averagings, C aside."""
    values: dict[str, set[Any]] = defaultdict(set)
    under: dict[str, set[Any]] = defaultdict(set)
    for record in records:
        if record.stage == "grid":
            values[record.settings["learner"]].add(record.settings.get("average"))
            under[_others(record)].add(record.settings.get("average"))
    return [record for record in records if under[_others(record)] == values[record.settings["learner"]]]


def _others(record: Record) -> str:
    left = {name: value for name, value in record.settings.items() if name not in ("average", "C")}
    return json.dumps([record.corpus, record.features, left], sort_keys=True)


def _table(analysis: Analysis, name: str, found: Sequence[Result]) -> Table:
    rows: dict[Key, dict[Place, Result]] = defaultdict(dict)
    for one in sorted(found, key=lambda one: _rank(one, name)):
        rows[_key(one, name)][next(place for place in analysis.places if place.holds(one))] = one
    whole = tuple(_row(analysis, key, cells, _bases(rows, key, name, analysis.metric)) for key, cells in rows.items())
    columns = (place_text(place, analysis.places) for place in analysis.places)
    header = ("learner", heading(name), *columns, "mean", *(f"− {base.upper()}" for base in BASES))
    same = "the same learner's configurations that were run with every averaging" if name == "average" else ""
    notes = (
        "On test, mean ± standard deviation over parts and seeds; of each row the configuration that is best on dev"
        f"{', among ' + same if same else ''}. Right: the mean difference to the best configuration of "
        f"{' and '.join(base.upper() for base in BASES)}{' with the same averaging' if same else ''}.",
    )
    return Table(f"by-{name}", f"F1 by {heading(name)}", header, whole, notes, labels=2)


def _key(one: Result, name: str) -> Key:
    return learner_of(one), one.group[name]


def _rank(one: Result, name: str) -> tuple[Any, ...]:
    learner, value = _key(one, name)
    order = gamma_rank(str(value)) if name == "gamma" else (0 if name != "k_best" else int(value or 0), str(value))
    return (*learner_rank(learner, ""), *order)


def _bases(
    rows: Mapping[Key, Mapping[Place, Result]], key: Key, name: str, metric: str
) -> list[Mapping[Place, Result]]:
    """Return what a row is compared with: by place the result of each base that is best on dev."""
    found: list[Mapping[Place, Result]] = []
    for base in BASES:
        rivals = [cells for (learner, value), cells in rows.items() if learner == base and _fits(name, value, key[1])]
        places = {place for cells in rivals for place in cells}
        found.append({place: _best((cells[place] for cells in rivals if place in cells), metric) for place in places})
    return found


def _fits(name: str, theirs: Any, ours: Any) -> bool:
    return name != "average" or theirs == ours


def _best(results: Iterable[Result], metric: str) -> Result:
    return max(results, key=lambda one: one.chosen.mean_dev(metric))


def _row(
    analysis: Analysis, key: Key, cells: Mapping[Place, Result], bases: Sequence[Mapping[Place, Result]]
) -> tuple[Content, ...]:
    metric = analysis.metric
    texts: list[Content] = [mean_text(cells[place], metric) if place in cells else "" for place in analysis.places]
    whole = len(cells) == len(analysis.places)
    mean = Cell(number(fmean(one.mean(metric) for one in cells.values())), strong=True) if whole else ""
    gaps = [_gap(cells, base, metric) if whole and base.keys() >= cells.keys() else "" for base in bases]
    return (key[0].upper(), setting_text(key[1]), *texts, mean, *gaps)


def _gap(cells: Mapping[Place, Result], base: Mapping[Place, Result], metric: str) -> str:
    return signed(fmean(one.mean(metric) - base[place].mean(metric) for place, one in cells.items()))
