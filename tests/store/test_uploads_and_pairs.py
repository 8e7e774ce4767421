"""Tables that users brought, and pairs made of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.store.pair_request import (
    PairRequest,
    TableRequest,
    request_from_json,
    requested_facts,
    requested_pair,
    requested_table,
)
from ksdt_core.store.pairs import keep_pair, kept_pair
from ksdt_core.store.problems import StoreError
from ksdt_core.store.uploads import keep_upload, list_uploads, upload_content
from tests.refusals import refused

LEFT = b"size,<b>weight</b>,class\n" + b"".join(
    b"%d,%d,%s\n" % (i, i * 7 % 5, b"small" if i < 6 else b"large") for i in range(12)
)
RIGHT = LEFT.replace(b"small", b"tiny")


def uploaded(store, name: str, content: bytes) -> TableRequest:
    return TableRequest("upload", keep_upload(store, name, content=content).id, name)


def test_same_content_is_kept_once(store):
    first, again = (keep_upload(store, "a.csv", content=LEFT) for _ in range(2))
    assert first.id == again.id
    (kept,) = list_uploads(store)
    assert (kept.file_name, kept.size) == ("a.csv", len(LEFT))
    assert upload_content(store, first.id) == LEFT


def test_other_names_and_other_contents_are_told_apart(store):
    ids = {
        keep_upload(store, name, content=content).id
        for name, content in [("a", b"x"), ("b", b"x"), ("a", b"y"), ("", b"x\0a"), ("a\0", b"x"), ("", b"")]
    }
    assert len(ids) == len(list_uploads(store)) == 6


@pytest.mark.parametrize(
    "name", ["<script>.csv", "../../etc/passwd", "\udcff.csv", "a\nb.csv", "'; DROP TABLE uploads"]
)
def test_hostile_file_names_are_only_names(store, name):
    upload = keep_upload(store, name, content=b"1")
    assert upload_content(store, upload.id) == b"1"
    assert list_uploads(store)[0].file_name == name.encode("utf-8", "replace").decode()


def test_sentences_name_the_file_as_its_owner_does(store):
    noise = uploaded(store, "book.xlsx", b"PK\x03\x04" + bytes(99))
    with refused("damaged-workbook", where="book.xlsx"):
        requested_facts(store, replace(noise, name="book"))
    rowless = replace(uploaded(store, "head.csv", b"a,class\n"), name="head", target="class")
    with refused("table-without-rows", where="head.csv"):
        requested_table(store, rowless)


def test_pair_of_uploads_is_made_again_from_its_id(store):
    request = PairRequest(
        uploaded(store, "left.csv", LEFT),
        uploaded(store, "right.csv", RIGHT),
        right_class_map=(("tiny", "small"),),
        scale="rank",
    )
    pair = requested_pair(store, kept_pair(store, keep_pair(store, request)))
    assert pair.class_names == ("large", "small")
    assert pair.attributes == ("size", "<b>weight</b>")
    assert pair.preparation.scale == "rank"


def test_two_tables_of_one_name_are_told_apart(store):
    request = PairRequest(uploaded(store, "t.csv", LEFT), uploaded(store, "t.csv", LEFT))
    pair = requested_pair(store, request)
    assert pair.left.name != pair.right.name


@pytest.mark.parametrize("entry", catalogue_pairs(), ids=lambda entry: f"{entry.left} {entry.right}")
def test_request_survives_its_text(entry):
    request = PairRequest.of_catalogue(entry)
    assert request_from_json(request.to_json()) == request
    assert request_from_json(request.to_json()).id == request.id


def test_request_with_everything_survives_its_text():
    table = TableRequest("upload", "1", '"]; x', target="cl<ass", cut=(0.5, 2.0), sheet="s", encoding="utf-16")
    names = {
        "class_map": (("a", "b"),), "right_class_map": (("c", "d"),), "attribute_map": (("e", "f"),),
        "rejected": (("g", "h"),),
    }  # fmt: skip
    request = PairRequest(table, table, missing="common", scale="rank", balance=True, seed=7, **names)
    assert request_from_json(request.to_json()) == request
    valued = replace(request, value_map=(("smoker", "yes", "Y"), ("smoker", "no", "N")))
    assert request_from_json(valued.to_json()) == valued
    assert valued.id != request.id


def test_a_request_kept_before_there_were_value_maps_opens_under_its_id(store):
    plain = PairRequest(TableRequest.bundled("a"), TableRequest.bundled("b"), scale="rank")
    assert "value_map" not in plain.to_json()
    assert plain.id == "1067640ac2b2"
    assert kept_pair(store, keep_pair(store, plain)) == plain


def test_any_difference_makes_another_id():
    plain = PairRequest(TableRequest.bundled("a"), TableRequest.bundled("b"))
    others = [
        PairRequest(TableRequest.bundled("b"), TableRequest.bundled("a")),
        PairRequest(TableRequest.bundled("a"), TableRequest.bundled("b"), scale="rank"),
        PairRequest(TableRequest.bundled("a"), TableRequest.bundled("b"), rejected=(("x", "y"),)),
    ]
    assert len({plain.id, *(other.id for other in others)}) == 4


def test_table_that_is_not_kept_gives_a_sentence(store):
    with refused("table-not-saved", StoreError, table="nowhere"):
        upload_content(store, "nowhere")
