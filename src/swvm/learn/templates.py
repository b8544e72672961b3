"""JJ_x: the modification templates of a sentence. Each template J is a set of positions; m^J is y_k on J, y elsewhere.

A template set is a function of the gold and the predicted labels that returns lists of positions (from 0, rising). The
engine has native twins of the named sets. A function of yours may ask for `tags` by name, to read the mentions.
Which of the templates stay (identity, aggressive, balanced) is not decided here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from swvm.errors import SettingError, unknown_name, wrong_type

Labels = npt.NDArray[np.int32]
Positions = tuple[int, ...]
Function = Callable[..., Any]

OUTSIDE, BEGIN, INSIDE, END, SINGLE = range(5)  # what a label says of mentions


class Tags(Protocol):
    """Tag and type of every label, from the label scheme (`swvm.data.schemes`)."""

    @property
    def tags(self) -> npt.NDArray[np.int8]: ...

    @property
    def types(self) -> npt.NDArray[np.int32]: ...


@dataclass(frozen=True, slots=True)
class TemplateSet:
    """A template set with its name and formula."""

    name: str
    formula: str
    function: Function
    wants_tags: bool


TEMPLATES: dict[str, TemplateSet] = {}
BUILT_IN: frozenset[str] = frozenset()  # the sets of this file, which have native twins; filled at its end


def template_set(name: str, formula: str) -> Callable[[Function], Function]:
    """Register a template set under a name."""
    if name in BUILT_IN:
        raise SettingError(f"the template set {name!r} is built in; give yours another name")

    def register(function: Function) -> Function:
        TEMPLATES[name] = _describe(name, formula, function)
        return function

    return register


def find_templates(choice: str | Function) -> TemplateSet:
    """Return the template set of a name, or wrap a function."""
    if callable(choice):
        return _describe(getattr(choice, "__name__", "function"), "a Python function", choice)
    if not isinstance(choice, str):
        raise wrong_type("templates", choice, "the name of a template set, or a Python function")
    if choice not in TEMPLATES:
        raise unknown_name("templates", choice, list(TEMPLATES))
    return TEMPLATES[choice]


def check_templates(templates: Any, length: int, name: str, sentence: int) -> list[Positions]:
    """Return the result of a user's function, each template rising, or raise an error with the sentence's number."""
    checked = []
    for positions in _as_positions(templates, name, sentence):
        if positions and not 0 <= positions[0] <= positions[-1] < length:
            raise SettingError(
                f"templates {name!r} returned for sentence {sentence + 1} the positions {list(positions)}; "
                f"they must lie in 0..{length - 1}"
            )
        checked.append(positions)
    return checked


def _as_positions(templates: Any, name: str, sentence: int) -> list[Positions]:
    try:
        return [tuple(sorted({int(i) for i in template})) for template in templates]
    except (TypeError, ValueError):
        raise SettingError(
            f"templates {name!r} returned for sentence {sentence + 1} {templates!r}; it must be a list of lists of "
            "positions"
        ) from None


def _describe(name: str, formula: str, function: Function) -> TemplateSet:
    parameters = inspect.signature(function).parameters
    if len(parameters) < 2:
        raise SettingError(
            f"templates {name!r} take {len(parameters)} arguments; the first two are the labels of y and those of y_k"
        )
    return TemplateSet(name, formula, function, "tags" in parameters)


def wrong_positions(gold: Labels, predicted: Labels) -> list[int]:
    """Return where two labellings differ."""
    return [i for i in range(len(gold)) if gold[i] != predicted[i]]


@template_set("single", "J = {i}")
def single(gold: Labels, predicted: Labels) -> list[Positions]:
    """One position each: the paper's."""
    return [(i,) for i in range(len(gold))]


@template_set("double", "J = {i, j}, both wrong")
def double(gold: Labels, predicted: Labels) -> list[Positions]:
    """Pairs of wrong positions."""
    return list(combinations(wrong_positions(gold, predicted), 2))


@template_set("triple", "J = {i, j, k}, all wrong")
def triple(gold: Labels, predicted: Labels) -> list[Positions]:
    """Triples of wrong positions."""
    return list(combinations(wrong_positions(gold, predicted), 3))


@template_set("run", "J = a maximal run of neighbouring wrong positions")
def run(gold: Labels, predicted: Labels) -> list[Positions]:
    """Runs of wrong positions: in first order their margins add up to that of the whole."""
    runs: list[list[int]] = []
    for i in wrong_positions(gold, predicted):
        if runs and runs[-1][-1] == i - 1:
            runs[-1].append(i)
        else:
            runs.append([i])
    return [tuple(positions) for positions in runs]


@template_set("span", "J = the positions of a gold or predicted mention; their union where they overlap")
def span(gold: Labels, predicted: Labels, *, tags: Tags | None) -> list[Positions]:
    """Mentions, so that a mention is replaced whole."""
    if tags is None:
        raise SettingError("the template set 'span' needs labels of a scheme with mentions, such as IOB2 or BIOES")
    joined: list[list[int]] = []
    for begin, end in sorted(mentions(gold, tags) + mentions(predicted, tags)):
        if joined and begin < joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([begin, end])
    return [tuple(range(begin, end)) for begin, end in joined]


@template_set("whole", "J = {1..n}")
def whole(gold: Labels, predicted: Labels) -> list[Positions]:
    """All positions at once: SWVP becomes CSP, and SWVM becomes MIRA."""
    return [tuple(range(len(gold)))]


def mentions(labels: Labels, tags: Tags) -> list[tuple[int, int]]:
    """Return [begin, end) of every mention; any labels, valid or not, have a reading (conlleval's)."""
    found: list[tuple[int, int]] = []
    begin = None
    for i in range(len(labels) + 1):
        if begin is not None and _breaks(labels, i, tags):
            found.append((begin, i))
            begin = None
        if begin is None and i < len(labels) and tags.tags[labels[i]] != OUTSIDE:
            begin = i
    return found


def _breaks(labels: Sequence[int] | Labels, i: int, tags: Tags) -> bool:
    """Say whether the mention that holds position i-1 ends there."""
    if i == len(labels):
        return True
    before, after = labels[i - 1], labels[i]
    ends = tags.tags[before] in (END, SINGLE) or tags.tags[after] in (OUTSIDE, BEGIN, SINGLE)
    return bool(ends or tags.types[before] != tags.types[after])


BUILT_IN = frozenset(TEMPLATES)
