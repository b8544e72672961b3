"""Bad calls from Python of experiments, reports and the reference, and the sentence that each gets."""

# ruff: noqa: E501 (a call and its sentence are easier to compare in whole lines)

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiment.made_records import record
from made_models import made_model
from swvm.errors import SwvmError
from swvm.experiment.lock import exclusive
from swvm.experiment.selection import best_epoch, results
from swvm.experiment.significance import named_pair
from swvm.experiment.sources import official_split
from swvm.experiment.synthetic import draw, make_language
from swvm.experiment.tuning import _study
from swvm.features.derived.clusters import spacy_paths
from swvm.learn.templates import span
from swvm.reference.chain import ReferenceChain
from swvm.report import draw_training, write_report
from swvm.report.analysis import analyse
from swvm.report.factors import factor_table
from swvm.report.values import value_text

RECORDS = [record(), record("swvm", 1)]
MADE = {
    "analysis": lambda: analyse(RECORDS),
    "records": lambda: results(RECORDS),
    "language": lambda: make_language(2, 5, 0.5, 1),
}
TRAINED = made_model("first order").training

CALLS = {
    "write_report([], 'r')": "there are no records to report on",
    "write_report(RECORDS, 'r', metric='f2')": "unknown metric 'f2'. Known: f1, token_f1",
    "draw_training({}, 'x.png')": "the training record has no epochs, so there is nothing to draw",
    "draw_training(TRAINED, 'x.gif')": "x.gif: a figure ends with .png, .svg or .pdf",
    "factor_table(analysis(), 'gama')": "unknown setting 'gama'. Did you mean 'gamma'? Known: average, constraint, gamma, k_best, mode, templates",
    "value_text(analysis(), 'gap mira')": "the value 'gap mira' should read: gap SYSTEM SYSTEM CORPUS",
    "results(RECORDS, metric='f2')": "unknown metric 'f2'. Known: accuracy, f1, token_f1",
    "best_epoch(records()[0].chosen, 'accuracy')": "curves are kept of f1 and token_f1, not of accuracy",
    "named_pair(records(), ('mira', 'swmv'))": "unknown system 'swmv'. Did you mean 'swvm'? Known: mira, swvm",
    "official_split({'train': range(3), 'dev': range(1)})": "official splits need a part 'test'; this corpus has train, dev. Name it, or take folds",
    "make_language(2, 5, 0.5, 1, 0)": "concentration is 0; it must be above 0",
    "draw(language(), 5, 0, 1)": "5 sentences of 0 tokens: both must be at least 1",
    "exclusive_twice('records.jsonl')": "records.jsonl: another process is running this experiment; wait for it, or end it",
    "without('optuna', lambda: _study(1))": 'a search with optuna needs an optional dependency: pip install "swvm[tune]"',
    "without('matplotlib', lambda: draw_training(TRAINED, 'x.png'))": 'drawing figures needs an optional dependency: pip install "swvm[plots]"',
    "without('spacy_lookups_data', lambda: spacy_paths('es'))": 'clusters(w, "spacy:es") needs an optional dependency: pip install "swvm[clusters]"',
    "span((0,), (1,), tags=None)": "the template set 'span' needs labels of a scheme with mentions, such as IOB2 or BIOES",
    "ReferenceChain(2, 1, (1, 0, 1, 0))": "features of t[i-2] need a second-order chain",
    "ReferenceChain(2, 1, (1, 0, 0, 0), [(0, 0)])": "a constant of kind T stands in the spans, like any feature of one label",
}


def exclusive_twice(name: str) -> None:
    with exclusive(Path(name)), exclusive(Path(name)):
        pass


def without(module: str, call: Any) -> None:
    """Call something as if a library were not installed."""
    with pytest.MonkeyPatch.context() as patch:
        hidden = [name for name in sys.modules if name.partition(".")[0] == module]
        for name in {module, *hidden}:
            patch.setitem(sys.modules, name, None)
        patch.setattr("importlib.util.find_spec", lambda name: None)
        call()


def error_of(call: str) -> str:
    """Return what a call says."""
    with pytest.raises(SwvmError) as caught:
        eval(call, {**NAMES, **MADE})
    return str(caught.value)


NAMES = {
    "np": np,
    "RECORDS": RECORDS,
    "TRAINED": TRAINED,
    "analyse": analyse,
    "best_epoch": best_epoch,
    "draw": draw,
    "draw_training": draw_training,
    "exclusive_twice": exclusive_twice,
    "factor_table": factor_table,
    "make_language": make_language,
    "named_pair": named_pair,
    "official_split": official_split,
    "results": results,
    "ReferenceChain": ReferenceChain,
    "span": span,
    "spacy_paths": spacy_paths,
    "_study": _study,
    "value_text": value_text,
    "without": without,
    "write_report": write_report,
}
TABLES = {"CALLS": error_of}


@pytest.mark.parametrize("call", CALLS)
def test_a_bad_call(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert error_of(call) == CALLS[call]
