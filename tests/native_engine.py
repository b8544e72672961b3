"""The native engine on the cases of tests/strategies.py."""

from __future__ import annotations

from typing import Any

from strategies import Case, Encoded
from swvm import _native


def native_chain(case: Case) -> _native.Chain:
    return _native.Chain(**case.chain)


def native_encoded(encoded: Encoded) -> _native.EncodedArrays:
    spans = [(span.starts, span.ids, span.values) for span in encoded.spans]
    return _native.EncodedArrays(encoded.offsets, spans, encoded.gold, list(encoded.dense))


def native_paths(case: Case, **request: Any) -> list[list[tuple[float, tuple[int, ...]]]]:
    """For each sentence its (score, labels), best first."""
    encoded = case.encoded
    labels, scores = _native.decode(native_chain(case), case.weights, native_encoded(encoded), **request)
    found = []
    for s in range(len(encoded)):
        here = slice(encoded.offsets[s], encoded.offsets[s + 1])
        paths = [
            (float(scores[k, s]), tuple(labels[k, here].tolist()))
            for k in range(len(scores))
            if scores[k, s] > float("-inf")
        ]
        found.append(paths)
    return found
