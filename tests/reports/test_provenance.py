"""Every setting is said, new ones included, and two runs that differ never read alike."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.errors import Remedy
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import option_fields, options_of, plain_values
from ksdt_core.reports.provenance import changed_settings, number_words, provenance_rows, quoted, run_settings
from ksdt_core.reports.report_doctor import remedy_words
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.request_rows import request_rows

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6) | st.sampled_from(
    ["a", "b", "a, b", '"a"', "a → b", "none", "yes", "1", "1,000", "–", " a"]
)


def mappings(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    one = st.tuples(NAMES, values)
    return (st.just(()) | st.tuples(one) | st.tuples(one, one)).map(dict)


def any_value(field) -> st.SearchStrategy[Any]:
    """A value of an option, as far as its field tells."""
    option = field.option
    if option.choices:
        return st.sampled_from(list(option.choices))
    if field.kind is bool:
        return st.booleans()
    if field.kind is int:
        return st.integers(int(option.minimum or 0), int(min(option.maximum or 99, 99)))
    if field.kind is float:
        low = option.minimum if option.minimum is not None else option.above or 0.0
        high = option.maximum if option.maximum is not None else 1.0 if option.below is None else option.below
        return st.floats(low, high, exclude_min=option.above is not None, exclude_max=option.below is not None)
    return (st.just(()) | st.tuples(NAMES) | st.tuples(NAMES, NAMES)).map(lambda names: tuple(dict.fromkeys(names)))


def configs() -> st.SearchStrategy[dict[str, Any]]:
    """The `config` of a document with any values of all options, those that somebody adds later included."""
    kinds = (MiningParameters, Preparation)
    parts = {field.name: any_value(field) for kind in kinds for field in option_fields(kind)}
    parts["costs"] = mappings(st.floats(0.1, 9))
    parts["weights"] = st.fixed_dictionaries(
        {"ig": st.floats(0.1, 0.8), "ds": st.floats(0.1, 0.8), "atd": st.none() | st.floats(0.1, 0.8)}
    )
    parts["added_later"] = st.integers(0, 3) | NAMES
    return st.fixed_dictionaries(parts)


def documents() -> st.SearchStrategy[dict[str, Any]]:
    maps = mappings(NAMES)
    pair = st.fixed_dictionaries({"class_map": maps, "value_map": mappings(maps.filter(bool))})
    return st.fixed_dictionaries({"pair": pair, "config": configs()})


def as_said(document: dict[str, Any]) -> Any:
    """What must differ: a single tree has no others, so how trees are compared plays no part."""
    config = {key: list(value) if isinstance(value, tuple) else value for key, value in document["config"].items()}
    if config["weights"]["atd"] is None:
        config |= dict.fromkeys(("aus", "atd", "ell"))
    return document["pair"], config


@pytest.mark.slow
@given(documents(), documents(), st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_two_documents_that_differ_have_different_rows(one, other, data):
    if data.draw(st.booleans()):  # in one setting only, which is the hard case
        name = data.draw(st.sampled_from(sorted(one["config"])))
        assume(name in other["config"])
        other = {**one, "config": {**one["config"], name: other["config"][name]}}
    assume(as_said(one) != as_said(other))
    assert provenance_rows(one) != provenance_rows(other)


@pytest.mark.slow
@given(documents())
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_every_option_that_differs_from_its_default_has_a_row(document):
    said = {each.name for each in run_settings(document)}
    for kind in (MiningParameters, Preparation):
        defaults = plain_values(kind())
        for name in options_of(kind):
            value = document["config"][name]
            plain = list(value) if isinstance(value, tuple) else value
            is_used = document["config"]["weights"]["atd"] is not None or name not in ("aus", "atd", "ell")
            if is_used and plain != defaults[name] and not (plain == {} and not defaults[name]):
                assert name in said


def test_defaults_are_not_called_changed():
    config = {**plain_values(MiningParameters()), **plain_values(Preparation())}
    config |= {"weights": {"ig": 0.3, "ds": 0.4, "atd": 0.3}}
    assert changed_settings({"pair": {}, "config": config}) == []


def requests() -> st.SearchStrategy[PairRequest]:
    names = st.lists(st.tuples(NAMES, NAMES), max_size=2).map(tuple)
    tables = st.builds(
        TableRequest,
        st.just("upload"),
        st.sampled_from(["aa", "bb"]),
        NAMES,
        target=st.none() | NAMES,
        cut=st.none() | st.tuples(st.floats(0, 9)),
        sheet=st.none() | NAMES,
    )
    made = {
        field.name: names for field in fields(PairRequest) if field.name.endswith("_map") or field.name == "rejected"
    }
    made["value_map"] = st.lists(st.tuples(NAMES, NAMES, NAMES), max_size=2).map(tuple)
    return st.builds(
        PairRequest, tables, tables, scale=st.sampled_from(["none", "rank"]), balance=st.booleans(),
        exclude=st.lists(NAMES, max_size=2).map(tuple), **made,
    )  # fmt: skip


@pytest.mark.slow
@given(requests(), requests(), st.data())
@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_two_pairs_that_are_made_differently_have_different_rows(one, other, data):
    name = data.draw(st.sampled_from([field.name for field in fields(PairRequest)]))
    other = replace(one, **{name: getattr(other, name)})
    assume(one != other)
    assert request_rows(one) != request_rows(other)


@pytest.mark.parametrize("number", [0.1, 0.1234567, 1e-9, 12345678.0, 1 / 3])
def test_numbers_keep_all_that_tells_them_apart(number):
    assert float(number_words(number)) == number


def test_names_that_could_be_two_are_in_quotes():
    assert quoted("age") == "age"
    assert quoted("a, b") == '"a, b"'


def test_the_pair_of_a_report_is_told_in_the_words_of_its_settings(approved):
    """What a document says already is the same row, so that a report says it once; no row shows an option's syntax."""
    tables = (TableRequest("upload", side, side, target="class") for side in ("aa", "bb"))
    request = PairRequest(
        *tables, missing="common", balance=True, convert=("right:gain=*2.2046",),
        value_map=(("habit", "smoker", "Smoker"), ("habit", "none", "None")),
    )  # fmt: skip
    config = plain_values(MiningParameters()) | {
        "missing": "common",
        "balance": True,
        "convert": ["right:gain=*2.2046"],
    }
    config |= {"weights": {"ig": 0.3, "ds": 0.4, "atd": 0.3}}
    pair = {"value_map": {"habit": {"Smoker": "smoker", "None": "none"}}, "left": {"name": "aa"}}
    pair |= {"right": {"name": "bb"}}
    said = provenance_rows({"pair": pair, "config": config})
    only_asked = [(label, words) for label, words in request_rows(request) if (label, words) not in said]
    assert [table in label for (label, _), table in zip(only_asked[1::2], ("aa", "bb"), strict=True)] == [True, True]
    approved("\n".join(label for label, _ in only_asked))
    assert ("Conversions", "gain × 2.2046 (bb)") in said


def test_the_app_names_a_conversion_without_the_syntax_of_the_option(approved):
    remedies = (Remedy("convert", ("left:temp=*1.8+32",)),)
    finding = Finding("warning", "units-differ", "what.", "where", remedies=remedies)
    words = remedy_words(finding, in_app=True)
    assert ("temp × 1.8 + 32" in words, "*1.8" in words) == (True, False)
    approved(words)
    assert remedy_words(finding) == f"{words} (option --convert 'left:temp=*1.8+32')"
