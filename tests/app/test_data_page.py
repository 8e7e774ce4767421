"""The data page: choosing, dropping, fixing, matching, and what it says when something is wrong."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ksdt_core.background.queue import finish_job, jobs_about, put_job
from ksdt_core.data.readers.limits import Limits
from ksdt_core.errors import KsdtError
from ksdt_core.store import pair_request
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair, kept_pair
from ksdt_core.store.uploads import keep_upload, list_uploads
from pages.data import what_if as data_what_if
from pages.data.distributions import _effects
from pages.data.findings import SAME_BUTTONS
from pages.data.tables import EMPTY
from pages.data.verdict import CAN_BE_MINED, CHOOSE_CLASS, DROP_AGAIN
from tests.app.conftest import words
from tests.app.saying import says
from tests.app.two_tables import side_box
from tests.evidence.test_verdict import attribute, made

DATA = "pages/data/page.py"


def text(names: str, classes: tuple[str, str], *, factor: float = 1.0, gap: bool = False, seed: int = 0) -> bytes:
    """A table of three numeric attributes that tell two classes apart."""
    random = np.random.default_rng(seed)
    lines = [names]
    for row in range(60):
        kind = row % 2
        cells = [f"{value * factor:.3f}" for value in random.normal(5 + 2 * kind, 1, size=3)]
        lines.append(",".join(["" if gap and row == 7 else cells[0], *cells[1:], classes[kind]]))
    return "\n".join(lines).encode()


NORTH = text("age,Blood Pressure,cholest,diagnosis", ("healthy", "ill"), gap=True)
SOUTH = text("age,blood_pressure,cholesterol,outcome", ("negative", "positive"), factor=30, seed=1)


def dropped(page: AppTest, side: str, *files: tuple[str, bytes]) -> AppTest:
    """The page after files were dropped on one side."""
    uploader = next(element for element in page.file_uploader if element.key.startswith(f"upload_{side}"))
    return uploader.set_value([(name, content, "text/csv") for name, content in files]).run()


@pytest.fixture
def mended_by_hand(store) -> PairRequest:
    """Two uploaded tables whose names and units differ, opened as a pair."""
    tables = []
    for name, content, target in (("north", NORTH, "diagnosis"), ("south", SOUTH, "outcome")):
        upload = keep_upload(store, f"{name}.csv", content=content)
        tables.append(TableRequest("upload", upload.id, name, target=target))
    request = PairRequest(*tables)
    keep_pair(store, request)
    return request


def address(page: AppTest) -> str:
    """The pair of the address; a test page holds a list until the page itself has set it."""
    pair = page.query_params["pair"]
    return pair if isinstance(pair, str) else pair[0]


def now(page: AppTest, store) -> PairRequest:
    """The pair that the address names."""
    return kept_pair(store, address(page))


def test_it_opens_empty_and_says_what_to_do(opened):
    page = opened(DATA)
    assert not page.exception
    assert not page.error
    assert [name in page.info[0].value for name in EMPTY.values()] == [True, True]
    assert not [button for button in page.button if button.label == "Mine this pair"]


def test_two_bundled_tables_become_a_pair(opened, store):
    page = opened(DATA)
    side_box(page.selectbox, "table", "left").set_value(("catalogue", "spect-train")).run()
    assert [name in page.info[0].value for name in EMPTY.values()] == [False, True]
    side_box(page.selectbox, "table", "right").set_value(("catalogue", "spect-test")).run()
    assert not page.exception
    request = now(page, store)
    assert (request.left.name, request.right.name) == ("spect-train", "spect-test")
    page = opened(DATA)
    for side, name in (("left", "wine-red"), ("right", "wine-white")):
        side_box(page.selectbox, "table", side).set_value(("catalogue", name)).run()
    assert now(page, store).scale == "rank", "a natural pair has the options of the catalogue"
    assert not page.button(key="mine_pair").disabled


def test_a_pair_of_a_link_is_shown_with_findings_and_distributions(opened, spect):
    page = opened(DATA, pair=spect.id)
    assert not page.exception
    assert side_box(page.selectbox, "table", "left").value == ("catalogue", "spect-train")
    assert CAN_BE_MINED in words(page)
    assert [chart.key for chart in page.get("plotly_chart")] == ["distribution"]
    page.session_state["data_tabs"] = "Shared attributes"
    assert [chart.key for chart in page.run().get("plotly_chart")] == ["effects"]


def test_two_own_files_go_the_whole_way(opened, store):
    page = dropped(opened(DATA), "left", ("clinic north.csv", NORTH))
    page = dropped(page, "right", ("clinic south.csv", SOUTH))
    assert not page.exception
    request = now(page, store)
    assert (request.left.target, request.right.target) == ("diagnosis", "outcome")
    assert page.button(key="mine_pair").disabled
    for _ in range(6):
        primary = [
            button for button in page.button if button.key.startswith("mend_") and button.proto.type == "primary"
        ]
        if not primary:
            break
        primary[0].click().run()
    assert not page.exception
    assert not page.button(key="mine_pair").disabled
    fixed = now(page, store)
    assert fixed.missing == "common"
    assert dict(fixed.class_map) == {"negative": "healthy", "positive": "ill"}


def test_what_is_wrong_with_a_table_is_found_out_once(opened, store, monkeypatch, approved):
    """A file may be large, and a page asks in several places whether it can be read."""
    read, plain = [], pair_request.read_dataset
    monkeypatch.setattr(pair_request, "read_dataset", lambda *a, **k: read.append(None) or plain(*a, **k))
    page = dropped(opened(DATA), "left", ("broken.csv", b"x,class\n1,\n2,\n"))
    page.run()
    approved("\n".join(error.value for error in page.error))
    assert len(read) == 1


def test_a_file_is_refused_beside_what_is_wrong_with_the_chosen_one(opened, store):
    """Regression: the sentence of the chosen table hid that of the file dropped after it."""
    page = dropped(opened(DATA), "left", ("head.csv", b"a,b,class\n"))
    key = f"target_left_{list_uploads(store)[0].id}"
    if page.selectbox(key=key).value is None:
        page.selectbox(key=key).set_value("class").run()
    page = dropped(page, "left", ("noise.bin", bytes(range(256)) * 4))
    errors = [error.value for error in page.error]
    assert len(errors) == 2
    assert "noise" in errors[0]
    assert "no rows" in errors[1]
    assert not [info.value for info in page.info if CHOOSE_CLASS in info.value]
    assert [info.value for info in page.info if DROP_AGAIN in info.value]


def test_classes_stand_in_the_same_order_in_both_tables(opened, store):
    """Regression: a table that calls ill `Sick` had its bar the other way round, so that the two did not compare."""
    tables = [
        TableRequest("upload", keep_upload(store, f"{name}.csv", content=content).id, name, target="kind")
        for name, content in (
            ("north", text("a,b,c,kind", ("healthy", "sick"))),
            ("south", text("a,b,c,kind", ("healthy", "Sick"), seed=1)),
        )
    ]
    request = PairRequest(*tables, right_class_map=(("Sick", "sick"),))
    keep_pair(store, request)
    page = opened(DATA, pair=request.id)
    shown = [found for body in page.get("html") for found in re.findall(r">30 (\w+)<", body.proto.body)]
    assert shown == ["healthy", "sick", "healthy", "Sick"]


def test_two_files_dropped_together_become_both_tables(opened, store):
    page = dropped(opened(DATA), "left", ("a.csv", NORTH), ("b.csv", SOUTH))
    assert not page.exception
    assert now(page, store).title == "a : b"


def test_a_corrected_file_keeps_what_was_decided(opened, store, mended_by_hand):
    """Five buttons had to be pressed again after one cell of a file was corrected."""
    decided = replace(
        mended_by_hand, missing="common", attribute_map=(("cholest", "cholesterol"),),
        convert=("right:cholesterol=/30",), class_map=(("negative", "healthy"), ("positive", "ill")),
    )  # fmt: skip
    page = opened(DATA, pair=keep_pair(store, decided))
    dropped(page, "left", ("corrected.csv", NORTH.replace(b"\n,", b"\n5.5,")))
    assert not page.exception
    after = now(page, store)
    assert after.left.name == "corrected"
    assert replace(after, left=decided.left) == decided
    dropped(page, "left", ("other.csv", NORTH.replace(b"cholest,", b"height,")))
    assert now(page, store) == PairRequest(now(page, store).left, decided.right), "another table starts fresh"


def test_gct_and_cls_dropped_together_become_one_table(opened, store):
    gct = b"#1.2\n1\t4\nName\tDescription\ts1\ts2\ts3\ts4\ng1\tna\t1\t2\t3\t4\n"
    page = dropped(opened(DATA), "left", ("x.gct", gct), ("x.cls", b"4 2 1\n# ill well\n0 1 0 1\n"))
    assert not page.exception
    assert not page.error
    assert len(list_uploads(store)) == 1
    assert page.selectbox(key=f"target_left_{list_uploads(store)[0].id}").value == "class"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "is empty"), (b"\x00\x01\x02\x03" * 40, "binary data"), (b"4 2 1\n# a b\n0 1 0 1\n", "only classes")],
)
def test_a_bad_file_gives_its_sentence_and_nothing_is_lost(opened, spect, content, sentence):
    page = dropped(opened(DATA, pair=spect.id), "left", ("bad.csv", content))
    assert not page.exception
    assert sentence in page.error[0].value.replace("\\", "")
    assert side_box(page.selectbox, "table", "left").value == ("catalogue", "spect-train")
    assert address(page) == spect.id


def test_a_file_that_unpacks_to_too_much_is_refused(opened, store, monkeypatch):
    monkeypatch.setattr(pair_request, "UPLOAD_LIMITS", Limits(size=1 << 20))
    page = dropped(opened(DATA), "left", ("bomb.csv.gz", gzip.compress(b"0," * (1 << 20))))
    assert not page.exception
    assert "larger than 1 MiB" in page.error[0].value.replace("\\", "")


def test_class_column_is_asked_for_where_it_cannot_be_guessed(opened, store):
    rows = "\n".join(f"{row},{row * 7 % 60},{'x' if row % 2 else 'y'},{row * 3}" for row in range(1, 41))
    page = dropped(opened(DATA), "left", ("odd.csv", f"a,b,kind of thing,d\n{rows}".encode()))
    key = f"target_left_{list_uploads(store)[0].id}"
    assert (page.selectbox(key=key).value is None) == (CHOOSE_CLASS in words(page))
    page.selectbox(key=key).set_value("kind of thing").run()
    assert not page.error
    assert any("<span>40 rows</span><span>3 attributes</span>" in element.proto.body for element in page.get("html"))


def test_numbers_as_classes_can_be_cut(opened, store, approved):
    page = opened(DATA)
    side_box(page.selectbox, "table", "left").set_value(("catalogue", "wine-red")).run()
    page.selectbox(key="target_left_wine-red").set_value("alcohol").run()
    side_box(page.text_input, "cut", "left").set_value("ten").run()
    assert "“ten”" in page.error[0].value
    approved(page.error[0].value)
    side_box(page.text_input, "cut", "left").set_value("10").run()
    assert not page.error
    assert any("&lt; 10" in element.proto.body for element in page.get("html"))


@pytest.mark.parametrize(
    ("code", "number", "changed"),
    [
        ("class-names", 0, {"class_map": (("negative", "healthy"), ("positive", "ill"))}),
        ("missing-cells", 0, {"missing": "common"}),
        ("missing-cells", 2, {"missing": "drop-rows"}),
        ("scales-differ", 0, {"scale": "rank"}),
        ("scales-differ", 1, {"scale": "zscore"}),
    ],
)
def test_each_remedy_changes_one_thing(opened, store, mended_by_hand, code, number, changed):
    page = opened(DATA, pair=mended_by_hand.id)
    button = next(b for b in page.button if b.key.startswith(f"mend_{code}") and b.key.endswith(f"_{number}"))
    button.click().run()
    assert not page.exception
    found = now(page, store)
    assert {name for name in changed if getattr(found, name) == changed[name]} == set(changed)
    others = [name for name in PairRequest.__dataclass_fields__ if name not in changed]
    assert [getattr(found, name) for name in others] == [getattr(mended_by_hand, name) for name in others]


def test_controls_of_the_preparation_follow_and_change_the_pair(opened, store, spect):
    page = opened(DATA, pair=spect.id)
    page.toggle(key="prepare_balance").set_value(True).run()
    assert now(page, store).balance
    page.number_input(key="prepare_seed").set_value(7).run()
    assert now(page, store).seed == 7
    page.selectbox(key="prepare_scale").set_value("rank").run()
    assert (now(page, store).scale, now(page, store).balance) == ("rank", True)


def test_attributes_are_left_out_for_mining(opened, store):
    rows = "\n".join(f"row {row},{row % 7},{'ab'[row % 2]}" for row in range(40))
    page = dropped(opened(DATA), "left", *[(f"{name}.csv", f"id,x,class\n{rows}".encode()) for name in "pq"])
    button = next(button for button in page.button if button.label.startswith("Exclude"))
    button.click().run()
    assert now(page, store).exclude == ("id",)
    assert "Excluded: id" in words(page)
    assert "1 of 2 shared attributes, " in words(page)
    again = opened(DATA, pair=page.session_state["place"].pair)
    assert "Excluded: id" in words(again), "a reload or a link keeps it"
    mined = opened("pages/mine/page.py", pair=page.session_state["place"].pair)
    assert mined.session_state["wanted_parameters"].exclude == ("id",)
    next(button for button in again.button if button.label == "Exclude none").click().run()
    assert now(again, store).exclude == ()
    assert "Excluded:" not in words(again)


def test_what_data_leaves_out_is_mined_again_once_it_is_taken_back(opened, store, spect):
    without = replace(spect, exclude=("F1",))
    keep_pair(store, without)
    page = opened("pages/mine/page.py", pair=without.id)
    assert page.session_state["wanted_parameters"].exclude == ("F1",)
    page.query_params.clear()
    page.query_params["pair"] = spect.id
    page.run()
    assert page.session_state["wanted_parameters"].exclude == ()


def test_suggestions_are_accepted_and_rejected(opened, store, mended_by_hand):
    page = opened(DATA, tab="Matching", pair=mended_by_hand.id)
    assert "cholest ↔ cholesterol" in words(page)
    accepted = opened(DATA, tab="Matching", pair=mended_by_hand.id)
    accepted.button(key="accept_0").click().run()
    assert now(accepted, store).attribute_map == (("cholest", "cholesterol"),)
    page.button(key="reject_0").click().run()
    assert now(page, store).rejected == (("cholest", "cholesterol"),)
    assert "cholest ↔ cholesterol" not in words(page)


def test_classes_can_be_taken_for_others_and_renamed(opened, store, mended_by_hand):
    page = opened(DATA, tab="Classes", pair=mended_by_hand.id)
    page.selectbox(key="class_right_0").set_value("ill").run()
    page.selectbox(key="class_right_1").set_value("healthy").run()
    assert dict(now(page, store).right_class_map) == {"negative": "ill", "positive": "healthy"}
    page.text_input(key="class_left_1").set_value("sick").run()
    assert dict(now(page, store).class_map) == {"ill": "sick"}
    assert page.selectbox(key="class_right_0").value == "ill"


def test_mappings_are_compared_as_a_job_and_taken_over(opened, store, mended_by_hand):
    page = opened(DATA, tab="Classes", pair=mended_by_hand.id)
    page.button(key="what_if").click().run()
    job = jobs_about(store, mended_by_hand.id, "what-if")[0]
    assert job.request == {"permutations": 99}
    scores = {"sa": 0.9, "ds": 0.9, "td": 1.0, "sdtsq": 0.8}
    entry = {
        "class_map": {"negative": "ill", "positive": "healthy"},
        "scores": scores,
        "statistic": 0.7,
        "p_value": 0.01,
    }
    finish_job(store, job.id, "done", result={"entries": [entry]})
    page = opened(DATA, tab="Classes", pair=mended_by_hand.id)
    page.button(key="what_if_use").click().run()
    assert dict(now(page, store).right_class_map) == entry["class_map"]


def test_a_failed_comparison_says_why_and_can_be_asked_again(opened, store, mended_by_hand):
    job = put_job(store, "what-if", subject=mended_by_hand.id, request=data_what_if.ASKED)
    finish_job(store, job.id, "failed", problem=KsdtError("out-of-memory"))
    page = opened(DATA, tab="Classes", pair=mended_by_hand.id)
    assert says("out-of-memory") in page.error[0].value
    assert page.button(key="what_if").label == "Compare all mappings"


def test_another_attribute_is_shown_when_chosen(opened, spect):
    page = opened(DATA, pair=spect.id)
    before = page.get("plotly_chart")[0].proto.spec
    box = page.selectbox(key="attribute_shown")
    box.set_value(box.options[3]).run()
    assert page.get("plotly_chart")[0].proto.spec != before


def test_an_attribute_is_shown_in_the_units_it_is_converted_to(opened, store, mended_by_hand):
    """After a conversion was accepted the figure and its numbers stayed in the units of the file."""
    medians = []
    for convert in ((), ("right:age=/30",)):
        request = replace(mended_by_hand, convert=convert)
        keep_pair(store, request)
        page = opened(DATA, pair=request.id)
        page.selectbox(key="attribute_shown").set_value("age").run()
        figure = json.loads(page.get("plotly_chart")[0].proto.spec)
        medians.append([trace["customdata"][0] for trace in figure["data"] if trace["mode"] == "markers"])
        titles = [note["text"] for note in figure["layout"]["annotations"]]
        assert ["÷ 30" in title for title in titles] == [False, bool(convert)]
    before, after = medians
    assert after[:2] == before[:2]
    assert after[2:] == pytest.approx([median / 30 for median in before[2:]])


def test_no_attribute_is_said_to_predict_where_chance_may_explain_it():
    """The best of all attributes was said to predict the class below "no single attribute stands out"."""
    weak, strong = (made(attributes=(attribute("age", p=p),)) for p in (0.066, 0.002))
    assert "predicts" not in _effects("age", "age", weak)
    assert "predicts" in _effects("age", "age", strong)


def test_hostile_names_stay_text(opened, store):
    hostile = "<script>alert(1)</script>"
    rows = "\n".join(f"{row % 9},{row % 7},{'<b>x</b>' if row % 2 else hostile}" for row in range(40))
    content = f'{hostile},"""]; x [label=""",class\n{rows}'.encode()
    page = dropped(opened(DATA), "left", (f"{hostile}.csv", content), ("**b**.csv", content))
    assert not page.exception
    assert not page.error
    for element in page.get("html"):
        assert "<script" not in element.proto.body
        assert "<b>x" not in element.proto.body
    assert "<script" not in words(page).replace("\\<script", "")


def test_the_name_of_a_refused_file_stays_text(opened, store):
    page = dropped(opened(DATA), "left", ("**b** <script>.csv", bytes(range(256))))
    assert page.error[0].value.startswith(r"\*\*b\*\* \<script\>\.csv")


def test_a_stale_link_gives_a_sentence_and_a_way_on(opened):
    page = opened(DATA, pair="nosuchpair")
    assert not page.exception
    assert page.error[0].value == says("pair-not-saved")
    side_box(page.selectbox, "table", "left").set_value(("catalogue", "spect-train")).run()
    side_box(page.selectbox, "table", "right").set_value(("catalogue", "spect-test")).run()
    assert not page.error
    assert CAN_BE_MINED in words(page)


def test_a_link_to_a_table_that_is_not_kept_gives_a_sentence(opened, store):
    gone = TableRequest("upload", "0" * 24, "gone", target="class")
    page = opened(DATA, pair=keep_pair(store, PairRequest(gone, gone)))
    assert not page.exception
    assert page.error[0].value == says("table-not-saved")
    assert side_box(page.selectbox, "table", "left").value is None


def test_a_problem_of_both_tables_has_its_buttons_once(opened, store):
    """Two problems, each with the same four buttons, which treat both tables: the second seemed to be a choice, too."""
    rows = "\n".join(f"{'' if row == 3 else row % 7},{row % 5},{'ab'[row % 2]}" for row in range(40))
    page = dropped(opened(DATA), "left", *[(f"{name}.csv", f"x,y,class\n{rows}".encode()) for name in "pq"])
    labels = [button.label for button in page.button if button.label.startswith("Fill with the median")]
    assert len(labels) == 1
    assert SAME_BUTTONS in words(page)
    page.button(key="mend_missing-cells_0_0").click().run()
    assert CAN_BE_MINED in words(page)


def test_class_names_that_differ_come_first(opened, store):
    """Missing values took the first viewport; the tables had no class in common."""
    rows = [f"{'' if row == 3 else row % 7},{row % 5},{'ab'[row % 2]}" for row in range(40)]
    left, right = "\n".join(rows), "\n".join(rows).replace(",a", ",ill").replace(",b", ",well")
    files = [(f"{name}.csv", f"x,y,class\n{text}".encode()) for name, text in (("p", left), ("q", right))]
    page = dropped(opened(DATA), "left", *files)
    said = words(page)
    assert said.index("Different class names") < said.index("Missing values**")


def test_filling_says_which_tables_it_changes(opened, store, mended_by_hand, approved):
    page = opened(DATA, pair=mended_by_hand.id)
    labels = [button.label.replace("\\", "") for button in page.button if button.key.startswith("mend_")]
    assert [label for label in labels if "north" in label]
    approved("\n".join(labels))
