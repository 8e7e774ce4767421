"""The Replicate page: the answer, what is wrong with a table in one sentence, and checks kept with the run."""

from __future__ import annotations

import html
from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.samples.catalogue import load
from ksdt_core.evidence.replication import replicate
from ksdt_core.evidence.replication_text import headline
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair, kept_pair
from ksdt_core.store.runs import document_of, keep_run
from ksdt_core.store.uploads import keep_upload
from ksdt_core.text import p_text, percent
from pages.common.wording import as_markdown
from tests.app.conftest import words

PAGE = "pages/replicate/page.py"


def box(page):
    return next(one for one in page.multiselect if one.key.startswith("replicate_tables_"))


@pytest.fixture
def software(store):
    """Trees of two software projects."""
    request = PairRequest(TableRequest.bundled("kc1"), TableRequest.bundled("pc1"), scale="rank")
    keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=2, max_depth=2, weights=(0.8, 0.1, 0.1))
    return request.id, keep_run(store, trees.to_document(), pair=request.id), trees


def bodies(page) -> str:
    return "\n".join(element.proto.body for element in page.get("html"))


def choose(page, *choices):
    box(page).set_value(list(choices)).run()
    assert not page.exception
    return page


def uploaded(store, text: str, name: str = "third.csv"):
    return ("upload", keep_upload(store, name, content=text.encode()).id)


def test_without_a_run_it_says_what_to_do(opened):
    page = opened(PAGE)
    assert not page.exception
    assert "No trees yet" in words(page)


def test_without_a_table_it_asks_for_one(opened, software):
    page = opened(PAGE, pair=software[0], run=software[1])
    assert not page.error
    assert page.button(key="replicate_try").label == "Test on cm1"
    options = box(page).options
    assert any(option.startswith("cm1") for option in options)
    assert not any(option.startswith(("kc1", "pc1")) for option in options)


def test_the_answer_the_plot_and_the_splits(opened, software):
    pair, run, trees = software
    page = choose(opened(PAGE, pair=pair, run=run), ("catalogue", "cm1"))
    assert not page.error
    found = replicate(trees, load("cm1"))
    shown = bodies(page)
    (said,) = (body for body in shown.splitlines() if "class='ksdt-answer'" in body)
    assert headline(found) in html.unescape(said)
    assert shown.count("data:image/svg+xml") == 3  # two sizes of the plot, one tree
    splits = [node.status for tree in found.trees for node in tree.nodes if node.status is not None]
    names = [tab.label for tab in page.tabs]
    assert names[0] == f"All splits :gray-badge[{len(splits)}]"
    held = splits.count("holds")
    assert (f"Hold :gray-badge[{held}]" in names) == bool(held)
    tables = [body for body in shown.splitlines() if "class='replicate-splits'" in body]
    assert tables[0].count("<tr><td>") == len(splits)
    (accuracies,) = (body for body in shown.splitlines() if "Balanced accuracy" in body)
    for one in (*found.trees, found.vote):
        assert percent(one.accuracy, 1) in accuracies


def test_a_check_is_kept_with_the_run_and_shown_again(opened, store, software):
    pair, run, trees = software
    page = choose(opened(PAGE, pair=pair, run=run), ("catalogue", "cm1"))
    page.button(key="replicate_save").click().run()
    assert document_of(store, run)["replications"] == [replicate(trees, load("cm1")).to_document()]
    again = opened(PAGE, pair=pair, run=run)
    assert not again.exception
    assert "<tr><td>" in bodies(again)
    again.button(key="replicate_remove").click().run()
    assert document_of(store, run)["replications"] == []


