"""The name of the component in pipelines, and what its configuration may say. spaCy finds it as an entry point."""

from dataclasses import fields
from inspect import Parameter, Signature
from typing import Any, get_type_hints

from spacy.language import Language

from swvm.spacy.component import SwvmPipe
from swvm.spacy.settings import PipeSettings, defaults

SCORE_WEIGHTS = {"ents_f": 1.0, "ents_p": 0.0, "ents_r": 0.0, "ents_per_type": None, "tag_acc": 1.0, "pos_acc": 1.0}


def make_swvm(nlp: Language, name: str, **settings: Any) -> SwvmPipe:
    """Return a component; `swvm.spacy.settings` has the settings with their meaning."""
    return SwvmPipe(nlp.vocab, name, PipeSettings(**settings))


def _signature() -> Signature:
    """Return the arguments one by one, as spaCy compares them with the configuration."""
    types = {"nlp": Language, "name": str} | get_type_hints(PipeSettings)
    names = ["nlp", "name", *(one.name for one in fields(PipeSettings))]
    return Signature([Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=types[name]) for name in names])


setattr(make_swvm, "__signature__", _signature())  # noqa: B010 (a function has no such attribute declared)
Language.factory("swvm", default_config=defaults(), default_score_weights=SCORE_WEIGHTS, func=make_swvm)
