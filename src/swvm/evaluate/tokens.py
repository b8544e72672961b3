"""Token-level counts: micro-averaged over labels other than O, or over all labels where these are plain tags."""

from __future__ import annotations

import numpy as np

from swvm.data.schemes.transitions import Scheme
from swvm.evaluate.pairs import LabelPair
from swvm.evaluate.scores import Counts, Scores, SentenceCounts


def token_scores(pair: LabelPair, scheme: Scheme, outside: str | None, notes: tuple[str, ...] = ()) -> Scores:
    """Count tokens by label. A token whose label is `outside` is not counted, but in the accuracy."""
    gold, predicted, right = pair.gold.codes, pair.predicted.codes, pair.right()
    counted = np.array([name != outside for name in pair.names], np.bool_)
    in_gold, in_predicted = counted[gold], counted[predicted]
    tp, exact = pair.per_sentence(right & in_gold), pair.per_sentence(~right) == 0
    fp, fn = pair.per_sentence(~right & in_predicted), pair.per_sentence(~right & in_gold)
    return Scores(
        mode="tokens",
        scheme=scheme.value,
        counts=Counts(int(tp.sum()), int((tp + fn).sum()), int((tp + fp).sum())),
        types=_by_label(pair, outside),
        tokens=len(right),
        correct_tokens=int(np.count_nonzero(right)),
        sentences=SentenceCounts(tp, fp, fn, exact),
        notes=notes,
    )


def _by_label(pair: LabelPair, outside: str | None) -> dict[str, Counts]:
    size = len(pair.names)
    correct = np.bincount(pair.gold.codes[pair.right()], minlength=size).tolist()
    gold = np.bincount(pair.gold.codes, minlength=size).tolist()
    predicted = np.bincount(pair.predicted.codes, minlength=size).tolist()
    counts = {name: Counts(correct[k], gold[k], predicted[k]) for k, name in enumerate(pair.names)}
    return {name: counts[name] for name in sorted(counts) if name != outside and counts[name] != Counts(0, 0, 0)}
