"""Experiments, their records, reports and comparisons on the command line: exit code 2 and one sentence, this one."""

# ruff: noqa: E501 (a call and its sentence are easier to compare in whole lines)

from __future__ import annotations

import gzip
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from experiment.made_records import record, table
from shell import swvm
from swvm.experiment.records import encode

CALLS = {
    "report": "give RECORDS and -o FOLDER, or --page FILE; a page names its records itself",
    "report both.jsonl": "name the folder of the report: -o FOLDER",
    "report both.jsonl --page set.md": "give RECORDS and -o FOLDER, or --page FILE; a page names its records itself",
    "report both.jsonl -o both.jsonl": "both.jsonl: cannot write: this is, or is below, a file; name a folder",
    "report both.jsonl -o both.jsonl/report": "both.jsonl/report: cannot write: this is, or is below, a file; name a folder",
    "report both.jsonl -o r --metric f2": "unknown metric 'f2'. Known: f1, token_f1",
    "report none.jsonl -o r": "none.jsonl: there is no such file; `swvm experiment run` writes records",
    "report empty.jsonl -o r": "empty.jsonl: there are no records in this file; `swvm experiment run` writes them",
    "report folder.jsonl -o r": "folder.jsonl: this is a folder; give a file of records",
    "report text.jsonl -o r": "text.jsonl:1: this line is no record of an experiment. Name a file of records; if this is one, delete the line: its run starts anew",
    "report bytes.jsonl -o r": "bytes.jsonl:1: this line is no record of an experiment. Name a file of records; if this is one, delete the line: its run starts anew",
    "report array.jsonl -o r": "array.jsonl:2: this line is no record of an experiment. Name a file of records; if this is one, delete the line: its run starts anew",
    "report version.jsonl -o r": "version.jsonl:1: this record has the format 9, and this version of swvm reads format 1: take the version that wrote it, or other records",
    "report cut.jsonl.gz -o r": "cut.jsonl.gz: the gzip data is damaged or cut off (Compressed file ended before the end-of-stream marker was reached)",
    "report damaged.jsonl.gz -o r": "damaged.jsonl.gz: the gzip data is damaged or cut off (Error -3 while decompressing data: invalid bit length repeat)",
    "report plain.jsonl.gz -o r": "plain.jsonl.gz: the gzip data is damaged or cut off (Not a gzipped file (b'{\"'))",
    "report untested.jsonl -o r": "no record has a test score yet: the final runs come last. Run the experiment to its end",
    "report without-dev.jsonl -o r": "no run of the system mira has a development score to choose by; run the experiment anew",
    "report mixed.jsonl -o r": "the records are of the protocols folds and official; make a report of each",
    "report damaged-counts.jsonl -o r": "the record demo-grid-swvm-1-0-1: its counts of sentences are damaged (packed numbers are damaged (Only base64 data is allowed)). Delete its line: its run starts anew",
    "report other-numbers.jsonl -o r": "the record demo-grid-swvm-1-0-1: its counts of sentences are damaged (packed numbers begin with u1:, u2: or u4:; these begin with 'f8:AAAA'). Delete its line: its run starts anew",
    "report other-sentences.jsonl -o r": "swvm and mira were not tested on the same sentences of demo, part 0",
    "report --page none.md": "none.md: there is no such file; give a page in Markdown",
    "report --page folder.jsonl": "folder.jsonl: there is no such file; give a page in Markdown",
    "report --page bytes.md": "bytes.md:1: byte 4 of this line (0xE9) is not UTF-8; re-encode the file, e.g. iconv -f LATIN1 -t UTF-8",
    "report --page nothing.md": "nothing.md: there is nothing to fill: write <!-- table: SET/NAME --> <!-- end --> where a table is to stand",
    "report --page set.md": "set.md:2: unknown set of records 'mad'. Did you mean 'made'? Known: made",
    "report --page table.md": "table.md:2: unknown table of both.jsonl: 'overviw'. Did you mean 'overview'? Known: configurations, overview, results, significance, swvm-mira, tokens, variants",
    "report --page figure.md": "figure.md:2: unknown picture of both.jsonl: 'score'. Did you mean 'scores'? Known: gaps, scores",
    "report --page value.md": "value.md:2: unknown value 'f2'. Known: by, f1, gap, runs, time",
    "report --page words.md": "words.md:2: the value 'f1 mira' should read: f1 SYSTEM CORPUS",
    "report --page system.md": "system.md:2: there is no test score of 'mria' on 'demo'; there is: swvm demo, mira demo",
    "report --page gap.md": "gap.md:2: there is no test score of 'mira' on 'other'; there is: swvm demo, mira demo",
    "report --page apart.md": "apart.md:2: mira and swvm have no corpus in common",
    "report --page cell.md": "cell.md:2: no cell is gamma SWVM wm demo; there are the rows: none; the columns: none",
    "compare both.jsonl": "both.jsonl: to compare two systems of one file, name them: --system A --system B",
    "compare both.jsonl --system mira": "name two systems, the first and the second: --system A --system B",
    "compare both.jsonl --system mira --system swmv": "both.jsonl: unknown system with test scores: 'swmv'. Did you mean 'swvm'? Known: mira, swvm",
    "compare one.jsonl other.jsonl": "one.jsonl and other.jsonl have no corpus with the same features and protocol in common",
    "compare one.jsonl none.jsonl": "none.jsonl: there is no such file; `swvm experiment run` writes records",
    "compare one.jsonl empty.jsonl": "empty.jsonl: there are no records in this file; `swvm experiment run` writes them",
    "compare one.jsonl untested.jsonl": "untested.jsonl: no record has a test score yet. Run the experiment to its end",
    "compare uncounted.jsonl --system mira --system swvm": "the record demo-grid-swvm-1-0-1 (swvm on demo) has no counts of test sentences; `swvm experiment compact --slim` leaves out those that no test needed",
    "compare damaged-counts.jsonl --system mira --system swvm": "the record demo-grid-swvm-1-0-1: its counts of sentences are damaged (packed numbers are damaged (Only base64 data is allowed)). Delete its line: its run starts anew",
    "compare other-sentences.jsonl --system mira --system swvm": "mira and swvm were not tested on the same sentences of demo, part 0",
    "compare parts.jsonl --system mira --system swvm": "mira and swvm have no test run on the same part of demo",
    "compare nothing.md nothing.md": "give GOLD A B, three files of the same tokens; or one or two files of records (.jsonl)",
    "compare both.jsonl one.jsonl --alpha 2": "invalid value for '--alpha': 2.0 is not in the range 0<=x<=1 (swvm compare --help lists what there is)",
    "experiment": "name a command of swvm experiment (swvm experiment --help lists what there is)",
    "experiment rn spec.toml": "unknown command of swvm experiment 'rn'. Did you mean 'run'? Known: compact, list, run, status",
    "experiment run": "missing argument: SPEC (swvm experiment run --help lists what there is)",
    "experiment run none.toml": "invalid value for 'SPEC': File 'none.toml' does not exist (swvm experiment run --help lists what there is)",
    "experiment run wrong.toml": "wrong.toml:6: [[systems]] number 1: unknown key 'epoch'. Did you mean 'epochs'? Known: C, average, batch, beta, boundary, chain, constraint, decoding, epochs, gamma, identity, joint, k_best, label_constraint, learner, minimum_count, mode, name, order, search, seeds, sense, temperature, templates, train_scheme, transitions",
    "experiment run spec.toml -o none/x.jsonl": "none/x.jsonl: cannot write: there is no folder none; make it first",
    "experiment run spec.toml -o folder.jsonl": "folder.jsonl: cannot write: this is a folder; name a file in it",
    "experiment run spec.toml -o x.jsonl.gz": "x.jsonl.gz: records are written to a plain file; name x.jsonl, which goes on from it",
    "experiment run spec.toml -o text.jsonl": "text.jsonl:1: this line is no record of an experiment. Name a file of records; if this is one, delete the line: its run starts anew",
    "experiment run spec.toml --workers 0": "invalid value for '--workers': 0 is not in the range x>=1 (swvm experiment run --help lists what there is)",
    "experiment status spec.toml -o text.jsonl": "text.jsonl:1: this line is no record of an experiment. Name a file of records; if this is one, delete the line: its run starts anew",
    "experiment list none": "invalid value for '[FOLDER]': Directory 'none' does not exist (swvm experiment list --help lists what there is)",
    "experiment compact none.jsonl": "none.jsonl: there is no such file; `swvm experiment run` writes records",
    "experiment compact empty.jsonl": "empty.jsonl: there are no records in this file; `swvm experiment run` writes them",
    "synthesize -o made --difficulty 2": "difficulty is 2.0; it must be in 0..1",
    "synthesize -o made --labels 1": "there are 1 labels and 500 words; take 2 labels or more, and a word for each",
    "synthesize -o made --labels 5 --words 3": "there are 5 labels and 3 words; take 2 labels or more, and a word for each",
    "synthesize -o made --concentration 0": "concentration is 0.0; it must be above 0",
    "synthesize -o made --sentences 0": "0 sentences of 10 tokens: both must be at least 1",
    "experiment run parts.toml --workers 1": "the features of mine: official splits need a part 'test'; this corpus has train. Name it, or take folds",
    "experiment run columns.toml --workers 1": "mine: the parts must be labelled and have the same columns; they have [['word', 'label'], ['word', 'pos', 'label']]. Name their columns, _ for one to leave out",
    "report damaged-bits.jsonl -o r": "the record demo-grid-swvm-1-0-1: its counts of sentences are damaged (packed bits begin with bits:NUMBER:; these begin with 'bits:x'). Delete its line: its run starts anew",
    "synthesize -o none/made": "none/made: cannot write: there is no folder none; make it first",
}


