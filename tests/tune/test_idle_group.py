"""A real search on data where one column says nothing: its group stays out, and the report says why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from swvm.experiment.dispatch import Workshop
from swvm.report.tuning import report_page
from swvm.report.tuningsummary import summary_lines
from swvm.tune.bench import Bench
from swvm.tune.bounds import Bounds
from swvm.tune.config import TuneConfig
from swvm.tune.driver import Driver
from swvm.tune.final import Final
from swvm.tune.found import Found
from swvm.tune.noise import Noise
from swvm.tune.sources import GivenSource
from swvm.tune.tuning import tune

LETTERS = list("abcdefghiklmnoprstuv")
ENDINGS = {"son": "B-PER", "burg": "B-LOC"}


def lines(seed: int, sentences: int) -> str:
    """Words that do not come twice; their ending says the label, nine times of ten; the second column is random."""
    rng = np.random.default_rng(seed)
    text = []
    for _ in range(sentences):
        for _ in range(int(rng.integers(4, 9))):
            word = "".join(rng.choice(LETTERS, 6))
            ending = str(rng.choice(["", "", *ENDINGS]))
            label = ENDINGS.get(ending, "O") if rng.random() < 0.9 else "O"
            text.append(f"{word}{ending} {'xyz'[rng.integers(3)]} {label}")
        text.append("")
    return "\n".join(text) + "\n"


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> Found:
    folder = tmp_path_factory.mktemp("idle")
    reading = (("columns", "word,noise,label"),)
    for seed, (part, sentences) in enumerate((("train", 150), ("dev", 200))):
        (folder / part).write_text(lines(seed, sentences))
    source = GivenSource("idle", given=tuple((part, str(folder / part), reading) for part in ("train", "dev")))
    return tune(source, folder / "records.jsonl", TuneConfig(minutes=None, trials=330, workers=1))


def test_the_group_that_says_nothing_is_left_out(found):
    assert found.final.decided
    assert "columns" in found.space.optional
    assert any("columns" in one.recipe.groups for one in found.search.bench.results.values())
    assert "columns" not in found.recipe.groups
    assert "affixes" in found.recipe.groups


def test_what_helps_is_beyond_noise_and_little_else_is_kept(found):
    [affixes] = [part for part in found.parts if part.text == "− affixes"]
    assert affixes.difference.counts
    assert len(affixes.by_seed) >= 3
    assert len(found.recipe.groups) <= 5


def test_an_idle_group_is_taken_out_at_the_end(found, tmp_path):
    """Should the search have been fooled, those sentences that it did not see take the group out again."""
    trials = replace(found.final.bench.trials, folder=tmp_path / "templates")
    bench = Bench(trials, sentences=found.halves.judging)
    fooled = found.recipe.with_groups([*found.recipe.groups, "columns"])
    final = Final(found.space, bench, [], fooled)
    driver = Driver(tmp_path / "records.jsonl", {}, Workshop(tmp_path / "cache", "tune", ""), 1)
    assert driver.run("end", bench, final.batches(), Bounds()) == "done"
    assert "columns" not in final.current.groups
    assert final.parts_known
    assert not Noise(bench.at(1.0)).difference(bench.result(fooled, 1.0), bench.result(final.current, 1.0)).counts


def test_the_report_says_so(found):
    text = " ".join(summary_lines(found))
    assert "counts as equal, and the simpler recipe is taken: so in" in text
    assert "the honest figure" in text
    assert any(choice.guarded for choice in found.final.choices)
    page = report_page(found, "swvm train")
    assert "Left out:" in page
    assert "columns" in page.partition("Left out:")[2].partition("<")[0]
