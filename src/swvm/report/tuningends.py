"""How a search ended: by itself, or by the clock or the number of trials; what was cut off by them, and where."""

from __future__ import annotations

from collections.abc import Sequence

from swvm.tune.found import Found

PHASES = {
    "search": "the search",
    "finalists": "the comparison of the finalists",
    "pruning": "taking out what is idle",
    "parts": "the table of what each part brings",
}
ENDS = {"trials": "was cut off by the number of trials", "time": "was cut off by the clock"}


def end_sentences(found: Found) -> list[str]:
    """Say of each phase how it ended, and what a bound has cut off."""
    done = [PHASES[phase] for phase, why in found.ended.items() if why == "done"]
    sentences = [f"{_listed(done).capitalize()} came to {'their' if len(done) > 1 else 'its'} end."] if done else []
    sentences += [
        f"{PHASES[name].capitalize()} {ENDS[why]}{_where(name, found)}."
        for name, why in found.ended.items()
        if why != "done"
    ]
    never = [PHASES[phase] for phase in PHASES if phase not in found.ended]
    sentences += [f"Not begun: {_listed(never)}."] if never else []
    if "time" in found.ended.values():
        sentences.append("By the clock another call may go further and choose otherwise; with --trials it does not.")
    return sentences


def _where(phase: str, found: Found) -> str:
    """Say in which stage a phase was cut off."""
    if phase == "parts" and found.final.missing:
        return f": {found.final.missing} of its runs are missing"
    if phase != "search" or not found.search.stages:
        return ""
    ahead = found.search.ahead
    return f" in its stage '{found.search.stages[-1]}'" + (f"; not begun: {', '.join(ahead)}" if ahead else "")


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