CLEAN = "\n".join(f"{k % 7},{'clean' if k % 3 else 'defect'}" for k in range(40))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("height,class\n" + CLEAN, "none"),
        ("loc,class\n" + CLEAN.replace("defect", "clean"), "defect"),
        ("loc,class\n" + CLEAN.replace("defect", "bad").replace("clean", "good"), "different classes"),
        ("loc,class\n1,clean\n2,defect\n", "usable row"),
        ("loc,class\n,clean\n" + CLEAN, "missing"),
    ],
)
def test_a_table_that_does_not_fit_gets_one_sentence(opened, store, software, text, said, approved):
    pair, run, trees = software
    text = text.replace("loc,", f"{trees.attributes[0]},")
    choice = uploaded(store, text)
    page = choose(opened(PAGE, pair=pair, run=run), choice)
    assert len(page.error) == 1
    assert said in page.error[0].value
    approved(page.error[0].value)
    assert "on Data" not in page.error[0].value
    assert "<tr><td>" not in bodies(page)


def test_one_button_renames_the_classes(opened, store, software):
    pair, run, trees = software
    text = f"{trees.attributes[0]},class\n" + CLEAN.replace("defect", "DEFECT")
    choice = uploaded(store, text)
    page = choose(opened(PAGE, pair=pair, run=run), choice)
    page.button(key=f"third_upload_{choice[1]}_{pair}_rename").click().run()
    assert not page.exception
    assert not page.error
    assert "<tr><td>" in bodies(page)


def test_a_link_shows_the_shared_signal_of_the_pair(opened, store, software):
    """The strip said "shared signal –" of a run that no page had shown before."""
    pair, run, _ = software
    page = opened(PAGE, pair=pair, run=run)
    p = document_of(store, run)["evidence"]["shared"]["p"]
    assert f"shared signal <b>{html.escape(p_text(p))}</b>" in bodies(page)


def test_hostile_names_stay_words(opened, store):
    hostile = "<script>alert(1)</script>"
    rows = "\n".join(f"{k},{'a' if k < 20 else '<b>b</b>'}" for k in range(40))
    both = [uploaded(store, f"{hostile},class\n{rows}\n{k},a", f"{k}.csv") for k in range(3)]
    request = PairRequest(
        *(TableRequest("upload", key, name, target="class") for (_, key), name in zip(both[:2], "xy", strict=True))
    )
    keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=1, max_depth=1)
    page = opened(PAGE, pair=request.id, run=keep_run(store, trees.to_document(), pair=request.id))
    page = choose(page, both[2])
    assert not page.error
    assert "<script" not in bodies(page)
    assert "<b>b</b>" not in bodies(page)


def test_of_several_tables_one_is_shown_and_the_last_chosen_first(opened, store, software):
    pair, run, trees = software
    rows = "\n".join(f"{k % 7},{'clean' if k % 3 else 'defect'}" for k in range(60))
    other = uploaded(store, f"{trees.attributes[0]},class\n{rows}", "mine.csv")
    page = choose(opened(PAGE, pair=pair, run=run), ("catalogue", "cm1"), other)
    assert page.segmented_control(key="replicate_shown").options == ["cm1", "mine"]
    assert "▲ <b>mine</b>" in bodies(page)
    page.segmented_control(key="replicate_shown").set_value(0).run()
    assert "▲ <b>cm1</b>" in bodies(page)
    assert "▲ <b>mine</b>" not in bodies(page)


def test_tables_that_were_tried_are_compared(opened, store, software):
    pair, run, trees = software
    rows = "\n".join(f"{k % 7},{'clean' if k % 3 else 'defect'}" for k in range(60))
    other = uploaded(store, f"{trees.attributes[0]},class\n{rows}", "mine.csv")
    page = choose(opened(PAGE, pair=pair, run=run), ("catalogue", "cm1"))
    assert "All tables" not in [tab.label for tab in page.tabs], "there is one table"
    page.button(key="replicate_save").click().run()
    assert not any("The vote of the trees in each table" in body for body in bodies(page).splitlines())
    page = choose(page, ("catalogue", "cm1"), other)
    (table,) = (body for body in bodies(page).splitlines() if "The vote of the trees in each table" in body)
    saved = replicate(trees, load("cm1"))
    for said in ("<td>cm1<", "<td>mine<", percent(saved.vote.accuracy, 1), percent(saved.vote.balanced_accuracy, 1)):
        assert said in table
    page.segmented_control(key="replicate_shown").set_value(0).run()
    assert table not in bodies(page), "mine is neither shown nor saved"
    page = choose(page, other)
    (again,) = (body for body in bodies(page).splitlines() if "The vote of the trees in each table" in body)
    assert again == table, "in the order of the saved checks"


