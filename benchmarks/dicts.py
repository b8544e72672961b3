"""Training from tokens as dicts, made once: `swvm.compat.CRF` beside sklearn-crfsuite on CoNLL-2002 Spanish.

The features are those of sklearn-crfsuite's tutorial. Each task runs in a process of its own and returns numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

from benchmarks.models import Models
from benchmarks.needs import need
from benchmarks.rows import Row, faster, near
from benchmarks.run import alternate, task
from swvm.data import load_corpus
from swvm.evaluate import evaluate

CORPUS = "conll2002-es"
HOMES = {"ours": "swvm.compat", "theirs": "sklearn_crfsuite"}
LIKELIHOOD = {"algorithm": "lbfgs", "c1": 0.1, "c2": 0.1, "max_iterations": 100, "all_possible_transitions": True}

BESIDE = "sklearn-crfsuite"
LBFGS = "`lbfgs` with c1 = c2 = 0.1, 100 iterations, all transitions"
SETTINGS: dict[str, dict[str, Any]] = {LBFGS: LIKELIHOOD, "`pa`": {"algorithm": "pa"}, "`ap`": {"algorithm": "ap"}}

Features = dict[str, Any]


def of_word(place: str, word: str, tag: str) -> Features:
    """Return the features that a word has, also as a neighbour."""
    return {
        f"{place}word.lower()": word.lower(),
        f"{place}word.istitle()": word.istitle(),
        f"{place}word.isupper()": word.isupper(),
        f"{place}postag": tag,
        f"{place}postag[:2]": tag[:2],
    }


def of_token(rows: list[tuple[str, ...]], i: int) -> Features:
    """Return the features of a token; a row is word, part of speech, label."""
    word, tag = rows[i][:2]
    own = {"bias": 1.0, "word[-3:]": word[-3:], "word[-2:]": word[-2:], "word.isdigit()": word.isdigit()}
    before = of_word("-1:", *rows[i - 1][:2]) if i > 0 else {"BOS": True}
    after = of_word("+1:", *rows[i + 1][:2]) if i + 1 < len(rows) else {"EOS": True}
    return {**own, **of_word("", word, tag), **before, **after}


def prepared(part: str) -> tuple[list[list[Features]], list[list[str]]]:
    """Return X and y of a part."""
    corpus = load_corpus(CORPUS, part)
    return [[of_token(rows, i) for i in range(len(rows))] for rows in corpus.sentences()], corpus.tags()


def fit(who: str, parameters: Features, part: str = "dev") -> dict[str, Any]:
    """Train on dicts that lie ready; label and score another part."""
    X, y = prepared("train")
    crf = import_module(HOMES[who]).CRF(**parameters)
    begin, worked = perf_counter(), process_time()
    crf.fit(X, y)
    seconds, cpu = perf_counter() - begin, process_time() - worked
    del X, y
    X, y = prepared(part)
    begin = perf_counter()
    predicted = crf.predict(X)
    return {"seconds": seconds, "cpu": cpu, "predict": perf_counter() - begin, "f1": evaluate(y, predicted).f1}


def dicts(models: Models) -> Iterator[Row]:
    """Train from the same dicts, and label the development part; the test part with the default settings alone."""
    need("dicts", "sklearn_crfsuite")
    for what, parameters in SETTINGS.items():
        seen = alternate(3, **{who: partial(task, "dicts.fit", who=who, parameters=parameters) for who in HOMES})
        seconds, f1 = ((seen["ours"][name], seen["theirs"][name]) for name in ("seconds", "f1"))
        target = 8 if parameters is LIKELIHOOD else None
        yield faster(f"`fit`, {CORPUS}", what, seconds, target, unit="s", beside=BESIDE)
        yield Row(f"F1, development part of {CORPUS}", what, "%", *f1, beside=BESIDE)
    found = [task("dicts.fit", who=who, parameters=LIKELIHOOD, part="test")["f1"] for who in HOMES]
    yield near(f"F1, test part of {CORPUS}", LBFGS, (found[0], found[1]), BESIDE, 0.3)
