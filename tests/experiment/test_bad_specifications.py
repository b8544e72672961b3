"""Bad specifications of experiments, and the sentence that each gets: its line, its section, what is allowed."""

# ruff: noqa: E501 (a specification and its sentence are easier to compare in whole lines)

from __future__ import annotations

from pathlib import Path

import pytest

from swvm.errors import SwvmError
from swvm.experiment.plan import plan
from swvm.experiment.runner import checksums
from swvm.experiment.spec import read_spec

GOOD = 'corpora = "demo"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n'
MINE = 'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n'

BEHIND = {
    "epoch = 3": "x.toml:6: [[systems]] number 1: unknown key 'epoch'. Did you mean 'epochs'? Known: C, average, batch, beta, boundary, chain, constraint, decoding, epochs, gamma, identity, joint, k_best, label_constraint, learner, minimum_count, mode, name, order, search, seeds, sense, temperature, templates, train_scheme, transitions",
    "seed = 3": "x.toml:6: [[systems]] number 1: unknown key 'seed'. Did you mean 'seeds'? Known: C, average, batch, beta, boundary, chain, constraint, decoding, epochs, gamma, identity, joint, k_best, label_constraint, learner, minimum_count, mode, name, order, search, seeds, sense, temperature, templates, train_scheme, transitions",
    'epochs = "x"': "x.toml:4: [[systems]] number 1: epochs is 'x', of type str; give a whole number",
    "epochs = 0": "x.toml:4: [[systems]] number 1: epochs is 0; it must be at least 1",
    "epochs = []": "x.toml:6: [[systems]] number 1: epochs is an empty list; give one value at least",
    "C = nan": "x.toml:4: [[systems]] number 1: C is nan; it must be at least 0",
    "C = {low = 1}": "x.toml:6: [[systems]] number 1: C: a range is {low = 0.01, high = 10.0, log = true}, low below high; got {'low': 1}",
    "C = {low = 1, hgh = 3}": "x.toml:6: [[systems]] number 1: C: unknown key 'hgh'. Did you mean 'high'? Known: high, log, low",
    "C = {low = 3, high = 1}": "x.toml:6: [[systems]] number 1: C: a range is {low = 0.01, high = 10.0, log = true}, low below high; got {'low': 3, 'high': 1}",
    "C = {low = 1, high = 3}": "x.toml:4: [[systems]] number 1: C is a range, which a grid cannot walk; list its values, or set 'search'",
    'gamma = "unifrm"': "x.toml:4: [[systems]] number 1: unknown gamma 'unifrm'. Did you mean 'uniform'? Known: optimization, softmax, softmin, uniform, wm, wm-released, wmr, wmr-released",
    'templates = ["sngle"]': "x.toml:4: [[systems]] number 1: unknown templates 'sngle'. Did you mean 'single'? Known: double, run, single, span, triple, whole",
    "average = true": "x.toml:4: [[systems]] number 1: unknown average 'True'. Known: end, epoch, epoch-mean, none",
    'joint = "yes"': "x.toml:4: [[systems]] number 1: joint is 'yes', of type str; give True or False",
    'search = "random"': "x.toml:6: [[systems]] number 1: search is 'random'; it must be a table",
    'search = {kind = "rndom"}': "x.toml:6: [[systems]] number 1: search: unknown kind 'rndom'. Did you mean 'random'? Known: grid, optuna, random",
    'search = {kind = "random"}': "x.toml:6: [[systems]] number 1: search lacks 'count', a whole number",
    'search = {kind = "random", count = 0}': "x.toml:6: [[systems]] number 1: search: count is 0; it must be at least 1",
    '[[systems]]\nlearner = "mira"': "x.toml:6: [[systems]] number 2: two systems are named 'mira'; give each a name of its own",
    "[[systems]]\nk_best = 3": "x.toml:6: [[systems]] number 2 lacks 'learner': one of csp, mira, swvp, swvm",
    '[[systems]]\nlearner = "mria"': "x.toml:7: [[systems]] number 2: unknown learner 'mria'. Did you mean 'mira'? Known: csp, mira, swvm, swvp",
    "[settings]\nlearnr = 3": "x.toml:7: [settings]: unknown setting 'learnr'. Known: C, average, batch, beta, boundary, chain, constraint, decoding, epochs, gamma, identity, joint, k_best, label_constraint, minimum_count, mode, order, seeds, sense, temperature, templates, train_scheme, transitions",
    "[settings]\nseed = 3": "x.toml:7: [settings]: seed is set by 'seeds', at the top",
    '[protocol]\n# folds of the paper\nkind = "fold"': "x.toml:8: [protocol]: unknown kind 'fold'. Did you mean 'folds'? Known: folds, official",
    '[protocol]\nparts = "2"': "x.toml:7: [protocol]: parts is '2'; it must be a whole number",
    "[protocol]\nparts = 2": "x.toml:6: [protocol]: there are 2 parts and the folds [0, 1]; give 3 parts at least, and folds below the number of parts",
    "[protocol]\nfolds = [11]": "x.toml:6: [protocol]: there are 10 parts and the folds [11]; give 3 parts at least, and folds below the number of parts",
    "[protocol]\nfolds = [-1]": "x.toml:7: [protocol]: folds holds -1; its numbers must be at least 0",
    '[protocol]\nfolds = ["a"]': "x.toml:7: [protocol]: folds holds 'a'; it must be a whole number, or a list of such",
    '[protocol]\nkind = "official"\nparts = 3': "x.toml:8: [protocol]: unknown key 'parts'. Known: kind",
    '[choose]\nby = "systm"': "x.toml:7: [choose]: unknown by 'systm'. Did you mean 'system'? Known: C, average, batch, beta, boundary, chain, constraint, decoding, epochs, gamma, identity, joint, k_best, label_constraint, learner, minimum_count, mode, order, seeds, sense, system, temperature, templates, train_scheme, transitions",
    '[choose]\nmetric = "token-f1"': "x.toml:7: [choose]: unknown metric 'token-f1'. Did you mean 'token_f1'? Known: accuracy, f1, token_f1",
    "[final]\nseeds = [1, 1]": "x.toml:7: [final]: seeds is [1, 1]; it must have one value at least, each once",
    '[choose]\nmetric = "accuracy"\n[final]\nepochs = "best"': "x.toml:9: [final]: epochs is 'best', but the score after each epoch is kept of f1 and token_f1, not of accuracy: choose by one of these, or take 'given'",
    '[final]\ntrain = "all"': "x.toml:7: [final]: unknown train 'all'. Known: official-train, train, train+dev",
    '[significance]\npair = ["a"]': "x.toml:7: [significance]: pair is ['a']; it must be two systems, or \"best-second\"",
    '[significance]\npair = ["mira", "csp"]': "x.toml:7: [significance]: unknown system in pair: 'csp'. Known: mira",
    '[significance]\nalpha = "a"': "x.toml:7: [significance]: alpha is 'a'; it must be a number",
    "[significance]\nalpha = 5": "x.toml:7: [significance]: alpha is 5; it must be above 0 and below 1, such as 0.05",
    "[significance]\ntrials = 0": "x.toml:7: [significance]: trials is 0; it must be at least 1",
    '[significance]\nalternative = "less"': "x.toml:7: [significance]: unknown alternative 'less'. Known: greater, two-sided",
    "[significnce]\nalpha = 0.05": "x.toml:6: unknown key 'significnce'. Did you mean 'significance'? Known: choose, corpora, epochs, features, files, final, invalid, name, protocol, seeds, settings, significance, synthetic, systems, title",
    "[": "x.toml: this is no TOML file: Invalid initial character for a key part (at end of document)",
}
"""What stands behind a good specification."""

