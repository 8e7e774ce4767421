"""Kinds, units, sparse columns, fresh pairs and tables on their side, on the page Data and on Mine."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ksdt_core.data.preparing.filled import filled_masks
from ksdt_core.evidence.effect_text import figure_notes
from ksdt_core.evidence.effects import measure_effects
from ksdt_core.figures.display_names import DisplayNames, displayed
from ksdt_core.figures.figure_svg import figure_svg
from ksdt_core.mining.miners import mine
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import PairRequest, TableRequest, as_mined, requested_pair
from ksdt_core.store.pairs import keep_pair, kept_pair
from ksdt_core.store.runs import keep_run
from ksdt_core.store.uploads import keep_upload
from ksdt_core.text import percent
from pages.data.tables import TURNED, TURNED_HERE
from pages.mine.weight_inputs import PARTS, moved, newly_typed
from pages.trees.node_panel import _cut_texts
from tests.app.conftest import words
from tests.app.saying import line_with
from tests.app.two_tables import side_box

DATA, MINE, TREES = "pages/data/page.py", "pages/mine/page.py", "pages/trees/page.py"
N = 80


def hospital(side: int, *, gaps: int = 0, unit: float = 1.0) -> bytes:
    """Cholesterol, a code, a column with gaps, and a class that cholesterol predicts."""
    random = np.random.default_rng(side)
    lines = ["chol,pain,ca,class"]
    for row in range(N):
        chol = random.normal(205, 35)
        ca = "" if row < gaps else f"{random.normal(1, 0.4):.2f}"
        lines.append(f"{chol * unit:.3f},{1 + row % 4},{ca},{'ill' if chol + random.normal(0, 25) > 205 else 'well'}")
    return "\n".join(lines).encode()


def kept(store: Store, left: bytes, right: bytes, **asked: object) -> PairRequest:
    tables = [
        TableRequest("upload", keep_upload(store, f"{name}.csv", content=content).id, name, "class")
        for name, content in (("cleveland", left), ("hungary", right))
    ]
    request = PairRequest(*tables, **asked)  # type: ignore[arg-type]
    keep_pair(store, request)
    return request


def now(page: AppTest, store: Store) -> PairRequest:
    pair = page.query_params["pair"]
    return kept_pair(store, pair if isinstance(pair, str) else pair[0])


def button(page: AppTest, start: str) -> AppTest:
    return next(one for one in page.button if one.label.replace("\\", "").startswith(start)).click().run()


def test_units_that_differ_are_converted_by_a_button(opened, store, approved):
    request = kept(store, hospital(0, unit=1 / 38.67), hospital(1))
    page = button(opened(DATA, pair=request.id), "Convert chol in cleveland (× 38.67)")
    assert now(page, store).convert == ("left:chol=*38.67",)
    told = [line for line in words(page).replace("\\", "").split("\n") if "chol in cleveland" in line]
    assert [line.startswith(":gray[") for line in told].count(True) == 1, "once where it applies"
    approved("\n".join(told))
    page = page.button(key="undo_kinds").click().run()
    assert now(page, store) == request


def test_values_and_classes_that_were_renamed_are_listed(opened, store, approved):
    same = {"value_map": (("sex", "f", "female"),), "class_map": (("krank", "ill"),)}
    page = opened(DATA, pair=kept(store, hospital(0), hospital(1), **same).id)
    approved(line_with(page, ":gray[", "sex: female is f", "krank is ill"))


def test_sparse_columns_are_excluded_and_the_rest_filled_by_one_button(opened, store, approved):
    request = kept(store, hospital(0), hospital(1, gaps=79))
    page = opened(DATA, pair=request.id)
    approved(line_with(page, f"ca: {percent(0.99)}", "hungary"))
    assert requested_pair(store, request).columns_dropped == ("ca",)
    gappy = kept(store, hospital(0, gaps=3) + b"\n,1,1.1,ill", hospital(1, gaps=79))
    page = button(opened(DATA, pair=gappy.id), "Exclude 1 sparse column, fill the rest")
    assert now(page, store).missing == "common"
    assert requested_pair(store, now(page, store)).attributes == ("chol", "pain")


def test_the_button_that_keeps_sparse_columns_does_not_say_that_it_excludes_them(opened, store):
    """Where every attribute is sparse, what keeps them all was called "Exclude these sparse columns"."""
    gappy = [
        "\n".join(",".join(line.split(",")[2:]) for line in hospital(seed, gaps=40).decode().splitlines()).encode()
        for seed in (0, 1)
    ]
    page = opened(DATA, pair=kept(store, *gappy).id)
    button(page, "Keep all")
    assert now(page, store).max_missing == 1
    assert not [one for one in page.button if one.label.startswith("Keep all")]


def test_any_column_can_be_declared_or_converted(opened, store, approved):
    request = kept(store, hospital(0), hospital(1))
    page = opened(DATA, tab="Kinds and units", pair=request.id)
    page.selectbox(key="kind_attribute").set_value("pain").run()
    page.segmented_control(key="kind_choice").set_value("categorical").run()
    assert now(page, store).categorical == ("pain",)
    page.selectbox(key="kind_attribute").set_value("chol").run()
    page.text_input(key="convert_right").set_value("/38.67").run()
    assert now(page, store).convert == ("right:chol=/38.67",)
    page.text_input(key="convert_right").set_value("^2").run()
    approved(line_with(page, "^2"))
    page.text_input(key="convert_right").set_value("").run()
    assert now(page, store).convert == ()


def test_filling_by_class_says_that_it_uses_the_outcome(opened, store):
    request = kept(store, hospital(0, gaps=5), hospital(1), missing="class-common")
    page = opened(DATA, pair=request.id)
    assert any("uses the outcome" in warning.value for warning in page.warning)


def test_a_new_pair_starts_fresh(opened, store):
    """Preparation, exclusions, weights and mining settings of an earlier pair never carry over."""
    request = kept(store, hospital(0), hospital(1), scale="rank", balance=True, exclude=("ca",), numeric=("pain",))
    page = opened(MINE, pair=request.id, weights="0.1,0.1,0.8")
    page.selectbox(key="settings_k").set_value(2).run()
    assert not page.exception
    other = keep_upload(store, "basel.csv", content=hospital(3))
    page.switch_page(DATA).run()
    side_box(page.selectbox, "table", "right").set_value(("upload", other.id)).run()
    fresh = now(page, store)
    assert fresh == PairRequest(request.left, TableRequest("upload", other.id, "basel", "class"))
    assert "weights" not in page.query_params
    page.switch_page(MINE).run()
    assert not page.exception
    assert page.selectbox(key="settings_k").value == 5
    assert [page.number_input(key=f"weight_{part}").value for part in PARTS] == pytest.approx([0.3, 0.4, 0.3])


@pytest.mark.parametrize("start", [(0.3, 0.4, 0.3), (0.7, 0.2, 0.1), (0.01, 0.01, 0.98)])
@pytest.mark.parametrize("wanted", [(30, 40, 30), (10, 80, 10), (98, 1, 1), (25, 25, 50)])
@pytest.mark.parametrize("order", list(permutations(PARTS)))
def test_weights_that_sum_to_one_can_be_typed_in_any_order(start, wanted, order):
    weights, typed = dict(zip(PARTS, start, strict=True)), []
    target = dict(zip(PARTS, wanted, strict=True))
    for part in order:
        if round(weights[part] * 100) == target[part]:
            continue  # nothing changes, and the page is not told
        shares = moved(weights, part, target[part] / 100, locked=(), typed=typed)
        assert sum(shares.values()) == 1000
        weights = {name: share / 1000 for name, share in shares.items()}
        typed = [part, *(name for name in typed if name != part)]
    assert {name: round(value * 100) for name, value in weights.items()} == target


def test_a_locked_weight_stays():
    weights = {"ig": 0.3, "ds": 0.4, "atd": 0.3}
    assert moved(weights, "ds", 0.6, locked=("ig",), typed=()) == {"ds": 600, "ig": 300, "atd": 100}
    assert moved(weights, "ds", 0.9, locked=("ig",), typed=()) == {"ds": 690, "ig": 300, "atd": 10}


@pytest.mark.parametrize("order", list(permutations(PARTS)))
def test_three_decimals_are_kept_as_typed(opened, spect, order):
    """0.123 became 0.12."""
    page, typed = opened(MINE, pair=spect.id), {"ig": 0.123, "ds": 0.457, "atd": 0.42}
    for part in order:
        page.number_input(key=f"weight_{part}").set_value(typed[part]).run()
    values = {part: page.number_input(key=f"weight_{part}") for part in PARTS}
    assert {part: box.value for part, box in values.items()} == pytest.approx(typed)
    assert {box.proto.format for box in values.values()} == {"%.3f"}
    page.button(key="weights_reset").click().run()
    assert page.number_input(key="weight_ig").proto.format == "%.2f"


def test_weights_that_are_typed_before_the_page_answers_are_all_taken(opened, spect):
    """Two that made a sum of 1 with the third were taken for old ones, and ignored."""
    page = opened(MINE, pair=spect.id)
    page.number_input(key="weight_ig").set_value(0.2)
    page.number_input(key="weight_ds").set_value(0.5)
    page.run()
    assert [page.number_input(key=f"weight_{part}").value for part in PARTS] == pytest.approx([0.2, 0.5, 0.3])


def test_a_number_that_the_browser_has_not_heard_of_yet_is_not_taken_for_typed(opened, spect):
    """Typed similarity 0.6 after gain 0.2: the box of diversity still said 0.3, which took 0.1 from the gain."""
    page = opened(MINE, pair=spect.id)
    page.number_input(key="weight_ig").set_value(0.2).run()
    page.number_input(key="weight_ds").set_value(0.6)
    page.number_input(key="weight_atd").set_value(0.3)
    page.run()
    assert [page.number_input(key=f"weight_{part}").value for part in PARTS] == pytest.approx([0.2, 0.6, 0.2])


def test_weights_that_were_shown_earlier_are_typed_by_nobody():
    shown = [{"ig": 0.3, "ds": 0.4, "atd": 0.3}, {"ig": 0.2, "ds": 0.5, "atd": 0.3}]
    assert newly_typed(shown[0], shown[1], shown) == []
    assert newly_typed({**shown[1], "ds": 0.6}, shown[1], shown) == ["ds"]
    assert newly_typed({"ig": 0.1, "ds": 0.1, "atd": 0.8}, shown[1], shown) == list(PARTS)


def test_weights_are_locked_and_reset_on_the_page(opened, spect):
    page = opened(MINE, pair=spect.id)
    page.checkbox(key="weight_lock_ig").check().run()
    assert page.number_input(key="weight_ig").disabled
    page.number_input(key="weight_ds").set_value(0.6).run()
    values = [page.number_input(key=f"weight_{part}").value for part in PARTS]
    assert values == pytest.approx([0.3, 0.6, 0.1])
    page.button(key="weights_reset").click().run()
    values = [page.number_input(key=f"weight_{part}").value for part in PARTS]
    assert values == pytest.approx([0.3, 0.4, 0.3])
    assert not page.checkbox(key="weight_lock_ig").value


def sideways(content: bytes) -> bytes:
    """The same table with attributes in rows."""
    rows = [line.split(",") for line in content.decode().split("\n")]
    turned = [[name, *cells] for name, *cells in zip(*rows, strict=True)]
    header = ["gene", *(f"s{number}" for number in range(len(rows) - 1))]
    return "\n".join(",".join(row) for row in [header, *turned]).encode()


def test_a_table_on_its_side_is_turned_and_can_be_turned_back(opened, store):
    upload = keep_upload(store, "turned.csv", content=sideways(hospital(0)))
    page = opened(DATA)
    side_box(page.selectbox, "table", "left").set_value(("upload", upload.id)).run()
    assert not page.exception
    assert TURNED in words(page)
    line = " ".join(html.proto.body for html in page.get("html"))
    assert f"<span>{N} rows</span><span>3 attributes</span>" in line
    assert TURNED_HERE in line
    page.toggle(key=f"turned_left_{upload.id}").set_value(False).run()
    assert not page.exception
    assert TURNED not in words(page)
    assert TURNED_HERE not in " ".join(html.proto.body for html in page.get("html"))
    assert "s0" in page.selectbox(key=f"target_left_{upload.id}").options


def test_a_numeric_class_in_a_row_is_found(opened, store):
    content = sideways(hospital(0).replace(b"class", b"outcome").replace(b"ill", b"1").replace(b"well", b"0"))
    upload = keep_upload(store, "numbers.csv", content=content)
    page = opened(DATA)
    side_box(page.selectbox, "table", "left").set_value(("upload", upload.id)).run()
    assert page.toggle(key=f"turned_left_{upload.id}").value
    assert page.selectbox(key=f"target_left_{upload.id}_turned").value == "outcome"


def test_filled_cells_are_marked_where_rows_are_listed(opened, store):
    request = kept(store, hospital(0, gaps=12), hospital(1), missing="common")
    pair = requested_pair(store, request)
    trees = mine(pair, k=1, max_depth=2, roots=("ca",))
    assert filled_masks(pair)[0][:, 2].sum() == 12
    run = keep_run(store, trees.to_document(), pair=request.id)
    page = opened(TREES, run=run, tree=1, node=0)
    assert not page.exception
    assert "filled" in line_with(page, "ca", f"{percent(0.15)} in cleveland")
    page.session_state["tree_tables"] = "Rows"
    page.run()
    tables = [frame.value for frame in page.dataframe if "row" in frame.value.columns]
    marked = [cell for frame in tables for cell in frame.astype(str).to_numpy().ravel() if cell.endswith("(filled)")]
    assert len(marked) == 12


def test_rows_and_scores_of_a_node_say_what_was_done_to_them(opened, store):
    """Rows showed converted cells that stand nowhere in the file, and splits scores of balanced rows, unsaid."""
    request = kept(store, hospital(0, unit=1 / 38.67), hospital(1), convert=("left:chol=*38.67",), balance=True)
    trees = mine(requested_pair(store, request), k=1, max_depth=2, roots=("chol",))
    page = opened(TREES, run=keep_run(store, trees.to_document(), pair=request.id), tree=1, node=0)
    assert "balanced rows" in line_with(page, "Five best splits")
    page.session_state["tree_tables"] = "Rows"
    page.run()
    assert "chol in cleveland (× 38.67)" in line_with(page, "Converted")


def test_converted_units_are_told_where_thresholds_are_read(opened, store):
    """A threshold of 205 was listed beside a table whose file has 5.3."""
    request = kept(store, hospital(0, unit=1 / 38.67), hospital(1), convert=("left:chol=*38.67",))
    pair = requested_pair(store, request)
    trees = mine(pair, k=1, max_depth=2, roots=("chol",))
    page = opened(TREES, run=keep_run(store, trees.to_document(), pair=request.id), tree=1, node=0)
    assert (
        words(page).replace("\\", "").count("chol of cleveland × 38.67") == 2
    )  # in the panel of the node, and below the rules
    key = figure_svg(trees, effects=measure_effects(pair, trees), width="double")
    assert "units converted" in key
    assert "38.67" in key
    shown = displayed(trees, DisplayNames.of({"chol": "Cholesterol"}))
    notes = figure_notes(measure_effects(pair, trees), shown, (0,))
    assert any("Cholesterol of cleveland × 38.67" in note for note in notes)


def test_a_cut_between_codes_is_written_as_codes(store):
    """The cut between the codes 0 and 1 was drawn as a threshold of 0.5."""
    request = kept(store, hospital(0), hospital(1))
    shared = mine(requested_pair(store, request), k=1, max_depth=1, roots=("pain",)).trees[0]
    assert {text.split()[0] for text in _cut_texts(shared, 0)} <= {"=", "in"}


def test_a_run_from_before_codes_were_recognised_still_shows_its_rows(opened, store):
    """Its document names no kinds: every column was kept, and every number scaled."""
    request = kept(store, hospital(0), hospital(1), scale="rank")
    trees = mine(requested_pair(store, replace(request, numeric=("*",), max_missing=1.0)), k=1, max_depth=2)
    document = trees.to_document()
    for name in ("max_missing", "numeric", "categorical", "convert"):
        del document["config"][name]
    for name in ("unscaled", "conversions", "sparse", "filled"):
        del document["pair"][name]
    run = keep_run(store, document, pair=request.id)
    page = opened(TREES, run=run, tree=1, node=0)
    assert not page.exception
    assert not page.error
    assert as_mined(request, trees.settings.preparation) != request
