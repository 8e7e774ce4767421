"""The checkup as a whole: a healthy pair, what is joined, and that nothing makes it fail."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.cli.check_findings import checkup_document
from ksdt_core.cli.messages import words_of
from ksdt_core.data import Dataset, Preparation, dataset_from_frame, pair_datasets
from ksdt_core.data.checks.checkup import Checkup, check_pair
from ksdt_core.data.matching.maps import comma_fields, comma_text, parse_class_map
from ksdt_core.errors import KsdtError
from tests.data.checks.plain import LEFT, RIGHT, checked, found, only, table


def test_a_healthy_pair_has_nothing_to_mend() -> None:
    checkup = checked()
    assert [finding.code for finding in checkup.findings] == ["rows", "rows", "shared-attributes"]
    assert checkup.remedies() == ()
    assert checkup.unfixed == ()


def test_errors_go_before_warnings_and_these_before_information() -> None:
    checkup = checked({"age": np.where(LEFT.age > 1.5, np.nan, LEFT.age)}, {"height": 1000 * RIGHT.height})
    levels = [finding.level for finding in checkup.findings]
    assert levels == sorted(levels, key=["error", "warning", "info"].index)
    assert {"error", "warning", "info"} == set(levels)


def test_what_several_findings_exclude_is_joined_in_one_option() -> None:
    ward = np.where(LEFT["class"] == "sick", "a,1", "b,2")
    ids = [f"p{number}" for number in range(len(LEFT))]
    other = np.random.default_rng(0).choice(["a,1", "b,2"], len(RIGHT))
    checkup = checked({"ward": ward, "id": ids, "n, o": LEFT.age}, {"ward": other, "id": ids, "n, o": RIGHT.age})
    (remedy,) = checkup.remedies()
    assert remedy.option == "exclude"
    assert set(remedy.values) == {"ward", "id", "n, o"}
    assert set(comma_fields(words_of(remedy)[1], "exclude")) == {"ward", "id", "n, o"}


def test_mending_all_that_options_mend_leaves_no_error() -> None:
    """The options of a checkup, given to the pair, make it minable; a second checkup has no error any more."""
    left = table(LEFT, "L", age=np.where(LEFT.age > 1, np.nan, LEFT.age))
    right = table(
        RIGHT, "R", height=1000 * RIGHT.height + 7, **{"class": RIGHT["class"].replace({"sick": "ill", "well": "fine"})}
    )
    values = {remedy.option: remedy.value for remedy in check_pair(left, right).remedies()}
    class_map = parse_class_map(comma_text(values["class_map"] or ()))
    how: dict[str, Any] = {"missing": values["missing"], "scale": values["scale"]}
    assert pair_datasets(left, right, class_map=class_map, **how).n_attributes == 4
    again = check_pair(left, right, class_map=class_map, preparation=Preparation(**how))
    assert again.of_level("error") == again.of_level("warning") == ()
    assert {"scales-differ", "missing-cells"} <= {finding.code for finding in again.of_level("info")}


def test_maps_that_cannot_be_used_are_findings() -> None:
    checkup = checked(class_map={"nobody": "sick"}, attribute_map={"nothing": "age"})
    assert only(checkup, "class-map").level == only(checkup, "attribute-map").level == "error"
    assert "nobody" in only(checkup, "class-map").what
    assert "nothing" in only(checkup, "attribute-map").what
    assert found(checked(class_map={"sick": "ill"}, attribute_map={"age": "age"}), "class-map") == []


def test_the_document_is_plain_json() -> None:
    document = checkup_document(checked({"id": [f"p{n}" for n in range(len(LEFT))]}, {"id": range(len(RIGHT))}))
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert document["format"] == "ksdt-check/1"
    assert document["options"] == ["--exclude", "id"]
    finding = next(finding for finding in document["findings"] if finding["code"] == "identifiers")
    assert finding["remedy"] == "--exclude id"


def test_the_tables_are_not_changed() -> None:
    left, right = table(LEFT, "L"), table(RIGHT, "R")
    before = left.fingerprint(), right.fingerprint()
    check_pair(left, right, class_map={"sick": "ill"})
    assert (left.fingerprint(), right.fingerprint()) == before


CELLS = st.one_of(
    st.none(),
    st.sampled_from(["red", "blue", "1", "1-Mar", "x" * 80, "\n", "é"]),
    st.integers(-3, 3),
    st.sampled_from([math.pi, 1e300, -1e300, 5e-324, 0.1, -0.0]),
)
NAMES = st.sampled_from(
    ["age", "Age", "AGE", "1-Mar", "%", "a b", "a_b", "x1", "x2", "2.31E+13", "<b>", "\x1b[31m", "é"]
)


@st.composite
def tables(draw: st.DrawFn) -> Dataset:
    """A readable table of any sort: few rows, mixed cells, constant and empty columns, one class or many."""
    n_rows = draw(st.sampled_from([1, 2, 3, 13, 30]))
    columns = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    shared = draw(st.one_of(st.none(), CELLS))
    cells = st.one_of(st.just(shared), CELLS) if draw(st.booleans()) else st.just(shared)
    frame = pd.DataFrame({name: draw(st.lists(cells, min_size=n_rows, max_size=n_rows)) for name in columns})
    classes = draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=3))
    frame["class"] = [classes[row % len(classes)] for row in range(n_rows)]
    return dataset_from_frame(frame, "class", draw(st.sampled_from(["T", "U"])))


PREPARATIONS = st.builds(
    Preparation,
    missing=st.sampled_from(["fail", "common", "class-common", "drop-rows", "drop-columns"]),
    scale=st.sampled_from(["none", "rank"]),
    balance=st.booleans(),
    max_missing=st.sampled_from([0.2, 0.5, 1.0]),
)
CLASS_MAPS = st.dictionaries(st.sampled_from("abcd"), st.sampled_from("abz"), max_size=2)
ATTRIBUTE_MAPS = st.dictionaries(NAMES, NAMES, max_size=2)


@pytest.mark.slow
@settings(max_examples=300)
@given(tables(), tables(), PREPARATIONS, CLASS_MAPS, ATTRIBUTE_MAPS)
@pytest.mark.filterwarnings("error")
def test_no_readable_pair_makes_it_fail_and_errors_are_those_of_mining(
    left: Dataset,
    right: Dataset,
    preparation: Preparation,
    class_map: dict[str, str],
    attribute_map: dict[str, str],
) -> None:
    maps: dict[str, Any] = {"class_map": class_map, "attribute_map": attribute_map}
    checkup = check_pair(left, right, preparation=preparation, **maps)
    json.dumps(checkup_document(checkup), allow_nan=False)
    assert isinstance(checkup, Checkup)
    how: dict[str, Any] = {"missing": preparation.missing, "scale": preparation.scale, "balance": preparation.balance}
    how["max_missing"] = preparation.max_missing
    if checkup.of_level("error"):
        with pytest.raises(KsdtError):
            pair_datasets(left, right, **maps, **how)
    else:
        assert pair_datasets(left, right, **maps, **how).n_attributes


def test_every_option_that_is_offered_is_one_of_mine() -> None:
    from ksdt_core.cli.main import app

    known = {name for parameter in _mine(app).params for name in (*parameter.opts, *parameter.secondary_opts)}
    checkup = checked(
        {"age": np.where(LEFT.age > 1, np.nan, LEFT.age), "id": range(len(LEFT))}, {"id": range(len(RIGHT))}
    )
    offered = {word for finding in checkup.findings for remedy in finding.remedies for word in words_of(remedy)[:1]}
    assert {"--missing", "--exclude"} <= offered <= known


def _mine(app: Any) -> Any:
    import typer

    return typer.main.get_command(app).commands["mine"]  # type: ignore[attr-defined]
