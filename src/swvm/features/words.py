"""Values of an atom (a column with word functions applied), once per distinct word.

Runs of native functions go to native code; `matches` and a user's functions are called here, once per distinct value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.errors import SettingError, TemplateError
from swvm.features.functions import NATIVE, Functions, UserFunction, find_user, unknown_function, word_function
from swvm.features.template import Call

__all__ = ["atom_hashes", "word_function", "word_values"]

HOLDS = "1"
NativeCalls = list[tuple[str, list[int]]]


def atom_hashes(
    interner: _native.Interner, calls: Sequence[Call], start: int = 0, functions: Functions | None = None
) -> npt.NDArray[np.uint64]:
    """Return a 64-bit hash of the atom's value for each code from `start` on; 0 where it is absent."""
    if all(call.name in NATIVE for call in calls):
        return _native.atom_hashes(interner, _native_calls(calls), start)
    values = word_values(calls, interner.strings(start), functions)
    return np.fromiter(map(_hash, values), np.uint64, len(values))


def word_values(calls: Sequence[Call], words: list[str], functions: Functions | None = None) -> list[str | None]:
    """Apply the calls, the innermost first, to each word. None: a predicate does not hold."""
    values: list[str | None] = list(words)
    for native, group in groupby(calls, lambda call: call.name in NATIVE):
        if native:
            values = _apply_native(_native_calls(list(group)), values)
        else:
            for call in group:
                values = _apply_once(_python_function(call, functions), values)
    return values


def _native_calls(calls: Sequence[Call]) -> NativeCalls:
    return [(call.name, [int(arg) for arg in call.args]) for call in calls]


def _apply_native(calls: NativeCalls, values: list[str | None]) -> list[str | None]:
    results = iter(_native.word_function(calls, [value for value in values if value is not None]))
    return [None if value is None else next(results) for value in values]


def _apply_once(function: Callable[[str], str | None], values: list[str | None]) -> list[str | None]:
    results: dict[str | None, str | None] = {
        value: function(value) for value in dict.fromkeys(values) if value is not None
    }
    return [results.get(value) for value in values]


def _python_function(call: Call, functions: Functions | None) -> Callable[[str], str | None]:
    if call.name == "matches":
        search = re.compile(str(call.args[0])).search
        return lambda word: HOLDS if search(word) else None
    user = find_user(call.name, functions)
    if user is None:
        raise TemplateError(unknown_function(call.name, functions))
    return _checked(call.name, user)


def _checked(name: str, function: UserFunction) -> Callable[[str], str | None]:
    def call(word: str) -> str | None:
        try:
            value = function(word)
        except Exception as error:
            error.add_note(f"raised by the word function {name!r} for {word!r}")
            raise
        if isinstance(value, bool):
            return HOLDS if value else None
        if value is None or isinstance(value, str):
            return value
        raise SettingError(
            f"the word function {name!r} returned {value!r} for {word!r}; it must return a str, a bool or None"
        )

    return call


def _hash(value: str | None) -> int:
    return 0 if value is None else _native.hash_bytes(value.encode("utf-8", "surrogatepass"))
