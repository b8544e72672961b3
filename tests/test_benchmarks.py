"""The benchmark compares like with like: python-crfsuite's attribute strings are the features of the preset `basic`.

The page shows what the record holds.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from swvm.data.corpus import Corpus
from swvm.features.encoder import FeatureEncoder
from swvm.features.presets import preset

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.attributes import sentence_attributes  # noqa: E402
from benchmarks.corpora import read_rows  # noqa: E402
from benchmarks.report import PAGE, RECORD, markdown  # noqa: E402

DEMO = ROOT / "src" / "swvm" / "data" / "demo" / "train.txt"


def rows() -> list[list[str]]:
    words = [[row[0] for row in sentence] for sentence in read_rows(DEMO)]
    return [*words, ["Ünïcode", "ǅ", "x", "3²", "東京", "-", "IL-2"]]


@pytest.mark.native
@pytest.mark.parametrize("tagged", [False, True])
def test_attributes_are_the_features_of_basic(tagged: bool) -> None:
    words = rows()
    # Any second column will do: the last letter of the word.
    tags = [[word[-1] for word in sentence] for sentence in words]
    columns = {"word": words, "pos": tags} if tagged else {"word": words}
    corpus = Corpus.from_columns(columns)
    encoder = FeatureEncoder(preset("basic", list(columns)), list(columns))
    encoded = encoder.fit(corpus)
    distinct: set[str] = set()
    per_token = 0
    for sentence, marks in zip(words, tags, strict=True):
        for attributes in sentence_attributes(sentence, marks if tagged else None):
            distinct.update(attributes)
            per_token += len(attributes)
    assert len(distinct) == encoder.counts[0]
    assert per_token == len(encoded.spans[0].ids)


def test_the_page_is_made_from_the_record() -> None:
    assert markdown(json.loads(RECORD.read_text())) in PAGE.read_text()
