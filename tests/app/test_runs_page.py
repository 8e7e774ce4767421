"""The Runs page: found, chosen, named, compared, put away and brought back."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from ksdt_core.data.model.preparation import Preparation
from ksdt_core.errors import KsdtError
from ksdt_core.mining.comparison import compare_sets
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import choices_of
from ksdt_core.store.exchange import exported
from ksdt_core.store.runs import (
    Run,
    delete_runs,
    keep_run,
    kept_run,
    list_runs,
    note_run,
    pin_run,
    rename_run,
    run_result,
)
from ksdt_core.text import score, signed
from pages.runs.compare import setting_text, verdict
from pages.runs.table import answer, automatic_name
from tests.app.conftest import words
from tests.app.saying import says
from tests.store.kept_documents import document_of

PAGE = "pages/runs/page.py"
HOSTILE = "<script>alert(1)</script> **b** :red[x]"


@pytest.fixture
def three(store) -> list[str]:
    """Three runs; the third was used last."""
    return [
        keep_run(store, document_of(seed, **options), pair=None, seconds=0.5)
        for seed, options in ((0, {}), (0, {"max_depth": 1}), (1, {}))
    ]


def shown(page) -> list[str]:
    return list(page.dataframe[-1].value["id"])


def choose(page, *rows: int):
    """Ticks rows of the table of runs; AppTest has no clicks for it."""
    tables = [table for table in page.dataframe if "id" in table.value]
    key = tables[-1].proto.id.removesuffix("-None").rsplit("-", 1)[-1]
    page.session_state[key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return page.run()


def button(page, key: str):
    return next(button for button in page.button if str(button.key).startswith(key))


def test_empty_store_says_what_to_do(opened, approved):
    page = opened(PAGE)
    assert not page.exception
    approved(page.info[0].value)
    assert len(page.dataframe) == 0


@pytest.mark.parametrize("balance", [False, True])
def test_scores_of_balanced_rows_are_called_so(store, balance):
    document = document_of(0)
    document["config"]["balance"] = balance
    (run,) = [replace(each, summary={**each.summary, "config": document["config"]}) for each in kept_runs(store)]
    said, _ = answer([run])
    assert ("balanced quality" in said) is balance
    assert ("balanced" in automatic_name(run)) is balance


def kept_runs(store) -> list[Run]:
    keep_run(store, document_of(0), pair=None, seconds=0.5)
    return list_runs(store)


def test_runs_are_listed_with_their_scores(opened, three):
    page = opened(PAGE)
    assert not page.exception
    assert not page.error
    assert shown(page) == three[::-1]
    table = page.dataframe[-1].value
    assert table["sdtsq"].iloc[-1] == document_of()["scores"]["sdtsq"]
    assert table["data"].iloc[0] == document_of(1)["pair"]["fingerprint"][:8]
    assert "3 of 3" in words(page)


def test_sets_of_different_tables_are_not_ranked(store, three):
    """The answer named the best of all pairs, and the next line forbade to compare them."""
    runs = list_runs(store)
    qualities = [score(run.summary["scores"]["sdtsq"]) for run in runs]
    assert max(qualities) in answer(runs)[0]
    named = {**runs[0].summary["pair"], "left": {**runs[0].summary["pair"]["left"], "name": "elsewhere"}}
    other = replace(runs[0], summary={**runs[0].summary, "pair": named})
    head, note = answer([other, *runs[1:]])
    assert "3 sets of 2 pairs" in head
    assert not any(quality in head for quality in qualities)
    assert "different tables" in note
    assert "different tables" not in answer(runs)[1]


def test_a_click_on_a_row_opens_it_and_an_unnamed_run_has_a_name(opened, store, three):
    page = opened(PAGE)
    config = document_of(1)["config"]
    name = page.dataframe[-1].value["name"].iloc[0]
    assert name.startswith(f"{config['k']} trees, depth {config['max_depth']}")
    key = page.dataframe[-1].proto.id.removesuffix("-None").rsplit("-", 1)[-1]
    page.session_state[key] = {"selection": {"rows": [], "columns": [], "cells": [(1, "name")]}}
    page.run()
    assert not page.exception
    assert page.subheader[-1].value.replace("\\", "") == kept_run(store, three[1]).title
    assert not any(each.key == "delete_runs" for each in page.button), "it is open, not ticked"


def test_what_was_excluded_and_balanced_is_in_the_row(opened, store):
    document = document_of()
    config = document["config"] | {"exclude": ["age", "<b>"], "balance": True}
    keep_run(store, document | {"config": config}, pair=None)
    (said,) = opened(PAGE).dataframe[-1].value["settings"]
    first, second = said.split("; ")[:2]
    assert "age" in first
    assert "<b>" in first
    assert "alance" in second


def test_search_finds_names_and_notes(opened, store, three):
    rename_run(store, three[0], "Keeper <b>")
    note_run(store, three[1], "look AGAIN")
    page = opened(PAGE)
    page.text_input(key="runs_search").set_value("keep").run()
    assert shown(page) == [three[0]]
    page.text_input(key="runs_search").set_value("again LEFT").run()
    assert shown(page) == [three[1]]
    page.text_input(key="runs_search").set_value("nothing of the kind").run()
    assert len(page.info) == 1
    assert not [table for table in page.dataframe if "id" in table.value]


def test_tables_can_be_filtered(opened, store, run, three):
    page = opened(PAGE)
    assert len(shown(page)) == 4
    page.selectbox(key="runs_tables").set_value("spect-train : spect-test").run()
    assert shown(page) == [run]


def test_pinned_runs_come_first(opened, store, three):
    pin_run(store, three[0], pinned=True)
    page = opened(PAGE)
    assert shown(page)[0] == three[0]
    assert list(page.dataframe[-1].value["pinned"]) == ["★", "", ""]


def test_hostile_names_stay_text(opened, store, three):
    rename_run(store, three[2], HOSTILE)
    page = choose(opened(PAGE), 0)
    assert not page.exception
    heading = next(element.value for element in page.subheader if "script" in element.value)
    assert "\\<script\\>" in heading
    assert "\\:red" in heading


def test_run_can_be_named_and_noted(opened, store, three):
    page = choose(opened(PAGE), 0)
    page.text_input[1].set_value("best so far")
    page.text_area[0].set_value("two\nlines")
    button(page, "save_").click().run()
    assert not page.exception
    found = kept_run(store, three[2])
    assert (found.name, found.note) == ("best so far", "two\nlines")
    assert "best so far" in list(page.dataframe[-1].value["name"])


def edit(page, *, name: str | None = None, note: str | None = None):
    if name is not None:
        page.text_input[-1].set_value(name)
    if note is not None:
        page.text_area[-1].set_value(note)
    return button(page, "save_").click().run()


def said(page) -> list[str]:
    return [toast.value for toast in page.toast]


def test_two_readers_who_note_the_same_run_see_both_texts_and_choose(opened, store, three):
    """Regression: the second reader was told that the note was saved, and the text was gone."""
    first, second = (choose(opened(PAGE), 0) for _ in range(2))
    assert len(said(edit(first, note="of the first"))) == 1
    edit(second, note="of the second")
    assert said(second) == []
    assert len(second.warning) == 1
    assert kept_run(store, three[2]).note == "of the first"
    assert {"of the first", "of the second"} <= {code.value for code in second.code}
    button(second, "replace_saved").click().run()
    assert len(said(second)) == 1
    assert kept_run(store, three[2]).note == "of the second"
    assert not second.warning
    edit(second, note="once more")
    assert kept_run(store, three[2]).note == "once more"


def test_the_saved_text_can_be_kept(opened, store, three):
    first, second = (choose(opened(PAGE), 0) for _ in range(2))
    edit(first, note="of the first")
    edit(second, note="of the second")
    button(second, "keep_saved").click().run()
    assert second.text_area[-1].value == "of the first"
    assert kept_run(store, three[2]).note == "of the first"
    edit(second, note="a better one")
    assert kept_run(store, three[2]).note == "a better one"


def test_one_may_name_a_run_while_another_notes_it(opened, store, three):
    first, second = (choose(opened(PAGE), 0) for _ in range(2))
    edit(first, note="a note")
    edit(second, name="a name")
    assert len(said(second)) == 1
    assert (kept_run(store, three[2]).name, kept_run(store, three[2]).note) == ("a name", "a note")
    assert second.text_area[-1].value == "a note"


def test_a_note_for_a_run_that_is_gone_is_not_said_to_be_saved(opened, store, three):
    page = choose(opened(PAGE), 0)
    delete_runs(store, [three[2]])
    edit(page, note="hours of thought")
    assert said(page) == []
    assert len(page.error) == 1
    assert "hours of thought" in {code.value for code in page.code}
    assert list_runs(store, deleted=True)[0].note == ""
    button(page, "unsaved_close").click().run()
    assert not page.error


def test_a_box_that_is_opened_again_has_the_text_of_the_store(opened, store, three):
    page = choose(opened(PAGE), 0)
    choose(page, 1)
    note_run(store, three[2], "by somebody else")
    choose(page, 0)
    assert page.text_area[-1].value == "by somebody else"


def test_run_can_be_pinned(opened, store, three):
    page = choose(opened(PAGE), 2)
    button(page, "pin_runs").click().run()
    assert kept_run(store, three[0]).pinned
    assert shown(page)[0] == three[0]


@pytest.mark.parametrize("key", ["runs_open_Diversity", "compare_current"])
def test_the_map_of_another_set_is_left_behind(opened, store, three, key):
    """A run may have settings of its own: a map of 36 sets with them, which nobody asked for, may take long."""
    page = choose(opened(PAGE, run=three[2], pool="wvp1"), 2)
    assert page.session_state["place"].pool == "wvp1"
    button(page, key).click().run()
    assert not page.exception
    assert page.session_state["place"].pool is None


def test_the_ticked_run_stays_ticked_when_another_one_takes_its_row(opened, store, three):
    """Regression: the tick was remembered as a row number, so that the buttons acted on the run that was mined last."""
    page = choose(opened(PAGE), 0)
    newest = keep_run(store, document_of(2), pair=None)
    page.run()
    assert shown(page) == [newest, *three[::-1]]
    assert ticked_title(page) == kept_run(store, three[2]).title
    button(page, "delete_runs").click().run()
    assert [run.id for run in list_runs(store)] == [newest, three[1], three[0]]


def ticked_title(page) -> str:
    """The heading of the one run that is ticked."""
    return page.subheader[-1].value.replace("\\", "")


def test_a_row_is_ticked_in_the_list_that_the_reader_saw(opened, store, three):
    rename_run(store, three[1], "the one in the middle")
    page = opened(PAGE)
    keep_run(store, document_of(2), pair=None)  # while the reader looks at three runs
    assert ticked_title(choose(page, 1)) == "the one in the middle"


def test_ticks_follow_their_runs_through_a_search(opened, store, three):
    rename_run(store, three[0], "the oldest")
    page = choose(opened(PAGE), 2)
    page.text_input(key="runs_search").set_value("oldest").run()
    assert shown(page) == [three[0]]
    assert ticked_title(page) == "the oldest"
    page.text_input(key="runs_search").set_value("").run()
    assert ticked_title(page) == "the oldest"


def test_a_ticked_run_that_somebody_else_deleted_is_told(opened, store, three):
    rename_run(store, three[2], "gone <b>")
    page = choose(opened(PAGE), 0)
    delete_runs(store, [three[2]])
    page.run()
    assert "gone \\<b\\>" in page.warning[0].value
    assert not any(str(each.key).startswith("save_") for each in page.button)


@pytest.mark.parametrize("key", ["delete_runs", "pin_runs"])
def test_nothing_is_done_with_a_run_that_somebody_else_deleted(opened, store, three, key):
    page = choose(opened(PAGE), 0)
    delete_runs(store, [three[2]])
    before = list_runs(store, deleted=True)
    button(page, key).click().run()
    assert page.error[0].value == says("this-run-deleted")
    assert list_runs(store, deleted=True) == before
    assert len(list_runs(store)) == 2


def test_the_last_run_deleted_by_somebody_else_is_told_too(opened, store):
    run = keep_run(store, document_of(), pair=None)
    page = choose(opened(PAGE), 0)
    delete_runs(store, [run])
    (deleted,) = list_runs(store, deleted=True)
    assert deleted.title in page.run().warning[0].value.replace("\\", "")


def test_deleted_runs_come_back_with_undo(opened, store, three):
    page = choose(opened(PAGE), 0, 1)
    button(page, "delete_runs").click().run()
    assert not page.exception
    assert [run.id for run in list_runs(store)] == [three[0]]
    button(page, "undo_delete").click().run()
    assert len(list_runs(store)) == 3
    assert not any(each.key == "undo_delete" for each in page.button)


def test_deleted_runs_can_be_looked_at_and_brought_back_later(opened, store, three):
    delete_runs(store, three)
    page = opened(PAGE)
    assert len(page.dataframe) == 0
    page.button_group(key="runs_which").set_value("Deleted").run()
    assert len(shown(page)) == 3
    button(choose(page, 1), "bring_back").click().run()
    assert [run.id for run in list_runs(store)] == [three[1]]


def test_deleting_the_current_run_leaves_no_dead_link(opened, store, three):
    page = choose(opened(PAGE, run=three[2]), 0)
    button(page, "delete_runs").click().run()
    assert not page.error
    assert "run" not in page.query_params


def test_two_runs_are_compared_side_by_side(opened, three):
    page = choose(opened(PAGE), 0, 2)
    button(page, "compare_two").click().run()
    assert not page.exception
    assert not page.error
    assert page.query_params["other"] == three[0]
    assert page.query_params["run"] == three[2]
    button(page, "close_comparison").click().run()
    assert "other" not in page.query_params
    assert not any(each.key == "close_comparison" for each in page.button)


def test_comparison_by_link_tells_what_differs(opened, three):
    page = opened(PAGE, run=three[0], other=three[1])
    bodies = [element.proto.body for element in page.get("html")]
    (scores,) = (body for body in bodies if ">B − A<" in body)
    assert re.findall(r"<tr><td>.*?(\w+)\)?</td>", scores) == ["SDTSQ", "SA", "DS", "TD", "p"]
    a, b = (document_of(**options)["scores"]["sdtsq"] for options in ({}, {"max_depth": 1}))
    assert f">{score(a)}</td><td class='ksdt-right'>{score(b)}</td><td class='ksdt-right'>{signed(b - a)}<" in scores
    (settings,) = (body for body in bodies if "Settings that differ" in body)
    assert "<tr><td>Maximum depth</td><td>2</td><td>1</td></tr>" in settings
    assert settings.count("<tr><td>") == 1
    button(page, "swap_runs").click().run()
    assert page.query_params["run"] == three[1]


@pytest.mark.parametrize("other", range(3))
def test_the_verdict_of_a_comparison(store, three, other, approved):
    """With itself, with a set of another depth, and with one of other data."""
    runs = [kept_run(store, three[position]) for position in (0, other)]
    approved(verdict(runs, compare_sets(*(run_result(store, run.id).tree_set for run in runs))))


@pytest.mark.parametrize("query", [{"run": "gone"}, {"run": "gone", "other": "gone"}])
def test_stale_links_give_a_sentence_and_the_list(opened, three, query):
    page = opened(PAGE, **query)
    assert not page.exception
    assert page.error[0].value == says("run-not-saved")
    assert len(shown(page)) == 3


def test_documents_are_imported(opened, store):
    page = opened(PAGE)
    document = json.dumps(document_of()).encode()
    page.get("file_uploader")[0].upload("a.json", document, "application/json").run()
    button(page, "import_runs").click().run()
    assert not page.exception
    assert len(page.success) == 1
    assert len(list_runs(store)) == 1


def test_bad_import_gives_one_sentence(opened, store, three):
    page = opened(PAGE)
    uploader = page.get("file_uploader")[0]
    uploader.upload("<b>.json", b"{", "application/json")
    uploader.upload("good.json", exported(store, three[0]), "application/json").run()
    button(page, "import_runs").click().run()
    assert not page.exception
    assert len(page.error) == 1
    assert "<b>" not in page.error[0].value.replace("\\<b\\>", "")
    assert len(page.info) == 1, "the other one was here"
    assert not page.success


def test_an_import_tells_new_from_known_and_forgets_what_was_said_before(opened, store, three, approved):
    """Regression: two runs that were here already were imported, and said so again beside the next file's error."""
    new = json.dumps(document_of(2)).encode()
    page = opened(PAGE)
    for name, content in (("new.json", new), ("a.json", exported(store, three[0])), ("b.json", new)):
        page.get("file_uploader")[0].upload(name, content, "application/json")
    page = button(page.run(), "import_runs").click().run()
    approved(page.success[0].value)
    assert len(list_runs(store)) == 4
    page.get("file_uploader")[0].upload("bad.json", b"{", "application/json").run()
    page = button(page, "import_runs").click().run()
    assert len(page.error) == 1
    assert not page.success


