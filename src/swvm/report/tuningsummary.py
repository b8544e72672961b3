"""What a search has found and how far to trust it, in a few sentences: for people, recipes and reports."""

from __future__ import annotations

from swvm.report.origin import duration
from swvm.report.table import mean_and_spread, number, signed
from swvm.report.tuningends import end_sentences
from swvm.tune.bench import Result
from swvm.tune.found import Found
from swvm.tune.noise import CAUTION


def summary_lines(found: Found) -> list[str]:
    """Return what was found and how far to trust it, a sentence or two a line."""
    return [_score_line(found), _luck_line(found), _noise_line(found), *_parts_line(found), _end_line(found)]


def _score_line(found: Found) -> str:
    starts = [f"{name} {number(one.score)}" for name, one in start_results(found)]
    sentences = f"{_judging(found):,} sentences" + (" that the search did not see" if found.halves.apart else "")
    where = f"{found.config.folds} folds, {sentences}" if found.config.folds else f"dev, {sentences}"
    part = "" if found.share == 1 else f", learned from {found.share:.1%} of the training sentences"
    own = mean_and_spread(found.result.score, found.result.spread)
    seeds = f"{len(found.result.by_seed)} seeds" if len(found.result.by_seed) > 1 else "one seed"
    return f"F1 on {where}: {own} ({seeds}{part}). To begin with: {', '.join(starts)}."


def _judging(found: Found) -> int:
    """Count the sentences that judge."""
    if found.halves.judging is not None:
        return sum(int(mask.sum()) for mask in found.halves.judging)
    return len(found.whole.corpus if found.config.folds else found.whole.parts["dev"])


def _luck_line(found: Found) -> str:
    """Say what to expect: of sentences that the search has not seen, or of those that it was led by."""
    score, luck = found.estimate, found.estimate.luck
    if not found.halves.apart:
        part = f", of which the last choice makes about {number(luck.on_all)}" if luck else ""
        return (
            f"Every step was chosen by this score, so it flatters by an amount that is not known{part}. "
            "With --judges 0.5 half of dev is kept from the search, and gives an honest one."
        )
    choice = (
        f", less {number(score.flattery)} for the choice among {luck.recipes} finalists, in which they had a say"
        if luck
        else ""
    )
    leads = [
        f"{signed(here)} over {name} (where the search looked {signed(there)})" for name, here, there in leads_of(found)
    ]
    ahead = f"There the recipe leads by {', '.join(leads)}." if leads else ""
    return (
        f"This is the honest figure{choice}: expect {number(score.expected)} on data like these. {ahead} What "
        f"led the search flatters: the recipe has {number(score.searched)} on it, {number(score.whole)} on all of dev."
    )


def leads_of(found: Found) -> list[tuple[str, float, float]]:
    """Return by how much the recipe is ahead of each start on the sentences that judge, and on those that led it."""
    leads = []
    for name, one in start_results(found):
        if one.recipe != found.recipe:
            here, there = (
                found.result.on(side).score - one.on(side).score
                for side in (found.halves.judging, found.halves.searched)
            )
            leads.append((name, here, there))
    return leads


def _noise_line(found: Found) -> str:
    choices = found.final.choices
    guarded = sum(choice.guarded for choice in choices)
    end = f": so in {guarded} of {len(choices)} decisions at the end." if choices else "."
    return (
        f"Noise: seeds move F1 by {number(found.noise.deviation)} (standard deviation). What differs by less than "
        f"{CAUTION:g} standard error of seeds counts as equal, and the simpler recipe is taken{end}"
    )


def _parts_line(found: Found) -> list[str]:
    """Say what each part brings, the most first; and which were measured without a result beyond noise."""
    parts = found.parts
    if not parts:
        return []
    shown = [f"{part.text} {signed(-part.difference.gain)}" for part in parts if part.difference.counts]
    idle = [part.text for part in parts if not part.difference.counts]
    more = [f"within noise: {', '.join(idle)}"] if idle else []
    return [f"Without a part, F1 changes by: {'; '.join([', '.join(shown) or 'nothing beyond noise', *more])}."]


def _end_line(found: Found) -> str:
    taken = f", {found.taken:,} of them from the records" if found.taken else ""
    return f"{found.trials:,} trials{taken}; {duration(found.seconds)}. {' '.join(end_sentences(found))}"


def start_results(found: Found) -> list[tuple[str, Result]]:
    """Return the recipes that the search began with, as far as they were scored like the winner."""
    results = {result.recipe: result for result in found.rivals}
    return [(name, results[recipe]) for name, recipe in found.space.starts().items() if recipe in results]
