"""Bad calls from Python, and the sentence that each gets: what is wrong, where, what is allowed, what to do.

The calls of the command line are in tests/cli/test_errors.py.
"""

# ruff: noqa: E501 (a call and its sentence are easier to compare in whole lines)

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import swvm
from made_models import made_corpus, made_model
from swvm.data import load_corpus
from swvm.data.schemes import convert
from swvm.errors import SwvmError
from swvm.evaluate.errors import compare
from swvm.insight import inspect

MODEL = cache(lambda: made_model("first order"))
CORPUS = cache(lambda: made_corpus(1))
ROWS = {"word": [["Ada", "sleeps"]], "pos": [["NNP", "VBZ"]]}
TWO = cache(lambda: swvm.train(swvm.Corpus.from_columns(ROWS, [["B-PER", "O"]]), epochs=1))  # reads two columns
TOKENS = 83
LABELS = "B-LOC, B-PER, I-LOC, I-PER, O"
SENTENCES = "a list of sentences, each a list of tokens: [['Ada', 'sleeps']]"
A_CORPUS = "give a swvm Corpus: swvm.read(PATH), or Corpus.from_sentences(tokens, labels)"
NO_LABELLING = (
    "sentence 1 has no labelling under the constraints and forced labels (25 such sentences). Allow more transitions, or "
    "force fewer labels"
)
NOT_CALIBRATED = (
    "this model is not calibrated: it has scores, no probabilities. Calibrate it on development data (swvm calibrate "
    "MODEL --dev DEV -o CALIBRATED; in Python swvm.calibrate), or ask for scores"
)

TWO_COLUMNS = (
    ": there is no column 'pos', which the templates read; here is word. Name the columns of the file in their order "
    "(--columns word,pos; in Python swvm.read(PATH, columns='word,pos')), or give each token as a row with a value of each: "
    "word,pos. Plain text has words alone"
)

