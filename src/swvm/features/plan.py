"""Templates as the numbers that the native encoder reads: key hashes, kinds, atoms and offsets.

An atom is a column with word functions applied. Atoms are shared by templates, whatever the offset.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from swvm._native import FeaturePlan, hash_bytes
from swvm.features.template import Call, Observation, Template, unique_texts


@dataclass(frozen=True, slots=True)
class Atom:
    """A column seen through word functions, the innermost first."""

    column: str
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A template of numbers: which one it is, how many numbers, and the key hash of the feature of each."""

    template: int
    width: int
    hashes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Normalised templates, their atoms and the columns that the atoms read."""

    templates: tuple[Template, ...]
    hashes: tuple[int, ...]
    dense: tuple[Block, ...]  # those of the templates that are of numbers
    atoms: tuple[Atom, ...]
    columns: tuple[str, ...]
    bags: frozenset[str]  # those of the columns that are bags
    native: FeaturePlan

    @property
    def owners(self) -> list[int]:
        """The number of the template behind each one that the native plan has."""
        kept = [k for k, template in enumerate(self.templates) if not template.dense]
        return [*kept, *(block.template for block in self.dense for _ in block.hashes)]

    @property
    def constants(self) -> list[int]:
        """The numbers of the templates that observe nothing and touch more than one label: they are in no span."""
        return [k for k, one in enumerate(self.templates) if one.kind and not one.observations]


def compile_templates(templates: Sequence[Template], width: Callable[[int, str], int] | None = None) -> Plan:
    """Turn templates into a plan. Equal keys and equal atoms are found here, by text.

    `width` says how many numbers a template of numbers has, by its number and key text; without it, it has none yet.
    """
    shifted = tuple(template.normalised() for template in templates)
    texts = unique_texts(templates)
    hashes = tuple(hash_bytes(text.encode()) for text in texts)
    dense = [k for k, template in enumerate(shifted) if template.dense]
    blocks = tuple(_block(k, texts[k], 0 if width is None else width(k, texts[k])) for k in dense)
    seen_words = [seen for template in shifted if not template.dense for seen in template.observations]
    atoms = tuple(dict.fromkeys(map(_atom, seen_words)))
    columns = tuple(dict.fromkeys(atom.column for atom in atoms))
    bags = frozenset(seen.column for template in shifted for seen in template.observations if seen.whole == "bag")
    return Plan(shifted, hashes, blocks, atoms, columns, bags, _native_plan(shifted, hashes, blocks, atoms, columns))


def number_hash(text: str, k: int) -> int:
    """Return the key hash of the k-th number of a template with this key text."""
    return hash_bytes(f"{text} [{k}]".encode())


def _block(template: int, text: str, width: int) -> Block:
    return Block(template, width, tuple(number_hash(text, k) for k in range(width)))


def _atom(seen: Observation) -> Atom:
    return Atom(seen.column, () if seen.whole else seen.calls)


def _native_plan(
    templates: tuple[Template, ...],
    hashes: tuple[int, ...],
    blocks: tuple[Block, ...],
    atoms: tuple[Atom, ...],
    columns: tuple[str, ...],
) -> FeaturePlan:
    """Templates of numbers are left out; behind the others stands a silent template for each of their numbers."""
    numbers = {atom: number for number, atom in enumerate(atoms)}
    kept = [(one, key) for one, key in zip(templates, hashes, strict=True) if not one.dense]
    silent = [key for block in blocks for key in block.hashes]
    seen = [observation for template, _ in kept for observation in template.observations]
    return FeaturePlan(
        hashes=np.array([*(key for _, key in kept), *silent], dtype=np.uint64),
        kinds=np.array([*(int(template.kind) for template, _ in kept), *(0 for _ in silent)], dtype=np.uint8),
        starts=np.cumsum([0, *(len(one.observations) for one, _ in kept), *(0 for _ in silent)], dtype=np.int64),
        atoms=np.array([numbers[_atom(one)] for one in seen], dtype=np.uint32),
        offsets=np.array([one.offset for one in seen], dtype=np.int32),
        atom_columns=np.array([columns.index(atom.column) for atom in atoms], dtype=np.uint32),
        columns=len(columns),
        silent=len(silent),
    )
