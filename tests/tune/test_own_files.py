"""What is derived from the labels, and a user's own clusters and lexicons, as groups of a search."""

from __future__ import annotations

import pytest

from shell import ok, swvm
from swvm.errors import SettingError
from swvm.features.featurefile import parse_features, read_features
from swvm.tune.groups import CORE, groups_of, presets_of, resources_of
from swvm.tune.recipe import Recipe, template_lines
from swvm.tune.space import Space


@pytest.fixture
def files(tmp_path):
    (tmp_path / "paths.txt").write_text("0010\tAda\t5\n0011\tTom\t4\n11\tin\t9\n")
    (tmp_path / "places.txt").write_text("paris\tLOC\nnew york\tLOC\n")
    return tmp_path


def resources(files):
    return resources_of([f"brown={files / 'paths.txt'}"], [f"place={files / 'places.txt'}"])


def test_what_the_labels_say_is_a_group():
    assert {"mentions", "target"} <= set(groups_of(["word"]))
    assert "mentions" not in groups_of(["word"], tags=True)


def test_every_recipe_is_a_features_file(files):
    groups = groups_of(["word", "pos"], resources(files))
    space = Space(groups)
    for recipe in space.starts().values():
        features = parse_features("\n".join(template_lines(recipe, groups)), "f", ["word", "pos"])
        assert len(features.templates) == len(set(features.templates))


def test_files_become_groups_of_their_own(files):
    groups = groups_of(["word"], resources(files))
    assert list(groups)[-2:] == ["brown", "place"]
    assert any("prefix(brown[i], 4)" in line for line in groups["brown"].lines)
    assert all("brown" not in line for line in groups["place"].lines)
    chosen, order = presets_of(groups)["ner"]
    assert {"brown", "place"} <= set(chosen)
    assert order == 2


def test_a_recipe_finds_its_files_from_where_it_lies(files):
    groups = groups_of(["word"], resources(files))
    recipe = Recipe().with_groups([*CORE, "brown"])
    (files / "deep").mkdir()
    path = files / "deep" / "r.features"
    path.write_text("\n".join(template_lines(recipe, groups, path.parent)))
    assert '"../paths.txt"' in path.read_text()
    [declaration] = read_features(path, ["word"]).declarations
    assert declaration.function == "clusters"
    assert "place" not in path.read_text()
    assert str(files / "paths.txt") in "\n".join(template_lines(recipe, groups))


def test_names_and_files_are_checked(files):
    with pytest.raises(SettingError, match="give a name for the column and a file"):
        resources_of(["paths.txt"], [])
    with pytest.raises(SettingError, match=r"there is no file nothere\.txt"):
        resources_of([], ["x=nothere.txt"])
    with pytest.raises(SettingError, match="affixes is the name of a group or a column already"):
        groups_of(["word"], resources_of([f"affixes={files / 'paths.txt'}"], []))


def test_a_search_with_files(files, monkeypatch):
    monkeypatch.chdir(files)
    common = (
        "--dev",
        "demo",
        "-o",
        "r.features",
        "--trials",
        45,
        "--sample",
        2000,
        "--workers",
        1,
        "--report",
        "r.json",
    )
    call = ok("tune", "demo", *common, "--clusters", "brown=paths.txt", "--lexicon", "place=places.txt")
    records = (files / "r.jsonl").read_text()
    assert "brown" in records
    assert "place" in records
    ok(*call.out.split()[1:-1], "m.swvm", "--quiet")
    (files / "places.txt").write_text("paris\tCITY\n")
    before = len(records.splitlines())
    ok("tune", "demo", *common, "--clusters", "brown=paths.txt", "--lexicon", "place=places.txt")
    assert len((files / "r.jsonl").read_text().splitlines()) > before  # another file is another search
    assert "there is no file" in swvm("tune", "demo", *common, "--lexicon", "x=y.txt").error
