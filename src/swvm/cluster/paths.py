"""The file of paths: `bit string, tab, word, tab, count` a line, as Liang's program and others write and read it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from swvm.model.atomic import replacing


@dataclass(frozen=True, slots=True)
class Clusters:
    """Words with their bit strings and counts, the most frequent first."""

    words: tuple[str, ...]
    counts: tuple[int, ...]
    paths: tuple[str, ...]
    bits_per_token: float
    sweeps: int

    def lines(self) -> list[str]:
        """Return the lines of the file: by bit string, then by falling count."""
        rows = sorted(zip(self.paths, self.words, self.counts, strict=True), key=lambda row: (row[0], -row[2]))
        return [f"{path}\t{word}\t{count}\n" for path, word, count in rows]


def write_paths(clusters: Clusters, path: str | Path) -> None:
    """Write the file, whole or not at all."""
    with replacing(Path(path)) as file:
        file.writelines(line.encode() for line in clusters.lines())