def test_the_order_of_the_list_is_that_of_a_column(opened, store, three):
    pin_run(store, three[1], pinned=True)
    table = opened(PAGE).dataframe[-1].value
    assert table["pinned"].tolist() == ["★", "", ""]
    assert table["used"].iloc[1:].is_monotonic_decreasing


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"ig": 0.3, "ds": 0.7, "atd": None}, "0.3, 0.7"),
        ({"<b>": 2.0}, "<b> 2"),
        ([], "none"),
        (["a", "b"], "a, b"),
        (True, "on"),
        (None, "–"),
        (0.2, "0.2"),
        (3, "3"),
    ],
)
def test_settings_as_people_write_them(value, text):
    assert setting_text("anything", value) == text


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("min_size", 31.98, "32 (31.98)"),
        ("missing", "fail", choices_of(Preparation, "missing")["fail"]),
        ("atd", "avgmin", choices_of(MiningParameters, "atd")["avgmin"]),
        ("aus", "lnc", choices_of(MiningParameters, "aus")["lnc"]),
        ("attr_fraction", 1.0, "all"),
        ("max_depth", 0, "unlimited"),
        ("method", "parallel", choices_of(MiningParameters, "method")["parallel"]),
        ("method", "unheard of", "unheard of"),
    ],
)
def test_settings_in_the_words_of_the_report(name, value, text):
    assert setting_text(name, value) == text


