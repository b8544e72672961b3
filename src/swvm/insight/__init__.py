"""Model -> what people ask of it: what it has learned, and why a token has its label.

Reading order: `places` (which weight means what), `strongest` (a model's weights by name), `votes` (the weights that
two labellings of a sentence use), `explanation` (why this label), `explanationpage` (the same
as an HTML page).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from swvm.insight.explanation import Explanation, explain
    from swvm.insight.strongest import Inspection, inspect

_HOMES = {
    "Explanation": "swvm.insight.explanation",
    "Inspection": "swvm.insight.strongest",
    "explain": "swvm.insight.explanation",
    "inspect": "swvm.insight.strongest",
}

__all__ = ["Explanation", "Inspection", "explain", "inspect"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'swvm.insight' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
