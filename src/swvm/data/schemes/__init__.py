"""Label schemes: IOB1, IOB2, BIOES, IO, and plain tags.

Reading order: `labels` (what one label says), `transitions` (which may follow which), `mentions` (labels -> spans),
`validation`, `detection`, `conversion`, `translation`.
"""

from swvm.data.schemes.conversion import convert
from swvm.data.schemes.detection import Detection, detect, examine
from swvm.data.schemes.labels import LabelError, LabelSequences, split_label
from swvm.data.schemes.mentions import Mentions, find_mentions, mentions
from swvm.data.schemes.transitions import Scheme, allowed_transitions, scheme_named
from swvm.data.schemes.validation import validate

__all__ = [
    "Detection",
    "LabelError",
    "LabelSequences",
    "Mentions",
    "Scheme",
    "allowed_transitions",
    "convert",
    "detect",
    "examine",
    "find_mentions",
    "mentions",
    "scheme_named",
    "split_label",
    "validate",
]