def clinic(seed: int, *, factors: dict[str, float], gap: bool = False) -> str:
    """Albumin in g/l and weight in kg of 60 patients, unless factors change the units."""
    random, lines = np.random.default_rng(seed), [",".join((*factors, "class"))]
    for row in range(60):
        amounts = {"albumin": random.normal(42 - 8 * (row % 2), 2), "weight": random.normal(80 - 15 * (row % 2), 6)}
        cells = [f"{amounts[name] * factor:.3f}" for name, factor in factors.items()]
        lines.append(",".join(["" if gap and not row else cells[0], *cells[1:], ("well", "ill")[row % 2]]))
    return "\n".join(lines)


@pytest.fixture
def clinics(store):
    same = {"albumin": 1.0, "weight": 1.0}
    both = [uploaded(store, clinic(seed, factors=same), f"{seed}.csv") for seed in (1, 2)]
    request = PairRequest(
        *(TableRequest("upload", key, name, target="class") for (_, key), name in zip(both, "xy", strict=True))
    )
    keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=2, max_depth=1)
    assert set(trees.attributes) == set(same)
    return {"pair": request.id, "run": keep_run(store, trees.to_document(), pair=request.id)}


def test_other_units_of_the_third_table_are_offered_to_be_converted(opened, store, clinics):
    """Albumin in g/dl and weight in lb were walked through trees in g/l and kg, and seemed not to hold."""
    other = uploaded(store, clinic(3, factors={"albumin": 0.1, "weight": 2.2046}), "other.csv")
    key = f"third_upload_{other[1]}_{clinics['pair']}"
    page = choose(opened(PAGE, **clinics), other)
    (warning,) = page.warning
    said = as_markdown("their splits mean something else: albumin is in g/dl here and in g/l in the trees; weight is")
    assert said in warning.value
    assert page.button(key=f"{key}_convert").label == as_markdown("Convert albumin (× 10), weight (÷ 2.2046)")
    page.button(key=f"{key}_convert").click().run()
    assert not page.warning
    assert page.text_input(key=f"{key}_units").value == "albumin=*10,weight=/2.2046"
    same = uploaded(store, clinic(3, factors={"albumin": 1.0, "weight": 1.0}), "same.csv")
    assert not choose(opened(PAGE, **clinics), same).warning


def test_a_reload_keeps_the_third_table(opened, store, clinics):
    """The change of the theme loads the page again: the dropped table and its answer were gone."""
    third = uploaded(store, clinic(3, factors={"albumin": 1.0, "weight": 1.0}), "third.csv")
    page = choose(opened(PAGE, **clinics), third)
    address = page.session_state["place"].third
    assert address == f"upload:{third[1]}"
    again = opened(PAGE, **clinics, third=address)
    assert not again.exception
    assert "▲ <b>third</b>" in bodies(again)
    forged = opened(PAGE, **clinics, third="upload:nosuch,,x")
    assert not forged.exception
    assert forged.session_state["place"].third is None


def test_units_of_a_column_whose_name_has_a_comma_are_converted(opened, store):
    """The list of conversions was split at every comma, so "Albumin, serum=*10" became two items."""

    def named(factor: float, seed: int) -> str:
        return clinic(seed, factors={"albumin": factor}).replace("albumin", '"Albumin, serum"', 1)

    both = [uploaded(store, named(1.0, seed), f"{seed}.csv") for seed in (1, 2)]
    request = PairRequest(
        *(TableRequest("upload", key, name, target="class") for (_, key), name in zip(both, "xy", strict=True))
    )
    keep_pair(store, request)
    run = keep_run(store, mine(requested_pair(store, request), k=1, max_depth=1).to_document(), pair=request.id)
    other = uploaded(store, named(0.1, 3), "other.csv")
    page = choose(opened(PAGE, pair=request.id, run=run), other)
    page.button(key=f"third_upload_{other[1]}_{request.id}_convert").click().run()
    assert not page.exception
    assert not page.warning
    assert not page.error


