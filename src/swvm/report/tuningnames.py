"""How a report names recipes: by the name that the search began with, or by how they differ from the one found."""

from __future__ import annotations

from swvm.tune.found import Found
from swvm.tune.recipe import Recipe

FOUND = "the recipe"


def name_of(recipe: Recipe, found: Found) -> str:
    """Return `the recipe`, `basic`, or `the recipe + context − pos, order 1, C 0.1`."""
    if recipe == found.recipe:
        return FOUND
    known = {start: name for name, start in found.space.starts().items()}
    return known.get(recipe) or f"{FOUND} {difference(recipe, found)}"


def difference(recipe: Recipe, found: Found) -> str:
    """Return how a recipe differs from the one found: groups added and left out, order, settings."""
    other = found.recipe
    groups = [f"+ {name}" for name in found.groups if name in recipe.groups and name not in other.groups]
    groups += [f"− {name}" for name in found.groups if name in other.groups and name not in recipe.groups]
    parts = [" ".join(groups)] if groups else []
    if recipe.order != other.order:
        parts.append(f"order {recipe.order}")
    changed = sorted({name for name, _ in (*recipe.settings, *other.settings)})
    parts += [f"{name} {recipe.value(name)}" for name in changed if recipe.value(name) != other.value(name)]
    return ", ".join(parts)
