"""Labels of one scheme read as those of another, over fixed names and for any sequence, valid or not.

`convert` is for data, where an invalid sequence may be an error. Here is what a model needs that learns in another
scheme than its data's: whatever it predicts has one reading, that of `break_rule`: a mention ends at O, at another
type, before B and S, after E and S; what follows without an O begins the next one. IO shows touching mentions of a type
as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import B, E, I, LabelSequences, O, ParsedLabels, S, join_label, parse_labels
from swvm.data.schemes.mentions import break_rule, token_steps, transitions_of
from swvm.data.schemes.transitions import Scheme, pair_grid, transition_table

Codes = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]

# [first, last] -> tag: whether the token is the first of its mention, and the last.
TAGS = {
    Scheme.IOB2: ((I, I), (B, B)),
    Scheme.IOB1: ((I, I), (B, B)),  # here "first" holds only where the mention touches another of its type
    Scheme.IO: ((I, I), (I, I)),
    Scheme.BIOES: ((I, E), (B, S)),
}


@dataclass(frozen=True)
class Translation:
    """From labels `source` to labels `names` of another scheme; a label's code is its place in either."""

    source: tuple[str, ...]
    target: Scheme
    names: tuple[str, ...]
    begins: Flags  # [L+1, L+1] over (previous, next): the next label is the first of its mention
    ends: Flags  # the previous label is the last of its mention
    table: Codes  # [L, first, last]: the code of the label, -1 where it cannot come out

    @classmethod
    def between(cls, source: Sequence[str], target: Scheme, known: Sequence[str] = ()) -> Translation:
        """Translate into the labels `known` and, behind them, what else can come out."""
        parsed = parse_labels(source)
        begins, ends = _edges(parsed, target)
        names = {name: code for code, name in enumerate(known)}
        table = np.full((len(source), 2, 2), -1, np.int32)
        for code, type_ in enumerate(parsed.types.tolist()):
            for first in np.unique(begins[:, code]).astype(int).tolist():
                for last in np.unique(ends[code]).astype(int).tolist():
                    tag = O if parsed.tags[code] == O else TAGS[target][first][last]
                    label = join_label(tag, "" if tag == O else parsed.type_names[type_])
                    table[code, first, last] = names.setdefault(label, len(names))
        return cls(tuple(source), target, tuple(names), begins, ends, table)

    def __call__(self, codes: Codes, offsets: npt.NDArray[np.int64]) -> Codes:
        """Translate the labels of sentences."""
        sequences = LabelSequences(codes, self.source, offsets)
        steps, into = transitions_of(sequences), token_steps(sequences)
        first, last = self.begins.ravel()[steps[into]], self.ends.ravel()[steps[into + 1]]
        return np.asarray(self.table[codes, first.astype(np.intp), last.astype(np.intp)])

    def sequences(self, labels: LabelSequences) -> LabelSequences:
        """Translate label sequences whose codes are those of `source`."""
        return LabelSequences(self(labels.codes, labels.offsets), self.names, labels.offsets)

    def fixed(self, scheme: Scheme) -> Codes:
        """Return what each label becomes in every valid sequence of its scheme; -1: that depends on its neighbours."""
        allowed = transition_table(parse_labels(self.source), scheme)
        result = np.full(len(self.source), -1, np.int32)
        for code in range(len(self.source)):
            first = np.unique(self.begins[allowed[:, code], code]).astype(np.intp)
            last = np.unique(self.ends[code, allowed[code]]).astype(np.intp)
            found = np.unique(self.table[code][np.ix_(first, last)])
            result[code] = found[0] if len(found) == 1 else -1
        return result


def _edges(parsed: ParsedLabels, target: Scheme) -> tuple[Flags, Flags]:
    """Return where the tags of a scheme tell the first and the last token of a mention from others."""
    rule = break_rule(parsed)
    nowhere = np.zeros_like(rule.ends)
    if target is Scheme.IO:
        return nowhere, nowhere
    if target is Scheme.IOB1:
        previous, _, same = pair_grid(parsed)
        return rule.starts & same & (previous != O), nowhere
    return rule.starts, rule.ends if target is Scheme.BIOES else nowhere
