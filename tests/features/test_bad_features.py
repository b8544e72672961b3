"""Bad features files, and bad files that derived columns are made from: the sentence that each gets."""

# ruff: noqa: E501 (a file and its sentence are easier to compare in whole lines)

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import swvm
from swvm.errors import SwvmError
from swvm.features.encoder import FeatureEncoder
from swvm.features.groups import group_lines
from swvm.features.names import feature_names
from swvm.features.notation import parse_template
from swvm.features.presets import preset

NAMES = swvm.Corpus.from_columns({"word": [["Ada", "ran"]], "pos": [["NNP", "VB"]]}, [["B-PER", "O"]])
TAGS = swvm.Corpus.from_columns({"word": [["Ada", "ran"]]}, [["NNP", "VB"]])

FILES = {
    "w[i] t[i]": "my.features:1: expected `,` or the end, found `t`\n    w[i] t[i]\n         ^",
    "w[i], t[i": "my.features:1: this `[` is never closed\n    w[i], t[i\n           ^",
    "w[i]": "my.features:1: every template must touch a label: add `, t[i]`\n    w[i]\n        ^",
    "w[j], t[i]": "my.features:1: an offset is written i, i-1, i+2 and so on\n    w[j], t[i]\n      ^",
    "w[i+], t[i]": "my.features:1: expected a whole number after the sign of an offset, found `]`\n    w[i+], t[i]\n        ^",
    "w[i-1.5], t[i]": "my.features:1: expected `]`, found `.`\n    w[i-1.5], t[i]\n         ^",
    "w[i-100], t[i]": "my.features:1: an offset must lie from -99 to 99\n    w[i-100], t[i]\n        ^",
    "wrd[i], t[i]": "my.features:1: unknown column wrd. Did you mean word? Columns: word, pos; w is the first\n    wrd[i], t[i]\n    ^",
    "lowr(w[i]), t[i]": "my.features:1: unknown function lowr. Did you mean lower? Known: bag, case, digits, fold, has_hyphen, is_number, is_title, is_upper, lower, matches, ngram, prefix, shape, short_shape, suffix, value, vector. Register your own with @word_function (on the command line: in a file named by --python), or pass it in `functions`\n    lowr(w[i]), t[i]\n    ^",
    "lower(w[i], 2), t[i]": "my.features:1: lower takes nothing beside the word\n    lower(w[i], 2), t[i]\n    ^",
    "prefix(w[i]), t[i]": "my.features:1: prefix needs a length, as in prefix(w[i], 3)\n    prefix(w[i]), t[i]\n    ^",
    "prefix(w[i], x), t[i]": 'my.features:1: expected a number or a text in double quotes, such as 3 or "^[A-Z]", found `x`\n    prefix(w[i], x), t[i]\n                 ^',
    "prefix(w[i], 0), t[i]": "my.features:1: the length is 0; it must be from 1 to 255\n    prefix(w[i], 0), t[i]\n    ^",
    'matches(w[i], "["), t[i]': 'my.features:1: not a regular expression: unterminated character set at position 0\n    matches(w[i], "["), t[i]\n    ^',
    'matches(w[i], "a), t[i]': 'my.features:1: this text in quotes never ends\n    matches(w[i], "a), t[i]\n                  ^',
    '"w[i], t[i]': 'my.features:1: this text in quotes never ends\n    "w[i], t[i]\n    ^',
    "lower(w[i], t[i]": 'my.features:1: expected a number or a text in double quotes, such as 3 or "^[A-Z]", found `t`\n    lower(w[i], t[i]\n                ^',
    "lower(w[i])), t[i]": "my.features:1: this `)` closes nothing\n    lower(w[i])), t[i]\n               ^",
    "t[i-3], t[i]": "my.features:1: the labels lie too far apart: a template may name at most three neighbouring labels, as in `t[i-2], t[i-1], t[i]`\n    t[i-3], t[i]\n            ^",
    "t[i], t[i]": "my.features:1: this label is named twice\n    t[i], t[i]\n          ^",
    "lower(t[i])": "my.features:1: a word function cannot be applied to the label t\n    lower(t[i])\n    ^",
    "w[i], t[i]\n\n# more\nw[x], t[i]": "my.features:4: an offset is written i, i-1, i+2 and so on\n    w[x], t[i]\n      ^",
    "value(length[i]), t[i]": "memory: there are no numbers 'length', which a template reads by value(length[i]) or vector(length[i]). Give them: corpus.with_vectors('length', array)",
    "lower(value(length[i])), t[i]": "my.features:1: value takes a column and nothing else, as in value(length[i])\n    lower(value(length[i])), t[i]\n    ^",
    "bag(attributes[i]), t[i]": "memory: there are no attributes 'attributes', which a template reads by bag(attributes[i]). Give tokens as dicts (SequenceTagger), or a corpus with such a bag",
    "@include ber": "my.features:1: unknown preset or group 'ber'. Did you mean 'ner'? Known: affixes, around, attributes, basic, bio, cases, chunk, clusters, columns, context, folded, label_pairs, labels, lexicons, long_affixes, lower, mentions, ner, ngrams, paper, pos, pos_pairs, released, second_order, shapes, target, words\n    @include ber\n             ^",
    "@include": "my.features:1: expected `@column NAME = FUNCTION(...)` or `@include NAME`, NAME one of paper, released, basic, ner, chunk, bio, attributes, words, lower, affixes, shapes, pos, labels, second_order, label_pairs, long_affixes, cases, folded, context, ngrams, pos_pairs, around, columns, clusters, lexicons, mentions, target\n    @include\n    ^",
    "@inclde ner": "my.features:1: expected `@column NAME = FUNCTION(...)` or `@include NAME`, NAME one of paper, released, basic, ner, chunk, bio, attributes, words, lower, affixes, shapes, pos, labels, second_order, label_pairs, long_affixes, cases, folded, context, ngrams, pos_pairs, around, columns, clusters, lexicons, mentions, target\n    @inclde ner\n    ^",
    "@column": "my.features:1: expected the name of the column, found the end\n    \n    ^",
    "@column x = target": "my.features:1: expected `(`, found the end\n     x = target\n               ^",
    "@column t = target(w)": "my.features:1: a column cannot be named t: in templates t is the label\n     t = target(w)\n     ^",
    "@column x = target(t)": "my.features:1: a derived column cannot observe the label t\n     x = target(t)\n                ^",
    "@column x = targt(w)": "my.features:1: unknown function of derived columns 'targt'. Did you mean 'target'? Known: clusters, lexicon, mention_phrases, mentions, target, vectors",
    "@column x = target(w, w, w, w, w, w, w)": "my.features:1: x = target(w[i], w[i], w[i], w[i], w[i], w[i], w[i]): target observes 1 to 6 columns, as in te = target(lower(w[i-1]), lower(w[i]))",
    "w[i], t[i]\n@column pos = target(w)": "my.features:2: column pos is there already; name the derived one otherwise",
    "@column x = target(lemma)": "my.features:1: x = target(lemma[i]): unknown column lemma. Columns before it: w, word, pos",
    "@column x = target(wrd)": "my.features:1: x = target(wrd[i]): unknown column wrd. Did you mean word? Columns before it: w, word, pos",
    "@column x = target(w, folds=3)": "my.features:1: x = target(w[i], folds=3): target has no option folds (it has: none), as in te = target(lower(w[i-1]), lower(w[i]))",
    "@column x = lexicon(w)": 'my.features:1: x = lexicon(w[i]): lexicon needs a file, as in gene = lexicon(lower(w), "genes.txt")',
    '@column x = lexicon(w, "a", "b")': 'my.features:1: a second file: give one\n     x = lexicon(w, "a", "b")\n                         ^',
    '@column x = lexicon(w[i-1], "a")': 'my.features:1: x = lexicon(w[i-1], "a"): lexicon observes the token itself, w[i], as in gene = lexicon(lower(w), "genes.txt")',
    '@column x = lexicon(w, "a", store="yes")': 'my.features:1: x = lexicon(w[i], "a", store="yes"): the option store can only be "no", as in gene = lexicon(lower(w), "genes.txt")',
    '@column x = mentions(w, "a")': 'my.features:1: x = mentions(w[i], "a"): mentions takes no file, as in men = mentions(lower(w))',
    '@column x = vectors(w, "a", clusters="x")': 'my.features:1: x = vectors(w[i], "a", clusters="x"): the option clusters is a number, as in emb = vectors(w, "vectors.npz", clusters=500)',
    "": "my.features: no template in this file; write one a line, such as `w[i], t[i]`",
    "# a comment\n\n": "my.features: no template in this file; write one a line, such as `w[i], t[i]`",
    b"w[i], t[i]\ncaf\xe9[i], t[i]": "my.features:2: byte 4 of this line (0xE9) is not UTF-8; re-encode the file, e.g. iconv -f LATIN1 -t UTF-8",
    "U00:%x[0]": "my.features:1: expected a macro such as %x[-1,0]\n    U00:%x[0]\n        ^",
    "U00:%x[0,9]": "my.features:1: there is no column 9; columns 0 to 1 are word, pos\n    U00:%x[0,9]\n             ^",
    "U00:%x[100,0]": "my.features:1: a row must lie from -99 to 99\n    U00:%x[100,0]\n           ^",
    "U00:%x[0,0]\nX1:%x[0,0]": "my.features:2: a line of a CRF++ template begins with U or B\n    X1:%x[0,0]\n    ^",
}
"""The whole content of a features file for a corpus with the columns word and pos."""