@cache
def contents() -> dict[str, bytes]:
    """The files, by name."""
    one, second = record(), record("swvm", 1)
    line, pair = encode(one), encode(one) + encode(second)
    zipped = gzip.compress(line * 9, mtime=0)
    counts = dict(second.packed or {})
    page = "<!-- records: made = both.jsonl -->\n<!-- {} --> x <!-- end -->\n"
    mine = b'corpora = "mine"\nfeatures = "bio"\n[[systems]]\nlearner = "csp"\n[files.mine]\n'
    files = {
        "one.jsonl": line,
        "both.jsonl": pair,
        "other.jsonl": encode(record("csp", corpus="other")),
        "parts.jsonl": line + encode(record("swvm", 1, part=1)),
        "empty.jsonl": b"",
        "text.jsonl": b"hello\nworld\n",
        "bytes.jsonl": b"\xff\n" + line,
        "array.jsonl": line + b"[]\n" + encode(second),
        "version.jsonl": line.replace(b'"format":1', b'"format":9') + encode(second),
        "cut.jsonl.gz": zipped[:30],
        "damaged.jsonl.gz": zipped[:40] + b"x" * 10 + zipped[50:],
        "plain.jsonl.gz": line,
        "untested.jsonl": encode(replace(one, test=None, packed=None)),
        "without-dev.jsonl": encode(replace(one, dev=None)),
        "mixed.jsonl": line + encode(replace(second, protocol="official")),
        "uncounted.jsonl": line + encode(replace(second, packed=None)),
        "damaged-counts.jsonl": line + encode(replace(second, packed={**counts, "gold": "u1:!!"})),
        "other-numbers.jsonl": line + encode(replace(second, packed={**counts, "gold": "f8:AAAA"})),
        "other-sentences.jsonl": line + encode(replace(second, packed=table(8, 10).to_json())),
        "spec.toml": b'corpora = "demo"\nfeatures = "bio"\n[[systems]]\nlearner = "csp"\n',
        "wrong.toml": b'corpora = "demo"\nfeatures = "bio"\n\n[[systems]]\nlearner = "csp"\nepoch = 3\n',
        "parts.toml": mine + b'train = "two.txt"\n[protocol]\nkind = "official"\n',
        "columns.toml": mine + b'train = "two.txt"\ntest = "three.txt"\n',
        "two.txt": b"Ada B-PER\n\n" * 20,
        "three.txt": b"Ada NNP B-PER\n\n" * 20,
        "damaged-bits.jsonl": line + encode(replace(second, packed={**counts, "right": "bits:x"})),
        "apart.jsonl": line + encode(record("swvm", 1, corpus="other")),
        "apart.md": page.replace("both", "apart").format("value: made/gap mira swvm all").encode(),
        "nothing.md": b"text\n",
        "bytes.md": b"caf\xe9\n",
    }
    pages = {
        "set": "table: mad/overview",
        "table": "table: made/overviw",
        "figure": "figure: made/score",
        "value": "value: made/f2 mira demo",
        "words": "value: made/f1 mira",
        "system": "value: made/f1 mria demo",
        "gap": "value: made/gap mira swvm other",
        "cell": "value: made/by gamma SWVM wm demo",
    }
    return files | {f"{name}.md": page.format(place).encode() for name, place in pages.items()}


def error_of(arguments: str) -> str:
    """Return what a call says of these files."""
    for name, content in contents().items():
        Path(name).write_bytes(content)
    Path("folder.jsonl").mkdir()
    call = swvm(*arguments.split())
    assert call.code == 2
    return call.error


TABLES = {"CALLS": error_of}


@pytest.mark.parametrize("arguments", CALLS)
def test_a_bad_call(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert error_of(arguments) == CALLS[arguments]
