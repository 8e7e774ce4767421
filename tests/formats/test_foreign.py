"""Files that are no result document at all."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result, read_result
from tests.formats import made

FOREIGN = [
    (b"", "the document is empty"),
    (b" \n", "the document is empty"),
    (b"\xff\xfe{\x00}\x00", "not a UTF-8 text"),
    (b"age,class\n1,pos\n", "not JSON"),
    (b'{"format": ', "not JSON: Expecting value in line 1"),
    (b'{"format": NaN}', "NaN is not a finite number"),
    (b'{"format": -Infinity}', "-Infinity is not a finite number"),
    (b"[1, 2]", "not a JSON object"),
    (b"{}", 'it has no "format"'),
    (b'{"format": 1}', 'it has no "format"'),
    (
        b'{"format": "ksdt-result/2"}',
        "format 'ksdt-result/2' was written by a newer version of ksdt, and this version reads ksdt-result/1",
    ),
    (b'{"format": "ksdt-atlas/1"}', "its format is 'ksdt-atlas/1', but ksdt-result/1 is needed"),
    (b'{"format": "ksdt-result/0"}', "its format is 'ksdt-result/0', but ksdt-result/1 is needed"),
    (b'{"format": "ksdt-result/one"}', "its format is 'ksdt-result/one', but ksdt-result/1 is needed"),
    (b'{"format": "ksdt-result/1"}', "pair is missing"),
    (b"[" * 200_000, "not valid JSON: it is nested too deeply"),
    (b'{"format": ' + b"9" * 5000 + b"}", "not valid JSON"),
]


@pytest.mark.parametrize(("data", "sentence"), FOREIGN, ids=[sentence for _, sentence in FOREIGN])
def test_foreign_bytes_get_a_sentence(data, sentence, tmp_path):
    path = tmp_path / "some.json"
    path.write_bytes(data)
    with pytest.raises(InvalidDocumentError) as found:
        read_result(path)
    assert str(found.value).startswith(f"{str(path)!r}: ")
    assert sentence in str(found.value)
    assert "\n" not in str(found.value)


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(InvalidDocumentError, match="cannot be read"):
            read_result(path)


def test_a_byte_order_mark_is_no_fault():
    parse_result(b"\xef\xbb\xbf" + document_text(made.full_document()).encode())


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value, path=()):
    """Every place in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


@given(st.data())
def test_any_value_at_any_place_is_accepted_or_refused_with_a_sentence(data):
    """A value may happen to be right, or stand where nothing is said; nothing but the one kind of error may come."""
    document = json.loads(json.dumps(made.full_document()))
    *keys, last = data.draw(st.sampled_from(list(places(document))))
    part = document
    for key in keys:
        part = part[key]
    part[last] = data.draw(JSON_VALUES)
    with contextlib.suppress(InvalidDocumentError):
        parse_result(json.dumps(document).encode())
