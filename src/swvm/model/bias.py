"""A bias on labels after training: more, or fewer, mentions from the same weights.

The mean of the weights often finds mentions with a higher precision than recall. An amount taken from O at every token
moves the balance, and F1 with it; which amount is best is for development data to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite

import numpy as np

from swvm.errors import SettingError, unknown_name
from swvm.features.notation import parse_template
from swvm.features.plan import compile_templates
from swvm.features.template import Kind
from swvm.model.index import find
from swvm.model.record import ModelRecord

LABEL_ALONE = "t[i]"


def biased(record: ModelRecord, amounts: Mapping[str, float]) -> ModelRecord:
    """Return the record with amounts added to the score of labels, or of all labels of a mention type, at every token.

    They go into the weights of `t[i]`, which the templates must have.
    """
    row = find(record.keys, record.ids, compile_templates([parse_template(LABEL_ALONE)]).hashes[0], Kind.T)
    if row is None:
        raise SettingError("a bias goes into the weights of the template `t[i]`, which this model does not have")
    weights = np.array(record.weights)
    for name, amount in amounts.items():
        if not isfinite(amount):
            raise SettingError(f"the bias of {name} is {amount}; it must be a finite number")
        weights[row, _numbers(record, name)] += amount
    return replace(record, weights=weights)


def _numbers(record: ModelRecord, name: str) -> list[int]:
    """Return the numbers of a label, or of a type's labels."""
    types = [label.partition("-")[2] for label in record.labels]
    found = [k for k, label in enumerate(record.labels) if name in (label, types[k])]
    if not found:
        known = [label for label in dict.fromkeys([*record.labels, *types]) if label]
        raise unknown_name("label or mention type in a bias:", name, known)
    return found