def test_columns_with_other_names_are_matched_on_the_page(opened, store, clinics):
    """A table with `albumin_level` was said to contain no albumin, and only a map in a file could match it."""
    lines = clinic(3, factors={"albumin": 1.0, "weight": 1.0}).replace("albumin,weight", "albumin_level,kilos")
    third = uploaded(store, lines, "third.csv")
    key = f"third_upload_{third[1]}_{clinics['pair']}"
    page = choose(opened(PAGE, **clinics), third)
    assert len(page.error) == 1
    assert page.selectbox(key=f"{key}_is_albumin").value is None
    page.button(key=f"{key}_match_albumin").click().run()
    assert not page.exception
    assert not page.error
    assert page.selectbox(key=f"{key}_is_albumin").value == "albumin_level"
    (matching,) = (box.label for box in page.expander if box.icon == ":material/link:")
    assert "weight" in matching
    assert "albumin" not in matching
    assert "Not in third :gray-badge[" in " ".join(tab.label for tab in page.tabs)
    page.selectbox(key=f"{key}_is_weight").set_value("kilos").run()
    assert not page.error
    assert "Not in third" not in " ".join(tab.label for tab in page.tabs)
    page.run()
    assert page.selectbox(key=f"{key}_is_albumin").value == "albumin_level"


def test_what_was_decided_is_told_to_the_menu_in_every_run(opened, store, clinics):
    """A menu that is opened after another run began with what it had before the decision, and forgot it."""
    third = uploaded(store, clinic(3, factors={"albumin": 1.0, "weight": 1.0}, gap=True), "gap.csv")
    key = f"third_upload_{third[1]}_{clinics['pair']}"
    page = choose(opened(PAGE, **clinics), third)
    page.button(key=f"{key}_fill").click().run()
    for _ in range(2):
        page.run()
        filling = page.selectbox(key=f"{key}_missing")
        assert (filling.value, filling.proto.set_value, filling.proto.raw_value) == ("common", True, filling.options[1])
        assert not page.error


def test_what_was_decided_for_the_trees_of_one_pair_is_not_applied_to_those_of_another(opened, store, clinics):
    """A conversion to the units of one pair changed the table for another pair, too, and nothing said so."""
    request = kept_pair(store, clinics["pair"])
    swapped = replace(request, left=request.right, right=request.left)
    keep_pair(store, swapped)
    trees = mine(requested_pair(store, swapped), k=2, max_depth=1)
    third = uploaded(store, clinic(3, factors={"albumin": 1.0, "weight": 1.0}), "third.csv")
    page = choose(opened(PAGE, **clinics), third)
    page.text_input(key=f"third_upload_{third[1]}_{request.id}_units").set_value("albumin=*10").run()
    page.query_params["pair"], page.query_params["run"] = (
        swapped.id, keep_run(store, trees.to_document(), pair=swapped.id),
    )  # fmt: skip
    page.run()
    assert not page.exception
    assert [box.value for box in page.text_input if box.key.endswith("_units")] == [""]


def test_what_was_decided_is_there_again_after_another_page(opened, store, clinics):
    """Filling, units and matches were asked for again whenever the reader had been on Trees meanwhile."""
    lines = clinic(3, factors={"albumin": 0.1, "weight": 1.0}, gap=True).replace("weight", "kilos", 1)
    third = uploaded(store, lines, "third.csv")
    key = f"third_upload_{third[1]}_{clinics['pair']}"
    page = choose(opened(PAGE, **clinics), third)
    page.button(key=f"{key}_fill").click().run()
    page.button(key=f"{key}_convert").click().run()
    page.selectbox(key=f"{key}_is_weight").set_value("kilos").run()
    page.switch_page("pages/trees/page.py").run()
    assert not page.exception
    page.switch_page(PAGE).run()
    assert not page.exception
    assert not page.error
    assert not page.warning
    assert page.selectbox(key=f"{key}_missing").value == "common"
    assert page.text_input(key=f"{key}_units").value == "albumin=*10"
    assert page.selectbox(key=f"{key}_is_weight").value == "kilos"