CALLS = {
    # what is tagged
    "tag('Ada met Tom')": f"sentences is 'Ada met Tom', of type str; give {SENTENCES}",
    "tag(['Ada', 'met'])": f"sentence 1 is 'Ada', of type str; give a list of tokens; all sentences stand in {SENTENCES}",
    "tag(None)": f"sentences is None, of type NoneType; give {SENTENCES}",
    "tag([[1, 2]])": "sentence 1: the row 1 does not have a value for each of word",
    "tag([['a', None]])": "sentence 1: a token is None, of type NoneType; give a text",
    "tag([[('Ada', 'NNP')]])": "sentence 1: the row ('Ada', 'NNP') does not have a value for each of word",
    "tag([['a']], constraints='bio')": "constraints is 'bio', of type str; give swvm.Constraints, such as "
    "Constraints(scheme='bio')",
    "tag([['a']], threads='2')": "threads is '2', of type str; give a whole number",
    "tag([['a']], threads=0)": "threads is 0; it must be at least 1",
    "!TWO().tag([['Ada']])": "the model reads the columns word, pos: give each token as a row of 2 values, ('Paris', "
    "'POS'), not as its word alone",
    "!TWO().label(swvm.Corpus.from_sentences([['Ada']]))": "memory" + TWO_COLUMNS,
    "!TWO().confidences(swvm.Corpus.from_sentences([['Ada']]))": "memory" + TWO_COLUMNS,
    "!TWO().view(swvm.read('words.txt', format='text'))": "words.txt" + TWO_COLUMNS,
    "!swvm.train(CORPUS(), start=TWO())": "made 1" + TWO_COLUMNS,
    "!swvm.score(CORPUS(), TWO().label(CORPUS()))": "made 1" + TWO_COLUMNS,
    # how it is decoded
    "decode([['a']])": "corpus is [['a']], of type list; give a swvm Corpus; model.corpus_of(sentences) makes one",
    "decode(CORPUS(), '3')": "k_best is '3', of type str; give a whole number",
    "decode(CORPUS(), 2.5)": "k_best is 2.5, of type float; give a whole number",
    "decode(CORPUS(), 0)": "k_best is 0; it must be at least 1",
    "decode(CORPUS(), forced=np.zeros(3, int))": f"forced has 3 label ids for {TOKENS} tokens; give one for each",
    "decode(CORPUS(), forced=np.full(CORPUS().n_tokens, 9))": "forced has label ids from 9 to 9; allowed: -1 (free) to 4",
    "decode(CORPUS(), forced='O')": "forced is 'O', of type str; give an array with a label id for each token, -1 where "
    "it is free",
    "label_ids(['B-PRE'])": f"unknown label 'B-PRE'. Did you mean 'B-PER'? Known: {LABELS}",
    "label_ids('O')": "labels is 'O', of type str; give a list with a label, or None, for each token",
    "decode(CORPUS(), constraints=swvm.Constraints(scheme='bia'))": "unknown label scheme 'bia'. Known: bioes, io, iob1, "
    "iob2, tags",
    "decode(CORPUS(), constraints=swvm.Constraints(allowed=[('O', 'X')]))": "unknown label in a transition: 'X'. Known: "
    f"{LABELS}",
    "decode(CORPUS(), constraints=swvm.Constraints(allowed=['O']))": "a transition is a pair of labels, such as ('O', "
    "'B-PER'); this is 'O'",
    "decode(CORPUS(), constraints=swvm.Constraints(allowed=[]))": NO_LABELLING,
    # confidence
    "marginals(CORPUS())": NOT_CALIBRATED,
    "marginals(CORPUS(), 0)": "the temperature is 0; it must be a number above 0, such as 1.0",
    "marginals(CORPUS(), 1.0, forced=[0])": f"forced has 1 label ids for {TOKENS} tokens; give one for each",
    "confidences(CORPUS(), 'probability')": NOT_CALIBRATED,
    "view([['a']], 'confidence')": "unknown kind of confidence 'confidence'. Known: probability, score",
    "!swvm.calibrate(MODEL(), 'dev.txt')": f"dev is 'dev.txt', of type str; {A_CORPUS}",
    "!swvm.calibrate(MODEL(), MODEL().corpus_of([['a']]))": "the sentences given: this corpus has no labels, and they "
    "are needed here",
    # model files
    "!swvm.Model.load('nowhere.swvm')": "nowhere.swvm: there is no such model file",
    "!swvm.Model.load(None)": "path is None, of type NoneType; give the path of a model file",
    "!swvm.Model.load('.')": ".: this is a folder; name a model file",
    "!swvm.Model.from_bytes(b'abc')": "the model's bytes: this is no model of swvm",
    "save('nowhere/m.swvm')": "nowhere/m.swvm: the model cannot be written: there is no folder nowhere; make it first",
    "save('.')": ".: the model cannot be written: it exists and is no file; name a file",
    # training
    "!swvm.train('train.txt')": f"corpus is 'train.txt', of type str; {A_CORPUS}",
    "!swvm.train(None)": f"corpus is None, of type NoneType; {A_CORPUS}",
    "!swvm.train(CORPUS(), 'dev.txt')": f"dev is 'dev.txt', of type str; {A_CORPUS}",
    "!swvm.train(MODEL().corpus_of([['a']]))": "the sentences given: this corpus has no labels, and they are needed here",
    "!swvm.train(CORPUS(), epochs='ten')": "epochs is 'ten', of type str; give a whole number",
    "!swvm.train(CORPUS(), epochs=2.5)": "epochs is 2.5, of type float; give a whole number",
    "!swvm.train(CORPUS(), epochs=0)": "epochs is 0; it must be at least 1",
    "!swvm.train(CORPUS(), learner='svm')": "unknown learner 'svm'. Did you mean 'swvm'? Known: csp, mira, swvm, swvp",
    "!swvm.train(CORPUS(), C=-1)": "C is -1; it must be at least 0",
    "!swvm.train(CORPUS(), C='large')": "C is 'large', of type str; give a number",
    "!swvm.train(CORPUS(), features=['w[i], t[i]'])": "features is ['w[i], t[i]'], of type list; give the name of a "
    "preset, or of a file with a template a line",
    "!swvm.train(CORPUS(), class_weights=['PER'])": "class_weights is ['PER'], of type list; give a dict from labels or "
    "mention types to numbers: {'PER': 2.0}",
    "!swvm.train(CORPUS(), class_weights={'PER': -2})": "the class weight of PER is -2; it must be a number of at least 0",
    "!swvm.train(CORPUS(), sample_weights=[1, 2])": "there are 2 sample weights for 25 sentences; give one for each",
    "!swvm.train(CORPUS(), sample_weights=['a', 'b'])": "sample_weights is ['a', 'b'], of type list; give a list with a "
    "number for each sentence",
    "!swvm.train(CORPUS(), start='nowhere')": "nowhere: there is no such model file",
    # data
    "!swvm.read('nowhere.txt')": "nowhere.txt: there is no such file",
    "!swvm.read(None)": "source is None, of type NoneType; give a path, - for standard input, or an open file",
    "!swvm.read('rows.txt', columns=3)": "columns is 3, of type int; give names, as word,pos,label or as a list",
    "!swvm.read('rows.txt', format='xml')": "unknown format 'xml'. Known: auto, columns, conllu, jsonl, text",
    "!load_corpus('demo', 'tst')": "unknown split of demo 'tst'. Did you mean 'test'? Known: dev, test, train",
    "!swvm.Corpus.from_sentences([['a'], ['b']], [['O'], ['O', 'O']])": "memory: sentence 2 has 1 values of 'word', 2 of "
    "'label'",
    "!swvm.Corpus.from_columns({})": "memory: a corpus needs at least one column of tokens",
    "!convert([['I-X']], 'iob2', 'bioes')": "sentence 1, token 1: I-X may not follow the begin of the sentence in the "
    "scheme IOB2. Correct the labels, name another scheme, or choose invalid='repair' or 'keep'",
    # scores
    "!swvm.score('O', 'O')": "labels is 'O', of type str; give a list of labels for each sentence: [['B-PER', 'O']]",
    "!swvm.score(['O'], ['O'])": "labels: sentence 1 is 'O', of type str; give a list of labels for each sentence: "
    "[['B-PER', 'O']]",
    "!swvm.score(None, [['O']])": "labels is None, of type NoneType; give a list of labels for each sentence: [['B-PER', "
    "'O']]",
    "!swvm.score([[0, 1]], [[0, 1]])": "labels: sentence 1: a label is 0, of type int; give texts, such as 'B-PER'",
    "!swvm.score([['O']], [['O', 'O']])": "sentence 1: gold has 1 tokens, predicted has 2; they must be the same "
    "sentences",
    "!swvm.score([['O']], [['O']], mode='f1')": "unknown evaluation mode 'f1'. Known: conlleval, conlleval-bioes, strict, "
    "tokens",
    "!compare([['O']], [['O'], ['O']])": "gold has 1 sentences, predicted has 2; they must be the same sentences",
    # insight and the estimator
    "!inspect(MODEL(), labels=['X'])": f"unknown label 'X'. Known: <end>, {LABELS}",
    "!inspect(MODEL(), top=0)": "top is 0; it must be at least 1",
    "!swvm.SequenceTagger().predict([['a']])": "this SequenceTagger has not been trained: call fit first",
    "!swvm.SequenceTagger().fit([['a']], ['O'])": "y: sentence 1 is 'O', no list of tokens. A single sentence stands in a "
    "list: [['Paris', 'sleeps']]",
    "!swvm.SequenceTagger(epochs=1).fit(CORPUS()).predict_marginals([['a']])": NOT_CALIBRATED,
}


@pytest.mark.parametrize("call", CALLS)
def test_a_bad_call(call, tmp_path, monkeypatch):
    """A call that begins with ! stands as it is; the others are methods of a model."""
    monkeypatch.chdir(tmp_path)
    Path("rows.txt").write_text("Ada O\n")
    Path("words.txt").write_text("Ada\n")
    names = {
        "swvm": swvm,
        "np": np,
        "MODEL": MODEL,
        "CORPUS": CORPUS,
        "TWO": TWO,
        "inspect": inspect,
        "compare": compare,
    }
    names |= {"convert": convert, "load_corpus": load_corpus}
    code = call[1:] if call.startswith("!") else f"MODEL().{call}"
    with pytest.raises(SwvmError) as caught:
        eval(code, names)
    assert str(caught.value) == CALLS[call]


def test_the_number_of_tokens():
    assert CORPUS().n_tokens == TOKENS
