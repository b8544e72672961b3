"""A measured number beside what it is held against, and the target that was set for the two."""

from __future__ import annotations

from dataclasses import dataclass

CRFSUITE = "python-crfsuite"


@dataclass(frozen=True, slots=True)
class Row:
    """A number of ours beside another, which the column `beside` names; the ratio is the one that the target is of."""

    section: str
    what: str
    unit: str
    ours: float
    theirs: float | None = None
    ratio: float | None = None
    target: str = ""
    met: bool | None = None
    beside: str = CRFSUITE


def faster(
    section: str, what: str, times: tuple[float, float], at_least: float | None, *, unit: str, beside: str = CRFSUITE
) -> Row:
    """Return a row of two times, ours and theirs; the ratio says how many times faster ours is."""
    ours, theirs = times
    ratio = theirs / ours
    target = "" if at_least is None else f"at least {at_least:g}×"
    met = None if at_least is None else ratio >= at_least
    return Row(section, what, unit, ours, theirs, ratio, target, met, beside)


def longer(section: str, what: str, times: tuple[float, float], beside: str, limit: float | None) -> Row:
    """Return a row of two times in seconds; the ratio says how many times as long the first takes."""
    ours, theirs = times
    ratio = ours / theirs
    target = "" if limit is None else f"at most {limit:g}×"
    return Row(section, what, "s", ours, theirs, ratio, target, None if limit is None else ratio <= limit, beside)


def smaller(section: str, what: str, megabytes: tuple[float, float], share: float | None) -> Row:
    """Return a row of two peaks of memory; the ratio is our share of theirs."""
    ours, theirs = megabytes
    ratio = ours / theirs
    target = "" if share is None else f"at most {share:g} of theirs"
    return Row(section, what, "MB", ours, theirs, ratio, target, None if share is None else ratio <= share)


def at_most(section: str, what: str, ours: float, unit: str, limit: float) -> Row:
    """Return a row of ours alone."""
    return Row(section, what, unit, ours, target=f"at most {limit:g}", met=ours <= limit)


def near(section: str, what: str, f1: tuple[float, float], beside: str, below: float) -> Row:
    """Return a row of two F1; ours may be so much lower."""
    ours, theirs = f1
    least = theirs - below
    return Row(section, what, "%", ours, theirs, None, f"at least {least:.2f}", ours >= least, beside)
