"""What a person decides about a pair."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.matching.suggestions import Suggestion
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.fixing import with_more_conversions
from ksdt_core.errors import Remedy
from ksdt_core.store.decisions import (
    effective_classes,
    fixed,
    is_corrected,
    open_suggestions,
    with_accepted,
    with_attribute_map,
    with_class_mapping,
    with_class_names,
    with_kind,
    with_match,
    with_rejected,
    with_remedy,
    with_table,
    with_value_matches,
    without_conversion,
    without_match,
    without_value_match,
    without_values,
)
from ksdt_core.store.pair_request import PairRequest, TableRequest, pair_of_tables, request_from_json, told_apart

PAIR = PairRequest(TableRequest("upload", "1", "north", target="kind"), TableRequest("upload", "2", "south"))


def finding(*remedies: Remedy) -> Finding:
    return Finding("warning", "code", "what.", "where", remedies=remedies)


@pytest.mark.parametrize(
    ("remedy", "expected"),
    [
        (Remedy("scale", "rank"), {"scale": "rank"}),
        (Remedy("missing", "common"), {"missing": "common"}),
        (Remedy("balance"), {"balance": True}),
        (Remedy("permutations", "99"), {}),
        (Remedy("exclude", ("a",)), {}),
    ],
)
def test_remedies_of_the_checks_become_parts_of_the_request(remedy, expected):
    assert fixed(PAIR, finding(remedy)) == replace(PAIR, **expected)


def test_a_cut_holds_for_both_tables():
    found = fixed(PAIR, finding(Remedy("cut", "5.5")))
    assert (found.left.cut, found.right.cut) == ((5.5,), (5.5,))
    assert found.left.target == "kind"


def table(name: str, classes: tuple[str, ...]) -> Dataset:
    labels = np.arange(24) % len(classes)
    values = np.random.default_rng(len(name)).normal(size=(24, 2)) + labels[:, None]
    return Dataset(name, ("x", "y"), values, (None, None), classes, labels.astype(np.intp))


def test_a_file_with_some_other_cells_is_a_correction_and_one_of_other_rows_is_not():
    before = table("north", ("ill", "well"))
    values = before.values.copy()
    values[:9, 0] = 0.5
    assert is_corrected(before, replace(before, values=values))
    assert not is_corrected(before, replace(before, values=values[::-1].copy())), "other rows in its place"
    assert not is_corrected(before, replace(before, classes=before.classes[::-1].copy())), "other classes"
    assert not is_corrected(before, replace(before, attributes=("x", "z")))
    assert not is_corrected(before, before.take_rows(np.arange(23)))


@pytest.mark.parametrize("names", [("neg", "pos"), ("a=b", 'c,"d"')])
def test_classes_called_otherwise_are_mended_also_where_names_are_awkward(names):
    left, right = table("north", ("healthy", "ill")), table("south", names)
    checkup = check_pair(left, right)
    error = next(found for found in checkup.findings if found.code == "class-names")
    request = fixed(PAIR, error)
    assert check_pair(left, right, class_map=dict(request.class_map)).of_level("error") == ()
    assert pair_of_tables((left, right), request).class_names == ("healthy", "ill")


def test_new_names_come_on_top_of_earlier_ones():
    request = with_class_names(with_class_names(PAIR, {"pos": "ill"}), {"ill": "sick", "neg": "well"})
    assert dict(request.class_map) == {"pos": "sick", "ill": "sick", "neg": "well"}


def test_a_mapping_of_classes_replaces_what_was_decided_before():
    left, right = table("north", ("a", "b")), table("south", ("a", "b"))
    request = with_class_mapping(with_class_names(PAIR, {"a": "x"}), {"a": "b", "b": "a"}, called={"a": "one"})
    assert effective_classes(request, ("a", "b"), side="left") == {"a": "one", "b": "b"}
    assert effective_classes(request, ("a", "b"), side="right") == {"a": "b", "b": "one"}
    pair = pair_of_tables(told_apart(left, right, request), request)
    assert pair.class_names == ("b", "one")
    assert np.array_equal(pair.left.classes, 1 - pair.right.classes), "the classes of one table crosswise"


def test_each_attribute_has_one_partner():
    request = with_match(with_match(PAIR, "a", "x"), "a", "y")
    assert request.attribute_map == (("a", "y"),)
    assert with_match(request, "b", "y").attribute_map == (("b", "y"),)
    assert without_match(request, "a", "y").attribute_map == ()
    assert with_attribute_map(request, {"z": "c"}).attribute_map == (("a", "y"), ("c", "z"))


def test_a_rejected_match_that_is_accepted_after_all_is_no_longer_rejected():
    request = with_rejected(with_rejected(PAIR, "a", "x"), "a", "x")
    assert request.rejected == (("a", "x"),)
    assert with_match(request, "a", "x").rejected == ()


VALUED = with_value_matches(PAIR, [("smoker", "yes", "Y"), ("sex", "male", "M")])


def test_a_value_is_taken_for_one_other_and_taken_back():
    found = with_value_matches(VALUED, [("smoker", "no", "Y"), ("smoker", "no", "N")])
    assert found.value_map == (("smoker", "no", "Y"), ("sex", "male", "M"), ("smoker", "no", "N"))
    assert without_value_match(found, "smoker", "Y").value_map == (("sex", "male", "M"), ("smoker", "no", "N"))
    assert without_values(found) == PAIR


def test_values_are_forgotten_with_the_match_of_their_attribute():
    assert with_match(VALUED, "smoker", "smokes").value_map == (("sex", "male", "M"),)
    assert without_match(VALUED, "sex", "gender").value_map == (("smoker", "yes", "Y"),)
    assert with_table(VALUED, "left", TableRequest.bundled("votes")).value_map == ()


def test_values_reach_the_pair():
    left, right = table("north", ("neg", "pos")), table("south", ("neg", "pos"))
    codes = (np.arange(24) % 5 > 1).astype(np.float64)
    texts = [
        replace(one, values=np.column_stack([one.values[:, 0], codes]), categories=(None, values))
        for one, values in ((left, ("no", "yes")), (right, ("N", "Y")))
    ]
    request = with_value_matches(PAIR, [("y", "yes", "Y"), ("y", "no", "N")])
    pair = pair_of_tables(told_apart(*texts, request), request)
    assert pair.categories == (None, ("no", "yes"))
    assert pair.right.original[:, 1].tolist() == codes.tolist()


def test_suggestions_that_were_turned_down_are_not_open():
    suggestions = (Suggestion("a", "x", 90.0), Suggestion("bmi", "body mass index", 60.0))
    assert open_suggestions(with_rejected(PAIR, "a", "x"), suggestions) == suggestions[1:]
    assert with_accepted(PAIR, suggestions).attribute_map == (("a", "x"), ("bmi", "body mass index"))


def test_another_table_starts_fresh_and_the_same_one_read_otherwise_keeps_the_preparation():
    request = replace(with_match(PAIR, "a", "x"), scale="rank", class_map=(("a", "b"),), exclude=("a",), balance=True)
    request = replace(request, numeric=("a",), convert=("x=*2",), max_missing=0.5)
    found = with_table(request, "right", TableRequest.bundled("votes"))
    assert found == PairRequest(PAIR.left, TableRequest.bundled("votes"))
    again = with_table(request, "right", replace(PAIR.right, target="other"))
    assert (again.attribute_map, again.class_map, again.exclude) == ((), (), ())
    assert (again.scale, again.balance, again.max_missing) == ("rank", True, 0.5)
    assert (again.numeric, again.convert) == ((), ())


def test_kinds_and_conversions_are_decided_and_taken_back():
    request = with_kind(with_kind(PAIR, "sex", "categorical"), "pain", "numeric")
    assert (request.categorical, request.numeric) == (("sex",), ("pain",))
    assert with_kind(request, "sex", "numeric").categorical == ()
    assert with_kind(with_kind(request, "sex", ""), "pain", "") == PAIR
    converted = with_remedy(PAIR, Remedy("convert", ("left:chol=*38.67",)))
    assert converted.convert == ("left:chol=*38.67",)
    assert with_more_conversions(converted, ("left:chol=*2",)).convert == ("left:chol=*2",)
    assert without_conversion(converted, "left:chol=*38.67") == PAIR
    assert with_remedy(PAIR, Remedy("max_missing", "1")).max_missing == 1.0


def test_requests_with_kinds_come_back_and_those_without_have_their_old_ids():
    request = replace(PAIR, numeric=("a",), categorical=("b",), convert=("left:c=*2",), max_missing=0.4)
    assert request_from_json(request.to_json()) == request
    assert not {"numeric", "categorical", "convert", "max_missing"} & set(json.loads(PAIR.to_json()))
