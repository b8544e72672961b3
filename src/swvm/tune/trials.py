"""What a search asks for, and the runs that answer it.

A `Candidate` is a recipe with the share of the data that it learns from and the seeds that it is trained with; it
becomes one run for each fold and seed, known by a hash of all that decides its result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from swvm.experiment.plan import Run, digest
from swvm.experiment.spec import Protocol
from swvm.model.atomic import replacing
from swvm.tune.recipe import Groups, Recipe, template_lines
from swvm.tune.sources import GivenSource, TrialPart

STAGE = "tune"
FRESH = 100


@dataclass(frozen=True, slots=True)
class Candidate:
    """A recipe that is to be tried."""

    recipe: Recipe
    share: float = 1.0
    seeds: tuple[int, ...] = (1,)


@dataclass(frozen=True)
class Trial(Run):
    """One run of a search. It is scored on dev alone, sentence by sentence."""

    @cached_property
    def id(self) -> str:
        """Return a hash of all that decides the result."""
        return digest({"part": self.part.identity, "settings": dict(self.settings), "seed": self.seed, "stage": STAGE})

    @property
    def counted(self) -> str | None:
        """The side whose sentences the record counts one by one."""
        return "dev"

    @property
    def every_epoch(self) -> bool:
        """Whether dev is scored after every epoch: a trial has no need of it."""
        return False

    @property
    def text(self) -> str:
        """The run in one line."""
        return f"{self.system} seed={self.seed}"


@dataclass(frozen=True)
class Trials:
    """Makes runs of candidates. Files of templates lie in `folder`, named by their content."""

    source: GivenSource
    data: str  # the checksum of the corpora
    groups: Groups
    folder: Path
    folds: int = 0  # 0: DEV is given
    seed: int = 1  # of the folds and of shares of the data
    first: int = 0  # added to the seeds of the candidates

    @property
    def per_seed(self) -> int:
        """How many runs a candidate has for each seed."""
        return self.folds or 1

    def fresh(self) -> Trials:
        """Return the maker of trials with seeds that these have not."""
        return replace(self, first=self.first + FRESH)

    def of(self, candidate: Candidate) -> list[Trial]:
        """Return the runs of a candidate, fold by fold, seed by seed."""
        path, sha256 = self._templates(candidate.recipe)
        settings = candidate.recipe.effective()
        return [
            Trial(
                self._part(candidate.share, fold, settings, path, sha256),
                STAGE,
                candidate.recipe.text,
                0,
                settings,
                self.first + seed,
                scores_test=False,
            )
            for fold in range(self.per_seed)
            for seed in candidate.seeds
        ]

    def _part(self, share: float, fold: int, settings: Mapping[str, Any], path: Path, sha256: str) -> TrialPart:
        kind = "cross" if self.folds else "given"
        return TrialPart(
            source=self.source,
            data=self.data,
            invalid="keep",
            protocol=Protocol(kind, self.seed, self.folds, (fold,)),
            train="train",
            features=str(path),
            features_sha256=sha256,
            minimum_count=settings["minimum_count"],
            transitions=settings["transitions"],
            label_constraint=settings["label_constraint"],
            boundary=settings["boundary"],
            train_scheme=settings.get("train_scheme", "data"),
            share=share,
        )

    def _templates(self, recipe: Recipe) -> tuple[Path, str]:
        text = "".join(f"{line}\n" for line in template_lines(recipe, self.groups)).encode("utf-8")
        sha256 = hashlib.sha256(text).hexdigest()
        path = self.folder / f"{sha256[:16]}.features"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as stream:
                stream.write(text)
        return path, sha256
