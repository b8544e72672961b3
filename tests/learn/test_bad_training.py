"""Bad calls of training, bad settings and bad Python functions, and the sentence that each gets."""

# ruff: noqa: E501 (a call and its sentence are easier to compare in whole lines)

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import swvm
from made_models import made_corpus, made_model
from swvm.errors import SwvmError
from swvm.features.functions import word_function
from swvm.learn.config import TrainConfig
from swvm.learn.gamma import set_gamma
from swvm.learn.incremental import IncrementalTrainer
from swvm.learn.settingsfile import read_settings
from swvm.learn.templates import template_set

NAMES = {
    "np": np,
    "train": swvm.train,
    "word_function": word_function,
    "TrainConfig": TrainConfig,
    "set_gamma": set_gamma,
    "IncrementalTrainer": IncrementalTrainer,
    "read_settings": read_settings,
    "template_set": template_set,
}
CORPUS = cache(lambda: made_corpus(1))
MODEL = cache(lambda: made_model("first order"))
corpus = swvm.Corpus.from_sentences
TAGS = corpus([["a", "b"]], [["NN", "VB"]])
BROKEN = corpus([["a", "b", "c"]], [["O", "I-PER", "B-LOC"]])
BIOES = corpus([["a", "b"]], [["B-PER", "E-PER"]])
IOB1 = corpus([["a", "b", "c", "d"]], [["I-PER", "B-PER", "O", "I-LOC"]])