WHOLE = {
    "": "x.toml has no system: add [[systems]] with a learner",
    b"# caf\xe9\n": "x.toml:1: byte 6 of this line (0xE9) is not UTF-8; re-encode the file, e.g. iconv -f LATIN1 -t UTF-8",
    'corpora = "demo"\nfeatures = "bio"\n': "x.toml has no system: add [[systems]] with a learner",
    'corpora = "demo"\nfeatures = "bio"\nsystems = "csp"\n': "x.toml:3: systems must be tables: write [[systems]]",
    'corpora = "demo"\nfeatures = "bio"\n[systems]\nlearner = "csp"\n': "x.toml:3: systems must be tables: write [[systems]]",
    'features = "bio"\n[[systems]]\nlearner = "csp"\n': "x.toml lacks 'corpora': a text, or a list of such",
    'corpora = "demo"\n[[systems]]\nlearner = "csp"\n': "x.toml lacks 'features': a text, or a list of such",
    'title = """\ncorpora = 3\n"""\ncorpora = 3\nfeatures = "bio"\n[[systems]]\nlearner = "csp"\n': "x.toml:4: corpora holds 3; it must be a text, or a list of such",
    'corpora = "dmo"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n': "x.toml:1: unknown corpus, neither known nor in [files] or [synthetic]: 'dmo'. Did you mean 'demo'? Known: bc2gm, conll2000, conll2002-es, demo, jnlpba",
    'corpora = []\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n': "x.toml:1: corpora is []; it must have one value at least, each once",
    'corpora = "demo"\nfeatures = "bia"\n\n[[systems]]\nlearner = "mira"\n': "x.toml:2: unknown features, neither a preset nor a file beside the specification: 'bia'. Did you mean 'bio'? Known: attributes, basic, bio, chunk, ner, paper, released",
    'corpra = 1\ncorpora = "demo"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n': "x.toml:1: unknown key 'corpra'. Did you mean 'corpora'? Known: choose, corpora, epochs, features, files, final, invalid, name, protocol, seeds, settings, significance, synthetic, systems, title",
    'protocol = 3\ncorpora = "demo"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n': "x.toml:1: protocol is 3; it must be a table",
    'seeds = [true]\ncorpora = "demo"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n': "x.toml:1: seeds holds True; it must be a whole number, or a list of such",
    'title = 3\ncorpora = "demo"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n': "x.toml:1: title is 3; it must be a text",
    'invalid = "fix"\ncorpora = "demo"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n': "x.toml:1: unknown invalid 'fix'. Known: error, keep, repair",
    'files = {mine = 3}\ncorpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n': "x.toml:1: [files]: mine is 3; it must be a table",
    'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n[files.mine]\ndev = "x"': "x.toml:7: [files.mine] lacks 'train', the path of a labelled file",
    'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n[files.mine]\ntrain = "none.txt"': "none.txt: there is no such file",
    'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n[files.mine]\ntrain = 3': "x.toml:8: [files.mine]: train is 3; it must be a text",
    'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n[files.mine]\ntran = "x"': "x.toml:8: [files.mine]: unknown key 'tran'. Did you mean 'train'? Known: columns, dev, test, train",
    'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n[synthetic.mine]\nlabls = 3': "x.toml:8: [synthetic.mine]: unknown key 'labls'. Did you mean 'labels'? Known: concentration, difficulty, draw, labels, length, seed, sentences, words",
    'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n[synthetic.mine]\nlabels = 1': "x.toml:7: [synthetic.mine]: there are 1 labels and 500 words; take 2 labels or more, and a word for each",
    'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n[synthetic.mine]\ndifficulty = 2': "x.toml:7: [synthetic.mine]: difficulty is 2.0; it must be in 0..1",
    'corpora = "mine"\nfeatures = "bio"\n\n[[systems]]\nlearner = "mira"\n\n[synthetic.mine]\nconcentration = 0': "x.toml:7: [synthetic.mine]: concentration is 0.0; it must be above 0",
}
"""A whole specification."""


def error_of(content: str | bytes) -> str:
    """Return what reading and planning a specification says."""
    path = Path("x.toml")
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SwvmError) as caught:
        spec = read_spec(path)
        plan(spec, checksums(spec), {})
    return str(caught.value)


def error_behind(content: str) -> str:
    return error_of(GOOD + content)


TABLES = {"BEHIND": error_behind, "WHOLE": error_of}
ROWS = [(name, case) for name in TABLES for case in globals()[name]]


@pytest.mark.parametrize(("table", "case"), ROWS)
def test_a_bad_specification(table, case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert TABLES[table](case) == globals()[table][case]


@pytest.mark.parametrize("path", ["none.toml", "."])
def test_a_specification_that_cannot_be_read(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SwvmError, match=rf"^{path}: cannot read: "):
        read_spec(path)
