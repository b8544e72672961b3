"""The names that a template may call: built-in word functions and a user's own.

Here are names, arguments and meanings alone. `words` evaluates them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from swvm.errors import SettingError, wrong_type

UserFunction = Callable[[str], str | bool | None]
Functions = Mapping[str, UserFunction]
MAX_LENGTH = 255
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class WordFunction:
    """A function of one word: what it takes beside the word, and what it returns."""

    name: str
    argument: type[int] | type[str] | None
    meaning: str
    count: int = 1  # of the arguments, where there are any

    def problem(self, args: tuple[int | str, ...]) -> str | None:
        """Say what is wrong with the arguments, or return None."""
        if self.argument is None:
            return f"{self.name} takes nothing beside the word" if args else None
        wanted, example = _WANTED[self.argument, self.count]
        if len(args) != self.count or not all(isinstance(arg, self.argument) for arg in args):
            return f"{self.name} needs {wanted}, as in {self.name}(w[i], {example})"
        problems = (_regex_problem(arg) if isinstance(arg, str) else _number_problem(arg) for arg in args)
        return next((problem for problem in problems if problem), None)


_WANTED = {
    (int, 1): ("a length", "3"),
    (int, 2): ("a length and which one, counted from 1", "3, 1"),
    (str, 1): ("a regular expression in double quotes", '"^[A-Z]"'),
}


def _number_problem(number: int) -> str | None:
    return None if 1 <= number <= MAX_LENGTH else f"the length is {number}; it must be from 1 to {MAX_LENGTH}"


def _regex_problem(pattern: str) -> str | None:
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"not a regular expression: {error}"
    return None


NATIVE = {
    entry.name: entry
    for entry in (
        WordFunction("lower", None, "lower case, each code point by itself"),
        WordFunction("shape", None, "upper case to X, lower case to x, other letters to o, decimal digits to d"),
        WordFunction("short_shape", None, "shape with each run of one character written once"),
        WordFunction("prefix", int, "the first k code points; a shorter word whole"),
        WordFunction("suffix", int, "the last k code points; a shorter word whole"),
        WordFunction("ngram", int, "k code points from the j-th on; absent where there are fewer", 2),
        WordFunction("digits", None, "each decimal digit to 0"),
        WordFunction(
            "fold", None, "lower case; runs of digits and Roman numerals to 0, Greek letters and their names to α"
        ),
        WordFunction(
            "case", None, "lower, upper, capital, title, mixed or none; then +digit, +mark for other characters"
        ),
        WordFunction("is_number", None, "fires for decimal digits, at least one, with , . - + / % : among them"),
        WordFunction("has_hyphen", None, "fires where the word has a hyphen-minus"),
        WordFunction("is_title", None, "fires where the first code point is upper or title case"),
        WordFunction("is_upper", None, "fires where a code point is upper case and none is lower or title case"),
    )
}
# These take a whole column that holds no words, and stand alone beside the labels of their template.
WHOLE = {
    entry.name: entry
    for entry in (
        WordFunction("bag", None, "fires each attribute that the token has in a column of dicts, with its value"),
        WordFunction("value", None, "a number of the token, as the value of one feature"),
        WordFunction("vector", None, "the numbers of the token's vector, each as the value of a feature"),
    )
}
DENSE = ("value", "vector")
MATCHES = WordFunction("matches", str, "fires where the regular expression is found in the word (Python's re.search)")
BUILT_IN = {**NATIVE, "matches": MATCHES}
_registered: dict[str, UserFunction] = {}


class _AnyFunction(dict[str, UserFunction]):
    """Knows every name, where word functions of the user's are not asked for yet."""

    def get(self, name: str, default: object = None) -> UserFunction:
        return str


ANY_FUNCTION = _AnyFunction({"": str})


def word_function(name: str) -> Callable[[UserFunction], UserFunction]:
    """Register a function of one word under a name that templates can call."""
    check_name(name)

    def register(function: UserFunction) -> UserFunction:
        _registered[name] = function
        return function

    return register


def check_name(name: str) -> None:
    """Refuse a name that the notation cannot hold or that a built-in function has."""
    if not isinstance(name, str):
        raise wrong_type("the name of a word function", name, 'a text: @word_function("is_gene")')
    if not _NAME.fullmatch(name):
        raise SettingError(f"word function name {name!r}: it must be letters, digits and _, and begin with no digit")
    if name in BUILT_IN or name in WHOLE:
        raise SettingError(f"word function name {name!r} is a built-in; choose another")


def check_functions(functions: Functions | None) -> None:
    """Refuse what is no dict from names to functions."""
    if functions is not None and not isinstance(functions, Mapping):
        raise wrong_type("functions", functions, "a dict from names to functions of one word")
    for name, function in (functions or {}).items():
        check_name(name)
        if not callable(function):
            raise wrong_type(f"the word function {name!r}", function, "a function of one word")


def find_user(name: str, functions: Functions | None = None) -> UserFunction | None:
    """Return the user's function of this name: the one given first, then the registered one."""
    return (functions or {}).get(name) or _registered.get(name)


def find(name: str, functions: Functions | None = None) -> WordFunction | None:
    """Return what is known about a function name, or None."""
    if name in BUILT_IN or name in WHOLE:
        return BUILT_IN.get(name) or WHOLE[name]
    function = find_user(name, functions)
    return WordFunction(name, None, (function.__doc__ or "").strip()) if function else None


def unknown_function(name: str, functions: Functions | None = None) -> str:
    """Say that a function name is unknown, which is nearest and which exist."""
    known = sorted({*BUILT_IN, *WHOLE, *_registered, *(functions or {})})
    nearest = get_close_matches(name, known, n=1)
    hint = f" Did you mean {nearest[0]}?" if nearest else ""
    return (
        f"unknown function {name}.{hint} Known: {', '.join(known)}."
        " Register your own with @word_function (on the command line: in a file named by --python), or pass it in"
        " `functions`"
    )
