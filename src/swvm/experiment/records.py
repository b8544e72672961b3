"""Records of runs in a file of JSON lines: appended as runs end, read back, healed after a kill, compacted.

A line is written whole, flushed and synced, so that a kill can tear the last line at most. That one is ignored when
read, and cut off before the next is written. Beside `a.jsonl` may lie `a.jsonl.gz`, what `compact` has put away: the
two are read as one.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from swvm.errors import DataError
from swvm.experiment.outcome import Outcome, SentenceTable
from swvm.model.atomic import replacing

FORMAT = 1
Breakdown: TypeAlias = Mapping[str, Mapping[str, Sequence[int]]]  # [correct, gold, predicted]


@dataclass(frozen=True, slots=True)
class Record:
    """One run: a system with its settings, trained on one part with one seed, and how it scored."""

    id: str  # a hash of all that decides the result
    experiment: str
    stage: str  # "grid", or "final": a chosen configuration, run again
    corpus: str
    features: str
    protocol: str  # "folds" or "official"
    part: int  # the number of the fold; 0 for official splits
    train: str  # "train" or "train+dev"
    system: str
    place: int  # where the configuration stands in the grid of its system: ties go to the first
    settings: Mapping[str, Any]  # what the learner reads; infinity is "inf"
    seed: int
    curve: tuple[float, ...] = ()  # mention F1 on dev after each epoch
    token_curve: tuple[float, ...] = ()  # F1 of labels other than O, on dev
    dev: Outcome | None = None
    test: Outcome | None = None
    breakdown: Breakdown = field(default_factory=dict)  # of the test mentions: by type, length, seen or unseen
    training: Mapping[str, Any] = field(default_factory=dict)  # the training report: sums, and lists by epoch
    seconds: Mapping[str, float] = field(default_factory=dict)
    origin: Mapping[str, Any] = field(default_factory=dict)  # what it takes to repeat the run
    packed: Mapping[str, str] | None = None  # the table of the test sentences (of a search: dev); see `sentences`

    @property
    def sentences(self) -> SentenceTable | None:
        """Return the counts of each test sentence; in the records of a search, of each sentence of dev."""
        try:
            return None if self.packed is None else SentenceTable.from_json(dict(self.packed))
        except (DataError, KeyError, TypeError) as error:
            raise DataError(
                f"the record {self.id}: its counts of sentences are damaged ({error}). Delete its line: its run starts "
                "anew"
            ) from None

    @property
    def learner(self) -> str:
        return str(self.settings["learner"])

    def value(self, name: str) -> Any:
        """Return a setting, or a field such as `system` or `corpus`; None where the learner does not read it."""
        return getattr(self, name) if name in IDENTITY else self.settings.get(name)

    def to_json(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in (*IDENTITY, *PLAIN)}
        scores = {"dev": self.dev and self.dev.to_json(), "test": self.test and self.test.to_json()}
        return {"format": FORMAT, **plain, **scores, "sentences": self.packed}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Record:
        plain = {name: data[name] for name in (*IDENTITY, *PLAIN)}
        plain["curve"], plain["token_curve"] = tuple(data["curve"]), tuple(data["token_curve"])
        dev, test = (data[name] and Outcome.from_json(data[name]) for name in ("dev", "test"))
        return cls(**plain, dev=dev, test=test, packed=data["sentences"])


IDENTITY = (
    *("id", "experiment", "stage", "corpus", "features", "protocol", "part", "train", "system", "place"),
    *("settings", "seed"),
)
PLAIN = ("curve", "token_curve", "breakdown", "training", "seconds", "origin")


def read_records(path: str | Path) -> list[Record]:
    """Return the records of a file and of its compacted part, each run once. A file that is not there has none."""
    path = Path(path)
    files = [path] if path.suffix == ".gz" else [path.with_name(path.name + ".gz"), path]
    found: dict[str, Record] = {}
    for file in files:
        if file.exists():
            for record in _records_of(file):
                found.setdefault(record.id, record)
    return list(found.values())


def records_there(path: str | Path) -> list[Record]:
    """Return the records of a file, which must be there and have some."""
    path = Path(path)
    found = read_records(path)
    if found:
        return found
    if not path.exists():
        raise DataError(f"{path}: there is no such file; `swvm experiment run` writes records")
    raise DataError(f"{path}: there are no records in this file; `swvm experiment run` writes them")


def _records_of(path: Path) -> Iterator[Record]:
    lines = _text(path).split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        record = _parse(line, f"{path}:{number}")
        if record is not None:
            yield record
        elif number < len(lines):
            raise DataError(
                f"{path}:{number}: this line is no record of an experiment. Name a file of records; if this is one, "
                "delete the line: its run starts anew"
            )


def _text(path: Path) -> bytes:
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if path.suffix == ".gz" else content
    except IsADirectoryError:
        raise DataError(f"{path}: this is a folder; give a file of records") from None
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DataError(f"{path}: the gzip data is damaged or cut off ({error})") from None
    except OSError as error:
        raise DataError(f"{path}: cannot read: {error.strerror}") from None


def _parse(line: bytes, where: str) -> Record | None:
    try:
        data = json.loads(line)
    except ValueError:
        return None
    if isinstance(data, dict) and data.get("format", FORMAT) != FORMAT:
        raise DataError(
            f"{where}: this record has the format {data['format']!r}, and this version of swvm reads format {FORMAT}: "
            "take the version that wrote it, or other records"
        )
    try:
        return Record.from_json(data)
    except (KeyError, TypeError, ValueError):
        return None


def append_record(path: str | Path, record: Record) -> None:
    """Write one line, whole and synced, behind what is there."""
    line = encode(record)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644)
    try:
        os.write(handle, line)
        os.fsync(handle)
    finally:
        os.close(handle)


def encode(record: Record) -> bytes:
    """Return the line of a record."""
    return json.dumps(record.to_json(), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def heal(path: str | Path) -> None:
    """Cut off a last line that a kill has torn; one that only lacks its end gets it."""
    path = Path(path)
    data = path.read_bytes() if path.exists() else b""
    if not data or data.endswith(b"\n"):
        return
    begin = data.rfind(b"\n") + 1
    with path.open("r+b") as file:
        if _parse(data[begin:], str(path)) is None:
            file.truncate(begin)
        else:
            file.seek(0, os.SEEK_END)
            file.write(b"\n")


def compact(path: str | Path, counts_of: Collection[str] | None = None) -> Path:
    """Put all records into `PATH.gz`, sorted so that like stands by like, and delete the plain file.

    `counts_of`: the ids of the records that keep their counts of sentences, which take the most room. None: all do.
    """
    path = Path(path)
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    target = plain.with_name(plain.name + ".gz")
    records = sorted(read_records(plain), key=_order)
    if counts_of is not None:
        records = [record if record.id in counts_of else replace(record, packed=None) for record in records]
    with replacing(target) as stream:
        stream.write(gzip.compress(b"".join(map(encode, records)), 9, mtime=0))
    plain.unlink(missing_ok=True)
    return target


def _order(record: Record) -> tuple[Any, ...]:
    what = (record.corpus, record.features, record.part, record.stage)
    return (*what, record.system, record.place, record.seed, record.id)


def by_id(records: Iterable[Record]) -> dict[str, Record]:
    """Return the records by what they are the result of."""
    return {record.id: record for record in records}