RESOURCES = {
    (
        "lexicon",
        b"a\tb\tc\n",
    ): "lexicon.file:1: expected a phrase of 1 to 100 words, and a type after a tab or none; found 1 words and 2 tabs",
    (
        "lexicon",
        b"Ada\tPER\na a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a ",
    ): "lexicon.file:2: expected a phrase of 1 to 100 words, and a type after a tab or none; found 101 words and 0 tabs",
    (
        "lexicon",
        b"Ada Lovelace\tPER SON\n",
    ): "lexicon.file:1: the type 'PER SON' has a blank in it; write one word, such as GENE",
    ("lexicon", b"\n\n"): "lexicon.file: there is nothing in this file",
    (
        "lexicon",
        b"Ada\nZo\xe9\n",
    ): "lexicon.file:2: byte 3 of this line (0xE9) is not UTF-8; re-encode the file, e.g. iconv -f LATIN1 -t UTF-8",
    (
        "lexicon",
        b"\x1f\x8b\x08\x00\x0c\x8b\xffj\x02\xffsLI\xe4\x0cp\r\xe2\x02\x00",
    ): "lexicon.file: the gzip data is damaged or cut off (Compressed file ended before the end-of-stream marker was reached)",
    ("lexicon", None): "lexicon.file: there is no such file, which a derived column is made from",
    ("lexicon", "folder"): "lexicon.file: this is a folder; give a file",
    ("clusters", b"0101\n"): "clusters.file:1: expected `path<TAB>word` or `path<TAB>word<TAB>count`, found 1 cells",
    (
        "clusters",
        b"0101\tAda\tmany\n",
    ): "clusters.file:1: the third cell is a count, a whole number from 0, and this is 'many'",
    (
        "clusters",
        b"0101\tAda\n01a1\tTom\n",
    ): "clusters.file:2: a path is written with 0 and 1, such as 0110, and this is '01a1'",
    ("clusters", b""): "clusters.file: there is nothing in this file",
    (
        "vectors",
        b"Ada 1 2\n",
    ): "vectors.file: expected the arrays `words` (texts) and `vectors` (a row of numbers for each), as numpy.savez writes them; this file is none such",
    ("vectors", None): "vectors.file: there is no such file, which a derived column is made from",
    ("vectors", "folder"): "vectors.file: cannot read: Is a directory",
}
"""A function of derived columns and the content of its file; None: it is not there."""

