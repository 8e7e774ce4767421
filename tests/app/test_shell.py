"""The sidebar and the strip around every page: what they show, from what, and when."""

from __future__ import annotations

import json
import re

import pytest

from ksdt_core.background.queue import put_job
from ksdt_core.evidence.pair_test import evidence
from ksdt_core.evidence.verdict import paper_text
from ksdt_core.store.pair_request import requested_pair
from ksdt_core.store.runs import add_to_run, kept_run, run_document
from pages.common import kept
from pages.common import strip as top
from pages.common.navigation import GROUPS, WORKFLOW
from tests.app.two_tables import kept_tables
from tests.app.work import calls_of

ABOUT, DATA, TREES = "pages/about/page.py", "pages/data/page.py", "pages/trees/page.py"


def strip(page) -> str:
    """What the strip says, without markup."""
    bodies = [block.proto.body for block in page.get("html")]
    (found,) = (body for body in bodies if body.startswith("<div class='ksdt-strip"))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", found)).strip()


def ticked(page) -> set[str]:
    """The folders of the steps that have a tick."""
    bodies = [block.proto.body for block in page.get("html")]
    starts = tuple(f"<span class='ksdt-hold'></span><style>.{name}" for name in ("st-key-step_", "ksdt-none"))
    (found,) = (body for body in bodies if body.startswith(starts))
    return set(re.findall(r"st-key-step_(\w+)", found))


def test_groups_are_those_of_the_workflow_with_its_steps_numbered():
    assert list(GROUPS) == ["Workflow", "Understand", "More"]
    assert [entry.title for entry in WORKFLOW] == ["Data", "Mine", "Trees", "Replicate"]
    assert [entry.icon for entry in WORKFLOW] == [f":material/counter_{step}:" for step in range(1, 5)]


def test_without_a_pair_nothing_is_said_and_nothing_is_done(opened):
    page = opened(ABOUT)
    assert strip(page) == ""
    assert ticked(page) == set()


def test_a_pair_is_named_with_its_rows_and_no_set(opened, spect, approved):
    page = opened(ABOUT, pair=spect.id)
    assert strip(page).startswith("■ spect-train 80 ● spect-test 187 ")
    approved(strip(page))
    assert ticked(page) == set(), "its checks are not known yet"


def test_a_page_that_is_not_about_the_tables_does_not_read_bundled_ones(opened, spect):
    with calls_of(kept.table) as counted:
        opened(ABOUT, pair=spect.id)
    assert counted["table"] == 0


def test_an_uploaded_table_is_counted_at_the_end_of_the_page(opened, store):
    request = kept_tables(store, ("a", "b"))
    assert strip(opened(ABOUT, pair=request.id)).startswith("■ one 120 ● two 120")


def test_data_ticks_itself_and_the_test_of_the_pair_is_told(opened, spect):
    page = opened(DATA, pair=spect.id)
    assert re.fullmatch(r"■ spect-train 80 ● spect-test 187 .* p [=<] 0\.\d{3}", strip(page))
    assert ticked(page) == {"data"}


def test_a_pair_with_a_problem_is_not_done(opened, store):
    request = kept_tables(store, ("a", "b"), gaps=3)
    assert ticked(opened(DATA, pair=request.id)) == set()


def test_a_set_is_told_with_its_quality(opened, store, run):
    found = strip(opened(ABOUT, run=run))
    quality = kept_run(store, run).summary["scores"]["sdtsq"]
    assert f"3 trees, depth 2 quality {quality:.3f}" in found


def test_trees_are_done_once_they_were_opened_and_replicate_once_one_is_saved(opened, store, run):
    assert ticked(opened(ABOUT, run=run)) == {"data", "mine"}
    assert ticked(opened(TREES, run=run)) == {"data", "mine", "trees"}
    add_to_run(store, run, {"replications": [{"table": {"name": "third"}}]})
    assert "replicate" in ticked(opened(ABOUT, run=run))


def test_jobs_in_the_background_are_counted(opened, store, spect):
    put_job(store, "evidence", subject=spect.id, request={"permutations": 99})
    page = opened(ABOUT)
    assert any("1 job running" in block.proto.body for block in page.get("html"))


@pytest.mark.parametrize("run_of", ["mined", "none"])
def test_export_is_closed_with_a_reason_where_there_is_nothing_to_export(opened, run, run_of):
    page = opened(ABOUT, **({"run": run} if run_of == "mined" else {}))
    (menu,) = (block for block in page.get("popover") if block.proto.popover.label == "Export")
    assert menu.proto.popover.disabled == (run_of == "none")
    assert bool(menu.proto.popover.help) == (run_of == "none")


def test_names_from_files_are_escaped(opened, store):
    request = kept_tables(store, ("a", "b"), called=("<script>x</script>", "two"))
    bodies = " ".join(block.proto.body for block in opened(ABOUT, pair=request.id).get("html"))
    assert "<script>" not in bodies
    assert requested_pair(store, request).left.name == "<script>x</script>"
    assert "&lt;script&gt;" in bodies


def test_the_menu_says_that_the_text_for_a_paper_follows(monkeypatch):
    """While a pair is tested the menu had no text, and nothing said that there would be one."""
    said: list[str] = []
    monkeypatch.setattr(top.st, "markdown", said.append)
    monkeypatch.setattr(top.st, "code", lambda text, **_: said.append(text))
    top.show_text("")
    top.show_text("We compared a with b.")
    assert said == [f"**{top.TEXT}**", f":gray[{top.TEXT_LATER}]", f"**{top.TEXT}**", "We compared a with b."]


def test_the_menu_lists_the_files_of_the_run(store, run):
    from pages.trees.run_files import downloads

    files = downloads(run).files
    assert [file.file_name.rsplit(".", 1)[-1] for file in files] == [
        "pdf",
        "svg",
        "png",
        "json",
        "pdf",
        "html",
        "pdf",
        "zip",
    ]
    assert downloads(run).text == "", "the pair of this run was not tested"
    made = json.loads(next(file for file in files if file.mime == "application/json").make())
    assert made["trees"] == json.loads(run_document(store, run))["trees"]


def test_the_menu_has_the_answer_as_a_text_once_the_pair_was_tested(store, run, spect):
    from pages.trees.run_files import downloads

    found = evidence(requested_pair(store, spect), permutations=19)
    add_to_run(store, run, {"evidence": found.to_document()})
    said = downloads(run).text
    assert said.startswith(paper_text(found))
