"""All sections by name, in the order of the pages. Each is a function that measures and yields its rows."""

from __future__ import annotations

from benchmarks.calibration import calibration
from benchmarks.dicts import dicts
from benchmarks.explaining import explaining
from benchmarks.interfaces import pipelines, tables
from benchmarks.learners import batches, callables, learners
from benchmarks.tagging import decoding, starting, tagging
from benchmarks.training import accuracy, from_file_to_model, training

SECTIONS = {
    section.__name__: section
    for section in (
        accuracy,
        training,
        from_file_to_model,
        decoding,
        tagging,
        starting,
        learners,
        callables,
        batches,
        dicts,
        pipelines,
        tables,
        calibration,
        explaining,
    )
}
PERFORMANCE = "performance.md"
# The page of docs/ that shows a section, where it is not the page on performance.
PAGES = {
    "dicts": "from_sklearn_crfsuite.md",
    "pipelines": "spacy.md",
    "tables": "tables.md",
    "calibration": "calibration.md",
    "explaining": "explain.md",
}