ARRAYS = {
    "{'words': np.array(['a']), 'vectors': np.ones(3)}": "v.npz: expected the arrays `words` (texts) and `vectors` (a row of numbers for each), as numpy.savez writes them; found <U1(1,) and float64(3,)",
    "{'words': np.array(['a']), 'vectors': np.ones((2, 3))}": "v.npz: 1 words and vectors of the shape (2, 3); expected the arrays `words` (texts) and `vectors` (a row of numbers for each), as numpy.savez writes them",
    "{'words': np.array(['a', 'b']), 'vectors': np.array([[0, 1], [0, np.nan]])}": "v.npz: the vector of 'b' (row 1) has a number that is not finite",
    "{'word': np.array(['a']), 'vectors': np.ones((1, 3))}": "v.npz: expected the arrays `words` (texts) and `vectors` (a row of numbers for each), as numpy.savez writes them; this file is none such",
    "{'words': np.array(['a', None]), 'vectors': np.ones((2, 3))}": "v.npz: expected the arrays `words` (texts) and `vectors` (a row of numbers for each), as numpy.savez writes them; this file is none such",
}
"""What numpy.savez writes for vectors(...)."""

OTHERS = {
    '@column x = vectors(w, "my.features", clusters=1)\nx[i], t[i]': 'x = vectors(w[i], "my.features", clusters=1): clusters is 1; it must be from 2 to 4096',
    "@column x = mentions(w)\nx[i], t[i]": "memory: the labels are plain tags, so there are no mentions to learn from; leave the columns mentions(...) and mention_phrases(...) out (target(...) takes any labels)",
    "@column x = mention_phrases(w)\nx[i], t[i]": "memory: the labels are plain tags, so there are no mentions to learn from; leave the columns mentions(...) and mention_phrases(...) out (target(...) takes any labels)",
}
"""Features files for a corpus of plain tags."""


