"""The end of a search within its bounds: time is kept for the table of parts, by what runs have taken so far."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from swvm.tune.bench import Bench, Level
from swvm.tune.bounds import COMPARING, Bounds, Need
from swvm.tune.driver import Driver
from swvm.tune.final import FULL, Final
from swvm.tune.search import FEW, Search, leaders
from swvm.tune.space import Space
from swvm.tune.trials import Trials

PARTS = 16  # recipes at the end beside the presets: leaders, and the choice without each of its parts
MARGIN = 1.3  # a run may take longer than those before it
FEATURES = 1.5  # with its share of the time that features take


def runs_of_end(space: Space, trials: Trials) -> int:
    """Return about how many runs the end needs."""
    return len(FEW) * (len(space.presets()) + PARTS) * trials.per_seed


@dataclass(frozen=True, slots=True)
class Ending:
    """Runs the phases of the end."""

    search: Search
    bench: Bench
    driver: Driver
    bounds: Bounds

    def begun(self) -> Final:
        """Return the end before its first phase: on all training data, where there is time for that."""
        search = self.search
        final = Final(search.space, self.bench, leaders(search.bench, search.level), search.current)
        runs = len(FEW) * (len(final.finalists) + len(final.without)) * self.bench.trials.per_seed
        if runs * self._seconds(search.bench, FULL) > self.bounds.left:
            final.level = search.level
        return final

    def run(self, final: Final) -> dict[str, str]:
        """Run the phases; return what ended each. Without a decision between the finalists there is no other."""

        def table() -> Need:
            runs = len(FEW) * len(final.without) * self.bench.trials.per_seed  # pruning may change the recipe
            return Need(MARGIN * runs * self._seconds(self.bench, final.level), runs)

        ended = {"finalists": self._phase("finalists", final, self.bounds.up_to(COMPARING))}
        if final.decided:
            ended["pruning"] = self._phase("pruning", final, self.bounds.keeping(table))
            why = self._phase("parts", final, self.bounds)
            ended["parts"] = "done" if final.parts_known else why
        return ended

    def _phase(self, name: str, final: Final, bounds: Bounds) -> str:
        batches = {"finalists": final.compare, "pruning": final.thin, "parts": final.measure}[name]
        return self.driver.run(name, self.bench, batches(), bounds)

    def _seconds(self, bench: Bench, level: Level) -> float:
        """Return about how long a run of a level takes, its share of the features' time and of the workers counted."""
        taken = [(one.seconds, one.level) for one in bench.results.values()]
        same = [seconds for seconds, one in taken if one == level] or [seconds * level / one for seconds, one in taken]
        return FEATURES * fmean(same) / self.driver.workers if same else 0.0
