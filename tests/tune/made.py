"""Made-up results, and a search whose scores come from a function instead of training."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from zlib import crc32

import numpy as np

from swvm.evaluate.scores import Counts
from swvm.experiment.outcome import Outcome, SentenceTable
from swvm.experiment.records import Record
from swvm.tune.bench import Bench, Result
from swvm.tune.groups import groups_of
from swvm.tune.recipe import Recipe
from swvm.tune.search import Batches
from swvm.tune.sources import GivenSource
from swvm.tune.space import Space
from swvm.tune.trials import Trial, Trials

SENTENCES, TOKENS = 200, 10  # of the made-up development data, and of a sentence

# The groups and presets of a made-up search stay what they are, or its luck would change with every new group.
LATER = ("mentions", "target")
BASIC = ("words", "lower", "affixes", "shapes", "labels")
CHUNK = (*BASIC, "long_affixes", "cases", "folded", "context")
PRESETS = {"basic": (BASIC, 1), "ner": ((*CHUNK, "label_pairs", "ngrams"), 2), "chunk": (CHUNK, 2)}

Score = Callable[[Recipe], float]


def record(id: str, f1: float, seed: int, part: int = 0, noise: int = 0) -> Record:
    """A record with about this F1: of 10 mentions a sentence some are right, the others missed and made up."""
    gold = np.full(SENTENCES, 10)
    right = round(SENTENCES * 10 * f1 / 100)
    tp = np.full(SENTENCES, right // SENTENCES)
    tp[np.random.default_rng(noise).permutation(SENTENCES)[: right % SENTENCES]] += 1
    zero, exact = np.zeros(SENTENCES, np.int64), np.zeros(SENTENCES * TOKENS, np.bool_)
    table = SentenceTable(np.full(SENTENCES, TOKENS), gold, gold - tp, gold - tp, zero, zero, zero, exact)
    counts = Counts(int(tp.sum()), SENTENCES * 10, SENTENCES * 10)
    dev = Outcome(counts, counts, SENTENCES * TOKENS, 0, SENTENCES, 0)
    return Record(id, "tune", "tune", "made", "x", "given", part, "train", "x", 0, {}, seed, dev=dev,
                  packed=table.to_json(), seconds={"all": 1.0})  # fmt: skip


def result(scores: Iterable[float], recipe: Recipe | None = None, place: int = 0) -> Result:
    """A result with these scores, one for each seed."""
    records = tuple(record(f"{place}-{seed}", f1, seed, noise=place) for seed, f1 in enumerate(scores, start=1))
    return Result(recipe or Recipe(("words",)), 1.0, place, records)


class MadeSpace(Space):
    """A space whose presets are fixed."""

    def presets(self) -> dict[str, Recipe]:
        """Return the presets as recipes."""
        return {name: Recipe(order=order).with_groups(names) for name, (names, order) in PRESETS.items()}


class Made:
    """A bench, and what stands for training: the score of a recipe, moved a little by its seed."""

    def __init__(self, folder: Path, score: Score, deviation: float = 0.0, luck: int = 3) -> None:
        groups = groups_of(["word"])
        self.groups = {name: group for name, group in groups.items() if name not in LATER}
        self.space = MadeSpace(self.groups)
        self.trials = Trials(GivenSource("made"), "sha", self.groups, folder)
        self.bench, self.last = Bench(self.trials), Bench(self.trials.fresh())
        self.score, self.deviation, self.luck = score, deviation, luck
        self.asked: list[str] = []

    def run(self, batches: Batches, bench: Bench | None = None) -> None:
        """Answer all batches."""
        bench = bench or self.bench
        for batch in batches:
            found = {}
            for candidate in batch:
                for trial in bench.trials.of(candidate):
                    found[trial.id] = self._record(candidate.recipe, trial)
                    self.asked.append(trial.id)
            bench.take(batch, found)

    def _record(self, recipe: Recipe, trial: Trial) -> Record:
        """Luck is that of the recipe's text and the seed: it does not change with what else makes a trial's name."""
        luck = np.random.default_rng([trial.seed, crc32(recipe.text.encode()), self.luck]).normal()
        return record(trial.id, self.score(recipe) + self.deviation * luck, trial.seed)
