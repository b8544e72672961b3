"""What a search has found and how far to trust it, in a few sentences: for people, recipes and reports."""

from __future__ import annotations

from swvm.report.origin import duration
from swvm.report.table import mean_and_spread, number
from swvm.tune.bench import Result
from swvm.tune.found import Found
from swvm.tune.noise import CAUTION

ENDS = {
    "done": "ended by itself",
    "trials": "ended by the number of trials",
    "time": "ended by the clock, so another call may try more or less and choose otherwise; with --trials it does not",
}


def summary_lines(found: Found) -> list[str]:
    """Return what was found and how far to trust it, a sentence or two a line."""
    return [_score_line(found), _luck_line(found), _noise_line(found), _end_line(found)]


def _score_line(found: Found) -> str:
    starts = [f"{name} {number(one.score)}" for name, one in start_results(found)]
    data = (
        f"{len(found.whole.corpus):,} sentences"
        if found.config.folds
        else f"{len(found.whole.parts['dev']):,} sentences"
    )
    where = f"{found.config.folds} folds, {data}" if found.config.folds else f"dev, {data}"
    part = "" if found.share == 1 else f", learned from {found.share:.1%} of the training sentences"
    own = mean_and_spread(found.result.score, found.result.spread)
    seeds = f"{len(found.result.by_seed)} seeds" if len(found.result.by_seed) > 1 else "one seed"
    return f"F1 on {where}: {own} ({seeds}{part}). To begin with: {', '.join(starts)}."


def _luck_line(found: Found) -> str:
    luck = found.optimism
    if luck is None:
        return "The score is that of data by which the recipe was chosen: other data will give less."
    return (
        f"The recipe was chosen by this score, so it flatters: the best of {luck.recipes} recipes on a random half of "
        f"these sentences loses {number(luck.on_halves)} points on the other half; for all of them that makes about "
        f"{number(luck.on_all)}. Expect {number(found.result.score - luck.on_all)} on data like these, less on others; "
        "only data that no choice has seen can tell."
    )


def _noise_line(found: Found) -> str:
    choices = found.final.choices
    guarded = sum(choice.guarded for choice in choices)
    end = f": so in {guarded} of {len(choices)} decisions at the end." if choices else "."
    return (
        f"Noise: seeds move F1 by {number(found.noise.deviation)} (standard deviation). What differs by less than "
        f"{CAUTION:g} standard error, of seeds and sentences, counts as equal, and the simpler recipe is taken{end}"
    )


def _end_line(found: Found) -> str:
    whys = dict.fromkeys(found.ended.values())
    phases = " ".join(f"The {' and the '.join(_phases(found, why))} {ENDS[why]}." for why in whys)
    taken = f", {found.taken:,} of them from the records" if found.taken else ""
    return f"{found.trials:,} trials{taken}; {duration(found.seconds)}. {phases}"


def _phases(found: Found, why: str) -> list[str]:
    names = {"search": "search", "finalists": "comparison of the finalists"}
    return [names[phase] for phase, ended in found.ended.items() if ended == why]


def start_results(found: Found) -> list[tuple[str, Result]]:
    """Return the recipes that the search began with, as far as they were scored like the winner."""
    results = {result.recipe: result for result in found.rivals}
    return [(name, results[recipe]) for name, recipe in found.space.starts().items() if recipe in results]
