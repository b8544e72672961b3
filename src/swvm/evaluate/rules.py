"""The rules by which modes read labels as mentions.

| mode | a mention |
|---|---|
| `conlleval` | as the published script (version of 2004-01-26) counts, E- and S- included |
| `conlleval-bioes` | the same for B- and I-; besides, E- and S- end a mention, B- and S- begin one |
| `strict` | only a mention that the label scheme allows; all others are left out, gold or predicted |

The script has no rule for S- and none between E- and B-: touching mentions of one type in BIOES become one. For labels
with B- and I- alone the first two modes are the same.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import TAG_LETTERS, ParsedLabels
from swvm.data.schemes.mentions import Rule, break_rule
from swvm.data.schemes.transitions import pair_grid

STARTS = ("OB", "BB", "IB", "OI", "EI", "OE", "EE")
ENDS = ("BO", "BB", "IO", "IB", "EO", "EI", "EE")


def conlleval_rule(parsed: ParsedLabels) -> Rule:
    """Return conlleval's rule: the pairs of tags above, and any change of type."""
    previous, following, _ = pair_grid(parsed)
    types = np.array([*parsed.type_names, ""])[np.append(parsed.types, -1)]  # the type of O is the empty one
    changed = types[:, None] != types[None, :]
    return Rule(
        starts=_pairs(STARTS)[previous, following] | (changed & (following != 0)),
        ends=_pairs(ENDS)[previous, following] | (changed & (previous != 0)),
    )


def _pairs(pairs: tuple[str, ...]) -> npt.NDArray[np.bool_]:
    table = np.zeros((len(TAG_LETTERS), len(TAG_LETTERS)), np.bool_)
    for pair in pairs:
        table[TAG_LETTERS.index(pair[0]), TAG_LETTERS.index(pair[1])] = True
    return table


def readings_differ(parsed: ParsedLabels) -> npt.NDArray[np.bool_]:
    """Return the label pairs, bool[L+1, L+1], that conlleval and the rule of schemes read differently."""
    one, other = conlleval_rule(parsed), break_rule(parsed)
    return np.asarray((one.starts != other.starts) | (one.ends != other.ends))
