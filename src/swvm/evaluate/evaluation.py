"""Gold and predicted labels -> Scores, in a mode that the scores name."""

from __future__ import annotations

import numpy as np

from swvm.data.schemes.detection import detect
from swvm.data.schemes.labels import LabelInput, LabelSequences, ParsedLabels, as_sequences, parse_labels
from swvm.data.schemes.mentions import break_rule, transitions_of
from swvm.data.schemes.transitions import SCHEME_TAGS, Scheme, check_inventory, scheme_named
from swvm.data.schemes.validation import check_forms
from swvm.errors import DataError, unknown_name
from swvm.evaluate.chunks import MentionPair, counts_by_sentence, counts_by_type, mentions_by_rule, strict_mentions
from swvm.evaluate.pairs import LabelPair, pair_labels
from swvm.evaluate.rules import conlleval_rule, readings_differ
from swvm.evaluate.scores import Counts, Scores, SentenceCounts
from swvm.evaluate.tokens import token_scores

MODES = ("conlleval", "conlleval-bioes", "strict", "tokens")

PLAIN_TAGS = "the labels are plain tags, which mark no mentions: scores are per token"
MERGED = (
    "conlleval has no rule for touching mentions of one type in BIOES and reads them as one; "
    "mode conlleval-bioes tells them apart"
)


def evaluate(
    gold: LabelInput, predicted: LabelInput, mode: str = "conlleval", scheme: str | Scheme | None = None
) -> Scores:
    """Score predicted labels against gold ones.

    Labels are lists of lists of strings, `LabelSequences`, or a `Corpus`, whose labels are meant. The scheme is found
    from the labels unless given. Plain tags are always scored per token.
    """
    if mode not in MODES:
        raise unknown_name("evaluation mode", mode, list(MODES))
    gold, predicted = as_sequences(gold), as_sequences(predicted)
    pair = pair_labels(gold, predicted)
    scheme = scheme_named(scheme) if scheme is not None else find_scheme(gold, predicted)
    if scheme is Scheme.TAGS:
        notes = () if mode == "tokens" else (PLAIN_TAGS,)
        return token_scores(pair, scheme, outside=None, notes=notes)
    _check_forms(gold, predicted)
    if mode == "tokens":
        return token_scores(pair, scheme, outside="O")
    return _mention_scores(pair, mode, scheme)


def find_scheme(gold: LabelSequences, predicted: LabelSequences) -> Scheme:
    """Detect the scheme in the gold labels; where the predicted ones have tags that it lacks, in those."""
    scheme = detect(gold)
    if scheme is Scheme.TAGS:
        _check_both_plain(gold, predicted)
        return scheme
    _check_forms(gold, predicted)
    tags = parse_labels(predicted.names).tags
    return scheme if np.isin(tags, SCHEME_TAGS[scheme]).all() else detect(predicted)


def _check_both_plain(gold: LabelSequences, predicted: LabelSequences) -> None:
    """Words in the place of gold labels look like plain tags; predicted chunk labels give the mistake away."""
    if len(gold.codes) and detect(predicted) is not Scheme.TAGS:
        raise DataError(
            f"the gold labels are plain tags (the first is {gold.names[gold.codes[0]]!r}), the predicted ones are "
            "chunk labels. They must be of one kind: is the gold column the right one?"
        )


def _check_forms(gold: LabelSequences, predicted: LabelSequences) -> None:
    for name, labels in (("gold", gold), ("predicted", predicted)):
        try:
            check_forms(labels)
        except DataError as error:
            raise DataError(f"{name} labels: {error}") from None


def _mention_scores(pair: LabelPair, mode: str, scheme: Scheme) -> Scores:
    parsed = parse_labels(pair.names)
    found = _READERS[mode](pair, parsed, scheme)
    correct, gold, predicted = counts_by_sentence(found, pair.sentences)
    right = pair.right()
    exact = pair.per_sentence(~right) == 0
    return Scores(
        mode=mode,
        scheme=scheme.value,
        counts=Counts(int(correct.sum()), int(gold.sum()), int(predicted.sum())),
        types=counts_by_type(found, parsed.type_names),
        tokens=len(right),
        correct_tokens=int(np.count_nonzero(right)),
        sentences=SentenceCounts(correct, predicted - correct, gold - correct, exact),
        notes=(MERGED,) if mode == "conlleval" and _merges(pair, parsed) else (),
    )


def _conlleval(pair: LabelPair, parsed: ParsedLabels, scheme: Scheme) -> MentionPair:
    return mentions_by_rule(pair, parsed, conlleval_rule(parsed))


def _conlleval_bioes(pair: LabelPair, parsed: ParsedLabels, scheme: Scheme) -> MentionPair:
    return mentions_by_rule(pair, parsed, break_rule(parsed))


def _strict(pair: LabelPair, parsed: ParsedLabels, scheme: Scheme) -> MentionPair:
    return strict_mentions(pair, check_inventory(pair.names, scheme), scheme)


_READERS = {"conlleval": _conlleval, "conlleval-bioes": _conlleval_bioes, "strict": _strict}


def _merges(pair: LabelPair, parsed: ParsedLabels) -> bool:
    """Say whether conlleval reads some step otherwise than BIOES means it."""
    differ = readings_differ(parsed)
    return bool(differ.any()) and any(differ.ravel()[transitions_of(x)].any() for x in (pair.gold, pair.predicted))
