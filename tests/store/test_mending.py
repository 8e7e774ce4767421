"""What a person decides about a pair."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.dataset import Dataset
from ksdt_core.data.doctor.checkup import check_pair
from ksdt_core.data.doctor.finding import Finding, Option
from ksdt_core.data.suggestions import Suggestion
from ksdt_core.store.mending import (
    effective_classes,
    mended,
    open_suggestions,
    with_accepted,
    with_attribute_map,
    with_class_mapping,
    with_class_names,
    with_match,
    with_rejected,
    with_table,
    with_value_matches,
    without_match,
    without_value_match,
    without_values,
)
from ksdt_core.store.pair_request import PairRequest, TableRequest, pair_of_tables, told_apart

PAIR = PairRequest(TableRequest("upload", "1", "north", target="kind"), TableRequest("upload", "2", "south"))


def finding(*options: Option) -> Finding:
    return Finding("warning", "code", "what.", "where", options=options)


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (Option("--scale", ("rank",)), {"scale": "rank"}),
        (Option("--missing", ("common",)), {"missing": "common"}),
        (Option("--balance"), {"balance": True}),
        (Option("--permutations", ("99",)), {}),
        (Option("--exclude", ("a",)), {}),
    ],
)
def test_options_of_the_doctor_become_parts_of_the_request(option, expected):
    assert mended(PAIR, finding(option)) == replace(PAIR, **expected)


def test_a_cut_holds_for_both_tables():
    found = mended(PAIR, finding(Option("--cut", ("5.5",))))
    assert (found.left.cut, found.right.cut) == ((5.5,), (5.5,))
    assert found.left.target == "kind"


def table(name: str, classes: tuple[str, ...]) -> Dataset:
    labels = np.arange(24) % len(classes)
    values = np.random.default_rng(len(name)).normal(size=(24, 2)) + labels[:, None]
    return Dataset(name, ("x", "y"), values, (None, None), classes, labels.astype(np.intp))


@pytest.mark.parametrize("names", [("neg", "pos"), ("a=b", 'c,"d"')])
def test_classes_called_otherwise_are_mended_also_where_names_are_awkward(names):
    left, right = table("north", ("healthy", "ill")), table("south", names)
    checkup = check_pair(left, right)
    error = next(found for found in checkup.findings if found.code == "class-names")
    request = mended(PAIR, error)
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


def test_another_table_forgets_names_and_keeps_the_preparation():
    request = replace(with_match(PAIR, "a", "x"), scale="rank", class_map=(("a", "b"),))
    found = with_table(request, "right", TableRequest.bundled("votes"))
    assert found.right.name == "votes"
    assert (found.attribute_map, found.class_map, found.scale) == ((), (), "rank")