def test_a_study_is_saved_and_opened(opened, store, three, tmp_path, approved):
    from ksdt_core.store.database import open_store
    from ksdt_core.store.study import keep_study, study_of
    from ksdt_core.store.study_file import study_bytes

    elsewhere = open_store(tmp_path / "elsewhere")
    keep_study(elsewhere, study_of(store))
    keep_run(elsewhere, document_of(7), pair=None)
    page = opened(PAGE)
    assert any(button.proto.label == "Save study" for button in page.get("download_button"))
    box = next(box for box in page.get("file_uploader") if "Study" in box.proto.label)
    box.upload("study.ksdt", study_bytes(study_of(elsewhere)), "application/zip").run()
    assert not page.error
    approved(page.success[0].value)
    assert len(list_runs(store)) == 4
    box = next(box for box in page.get("file_uploader") if "Study" in box.proto.label)
    box.upload("bad.ksdt", b"PK", "application/zip").run()
    assert len(page.error) == 1
    assert "bad.ksdt" in page.error[0].value.replace("\\", "")


def test_a_study_that_cannot_be_saved_says_why(opened, store, three):
    page = opened(PAGE)
    saving = next(page.session_state[key] for key in page.session_state if str(key).endswith("_saving"))
    saving.ask()
    with pytest.raises(KsdtError):
        saving.make(store, ["no such run"])
    page.run()
    assert [error.value.replace("\\", "") for error in page.error] == [saving.problem]
    saving.ask()
    assert saving.make(store, None)
    page.run()
    assert not page.error
