"""The report of a search: what was found, what each part brings, what was tried, how far to trust the score."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any

from swvm import __version__
from swvm.report.build import Item
from swvm.report.drawing import Picture, rendered
from swvm.report.origin import duration
from swvm.report.page import html_page
from swvm.report.table import Cell, Content, Table, mean_and_spread, number
from swvm.report.tuningpictures import parts_picture, tried_picture
from swvm.tune.bench import Result
from swvm.tune.noise import CAUTION, Choice, Difference
from swvm.tune.recipefile import settings_of
from swvm.tune.tuning import Found

TITLE = "Tuned features and settings"
ENDS = {
    "done": "ended by itself",
    "trials": "was ended by the number of trials",
    "time": "was ended by the clock, so another call may try more or less and choose otherwise; with --trials it does "
    "not",
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
    guarded = sum(choice.guarded for choice in found.final.choices)
    return (
        f"Noise: seeds move F1 by {number(found.noise.deviation)} (standard deviation). What differs by less than "
        f"{CAUTION:g} standard error, seeds and sentences together, counts as equal, and the simpler recipe is taken: "
        f"so in {guarded} of {len(found.final.choices)} decisions at the end."
    )


def _end_line(found: Found) -> str:
    phases = " ".join(f"The {name} {ENDS[why]}." for name, why in _ended(found))
    before = found.trials - found.ran
    taken = f", {before:,} of them from the records" if before > 0 else ""
    return f"{found.trials:,} trials{taken}; {duration(found.seconds)}. {phases}"


def _ended(found: Found) -> list[tuple[str, str]]:
    names = {"search": "search", "finalists": "comparison of the finalists"}
    return [(names[phase], why) for phase, why in found.ended.items()]


def start_results(found: Found) -> list[tuple[str, Result]]:
    """Return the recipes that the search began with, as far as they were scored like the winner."""
    results = {result.recipe: result for result in found.rivals}
    return [(name, results[recipe]) for name, recipe in found.space.starts().items() if recipe in results]


def report_page(found: Found, ready: str) -> str:
    """Return the report as an HTML page that needs nothing else."""
    corpus = found.whole.corpus
    origin = [
        *summary_lines(found),
        f"Train with: {ready}",
        f"Data: {found.whole.corpus.source}, {len(corpus):,} sentences, {corpus.n_tokens:,} tokens, checksum "
        f"{found.whole.sha256[:12]}. Search: {found.config.search}, seed {found.config.seed}. swvm {__version__}.",
    ]
    tables = [recipe_table(found), compared_table(found), parts_table(found), choices_table(found), tried_table(found)]
    pictures = [parts_picture(found.parts), tried_picture(found.search.bench.at(found.search.level), found.recipe)]
    drawn = [one for one in pictures if one is not None] if find_spec("matplotlib") else []
    items: list[Item] = [*tables[:3], *drawn, *tables[3:]]
    shown = [item for item in items if isinstance(item, Picture) or item.rows]
    svgs = {item.name: rendered(item, ["svg"])["svg"].decode("utf-8") for item in drawn}
    return html_page(TITLE, origin, shown, svgs)


def recipe_table(found: Found) -> Table:
    """Return the recipe: its groups, the chain, the settings."""
    rows: list[tuple[Content, ...]] = [
        (name, group.title, str(len(group.lines)))
        for name, group in found.groups.items()
        if name in found.recipe.groups
    ]
    rows.append(("order", f"chain of {'second' if found.recipe.order == 2 else 'first'} order", ""))
    rows += [(name, str(value), "") for name, value in settings_of(found.recipe).items()]
    left = [name for name in found.space.optional if name not in found.recipe.groups]
    notes = (f"Left out: {', '.join(left)}.",) if left else ()
    return Table("recipe", "The recipe", ("part", "what it is", "templates"), tuple(rows), notes, labels=2)


def compared_table(found: Found) -> Table:
    """Return the winner beside the starts."""
    rows = [_compared("the recipe", found.result, None)]
    for name, result in start_results(found):
        if result.recipe != found.recipe:
            rows.append(_compared(name, result, found.noise.difference(found.result, result)))
    header = ("recipe", "groups", "order", "seeds", "F1 on dev", "the recipe has more", "standard error")
    notes = ("± is the standard deviation over the seeds. The standard error counts seeds and sentences.",)
    return Table("compared", "Beside the recipes that the search began with", header, tuple(rows), notes)


def _compared(name: str, result: Result, difference: Difference | None) -> tuple[Content, ...]:
    more = ("", "") if difference is None else (_signed(difference.gain), number(difference.error))
    score = Cell(mean_and_spread(result.score, result.spread), strong=difference is None)
    return (name, str(len(result.recipe.groups)), str(result.recipe.order), str(len(result.by_seed)), score, *more)


def parts_table(found: Found) -> Table:
    """Return what each part of the recipe brings."""
    rows = []
    for part in found.parts:
        seeds = "  ".join(_signed(value) for value in part.by_seed)
        verdict = "more than noise" if part.difference.counts else "within noise"
        rows.append((part.text, _signed(part.difference.gain), number(part.difference.error), seeds, verdict))
    notes = ["F1 of the recipe minus that without the part (or with the simpler value), on dev."]
    if rows and not found.final.parts_known:
        notes.append("The clock or the number of trials cut this off: what is within noise could still go.")
    header = ("without, or with", "F1 lost", "standard error", "by seed", "verdict")
    return Table("parts", "What each part brings", header, tuple(rows), tuple(notes))


def choices_table(found: Found) -> Table:
    """Return the decisions at the end: what scored best, what was taken."""
    rows = tuple(_choice_row(choice) for choice in found.final.choices)
    notes = ("Where the best is no better than noise, the simpler one is taken: fewer groups, first order, smaller K.",)
    header = ("taken", "F1", "best score", "F1", "difference", "standard error")
    return Table("choices", "Decisions between finalists", header, rows, notes, labels=1)


def _choice_row(choice: Choice) -> tuple[Content, ...]:
    taken, best, difference = choice.taken, choice.best, choice.difference
    if difference is None:
        return (taken.recipe.text, number(taken.score), "the same", "", "", "")
    gain, error = number(difference.gain), number(difference.error)
    return (taken.recipe.text, number(taken.score), best.recipe.text, number(best.score), gain, error)


def tried_table(found: Found) -> Table:
    """Return every recipe that was tried, the best first: those of the end, then those of the search."""
    rows: list[tuple[Content, ...]] = []
    for stage, bench in (("end", found.final.bench), ("search", found.search.bench)):
        for one in sorted(bench.results.values(), key=lambda one: (-one.level, -round(one.score, 9), one.place)):
            text = Cell(one.recipe.text, strong=one is found.result)
            score, seeds = mean_and_spread(one.score, one.spread), str(len(one.by_seed))
            rows.append((text, stage, score, f"{one.level:.0%}", seeds, number(one.seconds, 1)))
    header = ("recipe", "stage", "F1 on dev", "of train", "seeds", "seconds a run")
    return Table("tried", "Everything that was tried", header, tuple(rows), labels=2)


def report_json(found: Found, ready: str) -> str:
    """Return the report as JSON."""
    luck = found.optimism
    content = {
        "swvm": __version__,
        "recipe": _described(found.result, found),
        "command": ready,
        "summary": summary_lines(found),
        "search": found.config.search,
        "seed": found.config.seed,
        "trials": found.trials,
        "ended": dict(found.ended),
        "noise": {"seeds": found.noise.deviation, "caution": CAUTION},
        "optimism": None if luck is None else {"recipes": luck.recipes, "half": luck.on_halves, "all": luck.on_all},
        "starts": {name: _described(result, found) for name, result in start_results(found)},
        "parts": [
            {"without": part.text, **_difference(part.difference), "by_seed": list(part.by_seed)}
            for part in found.parts
        ],
        "choices": [_choice(choice, found) for choice in found.final.choices],
        "tried": [_described(result, found) for result in found.tried],
        "data": {"sha256": found.whole.sha256, "sentences": len(found.whole.corpus), "folds": found.config.folds},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _described(result: Result, found: Found) -> dict[str, Any]:
    recipe = result.recipe
    seeds = {str(seed): round(value, 4) for seed, value in result.by_seed.items()}
    groups = [name for name in found.groups if name in recipe.groups]
    return {
        "groups": groups,
        "order": recipe.order,
        "settings": dict(recipe.settings),
        "f1": round(result.score, 4),
        "by_seed": seeds,
        "share": result.level,
    }


def _choice(choice: Choice, found: Found) -> dict[str, Any]:
    difference = None if choice.difference is None else _difference(choice.difference)
    return {
        "taken": _described(choice.taken, found),
        "best": _described(choice.best, found),
        "difference": difference,
    }


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "gain": round(difference.gain, 4),
        "error": round(difference.error, 4),
        "by_seeds": round(difference.by_seeds, 4),
        "by_sentences": round(difference.by_sentences, 4),
        "counts": difference.counts,
    }


def _signed(value: float) -> str:
    text = number(value)
    return text if text.startswith("−") or float(f"{value:.2f}") == 0 else f"+{text}"
