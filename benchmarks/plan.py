"""All sections by name, in the order of the page. Each is a function that measures and yields its rows."""

from __future__ import annotations

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
    )
}
