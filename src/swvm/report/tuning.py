"""The report of a search as a page: the recipe, what each part brings, what was tried, how far to trust the score."""

from __future__ import annotations

from importlib.util import find_spec

from swvm import __version__
from swvm.report.build import Item
from swvm.report.drawing import Picture, rendered
from swvm.report.page import html_page
from swvm.report.table import Cell, Content, Table, mean_and_spread, number, signed
from swvm.report.tuningnames import name_of
from swvm.report.tuningpictures import parts_picture, tried_picture
from swvm.report.tuningsummary import start_results, summary_lines
from swvm.tune.bench import Result
from swvm.tune.found import Found
from swvm.tune.noise import Choice, Difference
from swvm.tune.recipefile import settings_of

SIDES = ("that the search did not see", "that led the search", "all of dev")
WORTH = ("honest: they had a say at the end alone", "flatters", "flatters in part; of `swvm train --dev`")
END = "The clock or the number of trials"
TITLE = "Tuned features and settings"


def report_page(found: Found, ready: str) -> str:
    """Return the report as an HTML page that needs nothing else."""
    corpus = found.whole.corpus
    origin = [
        *summary_lines(found),
        f"Train with: {ready}",
        f"Data: {found.whole.corpus.source}, {len(corpus):,} sentences, {corpus.n_tokens:,} tokens, checksum "
        f"{found.whole.sha256[:12]}. Search: {found.config.search}, seed {found.config.seed}. swvm {__version__}.",
    ]
    tables = [
        recipe_table(found),
        compared_table(found),
        halves_table(found),
        parts_table(found),
        choices_table(found),
        tried_table(found),
    ]
    pictures = [parts_picture(found.parts), tried_picture(found.search.bench.at(found.search.level), found.recipe)]
    drawn = [one for one in pictures if one is not None] if find_spec("matplotlib") else []
    items: list[Item] = [*tables[:4], *drawn, *tables[4:]]
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
    more = ("", "") if difference is None else (signed(difference.gain), number(difference.error))
    score = Cell(mean_and_spread(result.score, result.spread), strong=difference is None)
    return (name, str(len(result.recipe.groups)), str(result.recipe.order), str(len(result.by_seed)), score, *more)


def halves_table(found: Found) -> Table:
    """Return the recipe's score by what the search saw of dev; there is one alone where it saw all."""
    score = found.estimate
    if not found.halves.apart:
        return Table("halves", "How far to trust the score", ("sentences", "F1", "what it is"), ())
    sides = (found.halves.judging, found.halves.searched, None)
    starts = [one for one in start_results(found) if one[1].recipe != found.recipe]
    rows: list[tuple[Content, ...]] = []
    for text, side, meaning in zip(SIDES, sides, WORTH, strict=True):
        own = found.result.on(side).score
        leads = [signed(own - one.on(side).score) for _, one in starts]
        rows.append((text, meaning, Cell(number(own), strong=side is sides[0]), *leads))
    header = ("sentences of dev", "their worth", "F1", *(f"lead over {name}" for name, _ in starts))
    luck = (
        "" if score.luck is None else f", for the choice among {score.luck.recipes} finalists, in which they had a say"
    )
    notes = (
        f"Expect {number(score.expected)} on data like these: {number(score.judged - score.expected)} less{luck}.",
        "The sides differ in difficulty as well; how much the search was led astray shows in the leads.",
    )
    return Table("halves", "How far to trust the score", header, tuple(rows), notes, labels=2)


def parts_table(found: Found) -> Table:
    """Return what each part of the recipe brings."""
    rows = []
    for part in found.parts:
        seeds = "  ".join(signed(value) for value in part.by_seed)
        verdict = _verdict(part.difference)
        rows.append((part.text, signed(part.difference.gain), number(part.difference.error), seeds, verdict))
    notes = ["F1 of the recipe minus that without the part (or with the simpler value), on all of dev."]
    notes += [f"{END} cut the table off: {found.final.missing} runs are missing."] if found.final.missing else []
    notes += [f"{END} cut the taking out of idle parts off."] if rows and found.ended.get("pruning") != "done" else []
    header = ("without, or with", "F1 lost", "standard error", "by seed", "verdict")
    return Table("parts", "What each part brings", header, tuple(rows), tuple(notes))


def _verdict(difference: Difference) -> str:
    if difference.certain:
        return "more than noise"
    return "more than seeds" if difference.counts else "within noise"


def choices_table(found: Found) -> Table:
    """Return the decisions at the end: what scored best, what was taken."""
    rows = tuple(_choice_row(choice, found) for choice in found.final.choices)
    notes = ("Where the best is no better than noise, the simpler one is taken: fewer groups, first order, smaller K.",)
    header = ("taken", "F1", "best score", "F1", "difference", "standard error")
    return Table("choices", "Decisions between finalists", header, rows, notes, labels=1)


def _choice_row(choice: Choice, found: Found) -> tuple[Content, ...]:
    best, difference = choice.best, choice.difference
    taken = (name_of(choice.taken.recipe, found), number(choice.taken.score))
    if difference is None:
        return (*taken, "the same", "", "", "")
    return (
        *taken,
        name_of(best.recipe, found),
        number(best.score),
        number(difference.gain),
        number(difference.error),
    )


def tried_table(found: Found) -> Table:
    """Return every recipe that was tried, the best first: those of the end, then those of the search."""
    rows: list[tuple[Content, ...]] = []
    for stage, bench in (("end", found.final.bench), ("search", found.search.bench)):
        for one in sorted(bench.results.values(), key=lambda one: (-one.level, -round(one.score, 9), one.place)):
            text = Cell(name_of(one.recipe, found), strong=one is found.result)
            score, seeds = mean_and_spread(one.score, one.spread), str(len(one.by_seed))
            rows.append((text, stage, score, f"{one.level:.0%}", seeds, number(one.seconds, 1)))
    header = ("recipe", "stage", "F1 on dev", "of train", "seeds", "seconds a run")
    return Table("tried", "Everything that was tried", header, tuple(rows), labels=2)
