"""Configurations as tables: the chosen ones beside the paper's, and every one of a grid with its score on dev."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import stdev
from typing import Any

from swvm.experiment.selection import Configuration, Result, tested
from swvm.report.analysis import Analysis, grid_of, learner_of, varied
from swvm.report.names import configuration_text, gamma_rank, heading, learner_rank, place_text, setting_text, slug
from swvm.report.paper import BEST_CONFIGURATIONS
from swvm.report.scores import mean_text
from swvm.report.table import Cell, Content, Table, mean_and_spread

_TUNED = ("mode", "gamma", "k_best")


def configurations_table(analysis: Analysis) -> Table:
    """Return the best configuration of each system and corpus, the paper's below."""
    rows: list[tuple[Content, ...]] = []
    extra = _also_varied(analysis)
    for learner, system in analysis.systems():
        rows.append((system, *(_chosen_text(analysis, system, k, extra) for k in range(len(analysis.places)))))
        if any(place.corpus in BEST_CONFIGURATIONS.get(learner, {}) for place in analysis.places):
            quoted = (BEST_CONFIGURATIONS[learner].get(place.corpus, "") for place in analysis.places)
            rows.append((Cell("in the paper", quiet=True), *(Cell(text, quiet=True) for text in quoted)))
    header = ("learner", *(place_text(place, analysis.places) for place in analysis.places))
    notes = (f"Chosen by the mean {_metric_text(analysis.metric)} on dev: mode, SetGamma, K. agg. = aggressive, "
             "bal. = balanced, opt. = optimization.",)  # fmt: skip
    return Table("configurations", "Best configurations", header, tuple(rows), notes, labels=len(header))


def _metric_text(metric: str) -> str:
    return {"f1": "F1 of mentions", "token_f1": "F1 of tokens"}[metric]


def _also_varied(analysis: Analysis) -> dict[str, list[str]]:
    """Return by system the settings, beside those that the paper tunes, that its grid goes through."""
    systems = {system for _, system in analysis.systems()}
    return {system: [n for n in varied(grid_of(analysis, system)) if n not in _TUNED] for system in systems}


def _chosen_text(analysis: Analysis, system: str, place: int, extra: dict[str, list[str]]) -> str:
    for one in analysis.at(analysis.places[place]):
        if one.chosen.system == system:
            settings = one.chosen.settings
            more = [f"{heading(name)} {setting_text(settings[name])}" for name in extra[system] if name in settings]
            return ", ".join([configuration_text(settings), *more])
    return ""


def grid_table(analysis: Analysis, system: str) -> Table:
    """Return every configuration of a system with its mean score on dev; the chosen ones are set in bold."""
    members = grid_of(analysis, system)
    names = varied(members)
    header = (*map(heading, names), *(place_text(place, analysis.places) for place in analysis.places))
    chosen = {id_of(one.chosen) for one in analysis.results}
    rows: dict[tuple[str, ...], list[Content]] = {}
    for one in members:
        key = tuple(setting_text(one.settings.get(name)) for name in names)
        cells = rows.setdefault(key, [""] * len(analysis.places))
        place = next(k for k, place in enumerate(analysis.places) if place.holds(one))
        cells[place] = Cell(_dev_text(one, analysis.metric), strong=id_of(one) in chosen)
    whole = tuple((*key, *cells) for key, cells in rows.items())
    notes = ("Mean ± standard deviation over parts and seeds. Bold: chosen.",)
    title = f"{system}: {_metric_text(analysis.metric)} on dev of every configuration"
    return Table(f"grid-{slug(system)}", title, header, whole, notes, labels=len(names))


def id_of(one: Configuration) -> tuple[str, ...]:
    """Return what tells a configuration from all others."""
    return tuple(record.id for record in one.records)


def _dev_text(one: Configuration, metric: str) -> str:
    values = [record.dev.score(metric) for record in one.records if record.dev is not None]
    if not values:
        return ""
    return mean_and_spread(one.mean_dev(metric), stdev(values) if len(values) > 1 else None)


VARIANTS = ("gamma", "templates", "constraint", "average")


def variants_table(analysis: Analysis) -> Table:
    """Return learner × SetGamma × templates × reading × averaging, the rest chosen on dev: test, mean and spread."""
    by = ("system", *VARIANTS)
    found = sorted(tested(analysis.records, by=by, metric=analysis.metric), key=_variant_rank)
    names = [name for name in VARIANTS if len({one.group[name] for one in found} - {None}) > 1]
    rows: dict[tuple[str, ...], list[Content]] = {}
    for one in found:
        key = (str(one.group["system"]), *(setting_text(one.group[name]) for name in names))
        cells = rows.setdefault(key, [""] * len(analysis.places))
        place = next(k for k, place in enumerate(analysis.places) if place.holds(one))
        cells[place] = Cell(mean_text(one, analysis.metric), strong=_is_best(one, found, analysis.metric))
    header = ("learner", *map(heading, names), *(place_text(place, analysis.places) for place in analysis.places))
    whole = tuple((*key, *cells) for key, cells in rows.items())
    notes = (
        f"{_metric_text(analysis.metric)} on test, mean ± standard deviation over parts and seeds; what is not shown "
        "here, such as K and C, is chosen on dev. The best of each corpus is set in bold.",
    )
    return Table(
        "variants", "Every learner, SetGamma, template set and reading", header, whole, notes, labels=1 + len(names)
    )


def _variant_rank(one: Result) -> tuple[Any, ...]:
    group = one.group
    others = (str(group[name]) for name in VARIANTS[1:])
    return (*learner_rank(learner_of(one), one.chosen.system), gamma_rank(str(group["gamma"])), *others, one.corpus)


def _is_best(one: Result, found: Sequence[Result], metric: str) -> bool:
    rivals = [other for other in found if (other.corpus, other.features) == (one.corpus, one.features)]
    return bool(one.test(metric)) and one.mean(metric) == max(r.mean(metric) for r in rivals if r.test(metric))


def learners_of(analysis: Analysis) -> list[str]:
    """Return the learners that there are."""
    return list(dict.fromkeys(learner_of(one) for one in analysis.results))
