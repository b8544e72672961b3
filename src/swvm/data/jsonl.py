"""JSON lines: an object a line, with a list of `tokens`, usually one of `tags`; more columns under their own keys."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.data.blocks import Block, RawBlock
from swvm.data.corpus import Column, Corpus
from swvm.data.names import LABEL, SKIP, Spec
from swvm.data.parsers import bounded
from swvm.errors import DataError

KEYS = {"word": "tokens", LABEL: "tags"}
TOKENS_ONLY: Spec = (("word", "tokens"),)
TOKENS_AND_TAGS: Spec = (*TOKENS_ONLY, (LABEL, "tags"))


class JsonlParser:
    """Records of JSON lines. Records without tokens are no sentences."""

    def __init__(self, source: str, spec: Spec | None, labels: bool) -> None:
        self._source = source
        chosen = spec or (TOKENS_AND_TAGS if labels else TOKENS_ONLY)
        pairs = {name: key or KEYS.get(name, name) for name, key in chosen if name != SKIP}
        last = LABEL if LABEL in pairs else list(pairs)[-1]
        label_key = pairs.pop(last) if labels else pairs.pop(LABEL, None)
        if not pairs:
            raise DataError(f"{source}: the columns name no observed column; name at least the words, e.g. word,label")
        self._observed = pairs
        self._label = (last, label_key) if labels and label_key is not None else None
        self._interners = {name: Interner() for name in self._wanted()}

    def parse(self, raw: RawBlock) -> Block:
        """Parse a block of whole lines."""
        self._interners = {name: bounded(interner) for name, interner in self._interners.items()}
        codes: dict[str, list[npt.NDArray[np.int32]]] = {name: [] for name in self._interners}
        lengths = [0]
        for number, line in enumerate(raw.data.split(b"\n"), raw.first_line):
            if line.strip(b" \t\r\xef\xbb\xbf"):
                lengths.append(self._read(line, f"{self._source}:{number}", codes))
        offsets = np.cumsum([0, *(length for length in lengths if length)], dtype=np.int64)
        columns = [Column(name, _joined(codes[name]), interner) for name, interner in self._interners.items()]
        observed, labels = (columns[:-1], columns[-1]) if self._label else (columns, None)
        return Block(raw, Corpus(tuple(observed), labels, offsets, np.zeros(1, np.int64), self._source))

    def _wanted(self) -> dict[str, str]:
        return self._observed if self._label is None else {**self._observed, self._label[0]: self._label[1]}

    def _read(self, line: bytes, place: str, codes: dict[str, list[npt.NDArray[np.int32]]]) -> int:
        record = _record(line, place)
        length = -1
        for name, key in self._wanted().items():
            values = _strings(record, key, place)
            if length >= 0 and len(values) != length:
                first = next(iter(self._observed.values()))
                raise DataError(f"{place}: {len(values)} values of {key!r} for {length} of {first!r}")
            length = len(values)
            try:
                codes[name].append(self._interners[name].intern(values))
            except UnicodeEncodeError:
                raise DataError(f"{place}: {key!r} holds half of a surrogate pair, which is no character") from None
        return length


def _joined(parts: list[npt.NDArray[np.int32]]) -> npt.NDArray[np.int32]:
    return np.concatenate(parts) if parts else np.zeros(0, np.int32)


def _record(line: bytes, place: str) -> dict[str, Any]:
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataError(
            f"{place}: byte {error.start + 1} of this line (0x{line[error.start]:02X}) is not UTF-8; "
            "re-encode the file, e.g. iconv -f LATIN1 -t UTF-8"
        ) from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise DataError(f"{place}: this line is not JSON ({error}); each line must be one object") from None
    if not isinstance(record, dict):
        raise DataError(f"{place}: this line is not a JSON object; expected {{'tokens': [...], 'tags': [...]}}")
    return record


def _strings(record: dict[str, Any], key: str, place: str) -> list[str]:
    values = record.get(key)
    if values is None:
        keys = ", ".join(map(repr, record)) or "no key"
        raise DataError(
            f"{place}: there is no {key!r} in this object; it has {keys}. Say which key holds what by "
            "the columns, such as word=tokens,label=tags"
        )
    if not isinstance(values, list):
        raise DataError(f"{place}: {key!r} is not a list of strings")
    for value in values:
        if isinstance(value, int):
            raise DataError(
                f"{place}: {key!r} holds numbers, and names are needed; replace each number by its name "
                "(in Hugging Face datasets: features['tags'].feature.names)"
            )
        if not isinstance(value, str):
            raise DataError(f"{place}: {key!r} holds {value!r}, which is no string")
    return values
