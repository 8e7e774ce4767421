"""The Data page where two tables write values and names differently: suggestions, maps by hand and from files."""

from __future__ import annotations

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.uploads import keep_upload
from tests.app.conftest import words
from tests.app.saying import line_with
from tests.app.test_data_page import DATA, now


def clinic(header: str, *, north: bool) -> bytes:
    """A table of a clinic; each writes names, answers and classes in its own way."""
    random = np.random.default_rng(1 if north else 2)
    lines = [header]
    for row in range(48):
        ill = row % 2
        smoker, sex, grade = (int(random.random() < share) for share in (0.2 + 0.6 * ill, 0.5, 0.5))
        cells = [f"P{row}" if north else str(row * 37 % 101 + 500), f"{random.normal(25 + 3 * ill, 2):.1f}"]
        cells += [f"{random.normal(5 + ill, 1):.2f}", (("no", "yes") if north else ("N", "Y"))[smoker]]
        cells += [
            (("female", "male") if north else ("F", "M"))[sex],
            (("Grade I", "Grade II") if north else "12")[grade],
        ]
        lines.append(",".join([*cells, (("healthy", "ill") if north else ("negative", "positive"))[ill]]))
    return "\n".join(lines).encode()


@pytest.fixture
def clinics(store) -> PairRequest:
    """Two uploaded tables as scientists bring them."""
    headers = (
        "patient,bmi,cholest,smoker,sex,grade,diagnosis",
        "Pat-ID,Body mass index,cholesterol,Smoker,SEX,grade,outcome",
    )
    tables = []
    for name, header in zip(("north", "south"), headers, strict=True):
        upload = keep_upload(store, f"{name}.csv", content=clinic(header, north=name == "north"))
        tables.append(TableRequest("upload", upload.id, name, target=header.rsplit(",", 1)[1]))
    request = PairRequest(*tables)
    keep_pair(store, request)
    return request


TABS_OF = {"value_map": "Values", "attribute_map": "Matching"}


def button_of(page: AppTest, label: str):
    return next(button for button in page.button if label in button.label.replace("\\", ""))


def test_values_written_differently_are_taken_for_the_same_by_one_button(opened, store, clinics, approved):
    page = opened(DATA, tab="Values", pair=clinics.id)
    told = line_with(page, "2 attributes", "'smoker'", "no = N, yes = Y")
    approved(told)
    button_of(page, "Match N with no, Y with yes, F with female and 1 more").click().run()
    assert not page.exception
    smoker_and_sex = (("smoker", "no", "N"), ("smoker", "yes", "Y"), ("sex", "female", "F"), ("sex", "male", "M"))
    assert now(page, store).value_map == smoker_and_sex
    assert told not in words(page).replace("\\", "")
    assert "4 values are matched" in words(page)
    page.button(key="values_back").click().run()
    assert now(page, store) == clinics


def test_a_person_says_which_value_is_which(opened, store, clinics, approved):
    page = opened(DATA, tab="Values", pair=clinics.id)
    told = line_with(page, "1 attribute", "grade")
    approved(told)
    page.selectbox(key="values_attribute").set_value("grade").run()
    assert [page.selectbox(key=f"value_{number}").value for number in (0, 1)] == ["(a separate value)"] * 2
    page.selectbox(key="value_0").set_value("Grade I").run()
    page.selectbox(key="value_1").set_value("Grade II").run()
    assert now(page, store).value_map == (("grade", "Grade I", "1"), ("grade", "Grade II", "2"))
    assert told not in words(page).replace("\\", "")
    page.selectbox(key="value_1").set_value("(a separate value)").run()
    assert now(page, store).value_map == (("grade", "Grade I", "1"),)


@pytest.mark.parametrize(
    ("box", "text", "taken"),
    [
        ("value_map", "grade,Grade I,1\n", (("grade", "Grade I", "1"),)),
        ("attribute_map", "cholest,cholesterol\n", (("cholest", "cholesterol"),)),
    ],
)
def test_a_map_is_dropped(opened, store, clinics, box, text, taken):
    page = opened(DATA, tab=TABS_OF[box], pair=clinics.id)
    drop_map(page, box, text)
    assert getattr(now(page, store), box) == taken


@pytest.mark.parametrize(
    ("box", "text", "fact"),
    [
        ("value_map", "grade,Grade I,7\n", "'7'"),
        ("value_map", "grade,Grade I\n", "line 1"),
        ("attribute_map", "cholest,nosuch\n", "'nosuch'"),
    ],
)
def test_a_map_that_cannot_be_used_is_told(opened, store, clinics, box, text, fact, approved):
    page = opened(DATA, tab=TABS_OF[box], pair=clinics.id)
    drop_map(page, box, text)
    assert getattr(now(page, store), box) == ()
    approved(line_with(page, fact))


def drop_map(page, box, text):
    uploader = next(element for element in page.file_uploader if element.key.startswith(box))
    uploader.set_value(("map.csv", text.encode(), "text/csv")).run()
    assert not page.exception


def test_suggested_matches_are_accepted_on_the_card_and_names_of_rows_are_not_among_them(
    opened, store, clinics, approved
):
    page = opened(DATA, tab="Matching", pair=clinics.id)
    button_of(page, "Accept the suggested match: cholesterol with cholest").click().run()
    assert now(page, store).attribute_map == (("cholest", "cholesterol"),)
    button_of(page, "Match Body mass index with bmi (same initials)").click().run()
    assert now(page, store).attribute_map == (("cholest", "cholesterol"), ("bmi", "Body mass index"))
    approved(line_with(page, "'patient'", "'Pat-ID'"))
    assert not [button for button in page.button if "Accept" in button.label]
    page.selectbox(key="hand_left").set_value("patient")
    page.selectbox(key="hand_right").set_value("Pat-ID").run()
    page.button(key="hand_match").click().run()
    assert ("patient", "Pat-ID") in now(page, store).attribute_map


def colours_of_classes(page: AppTest) -> dict[str, str]:
    """The colours beside the names of the classes, in both panels."""
    html = " ".join(block.proto.body for block in page.get("html"))
    return {name: colour for colour, name in re.findall(r"background:(#\w+)'></i>\d+ ([\w ]+)<", html)}


def test_a_colour_stands_for_one_class_and_follows_the_mapping(opened, store, clinics):
    page = opened(DATA, tab="Classes", pair=clinics.id)
    before = colours_of_classes(page)
    assert set(before) == {"healthy", "ill", "negative", "positive"}
    assert len(set(before.values())) == 4
    page.selectbox(key="class_right_0").set_value("ill").run()
    page.selectbox(key="class_right_1").set_value("healthy").run()
    after = colours_of_classes(page)
    assert (after["negative"], after["positive"]) == (after["ill"], after["healthy"])
    assert after["ill"] != after["healthy"]
