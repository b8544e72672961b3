"""The folder of a report, the command, and pages of the documentation that are filled from records."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from report import synthetic
from shell import ok, swvm
from swvm.errors import DataError, SwvmError
from swvm.experiment.records import encode
from swvm.report import fill_page, read_all, write_report
from swvm.report.pages import filled, record_sets

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


def write_records(path: Path, folds: int = 2) -> Path:
    records = [record for record in synthetic.records(folds) if record.corpus == "jnlpba"]
    path.write_bytes(b"".join(map(encode, records)))
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_report_is_the_same_each_time_and_needs_nothing_from_outside(tmp_path):
    records = write_records(tmp_path / "r.jsonl")
    for name in ("a", "b"):
        ok("report", records, "-o", tmp_path / name)
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")
    page = (tmp_path / "a" / "report.html").read_text(encoding="utf-8")
    outside = {url for url in re.findall(r"https?://[^\"'\s)]+", page) if not url.startswith("http://www.w3.org/")}
    assert not outside
    assert not re.search(r"<(script|link|img|iframe)\b|@import|url\((?!#)", page)
    assert page.count("<svg") == 8
    anchors = set(re.findall(r'<section id="([^"]+)"', page))
    assert set(re.findall(r'<a href="#([^"]+)"', page)) == anchors
    links = re.findall(r"\]\((figures/[^)]+)\)", (tmp_path / "a" / "report.md").read_text(encoding="utf-8"))
    assert len(links) == 8
    assert all((tmp_path / "a" / link).is_file() for link in links)


def test_tables_alone_import_no_matplotlib(tmp_path):
    records = write_records(tmp_path / "r.jsonl", folds=1)
    code = "import sys; from swvm.cli.app import run; sys.exit(run(sys.argv[1:]) or 'matplotlib' in sys.modules)"
    arguments = ["report", str(records), "-o", str(tmp_path / "out"), "--no-figures", "--title", "A <title>"]
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "<title>A &lt;title&gt;</title>" in page
    assert not (tmp_path / "out" / "figures").exists()


def test_runs_that_stand_in_two_files_count_once(tmp_path):
    a, b = (write_records(tmp_path / name, folds=1) for name in ("a.jsonl", "b.jsonl"))
    assert len(read_all([a, b])) == len(read_all([a]))


def test_errors_of_the_command_are_one_sentence(tmp_path):
    records = write_records(tmp_path / "r.jsonl", folds=1)
    assert "there is no such file" in swvm("report", tmp_path / "none.jsonl", "-o", tmp_path).error
    assert "-o FOLDER" in swvm("report", records).error
    assert "--page FILE" in swvm("report").error
    assert "Known: f1, token_f1" in swvm("report", records, "-o", tmp_path / "x", "--metric", "f2").error


PAGE = """# A page

<!-- records: main = records.jsonl -->
<!-- records: later = later.jsonl, metric = token_f1 -->
<!-- records: few = records.jsonl, metric = token_f1, systems = MIRA "CSP" -->

Words. The gap is <!-- value: main/gap SWVM MIRA jnlpba -->old<!-- end --> points.

<!-- table: main/configurations -->
old
<!-- end -->

<!-- figure: main/gaps --><!-- end -->
<!-- table: later/results --><!-- end -->
<!-- table: few/overview --><!-- end -->
"""


@pytest.fixture
def page(tmp_path):
    write_records(tmp_path / "records.jsonl")
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_a_page_is_filled_and_its_words_are_kept(page):
    ok("report", "--page", page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# A page\n\n<!-- records: main = records.jsonl -->")
    assert re.search(r"The gap is <!-- value: main/gap SWVM MIRA jnlpba -->−?\d\.\d\d<!-- end --> points\.", text)
    assert "| SWVM | agg., softmin, 3 |" in text
    assert "old" not in text
    assert "![Distance to MIRA](figures/records-gaps.svg)" in text
    assert (page.parent / "figures" / "records-gaps.svg").is_file()
    assert "*(no records yet)*" in text  # the set `later` has none
    assert re.findall(r"^\| (\w+) \|", text.split("<!-- table: few/overview -->")[1], re.MULTILINE) == [
        "system",
        "MIRA",
        "CSP",
    ]


def test_filling_a_filled_page_changes_nothing(page):
    fill_page(page)
    before = files_of(page.parent)
    fill_page(page)
    assert files_of(page.parent) == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("main/configurations", "main/configuration", "Did you mean 'configurations'"),
        ("main/configurations", "mian/configurations", "Did you mean 'main'"),
        ("metric = token_f1", "metric = tokens", None),
    ],
)
def test_a_wrong_mark_names_what_there_is(page, old, new, message):
    page.write_text(PAGE.replace(old, new), encoding="utf-8")
    if message is None:
        write_records(page.parent / "later.jsonl", folds=1)
        message = "Known: f1, token_f1"
    with pytest.raises(SwvmError, match=message):
        fill_page(page)


def test_a_page_without_marks_is_an_error(tmp_path):
    path = tmp_path / "page.md"
    path.write_text("words", encoding="utf-8")
    with pytest.raises(DataError, match="nothing to fill"):
        fill_page(path)


@pytest.mark.parametrize("name", ["does_swvm_beat_mira.md", "which_learner.md"])
def test_pages_are_up_to_date_with_the_committed_records(name):
    path = DOCS / name
    if not any(one.analysis for one in record_sets(path).values()):
        pytest.skip(f"{name} names records that are not in the repository yet")
    text, pictures = filled(path)
    assert path.read_text(encoding="utf-8") == text, f"run: swvm report --page docs/{name}"
    assert [name for name in pictures if not (DOCS / "figures" / f"{name}.svg").is_file()] == []


def test_the_report_folder_may_be_made_from_python(tmp_path):
    path = write_report(synthetic.records(1), tmp_path / "new" / "folder", figures=False)
    assert path == tmp_path / "new" / "folder" / "report.html"
