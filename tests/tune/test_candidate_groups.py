"""What can be tried for a corpus: groups by its columns, and the presets as starts."""

from __future__ import annotations

import pytest

from swvm.features.featurefile import parse_templates
from swvm.tune.groups import CORE, groups_of
from swvm.tune.recipe import template_lines
from swvm.tune.space import Space


def test_what_a_corpus_offers():
    words, pos = groups_of(["word"]), groups_of(["word", "pos", "speaker"])
    assert set(CORE) < set(words)
    assert set(pos) - set(words) == {"pos", "pos_pairs", "columns"}
    assert "mentions" not in groups_of(["word"], tags=True)


@pytest.mark.parametrize("columns", [["word"], ["word", "pos"]])
def test_presets_are_starts_once_each(columns):
    groups = groups_of(columns)
    starts = Space(groups).starts()
    assert {"words", "basic", "everything"} <= set(starts)
    assert len(set(starts.values())) == len(starts)
    assert starts["basic"].order == 1
    assert all(recipe.order == 2 for name, recipe in starts.items() if name in ("ner", "chunk", "bio"))
    assert all(set(recipe.groups) <= set(groups) for recipe in starts.values())


def test_every_recipe_is_a_features_file():
    groups = groups_of(["word", "pos"])
    for recipe in Space(groups).starts().values():
        templates = parse_templates("\n".join(template_lines(recipe, groups)), "f", ["word", "pos"])
        assert len(templates) == len(set(templates))
