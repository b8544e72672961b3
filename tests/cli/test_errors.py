"""Whatever is wrong: exit code 2 and one sentence, this one."""

# ruff: noqa: E501 (a call and its sentence are easier to compare in whole lines)

from __future__ import annotations

import gzip

import pytest

from shell import swvm
from swvm.cli import failures
from swvm.cli.app import COMMANDS

SEE = "(swvm train --help lists what there is)"
SCHEMES = "Allowed: O, B-TYPE, I-TYPE, E-TYPE, S-TYPE"

TRAIN = {
    "a row without its label": ("Ada B-PER\nsleeps O\n\nTom\n", "{0}:4: this row has 1 column, the first row has 2"),
    "a label of no scheme": (
        "Ada B-PER\nsleeps B_PER\n",
        "{0}:2: label 'B_PER' belongs to no label scheme. " + SCHEMES,
    ),
    "bytes that are no UTF-8": (b"Ad\xe9 O\n", "{0}:1: byte 3 of this line (0xE9) is not UTF-8; re-encode the file"),
    "an empty file": ("", "{0}: there is no token in this file"),
    "blank lines alone": ("\n\n", "{0}: there is no token in this file"),
    "one column": ("Ada\n", "{0}: the first row has one column, and a labelled corpus needs two: a word and its label"),
}


@pytest.mark.parametrize("case", TRAIN)
@pytest.mark.parametrize("place", ["train", "dev"])
def test_training_data(case, place, tmp_path, small):
    content, sentence = TRAIN[case]
    path = tmp_path / "bad.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    arguments = (path,) if place == "train" else (small, "--dev", path)
    call = swvm("train", *arguments, "-o", tmp_path / "m")
    assert call.code == 2
    assert call.error.startswith(sentence.format(path))
    assert not (tmp_path / "m").exists()


OPTIONS = {
    "--epoch 3": f"no such option: --epoch. Did you mean --epochs? {SEE}",
    "--xyzzy": f"no such option: --xyzzy {SEE}",
    "--epochs x": f"invalid value for '--epochs': 'x' is not a valid integer {SEE}",
    "--epochs 0": "epochs is 0; it must be at least 1",
    "--temperature 0": "temperature is 0.0; it must be above 0",
    "--learner mria": "unknown learner 'mria'. Did you mean 'mira'? Known: csp, mira, swvm, swvp",
    "--templates sinlge": "unknown templates 'sinlge'. Did you mean 'single'? Known: double, run, single, span, "
    "triple, whole",
    "--mode agressive": "unknown mode 'agressive'. Did you mean 'aggressive'? Known: aggressive, balanced",
    "--features bsic": "unknown preset 'bsic'. Did you mean 'basic'? Known: attributes, basic, bio, chunk, ner, "
    "paper, released; and no file has this name",
    "--columns a,b,c": "{small}: 3 columns are named (a, b, c) but the file has 2; name every column, _ for one "
    "to skip",
    "--class-weight PER": "class weight 'PER': give a label or a mention type and a number, e.g. PER=2",
    "--class-weight PRE=2": "unknown label or mention type in class weights: 'PRE'. Known: B-PER, O",
    "--sample-weights {small}": "{small}:1: 'Ada B-PER' is no number; sample weights are numbers, one a line",
    "--sample-weights /dev/null": "there are 0 sample weights for 2 sentences; give one for each",
    "--plot x.gif": "x.gif: pictures are PNG, SVG or PDF; end the name in .png, .svg, .pdf",
    "--plot nowhere/x.png": "nowhere/x.png: cannot write: there is no folder nowhere; make it first",
    "--checkpoint nowhere/x": "nowhere/x: cannot write: there is no folder nowhere; make it first",
    "--prune -1": "the pruning threshold is -1.0; it must be at least 0",
    "--dev dmo": "dmo: there is no such file, and no known corpus has this name. Did you mean demo? Known: demo, "
    "conll2000, conll2002-es, bc2gm, jnlpba",
    "--dev demo:tst": "unknown split of demo 'tst'. Did you mean 'test'? Known: dev, test, train",
    "--dev nowhere/dev.txt": "nowhere/dev.txt: there is no such file",
    "--format xml": "unknown format 'xml'. Known: auto, columns, conllu, jsonl, text",
}


@pytest.mark.parametrize("options", OPTIONS)
def test_options_of_train(options, tmp_path, small):
    call = swvm("train", small, "-o", tmp_path / "m", *options.format(small=small).split())
    assert (call.code, call.error) == (2, OPTIONS[options].format(small=small))
    assert not (tmp_path / "m").exists()


