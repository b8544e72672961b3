"""Groups of templates: presets are made of them, and each can be taken alone."""

from __future__ import annotations

import pytest

from swvm.errors import SettingError
from swvm.features.featurefile import parse_templates
from swvm.features.groups import all_groups, group_lines, group_names, group_templates
from swvm.features.presets import GROUPS_OF, preset

WITH_POS, WITHOUT = ["word", "pos"], ["word"]


def test_a_group_without_its_column_is_not_offered():
    assert set(group_names(WITH_POS)) - set(group_names(WITHOUT)) == {"pos", "pos_pairs"}
    assert set(group_names(WITH_POS)) <= set(all_groups())
    assert group_templates("pos", WITHOUT) == ()


@pytest.mark.parametrize("columns", [WITH_POS, WITHOUT])
@pytest.mark.parametrize("name", GROUPS_OF)
def test_a_preset_is_its_groups(name, columns):
    templates = [one for group in GROUPS_OF[name] for one in group_templates(group, columns)]
    assert list(preset(name, columns)) == templates


def test_presets_build_on_basic():
    basic = set(preset("basic", WITH_POS))
    assert all(basic < set(preset(name, WITH_POS)) for name in ("ner", "chunk", "bio"))


@pytest.mark.parametrize("name", all_groups())
def test_a_group_by_name_in_a_file_and_line_by_line(name):
    columns = [*WITH_POS, "more"]
    included = parse_templates(f"@include {name}", "f", columns)
    assert included == group_templates(name, columns)
    if included:
        assert parse_templates("\n".join(group_lines(name, columns)), "f", columns) == included


def test_no_two_groups_share_a_template():
    """Else a template would fire twice where both groups are taken."""
    seen = [template.normalised() for name in group_names(WITH_POS) for template in group_templates(name, WITH_POS)]
    assert len(seen) == len(set(seen))


def test_context():
    assert "lower(w[i-1]), lower(w[i]), lower(w[i+1]), t[i]" in group_lines("context", WITHOUT)


def test_ngrams_are_one_bag_for_each_length():
    assert {template.name for template in group_templates("ngrams", WITHOUT)} == {"ngram2", "ngram3", "ngram4"}


def test_unknown_group():
    with pytest.raises(SettingError, match=r"unknown group of features 'affixs'. Did you mean 'affixes'"):
        group_lines("affixs", WITHOUT)
