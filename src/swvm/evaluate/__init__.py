"""Path, gold -> Scores.

Reading order: `scores` (what comes out), `rules` (what a mention is in each mode), `chunks` and `tokens` (the counts),
`evaluation` (the way in), `confusion`, `report`, `files`.
"""

from swvm.evaluate.confusion import Confusion, confusion
from swvm.evaluate.evaluation import MODES, evaluate
from swvm.evaluate.files import evaluate_files, read_labels
from swvm.evaluate.report import confusion_text, conlleval_text, table_text
from swvm.evaluate.scores import Counts, Scores, SentenceCounts

__all__ = [
    "MODES",
    "Confusion",
    "Counts",
    "Scores",
    "SentenceCounts",
    "confusion",
    "confusion_text",
    "conlleval_text",
    "evaluate",
    "evaluate_files",
    "read_labels",
    "table_text",
]
