"""The page of errors: everything is in it, nothing comes from outside, and what it counts is right."""

from __future__ import annotations

import json
import re

import pytest

from shell import ok, swvm
from swvm.evaluate.errors import compare
from swvm.report.errorpage import error_page

WORDS = [["Ada", "<i>", "met", "Tom"], ["in", "New", "York", "&"]]
GOLD = [["B-PER", "O", "O", "B-PER"], ["O", "B-LOC", "I-LOC", "O"]]
PREDICTED = [["B-LOC", "O", "B-ORG", "O"], ["O", "O", "B-LOC", "O"]]


def page(known=None):
    return error_page(compare(GOLD, PREDICTED), WORDS, "A <page>", known)


def articles(text):
    return re.findall(r"<article (.*?)>(.*?)</article>", text, re.DOTALL)


def test_every_error_is_there():
    found = articles(page())
    assert re.findall(r'data-kind="(\w+)"', page()) == ["type", "spurious", "missed", "boundary"]
    assert 'data-types="PER LOC"' in found[0][0]
    assert "sentence 2" in found[3][1]
    assert found[3][1].count("swvm-mark here") == 2
    assert "<span class=nothing>met</span>" in found[1][1]
    assert "data-seen" not in page().split("<script>")[0]


def test_words_of_the_training_data():
    found = articles(page({"Ada", "met", "New"}))
    assert [re.search(r'data-seen="(\w+)"', head).group(1) for head, _ in found] == ["yes", "yes", "no", "no"]
    assert "unseen: <span class=new>York</span>" in found[3][1]
    assert "2 of the 4 errors touch a word that the training data do not have" in page({"Ada", "met", "New"})


def test_the_table_counts():
    rows = re.findall(r"<tr>(<td.*?)</tr>", page(), re.DOTALL)
    cells = [re.findall(r">([^<]*)</td>", row) for row in rows]
    assert cells[-1] == ["all", "1", "1", "1", "1", "0", "4"]
    assert ["LOC", "0", "0", "0", "1", "0", "1"] in cells
    assert "3 mentions in gold, 3 predicted, 0 right." in page()


def test_nothing_comes_from_outside_and_text_is_escaped():
    text = page()
    assert not re.search(r"(src|href)\s*=|url\(|@import|https?:", text)
    assert "<i>" not in text
    assert "<title>A &lt;page&gt;</title>" in text
    assert "prefers-color-scheme: dark" in text
    assert all(f'name="{name}"' in text for name in ("kind", "type", "text", "sort"))
    assert text.count("<label>") == 4  # every field has its name


def test_the_command(tmp_path):
    tagged, train = tmp_path / "tagged.txt", tmp_path / "train.txt"
    rows = [
        "".join(f"{row[0]} x {row[1]} {row[2]}\n" for row in zip(*sentence, strict=True))
        for sentence in zip(WORDS, GOLD, PREDICTED, strict=True)
    ]
    tagged.write_text("\n".join(rows))
    train.write_text("Ada O\nmet O\n")
    call = ok("evaluate", tagged, "--html", tmp_path / "e.html", "--train", train, "--json")
    assert json.loads(call.out)["mode"] == "conlleval"
    assert call.err == f"{tmp_path / 'e.html'}: 4 errors\n"
    text = (tmp_path / "e.html").read_text()
    assert "Errors of tagged.txt" in text
    assert len(re.findall('data-seen="no"', text)) == 2
    gold, predicted = tmp_path / "g.txt", tmp_path / "p.txt"
    gold.write_text("Ada B-PER\n")
    predicted.write_text("Ada O\n")
    ok("evaluate", gold, predicted, "--html", tmp_path / "e.html")
    assert 'data-kind="missed"' in (tmp_path / "e.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("{labels} --html {folder}/e.html", "{labels}: there are labels alone, and no words to show beside them; add a "
         "column of words"),
        ("{labels} --train demo", "--train is for the page of errors: add --html FILE"),
        ("{labels} --html nowhere/x.html", "nowhere/x.html: cannot write: there is no folder nowhere; make it first"),
        ("{labels} --html {folder}/e.html --train dmo", "dmo: there is no such file, and no known corpus has this "
         "name. Did you mean demo? Known: demo, conll2000, conll2002-es, bc2gm, jnlpba"),
    ],
)  # fmt: skip
def test_errors(arguments, message, tmp_path):
    names = {"labels": tmp_path / "labels", "folder": tmp_path}
    names["labels"].write_text("B-X O\nO O\n")
    call = swvm("evaluate", *arguments.format(**names).split())
    assert (call.code, call.error) == (2, message.format(**names))
