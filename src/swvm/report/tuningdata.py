"""The report of a search as JSON."""

from __future__ import annotations

import json
from typing import Any

from swvm import __version__
from swvm.report.tuningends import end_sentences
from swvm.report.tuningsummary import start_results, summary_lines
from swvm.tune.bench import Result
from swvm.tune.found import Found
from swvm.tune.noise import CAUTION, Choice, Difference
from swvm.tune.recipefile import settings_of


def report_json(found: Found, ready: str) -> str:
    """Return the report as JSON."""
    score, luck = found.estimate, found.estimate.luck
    content = {
        "swvm": __version__,
        "recipe": _described(found.result, found),
        "command": ready,
        "summary": summary_lines(found),
        "search": found.config.search,
        "seed": found.config.seed,
        "trials": found.trials,
        "ended": dict(found.ended),
        "noise": {"seeds": found.noise.deviation, "caution": CAUTION},
        "cut": end_sentences(found),
        "scores": {
            "judges": score.judged if found.halves.apart else None,
            "expected": score.expected,
            "searched": score.searched,
            "dev": score.whole,
        },
        "optimism": None if luck is None else {"recipes": luck.recipes, "half": luck.on_halves, "all": luck.on_all},
        "starts": {name: _described(result, found) for name, result in start_results(found)},
        "parts": [
            {"without": part.text, **_difference(part.difference), "by_seed": list(part.by_seed)}
            for part in found.parts
        ],
        "choices": [_choice(choice, found) for choice in found.final.choices],
        "tried": [_described(result, found) for result in found.tried],
        "data": {"sha256": found.whole.sha256, "sentences": len(found.whole.corpus), "folds": found.config.folds},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _described(result: Result, found: Found) -> dict[str, Any]:
    recipe = result.recipe
    seeds = {str(seed): round(value, 4) for seed, value in result.by_seed.items()}
    groups = [name for name in found.groups if name in recipe.groups]
    return {
        "groups": groups,
        "order": recipe.order,
        "settings": settings_of(recipe),
        "f1": round(result.score, 4),
        "by_seed": seeds,
        "share": result.level,
    }


def _choice(choice: Choice, found: Found) -> dict[str, Any]:
    difference = None if choice.difference is None else _difference(choice.difference)
    return {
        "taken": _described(choice.taken, found),
        "best": _described(choice.best, found),
        "difference": difference,
    }


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "gain": round(difference.gain, 4),
        "error": round(difference.error, 4),
        "by_seeds": round(difference.by_seeds, 4),
        "by_sentences": round(difference.by_sentences, 4),
        "counts": difference.counts,
    }