def test_outputs_of_train(tmp_path, small):
    def error(output):
        call = swvm("train", small, "-o", output)
        assert call.code == 2
        return call.error

    other = tmp_path / "notes.txt"
    other.write_text("do not lose me")
    assert error("nowhere/m") == "nowhere/m: cannot write: there is no folder nowhere; make it first"
    assert error(tmp_path) == f"{tmp_path}: cannot write: this is a folder; name a file in it"
    assert error(small) == f"{small}: the model would be written over its own data; name another file with -o"
    assert error("-") == "a model cannot be written to standard output; name a file: -o model.swvm"
    assert error(other) == f"{other}: this file is no model of swvm and would be overwritten; remove it or name another"
    assert other.read_text() == "do not lose me"
    assert swvm("train", small).error == f"missing option: -o {SEE}"
    assert swvm("train").error == f"missing argument: TRAIN {SEE}"


def test_an_old_model_is_replaced(tmp_path, small):
    for _ in range(2):
        assert swvm("train", small, "-o", tmp_path / "m", "--quiet").code == 0


POS = (
    ": there is no column 'pos', which the templates read; here is word. Name the columns of the file in their order "
    "(--columns word,pos; in Python swvm.read(PATH, columns='word,pos')), or give each token as a row with a value of "
    "each: word,pos. Plain text has words alone"
)
TWO_COLUMNS = {
    "tag {two} {words} --input-format text": "{words}" + POS,
    "tag {two} - --input-format text": "<stdin>" + POS,
    "tag {two} {words}": "{words}: the columns word, pos are needed, but the first row has 1 column; give "
    "a file that has them in this order",
    "calibrate {two} --dev demo -o c": "demo:dev" + POS,
    "explain {two} --text Ada": "the model reads the columns word, pos, and a text has words alone: give a file as "
    "INPUT",
}


@pytest.mark.parametrize("arguments", TWO_COLUMNS)
def test_a_model_that_reads_two_columns(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"two": tmp_path / "two", "words": tmp_path / "words"}
    names["words"].write_text("Ada\n")
    (tmp_path / "rows").write_text("Ada NNP B-PER\nsleeps VBZ O\n")
    assert swvm("train", "rows", "-o", "two", "--quiet").code == 0
    call = swvm(*arguments.format(**names).split(), stdin=b"Ada\n")
    assert (call.code, call.error) == (2, TWO_COLUMNS[arguments].format(**names))


TAG = {
    "{text}": "{text}: this is no model of swvm",
    "{folder}": "{folder}: this is a folder; name a model file",
    "none": "none: there is no such model file",
    "{model} none.txt": "none.txt: there is no such file",
    "{model} {folder}": "{folder}: this is a folder; give a file",
    "{model} {text} --format xml": "unknown output format 'xml'. Known: brackets, columns, html, jsonl",
    "{model} {text} --nbest 0": "invalid value for '--nbest': 0 is not in the range x>=1 "
    "(swvm tag --help lists what there is)",
    "{model} {text} --constraint bo": "unknown constraint 'bo'. Did you mean 'bio'? Known: bio, bioes, iob1, "
    "iob2, none",
    "{model} {text} -o nowhere/x": "nowhere/x: cannot write: No such file or directory",
    "{model} {text} -o {folder}": "{folder}: cannot write: this is a folder",
    "{model} {text} -o {model}": "{model}: the output would be written over the model; name another file with -o",
    "{model} {cut}": "{cut}: the gzip data is damaged or cut off (Compressed file ended before the end-of-stream marker "
    "was reached)",
    "{model} {wide}": "{wide}: this file is UTF-16; re-encode it: iconv -f UTF-16 -t UTF-8",
    "{model} {bytes}": "{bytes}:1: byte 1 of this line (0xFF) is not UTF-8; re-encode the file, e.g. iconv -f LATIN1 "
    "-t UTF-8",
    "{model} {bytes} --threads 2": "{bytes}:1: byte 1 of this line (0xFF) is not UTF-8; re-encode the file, e.g. iconv "
    "-f LATIN1 -t UTF-8",
}


@pytest.mark.parametrize("arguments", TAG)
def test_tag(arguments, model, tmp_path):
    names = {"model": model, "text": tmp_path / "text", "folder": tmp_path, "bytes": tmp_path / "bytes"}
    names |= {"cut": tmp_path / "cut.gz", "wide": tmp_path / "wide"}
    names["cut"].write_bytes(gzip.compress(b"Ada B-PER\n" * 50, mtime=0)[:30])
    names["wide"].write_bytes("Ada O\n".encode("utf-16"))
    names["text"].write_text("Ada\n")
    names["bytes"].write_bytes(b"\xff\n")
    call = swvm("tag", *arguments.format(**names).split())
    assert (call.code, call.error) == (2, TAG[arguments].format(**names))


def test_an_error_late_in_the_input_leaves_no_output(model, tmp_path):
    (tmp_path / "in").write_text("Ada\n\n" * 100_000 + "Tom x\n")
    for threads in (1, 2):
        call = swvm("tag", model, tmp_path / "in", "-o", tmp_path / "out", "--threads", threads)
        assert call.error.startswith(f"{tmp_path / 'in'}:200001: this row has 2 columns, the first row has 1")
        assert not (tmp_path / "out").exists()