CALLS = {
    "preset('ber', ['word'])": "unknown preset 'ber'. Did you mean 'ner'? Known: attributes, basic, bio, chunk, ner, paper, released",
    "group_lines('contxt', ['word'])": "unknown group of features 'contxt'. Did you mean 'context'? Known: affixes, around, cases, clusters, columns, context, folded, label_pairs, labels, lexicons, long_affixes, lower, mentions, ngrams, pos, pos_pairs, second_order, shapes, target, words",
    "encoder().encode(NAMES)": "the encoder has no features yet: call fit first",
    "encoder().counts": "the encoder has no features yet: call fit first",
    "feature_names(encoder(), NAMES)": "the encoder has no features yet: call fit first",
    "encoder(columns=['t'])": "a column cannot be named t: in templates t is the label. Name it otherwise",
    "encoder(columns=['word', 'w'])": "only the first column can be named w: in templates w means it",
    "encoder('pos[i], t[i]', ['word', 'pos']).fit(TAGS)": "memory: there is no column 'pos', which the templates read; here is word. Name the columns of the file in their order (--columns word,pos; in Python swvm.read(PATH, columns='word,pos')), or give each token as a row with a value of each: word,pos. Plain text has words alone",
    "encoder('lower(pos[i]), t[i]', ['word', 'pos']).fit(TAGS)": "memory: there is no column 'pos', which the templates read; here is word. Name the columns of the file in their order (--columns word,pos; in Python swvm.read(PATH, columns='word,pos')), or give each token as a row with a value of each: word,pos. Plain text has words alone",
    "valued(2).encode(TAGS.with_vectors('x', np.ones((2, 3))))": "memory: 'x' has 3 numbers a token, but the templates were fitted to 2: make them as for the training data",
    "valued(2).encode(TAGS)": "memory: there are no numbers 'x', which a template reads by value(x[i]) or vector(x[i]). Give them: corpus.with_vectors('x', array)",
    "swvm.Model.load(with_function('m'))": "m: unknown function mine. Known: bag, case, digits, fold, has_hyphen, is_number, is_title, is_upper, lower, matches, ngram, prefix, shape, short_shape, suffix, value, vector. Register your own with @word_function (on the command line: in a file named by --python), or pass it in `functions`\n    mine(w[i]), t[i]\n    ^",
    "swvm.Model.load(with_function('m'), {'mine': 3})": "the word function 'mine' is 3, of type int; give a function of one word",
}
"""Calls from Python."""


def encoder(text: str = "w[i], t[i]", columns: Sequence[str] = ("word",)) -> FeatureEncoder:
    return FeatureEncoder([parse_template(text)], columns)


def valued(width: int) -> FeatureEncoder:
    """Return an encoder that knows vectors of this width."""
    made = encoder("vector(x[i]), t[i]")
    made.fit(TAGS.with_vectors("x", np.ones((2, width))))
    return made


def with_function(name: str) -> str:
    """Save a model whose templates call a function in Python."""
    Path("my.features").write_text("mine(w[i]), t[i]\n")
    swvm.train(TAGS, features="my.features", functions={"mine": str.lower}, epochs=1).save(name)
    return name


def call_error(call: str) -> str:
    """Return what a call says."""
    with pytest.raises(SwvmError) as caught:
        eval(call, {**globals(), "preset": preset, "group_lines": group_lines, "feature_names": feature_names})
    return str(caught.value)


def error_of(content: str | bytes, corpus: swvm.Corpus = NAMES) -> str:
    """Return what training with this features file says."""
    Path("my.features").write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SwvmError) as caught:
        swvm.train(corpus, features="my.features", epochs=1)
    return str(caught.value)


def resource_error(case: tuple[str, bytes | str | None]) -> str:
    function, content = case
    file = Path(f"{function}.file")
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content == "folder":
        file.mkdir()
    return error_of(f'w[i], t[i]\n@column x = {function}(w, "{file}")\nx[i], t[i]\n')


def array_error(arrays: str) -> str:
    np.savez("v.npz", **eval(arrays, {"np": np}))
    return error_of('@column x = vectors(w, "v.npz")\nx[i], t[i]\n')


def tags_error(content: str) -> str:
    return error_of(content, TAGS)


TABLES = {
    "FILES": error_of,
    "RESOURCES": resource_error,
    "ARRAYS": array_error,
    "OTHERS": tags_error,
    "CALLS": call_error,
}
ROWS = [(name, case) for name in TABLES for case in globals()[name]]


@pytest.mark.parametrize(("table", "case"), ROWS)
def test_a_bad_file(table, case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert TABLES[table](case) == globals()[table][case]


def test_a_lexicon_may_be_compressed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my.features").write_text('@column x = lexicon(w, "names")\nx[i], t[i]\n')
    weights = []
    for content in (b"ran\tVERB\n", gzip.compress(b"ran\tVERB\n")):
        Path("names").write_bytes(content)
        weights.append(swvm.train(NAMES, features="my.features", epochs=1).record.weights)
    assert np.array_equal(*weights)
    assert weights[0].any()
