"""The plain calls that others script against, and what each command prints."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

from shell import ok, swvm
from swvm.cli.app import COMMANDS
from swvm.model.modelfile import load_model, save_model

SENTENCE = b"Dear\nJordan\n,\nthe\nmap\n\n"


def test_train_tag_evaluate(model, tmp_path):
    ok("tag", model, "demo:test", "-o", tmp_path / "tagged.txt")
    scores = json.loads(ok("evaluate", tmp_path / "tagged.txt", "--json").out)
    assert scores["mode"] == "conlleval"
    assert {"precision", "recall", "f1", "accuracy", "types"} <= scores.keys()
    assert 70 < scores["f1"] < 85
    assert set(scores["types"]) == {"LOC", "ORG", "PER", "WORK"}
    rows = (tmp_path / "tagged.txt").read_text().splitlines()
    assert rows[0].split() == ["Dear", "O", "O"]


def test_evaluate_two_files(model, tmp_path):
    ok("tag", model, "demo:test", "-o", tmp_path / "tagged.txt")
    one = json.loads(ok("evaluate", tmp_path / "tagged.txt", "--json").out)
    two = json.loads(ok("evaluate", "demo:test", tmp_path / "tagged.txt", "--json").out)
    assert one == two


def test_evaluate_prints_what_conlleval_prints_and_names_the_mode(tmp_path):
    (tmp_path / "x.txt").write_text("a B-X B-X\nb O B-X\n")
    assert ok("evaluate", tmp_path / "x.txt").out == (
        "processed 2 tokens with 1 phrases; found: 2 phrases; correct: 1.\n"
        "accuracy:  50.00%; precision:  50.00%; recall: 100.00%; FB1:  66.67\n"
        "                X: precision:  50.00%; recall: 100.00%; FB1:  66.67  2\n"
        "mode conlleval (mentions, as conlleval counts), scheme iob2\n"
    )
    assert ok("evaluate", tmp_path / "x.txt", "--mode", "tokens").out.startswith("mode tokens")
    assert ok("evaluate", tmp_path / "x.txt", "--mode", "strict").out.startswith("mode strict")


def test_the_confusion_table(tmp_path):
    (tmp_path / "x.txt").write_text("a B-X B-X\nb O I-Y\n")
    assert ok("evaluate", tmp_path / "x.txt", "--confusion").out.endswith(
        "gold \\ predicted  B-X  I-Y  O\nB-X                 1    0  0\nI-Y                 0    0  0\n"
        "O                   0    1  0\n"
    )
    table = json.loads(ok("evaluate", tmp_path / "x.txt", "--confusion", "--by", "types", "--json").out)["confusion"]
    stream = (tmp_path / "x.txt").read_bytes()
    assert "gold \\ predicted" in ok("evaluate", "-", "--confusion", stdin=stream).out
    assert table == {"names": ["X", "Y", "O"], "table": [[1, 0, 0], [0, 0, 0], [0, 1, 0]]}


def test_tagging_keeps_everything_but_appends_a_column(model):
    text = b"Dear\tx\r\n\r\n\r\n# no comment\ty\nJordan\tz\n"
    tagged = ok("tag", model, stdin=text).out.encode()
    assert tagged == b"Dear\tx\tO\r\n\r\n\r\n# no comment\ty\tO\nJordan\tz\tB-PER\n"


def test_comments_stay_and_get_no_label(model):
    assert ok("tag", model, "--comments", "#", stdin=b"# a\nDear\n").out == "# a\nDear O\n"


def test_text_in_brackets_out(model):
    out = ok("tag", model, "--input-format", "text", "--format", "brackets", stdin=b"Dear Jordan , the map\n").out
    assert out == "Dear [PER Jordan] , the map\n"


def test_text_in_columns_out(model):
    out = ok("tag", model, "--input-format", "text", stdin=b"Dear Jordan\n\nthe map\n").out
    assert out == "Dear\tO\nJordan\tB-PER\n\nthe\tO\nmap\tO\n\n"


def test_json_lines_keep_what_they_hold(model):
    given = b'{"id": 1, "tokens": ["Dear", "Jordan"], "tags": ["O", "O"]}\n\n{"id": 2, "tokens": []}\n'
    lines = ok("tag", model, stdin=given).out.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"id": 1, "tokens": ["Dear", "Jordan"], "tags": ["O", "B-PER"]},
        {"id": 2, "tokens": [], "tags": []},
    ]


def test_the_suffix_of_the_output_says_its_format(model, tmp_path):
    ok("tag", model, "demo:test", "-o", tmp_path / "x.jsonl.gz")
    with gzip.open(tmp_path / "x.jsonl.gz", "rt") as file:
        assert json.loads(next(iter(file))).keys() == {"tokens", "tags"}


def test_nbest_columns(model):
    rows = [line.split() for line in ok("tag", model, "--nbest", 3, stdin=SENTENCE).out.splitlines()]
    assert [len(row) for row in rows] == [4, 4, 4, 4, 4, 0]
    assert rows[1][:2] == ["Jordan", "B-PER"]
    assert len({tuple(row[k] for row in rows[:5]) for k in (1, 2, 3)}) == 3


def test_fewer_labellings_than_asked_for(tmp_path, small):
    ok("train", small, "-o", tmp_path / "two.swvm", "--quiet")
    out = ok("tag", tmp_path / "two.swvm", "--nbest", 3, stdin=b"Ada\n").out.split()
    assert out[0] == "Ada"
    assert sorted(out[1:3]) == ["B-PER", "O"]
    assert out[3] == "_"
    record = json.loads(ok("tag", tmp_path / "two.swvm", "--nbest", 3, stdin=b'{"tokens": ["Ada"]}').out)
    assert len(record["nbest"]) == 2
    brackets = ok("tag", tmp_path / "two.swvm", "--nbest", 3, "--format", "brackets", stdin=b"Ada\n").out
    assert sorted(brackets.splitlines()) == ["Ada", "[PER Ada]"]


def test_scores_are_the_same_in_every_format(model):
    columns = ok("tag", model, "--scores", "--nbest", 2, stdin=SENTENCE).out.splitlines()
    assert columns[0].startswith("# scores: ")
    assert columns[1].startswith("Dear O")
    scores = columns[0].split()[2:]
    text = b"Dear Jordan , the map\n"
    brackets = ok(
        "tag", model, "--scores", "--nbest", 2, "--format", "brackets", "--input-format", "text", stdin=text
    ).out
    assert [line.split("\t")[0] for line in brackets.splitlines()] == scores
    record = json.loads(ok("tag", model, "--scores", "--nbest", 2, "--format", "jsonl", stdin=SENTENCE).out)
    assert [f"{one['score']:.4f}" for one in record["nbest"]] == scores
    assert record["score"] == record["nbest"][0]["score"]


def test_score_lines_stand_before_their_sentences(model):
    out = ok("tag", model, "--scores", "--comments", "#", stdin=b"\xef\xbb\xbfDear\nJordan\n\n# x\nthe\n").out
    lines = out.removeprefix("\ufeff").splitlines()
    assert [line.split()[0] for line in lines if line] == ["#", "Dear", "Jordan", "#", "#", "the"]
    assert lines[4] == "# x"
    again = ok("evaluate", "-", "--comments", "#", stdin=b"# scores: 1\na O O\n")
    assert "processed 1 tokens" in again.out


def test_a_constraint_forbids_what_the_scheme_forbids(tmp_path):
    (tmp_path / "train.txt").write_text("a O\nb I-X\n\na B-X\nb I-X\n\n" + "b I-X\n\n" * 5)
    ok("train", tmp_path / "train.txt", "-o", tmp_path / "m", "--features", "released", "--quiet")
    assert ok("tag", tmp_path / "m", stdin=b"b\n").out == "b I-X\n"
    constrained = ok("tag", tmp_path / "m", "--constraint", "iob2", stdin=b"b\n").out
    assert ok("tag", tmp_path / "m", "--constraint", "bio", stdin=b"b\n").out == "b I-X\n"  # its own scheme is IOB1
    assert constrained in ("b O\n", "b B-X\n")


def test_columns_are_found_where_they_stood_in_training(tmp_path):
    rows = "Ada x NNP B-PER\nsleeps y VBZ O\n\n"
    (tmp_path / "train.txt").write_text(rows * 3)
    ok("train", tmp_path / "train.txt", "--columns", "word,_,pos,label", "-o", tmp_path / "m", "--quiet")
    assert ok("tag", tmp_path / "m", stdin=b"Ada q NNP\nsleeps r VBZ\n").out == "Ada q NNP B-PER\nsleeps r VBZ O\n"
    other = ok("tag", tmp_path / "m", "--columns", "pos,word", stdin=b"NNP Ada\nVBZ sleeps\n").out
    assert other.startswith("NNP Ada ")
    call = swvm("tag", tmp_path / "m", stdin=b"Ada q\n")
    assert call.error == (
        "<stdin>: the columns word, _, pos are needed, but the first row has 2 columns; give a file that has them in "
        "this order"
    )


def test_the_word_need_not_be_the_first_column(tmp_path):
    (tmp_path / "train.txt").write_text("1 Ada B-PER\n2 sleeps O\n\n")
    ok("train", tmp_path / "train.txt", "--columns", "_,word,label", "-o", tmp_path / "m", "--quiet")
    assert ok("tag", tmp_path / "m", stdin=b"1 Ada\n").out == "1 Ada B-PER\n"
    assert json.loads(ok("tag", tmp_path / "m", stdin=b'{"tokens": ["Ada"]}').out)["tags"] == ["B-PER"]


def test_columns_that_no_template_reads_are_not_needed(tmp_path):
    (tmp_path / "train.txt").write_text("Ada NNP B-PER\nsleeps VBZ O\n\n")
    (tmp_path / "words.txt").write_text("w[i], t[i]\nt[i-1], t[i]\n")
    ok("train", tmp_path / "train.txt", "--features", tmp_path / "words.txt", "-o", tmp_path / "m", "--quiet")
    assert ok("tag", tmp_path / "m", stdin=b"Ada\nsleeps\n").out == "Ada B-PER\nsleeps O\n"


def test_fields_with_names_are_found_by_name(tmp_path):
    row = "{}\t{}\t_\tX\t{}\t_\t0\t_\t_\t{}\n"
    text = row.format(1, "Ada", "NNP", "B-PER") + row.format(2, "sleeps", "VBZ", "O") + "\n"
    (tmp_path / "train.conllu").write_text(text * 2)
    spec = "word=form,pos=xpos,label=misc"
    ok("train", tmp_path / "train.conllu", "--columns", spec, "-o", tmp_path / "m", "--quiet")
    tagged = ok("tag", tmp_path / "m", tmp_path / "train.conllu").out
    assert [line.split("\t")[-1] for line in tagged.splitlines()[:3]] == ["B-PER", "O", ""]
    assert ok("tag", tmp_path / "m", stdin=b"Ada NNP\n").out == "Ada NNP B-PER\n"
    assert '"pos"' in ok("tag", tmp_path / "m", "--format", "jsonl", stdin=b'{"tokens": ["Ada"], "pos": ["NNP"]}').out


def test_threads_change_nothing(model, tmp_path):
    once = ok("tag", model, "demo:train").out
    assert ok("tag", model, "demo:train", "--threads", 3).out == once


def test_an_empty_input_gives_an_empty_output(model):
    assert ok("tag", model, stdin=b"").out == ""
    assert ok("tag", model, "--threads", 2, stdin=b"\n\n").out == "\n\n"


def test_info(model):
    out = ok("info", model, "--verify").out
    assert "labels    9: O B-LOC" in out
    assert out.endswith("every checksum is right\n")
    content = json.loads(ok("info", model, "--json").out)
    assert sum(each["features"] for each in content["templates"]) == content["features"]
    assert content["training"]["data"]["train"]["tokens"] == 9473
    assert len(content["tensors"]["weights"]["sha256"]) == 64


def test_info_on_a_model_of_another_program(model, tmp_path):
    record = load_model(model, names=True)
    training = {"seed": 1, "data": {"train.txt": "ab"}}
    save_model(tmp_path / "m", replace(record, labels=("O", "B-\x1b[2J", *record.labels[2:]), training=training))
    out = ok("info", tmp_path / "m").out
    assert "labels    9: O B-\\x1b[2J B-PER" in out
    assert "training  the record is of an unknown form; --json shows it\n" in out
    assert json.loads(ok("info", tmp_path / "m", "--json").out)["training"]["seed"] == 1
    save_model(tmp_path / "m", replace(record, names=None, training={}))
    assert "training" not in ok("info", tmp_path / "m").out


def test_corpora(monkeypatch, tmp_path):
    monkeypatch.setenv("SWVM_DATA", str(tmp_path))
    rows = [line.split() for line in ok("corpora").out.splitlines()]
    assert ["demo:train", "619", "9,473", "9", "MIT,", "part", "of", "the", "package", "yes"] in rows
    content = json.loads(ok("corpora", "--json").out)
    assert content["conll2000"]["labels"] == 23
    assert ok("corpora", "fetch", "demo").out.splitlines()[0].startswith("demo:train  ")


def test_convert_formats_and_schemes(tmp_path, small):
    ok("convert", small, tmp_path / "x.jsonl")
    record = json.loads((tmp_path / "x.jsonl").read_text().splitlines()[0])
    assert record == {"tokens": ["Ada", "sleeps"], "tags": ["B-PER", "O"]}
    assert ok("convert", tmp_path / "x.jsonl", "--to-scheme", "bioes").out.startswith("Ada\tS-PER\nsleeps\tO\n\n")
    assert ok("convert", small, "--to-format", "brackets").out == "[PER Ada] sleeps\n[PER Tom] runs\n"
    assert ok("convert", small, "--to-separator", "space").out == small.read_text()


def test_convert_repairs(tmp_path):
    (tmp_path / "x.txt").write_text("a B-X\nb O\nc I-X\n\n")
    assert ok("convert", tmp_path / "x.txt", "--invalid", "repair").out == "a\tB-X\nb\tO\nc\tB-X\n\n"
    assert ok("convert", tmp_path / "x.txt", "--invalid", "keep").out == "a\tB-X\nb\tO\nc\tI-X\n\n"
    assert "x.txt:3:" in swvm("convert", tmp_path / "x.txt", "--to-scheme", "bioes").error


def test_learners_lists_every_choice():
    tables = json.loads(ok("learners", "--json").out)
    assert tables.keys() == {"--learner", "--gamma", "--templates", "--constraint", "--decoding", "--average"}
    assert tables["--gamma"]["uniform"][0] == "gamma = 1 / |JJ|"
    assert "--k-best" in ok("learners").out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(name):
    out = ok(name, "--help").out
    assert out.startswith(f"Usage: swvm {name}")
    assert f"  swvm {name}" in out.partition("Examples:")[2] or "\nCommands:" in out
    assert ok(name, "-h").out == out


def test_the_first_help_lists_the_commands():
    out = ok().out
    assert all(f"  {name} " in out for name in COMMANDS)
    assert ok("--version").out.startswith("swvm ")
