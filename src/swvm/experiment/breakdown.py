"""Where mentions are won and lost: by type, by length, and by whether training has the same words as a mention.

Each group counts [correct, gold, predicted], as the scores do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from swvm.data.schemes import LabelSequences, Scheme
from swvm.data.schemes.labels import parse_labels
from swvm.data.schemes.mentions import Mentions
from swvm.evaluate.chunks import MentionPair, mentions_by_rule
from swvm.evaluate.pairs import pair_labels
from swvm.evaluate.rules import conlleval_rule
from swvm.experiment.features import Prepared, Side

LONGEST = 6  # mentions of this length and longer are one group
Groups = dict[str, dict[str, list[int]]]


def breakdown(side: Side, predicted: LabelSequences, prepared: Prepared) -> Groups:
    """Count the mentions of a part in groups; none where the labels are plain tags."""
    if prepared.scheme is Scheme.TAGS:
        return {}
    return mention_groups(side.gold, predicted, side.words, prepared.mentions)


def mention_groups(
    gold: LabelSequences, predicted: LabelSequences, words: npt.NDArray[np.int32], known: frozenset[bytes]
) -> Groups:
    """Count mentions in groups. `words` are codes of the tokens, `known` the codes of the mentions seen in training."""
    pair = pair_labels(gold, predicted)
    parsed = parse_labels(pair.names)
    found = mentions_by_rule(pair, parsed, conlleval_rule(parsed))
    return {
        "type": _count(found, *([parsed.type_names[t] for t in one.types.tolist()] for one in _both(found))),
        "length": _count(found, *(_lengths(one) for one in _both(found))),
        "seen": _count(found, *(_seen(one, words, known) for one in _both(found))),
    }


def _both(found: MentionPair) -> tuple[Mentions, Mentions]:
    return found.gold, found.predicted


def _lengths(mentions: Mentions) -> list[str]:
    lengths = np.minimum(mentions.ends - mentions.starts, LONGEST).tolist()
    return [f"{LONGEST}+" if length == LONGEST else str(length) for length in lengths]


def _seen(mentions: Mentions, words: npt.NDArray[np.int32], known: frozenset[bytes]) -> list[str]:
    spans = zip(mentions.starts.tolist(), mentions.ends.tolist(), strict=True)
    return ["seen" if words[start:end].tobytes() in known else "unseen" for start, end in spans]


def _count(found: MentionPair, gold: Sequence[str], predicted: Sequence[str]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {name: [0, 0, 0] for name in sorted({*gold, *predicted})}
    for name in gold:
        groups[name][1] += 1
    for name, correct in zip(predicted, found.correct.tolist(), strict=True):
        groups[name][2] += 1
        groups[name][0] += correct
    return groups
