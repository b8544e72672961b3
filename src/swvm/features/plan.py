"""Templates as the numbers that the native encoder reads: key hashes, kinds, atoms and offsets.

An atom is a column with word functions applied. Atoms are shared by templates, whatever the offset.
"""

from __future__ import annotations

from collections.abc import Sequence
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
class Plan:
    """Normalised templates, their atoms and the columns that the atoms read."""

    templates: tuple[Template, ...]
    hashes: tuple[int, ...]
    atoms: tuple[Atom, ...]
    columns: tuple[str, ...]
    native: FeaturePlan

    @property
    def constants(self) -> list[int]:
        """The numbers of the templates that observe nothing and touch more than one label: they are in no span."""
        return [k for k, one in enumerate(self.templates) if one.kind and not one.observations]


def compile_templates(templates: Sequence[Template]) -> Plan:
    """Turn templates into a plan. Equal keys and equal atoms are found here, by text."""
    shifted = tuple(template.normalised() for template in templates)
    hashes = tuple(hash_bytes(text.encode()) for text in unique_texts(templates))
    atoms = tuple(dict.fromkeys(_atom(seen) for template in shifted for seen in template.observations))
    columns = tuple(dict.fromkeys(atom.column for atom in atoms))
    return Plan(shifted, hashes, atoms, columns, _native_plan(shifted, hashes, atoms, columns))


def _atom(seen: Observation) -> Atom:
    return Atom(seen.column, seen.calls)


def _native_plan(
    templates: tuple[Template, ...], hashes: tuple[int, ...], atoms: tuple[Atom, ...], columns: tuple[str, ...]
) -> FeaturePlan:
    numbers = {atom: number for number, atom in enumerate(atoms)}
    seen = [observation for template in templates for observation in template.observations]
    return FeaturePlan(
        hashes=np.array(hashes, dtype=np.uint64),
        kinds=np.array([template.kind for template in templates], dtype=np.uint8),
        starts=np.cumsum([0, *(len(template.observations) for template in templates)], dtype=np.int64),
        atoms=np.array([numbers[_atom(one)] for one in seen], dtype=np.uint32),
        offsets=np.array([one.offset for one in seen], dtype=np.int32),
        atom_columns=np.array([columns.index(atom.column) for atom in atoms], dtype=np.uint32),
        columns=len(columns),
    )