CALLS = {
    "train(CORPUS(), epoch=3)": "unknown setting 'epoch'. Did you mean 'epochs'? Known: C, average, batch, beta, boundary, chain, clusters, constraint, decoding, engine, epochs, features, gamma, identity, joint, k_best, label_constraint, learner, lexicon, minimum_count, mode, order, patience, seed, seeds, sense, temperature, templates, threads, train_scheme, transitions",
    "train(CORPUS(), config=3)": "config is 3, of type int; give a TrainConfig, or settings by their names: train(corpus, epochs=10)",
    "train(CORPUS(), config=TrainConfig(), epochs=2)": "there are a config and epochs; put all settings into the config, or none",
    "train(CORPUS(), corpus([], []))": "memory: there are no sentences in the development data",
    "train(corpus([], []))": "memory: there are no sentences to learn from",
    "train(CORPUS(), on_epoch=3)": "on_epoch is 3, of type int; give a function of one argument, which is told of each epoch",
    "train(CORPUS(), patience=2)": "patience is 2, but there are no development data to watch: give dev",
    "train(CORPUS(), patience=0)": "patience is 0; it must be at least 1",
    "train(CORPUS(), seed=-1)": "seed is -1; it must be at least 0",
    "train(CORPUS(), joint='yes')": "joint is 'yes', of type str; give True or False",
    "train(CORPUS(), chain=3)": "chain is 3; it must be at most 2",
    "train(CORPUS(), order='random')": "unknown order 'random'. Known: file, shuffle",
    "train(CORPUS(), engine='fast')": "unknown engine 'fast'. Known: native, reference",
    "train(CORPUS(), temperature=0)": "temperature is 0; it must be above 0",
    "train(CORPUS(), average='mean')": "unknown average 'mean'. Known: end, epoch, epoch-mean, none",
    "train(CORPUS(), seeds=2, order='file')": "seeds is 2, but with order 'file' all runs are the same: take order 'shuffle', or seeds 1",
    "train(CORPUS(), decoding='hope-fear')": "decoding 'hope-fear' is MIRA's; csp takes plain or cost-augmented",
    "train(CORPUS(), learner='swvp', constraint='released', batch=2)": "the released SWVP goes one labelling after another: batch must be 1",
    "train(CORPUS(), features='ber')": "unknown preset 'ber'. Did you mean 'ner'? Known: attributes, basic, bio, chunk, ner, paper, released; and no file has this name",
    "train(CORPUS(), features='mine.features')": "unknown preset 'mine.features'. Known: attributes, basic, bio, chunk, ner, paper, released; and no file has this name",
    "train(CORPUS(), features='.')": ".: this is a folder; give a file with a template a line, or the name of a preset",
    "train(CORPUS(), features='paper', chain=1)": "chain is 1, but these templates name labels two apart, so the chain is of second order. Leave out such templates, or take chain 2",
    "train(CORPUS(), features='paper', boundary='outside')": "boundary 'outside' is for first-order chains, and these templates name labels two apart: take 'virtual'",
    "train(CORPUS(), clusters=['brown'])": "clusters 'brown': give a name and a file, as in brown=paths.txt (no double quote in them)",
    "train(CORPUS(), clusters=['brown=none.txt'])": "none.txt: there is no such file, which a derived column is made from",
    "train(CORPUS(), lexicon=['word=none.txt'])": "column word is there already; name the derived one otherwise",
    "train(TAGS, boundary='outside')": "boundary 'outside' needs the label O; take boundary 'virtual'",
    "train(TAGS, train_scheme='bioes')": "memory: the labels are plain tags, which mark no mentions, so they cannot be learned in bioes. Leave train_scheme at 'data'",
    "train(TAGS, learner='swvm', templates='span')": "templates 'span' need labels that mark mentions, such as B-PER; these are plain tags",
    "train(BROKEN, label_constraint='bio')": "memory: sentence 1, token 2: the gold labels break the scheme IOB2 here (1 places), so they cannot be learned under the constraint 'bio'. Repair them (swvm convert --invalid repair), or train without the constraint",
    "train(CORPUS(), class_weights={'PRE': 2})": "unknown label or mention type in class weights: 'PRE'. Known: B-LOC, B-PER, I-LOC, I-PER, O",
    "train(CORPUS(), class_weights={'PER': 'much'})": "the class weight of PER is 'much', of type str; give a number",
    "train(CORPUS(), class_weights={'PER': float('nan')})": "the class weight of PER is nan; it must be a number of at least 0",
    "train(CORPUS(), sample_weights=[-1] * 25)": "a sample weight is negative or not a number; weights must be at least 0",
    "train(CORPUS(), sample_weights=3)": "there are 1 sample weights for 25 sentences; give one for each",
    "train(CORPUS(), start=3)": "start is 3, of type int; give a Model, or the path of a model file",
    "train(CORPUS(), start='.')": ".: this is a folder; name a model file",
    "train(CORPUS(), start=file('m', 'text'))": "m: this is no model of swvm",
    "train(CORPUS(), start=MODEL(), chain=2)": "chain is 2, but the model to go on from has a chain of order 1: leave chain out, or train from nothing",
    "train(CORPUS(), start=MODEL(), train_scheme='bioes')": "train_scheme is 'bioes', but the model to go on from was trained in iob2: leave it at 'data', or train from nothing",
    "train(TAGS, start=MODEL())": "memory: the model was trained on labels of the scheme IOB2: label 'NN' belongs to no label scheme. Allowed: O, B-TYPE, I-TYPE, E-TYPE, S-TYPE. If the labels are plain tags (such as parts of speech), say so with the scheme 'tags'",
    "train(BIOES, start=MODEL())": "memory: the model was trained on labels of the scheme IOB2: label 'E-PER' is not in the scheme IOB2. Allowed: O, B-TYPE, I-TYPE",
    "train(IOB1, start=MODEL())": "memory: the labels are IOB1, but the model was trained on IOB2; convert them first (swvm convert --to-scheme iob2)",
    "train(CORPUS(), checkpoint=3)": "checkpoint is 3, of type int; give the path of a file",
    "train(CORPUS(), checkpoint='.')": ".: this is a folder; name a file in it",
    "train(CORPUS(), checkpoint='none/c')": "none/c: cannot write: there is no folder none; make it first",
    "train(CORPUS(), checkpoint=file('c', 'text'))": "c: this is no checkpoint of swvm, or a damaged one: name another file, or delete it to begin anew",
    "train(CORPUS(), checkpoint=saved('c'))": "c: this is no checkpoint of swvm; name another file",
    "IncrementalTrainer(average='epoch')": "average 'epoch' looks ahead to the last step, and here there is none: take 'end' or 'epoch-mean'",
    "IncrementalTrainer().model()": "there is no model yet: call partial_fit first",
    "IncrementalTrainer().partial_fit(CORPUS(), 0)": "epochs is 0; it must be at least 1",
    "IncrementalTrainer().partial_fit('train.txt')": "corpus is 'train.txt', of type str; give a swvm Corpus: swvm.read(PATH), or Corpus.from_sentences(tokens, labels)",
    "IncrementalTrainer(start='none.swvm').partial_fit(CORPUS())": "none.swvm: there is no such model file",
    "train(CORPUS(), gamma='unifrm')": "unknown gamma 'unifrm'. Did you mean 'uniform'? Known: optimization, softmax, softmin, uniform, wm, wm-released, wmr, wmr-released",
    "train(CORPUS(), gamma=3)": "gamma is 3, of type int; give the name of a SetGamma, or a Python function",
    "train(CORPUS(), learner='swvp', gamma=lambda: 1)": "gamma '<lambda>' takes no argument; its first one is the array of the margins d_J",
    "train(CORPUS(), learner='swvp', gamma=lambda d, temprature: d)": "unknown argument of gamma '<lambda>': 'temprature'. Did you mean 'temperature'? Known: beta, norms, positions, sense, temperature",
    "train(CORPUS(), learner='swvp', gamma=lambda d: [1.0])": "the SetGamma function returned a wrong result, sentence 2: it has 1 weights for 4 templates",
    "train(CORPUS(), learner='swvp', gamma=lambda d: [1.0], engine='reference')": "gamma '<lambda>' returned for sentence 2 an array of shape (1,); it must have one weight a template: (4,)",
    "train(CORPUS(), learner='swvp', gamma=lambda d: np.ones(len(d)))": "the SetGamma function returned a wrong result, sentence 2: the weights must sum to 1, they sum to 4.000000",
    "train(CORPUS(), learner='swvp', gamma=lambda d: np.ones(len(d)), engine='reference')": "gamma '<lambda>' returned for sentence 2 weights that sum to 4; they must sum to 1",
    "train(CORPUS(), learner='swvp', gamma=lambda d: -np.ones(len(d)))": "the SetGamma function returned a wrong result, sentence 2: every weight must be >= 0, one is -1.000000",
    "train(CORPUS(), learner='swvp', gamma=lambda d: -np.ones(len(d)), engine='reference')": "gamma '<lambda>' returned for sentence 2 the weight -1; weights must be >= 0",
    "train(CORPUS(), learner='swvp', gamma=lambda d: 'x')": "the SetGamma function returned a wrong result, sentence 2: it must return an array of numbers",
    "train(CORPUS(), learner='swvp', gamma=lambda d: 'x', engine='reference')": "gamma '<lambda>' returned for sentence 2 'x'; it must be an array of numbers, one for each template",
    "train(CORPUS(), templates='sngle')": "unknown templates 'sngle'. Did you mean 'single'? Known: double, run, single, span, triple, whole",
    "train(CORPUS(), templates=3)": "templates is 3, of type int; give the name of a template set, or a Python function",
    "train(CORPUS(), learner='swvp', templates=lambda y: [])": "templates '<lambda>' take 1 arguments; the first two are the labels of y and those of y_k",
    "train(CORPUS(), learner='swvp', templates=lambda y, k: [(99,)])": "the template function returned a wrong result, sentence 2: positions go from 0 to 5",
    "train(CORPUS(), learner='swvp', templates=lambda y, k: [(99,)], engine='reference')": "templates '<lambda>' returned for sentence 2 the positions [99]; they must lie in 0..5",
    "train(CORPUS(), learner='swvp', templates=lambda y, k: [3])": "the template function returned a wrong result, sentence 2: it must return a list of lists of positions",
    "train(CORPUS(), learner='swvp', templates=lambda y, k: [3], engine='reference')": "templates '<lambda>' returned for sentence 2 [3]; it must be a list of lists of positions",
    "set_gamma('uniform', '')": "gamma 'uniform' is built in; give your rule another name",
    "template_set('single', '')": "the template set 'single' is built in; give yours another name",
    "word_function('lower')": "word function name 'lower' is a built-in; choose another",
    "word_function('is gene')": "word function name 'is gene': it must be letters, digits and _, and begin with no digit",
    "word_function(len)": 'the name of a word function is <built-in function len>, of type builtin_function_or_method; give a text: @word_function("is_gene")',
    "train(CORPUS(), features=file('f', 'mine(w[i]), t[i]'), functions=[len])": "f:1: functions is [<built-in function len>], of type list; give a dict from names to functions of one word",
    "train(CORPUS(), features=file('f', 'mine(w[i]), t[i]'), functions={'mine': 3})": "f:1: the word function 'mine' is 3, of type int; give a function of one word",
    "train(CORPUS(), features=file('f', 'mine(w[i]), t[i]'), functions={'mine': lambda word: 3})": "the word function 'mine' returned 3 for 'p3'; it must return a str, a bool or None",
    "read_settings('none.toml')": "none.toml: cannot read: No such file or directory",
    "read_settings('.')": ".: cannot read: Is a directory",
    "read_settings(file('x.toml', 'epochs = 3\\nlearnr = \"mira\"'))": "x.toml:2: unknown setting 'learnr'. Did you mean 'learner'? Known: C, average, batch, beta, boundary, chain, clusters, constraint, decoding, engine, epochs, features, gamma, identity, joint, k_best, label_constraint, learner, lexicon, minimum_count, mode, order, patience, seed, seeds, sense, temperature, templates, threads, train_scheme, transitions",
    "read_settings(file('x.toml', 'epochs = 3\\n\\nlearner = \"mria\"'))": "x.toml:3: unknown learner 'mria'. Did you mean 'mira'? Known: csp, mira, swvm, swvp",
    "read_settings(file('x.toml', 'epochs = \"x\"'))": "x.toml:1: epochs is 'x', of type str; give a whole number",
    "read_settings(file('x.toml', 'features = 3'))": "x.toml: features is 3; it must be a text: a preset, or a file beside this one",
    "read_settings(file('x.toml', '[learner]\\nC = 3'))": "x.toml:1: unknown learner \"{'C': 3}\". Known: csp, mira, swvm, swvp",
    "read_settings(file('x.toml', 'epochs = '))": "x.toml: this is no TOML file of settings: Invalid value (at end of document)",
    "read_settings(file('x.toml', b'# caf\\xe9'))": "x.toml:1: byte 6 of this line (0xE9) is not UTF-8; re-encode the file, e.g. iconv -f LATIN1 -t UTF-8",
}


def file(name: str, content: str | bytes) -> str:
    """Write a file and return its name."""
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return f"./{name}" if "." not in name else name


def saved(name: str) -> str:
    """Save a model and return its name."""
    MODEL().save(name)
    return name


def error_of(call: str) -> str:
    """Return what a call says."""
    with pytest.raises(SwvmError) as caught:
        eval(call, {**globals(), **NAMES})
    return str(caught.value)


TABLES = {"CALLS": error_of}


@pytest.mark.parametrize("call", CALLS)
def test_a_bad_call(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert error_of(call) == CALLS[call]


class StopError(Exception):
    pass


def stop(_):
    raise StopError


def test_a_checkpoint_of_another_run(tmp_path):
    path = tmp_path / "c"
    with pytest.raises(StopError):
        swvm.train(CORPUS(), epochs=5, checkpoint=path, on_epoch=stop)
    with pytest.raises(SwvmError) as caught:
        swvm.train(CORPUS(), epochs=5, learner="mira", seed=2, checkpoint=path)
    assert str(caught.value) == (
        f"{path}: the checkpoint belongs to another run: setting learner and setting seed differ. Give the same data and "
        "settings, or delete it to begin anew"
    )
