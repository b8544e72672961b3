"""The numbers of the paper (Ringel, Dror, Reichart 2020), to stand beside ours. Nothing is computed here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaperScore:
    """A row of Table 1 on one corpus, in percent; `star` marks a significant difference to the second best."""

    precision: float
    recall: float
    f1: float
    star: bool = False


# Table 1, by learner and by our name of the corpus.
TABLE_1: dict[str, dict[str, PaperScore]] = {
    "swvm": {
        "jnlpba": PaperScore(63.78, 70.40, 66.41, star=True),
        "bc2gm": PaperScore(82.71, 54.68, 65.59, star=True),
        "conll2002-es": PaperScore(82.95, 73.98, 78.11),
        "conll2000": PaperScore(93.37, 93.05, 93.21, star=True),
    },
    "mira": {
        "jnlpba": PaperScore(60.48, 72.68, 65.92),
        "bc2gm": PaperScore(82.56, 48.61, 60.62),
        "conll2002-es": PaperScore(79.92, 74.45, 76.87),
        "conll2000": PaperScore(92.64, 92.34, 92.49),
    },
    "swvp": {
        "jnlpba": PaperScore(50.20, 46.64, 48.19),
        "bc2gm": PaperScore(73.00, 44.60, 54.60),
        "conll2002-es": PaperScore(47.53, 53.59, 49.58),
        "conll2000": PaperScore(90.65, 89.64, 90.15),
    },
    "csp": {
        "jnlpba": PaperScore(68.26, 55.63, 56.89),
        "bc2gm": PaperScore(74.24, 48.58, 51.05),
        "conll2002-es": PaperScore(83.32, 71.22, 76.56),
        "conll2000": PaperScore(92.83, 92.47, 92.66),
    },
}

# The table of the best configurations, in the words of `names.configuration_text`.
BEST_CONFIGURATIONS: dict[str, dict[str, str]] = {
    "swvm": {
        "jnlpba": "agg., uniform, 1",
        "bc2gm": "agg., softmin, 1",
        "conll2002-es": "agg., opt., 3",
        "conll2000": "agg., opt., 5",
    },
    "mira": {"jnlpba": "K = 1", "bc2gm": "K = 5", "conll2002-es": "K = 3", "conll2000": "K = 3"},
    "swvp": {
        "jnlpba": "agg., opt., 1",
        "bc2gm": "agg., wm, 1",
        "conll2002-es": "agg., softmin, 3",
        "conll2000": "agg., uniform, 1",
    },
}
