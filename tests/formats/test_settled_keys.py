"""Documents carry conversions, kinds, sparse attributes and filled cells, and those without them still open."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ksdt_core.data.model.settled import Conversion
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.result import parse_result
from tests.formats import made


def settled_set():
    trees = made.ordinary_set(
        max_missing=0.3, numeric=("a,b",), categorical=("c",), convert=("left:age=*2",), missing="common", scale="rank"
    )
    pair = replace(
        trees.pair,
        unscaled=("sex",),
        conversions=(Conversion("age", "left", "*2"),),
        sparse=("ca", "th=al"),
        filled=(("age", 0, 4), (made.NAMES[2], 0, 1)),
    )
    return replace(trees, pair=pair)


def test_what_was_decided_about_attributes_comes_back():
    trees = settled_set()
    found = parse_result(json.dumps(trees.to_document()).encode()).tree_set
    assert found.pair == trees.pair
    assert found.settings == trees.settings
    assert found.settings.preparation.convert == ("left:age=*2",)


def test_older_documents_kept_every_column_and_scaled_every_number():
    document = settled_set().to_document()
    for name in ("max_missing", "numeric", "categorical", "convert"):
        del document["config"][name]
    for name in ("unscaled", "conversions", "sparse", "filled"):
        del document["pair"][name]
    found = parse_result(json.dumps(document).encode()).tree_set
    preparation = found.settings.preparation
    assert (preparation.max_missing, preparation.numeric) == (1.0, ("*",))
    assert (found.pair.unscaled, found.pair.filled) == ((), ())


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("config", "max_missing", 1.5),
        ("config", "numeric", "age"),
        ("pair", "filled", {"age": [1]}),
        ("pair", "conversions", [{"attribute": "age", "table": "middle", "formula": "*2"}]),
    ],
)
def test_wrong_keys_are_refused(part, key, value):
    document = settled_set().to_document()
    document[part][key] = value
    with pytest.raises(InvalidDocumentError):
        parse_result(json.dumps(document).encode())