OTHERS = {
    "train {small} -o none.swvm --settings none.toml": "none.toml: cannot read: No such file or directory",
    "train {small} -o none.swvm --settings {settings}": "{settings}:2: unknown learner 'mria'. Did you mean 'mira'? Known: "
    "csp, mira, swvm, swvp",
    "train {small} -o none.swvm --python none.py": "none.py: there is no such Python file",
    "train {small} -o none.swvm --patience 3": "patience is 3, but there are no development data to watch: give dev",
    "inspect {unnamed}": "the model keeps no names of its features, so nothing can be said about them by name. Train it "
    "without --no-names; in Python load it by Model.load(PATH, names=True)",
    "explain {unnamed} --text Ada": "the model keeps no names of its features, so nothing can be said about them by name. "
    "Train it without --no-names; in Python load it by Model.load(PATH, names=True)",
    "explain {unnamed}": "give either INPUT or --text",
    "cluster {empty} -o none.paths": "there is no token in the text: nothing to cluster",
    "cluster {small} -o none/x": "none/x: cannot write: there is no folder none; make it first",
    "convert {json} -": "{json}:1: there is no 'tags' in this object; it has 'tokens', 'labels'. Say which key holds what by "
    "the columns, such as word=tokens,label=tags",
    "tran x": f"unknown command 'tran'. Did you mean 'train'? Known: {', '.join(sorted(COMMANDS))}",
    "--frob": "no such option: --frob (swvm --help lists what there is)",
    "evaluate {small}": "the gold labels are plain tags (the first is 'Ada'), the predicted ones are chunk labels. "
    "They must be of one kind: is the gold column the right one?",
    "evaluate {small} {small} --mode strct": "unknown evaluation mode 'strct'. Did you mean 'strict'? Known: "
    "conlleval, conlleval-bioes, strict, tokens",
    "evaluate {small} {small} --scheme x": "unknown label scheme 'x'. Known: bioes, io, iob1, iob2, tags",
    "evaluate {small} {small} --confusion --by x": "unknown confusion table 'x'. Known: labels, types",
    "evaluate {empty}": "{empty}: there is no token in this file",
    "info {small}": "{small}: this is no model of swvm",
    "info none": "none: there is no such model file",
    "corpora fech demo": "write `swvm corpora`, or `swvm corpora fetch NAME`",
    "corpora fetch": "write `swvm corpora`, or `swvm corpora fetch NAME`",
    "corpora fetch conll": "unknown corpus 'conll'. Did you mean 'conll2000'? Known: bc2gm, conll2000, conll2002-es, "
    "demo, jnlpba",
    "convert {small} - --to-format csv": "unknown output format 'csv'. Known: brackets, columns, jsonl",
    "convert {small} - --to-scheme x": "unknown label scheme 'x'. Known: bioes, io, iob1, iob2, tags",
    "convert {small} - --invalid x": "unknown treatment of invalid labels 'x'. Known: error, keep, repair",
}


@pytest.mark.parametrize("arguments", OTHERS)
def test_the_other_commands(arguments, small, tmp_path):
    (tmp_path / "empty").touch()
    names = {"small": small, "empty": tmp_path / "empty"}
    names |= {name: tmp_path / name for name in ("unnamed", "settings", "json")}
    names["settings"].write_text("epochs = 2\nlearner = 'mria'\n")
    names["json"] = names["json"].with_suffix(".jsonl")
    names["json"].write_text('{"tokens": ["Ada"], "labels": ["O"]}\n')
    if "{unnamed}" in arguments:
        assert swvm("train", small, "-o", names["unnamed"], "--quiet", "--no-names").code == 0
    call = swvm(*arguments.format(**names).split())
    assert (call.code, call.error) == (2, OTHERS[arguments].format(**names))


def test_debug_shows_where(small):
    for arguments in (["--debug", "info", small], ["info", small, "--debug"]):
        call = swvm(*arguments)
        assert call.code == 2
        assert "Traceback" in call.err
        assert call.err.rstrip().endswith("this is no model of swvm")


def test_what_nobody_foresaw(capsys):
    assert failures.report(ZeroDivisionError("oops"), debug=False) == 1
    assert capsys.readouterr().err == (
        "error: this should not have happened (ZeroDivisionError: oops); --debug shows where. Please report it\n"
    )
    assert failures.report(MemoryError(), debug=False) == 1
    assert capsys.readouterr().err == "error: there is not enough memory for this\n"
    assert failures.report(OSError(28, "No space left on device"), debug=False) == 2
    assert capsys.readouterr().err == "error: input or output failed: No space left on device\n"
    assert failures.report(KeyboardInterrupt(), debug=False) == 130
    assert capsys.readouterr().err == "interrupted\n"
