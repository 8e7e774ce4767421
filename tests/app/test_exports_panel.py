"""The export panel of the Trees page: what can be had, and what a choice changes."""

from __future__ import annotations

import io
import json

import pytest

from ksdt_core.background.queue import put_job
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run, run_document
from ksdt_core.store.uploads import keep_upload
from pages.common.current import Current
from pages.trees.exports import UNDER_WAY, Order, Style
from tests.app.conftest import words
from tests.app.saying import line_with

pypdf = pytest.importorskip("pypdf", reason="pypdf reads the report; pip install ksdt[test]")

PAGE = "pages/trees/page.py"
EXPORT = ("figures",)  # the block is open
LABELS = ["SVG", "PNG, 300 dpi", "PNG, 2×", "PDF", "DOT", "JSON", "Report (HTML)", "Report (PDF)", "Bundle (zip)"]


def buttons(page) -> list[str]:
    """The labels of the buttons of the panel."""
    return [button.proto.label for button in page.get("download_button") if "export_" in button.proto.id]


def test_every_format_and_the_bundle_are_offered(opened, run, approved):
    page = opened(PAGE, EXPORT, run=run)
    assert not page.exception
    assert buttons(page) == LABELS
    approved(line_with(page, "85 mm"))


def test_long_names_that_figures_cut_are_told_where_they_can_be_changed(opened, run, store):
    """A figure said "Serum l… (U/L)", and nothing led to the place where a short form can be written."""

    def label(run):
        labels = [block.label for block in opened(PAGE, EXPORT, run=run).expander]
        return next(each for each in labels if each.startswith("Names in figures"))

    assert label(run) == "Names in figures"
    lines = "\n".join(f"{row % 2 + row % 7 / 10},{'ab'[row % 2]}" for row in range(40))
    tables = [
        keep_upload(store, f"{name}.csv", content=f"Serum lactate dehydrogenase (U/L),class\n{lines}".encode())
        for name in "pq"
    ]
    request = PairRequest(
        *(TableRequest("upload", each.id, name, target="class") for each, name in zip(tables, "pq", strict=True))
    )
    keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=1, max_depth=1)
    long = keep_run(store, trees.to_document(), pair=request.id)
    assert label(long) == "Names in figures: 1 long name is cut, write a short form here"


def test_a_test_under_way_is_told(opened, run, store):
    assert UNDER_WAY not in words(opened(PAGE, EXPORT, run=run))
    put_job(store, "null", subject=run, request={"vectors": []})
    assert UNDER_WAY in words(opened(PAGE, EXPORT, run=run))


def test_nothing_is_made_before_it_is_asked_for(opened, run, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a file was made while the page was drawn")

    monkeypatch.setattr("pages.trees.exports.export_files", refuse)
    monkeypatch.setattr("ksdt_core.reports.bundle.bundle", refuse)
    monkeypatch.setattr("ksdt_core.reports.report_content.report_content", refuse)
    page = opened(PAGE, EXPORT, run=run)
    assert not page.exception
    assert buttons(page) == LABELS


def test_a_column_that_is_too_narrow_for_the_counts_is_told(opened, store, spect, approved):
    trees = mine(requested_pair(store, spect), k=2, max_depth=6)
    page = opened(PAGE, EXPORT, run=keep_run(store, trees.to_document(), pair=spect.id))
    assert "85 mm" not in words(page), "fitting takes the wider one"
    page.session_state["export_width"] = "single"
    page.run()
    approved(line_with(page, "85 mm"))


def test_the_tree_of_the_address_is_the_one_to_export(opened, run):
    page = opened(PAGE, EXPORT, run=run, tree=2)
    assert line_with(page, " 2,", " mm") in words(page)
    page.selectbox(key="export_of_1").select("set").run()
    assert not page.exception
    assert "180 mm" in words(page)


def test_style_is_kept_when_the_reader_comes_back(opened, run):
    page = opened(PAGE, EXPORT, run=run)
    page.session_state["export_width"] = "double"
    page.session_state["export_grey"] = "greyscale"
    page.run()
    said = line_with(page, "180 mm")
    page.switch_page("pages/runs/page.py").run()
    page.switch_page(PAGE).run()
    assert not page.exception
    assert line_with(page, "180 mm") == said


def test_a_run_without_tables_says_that_its_bundle_has_no_rules(opened, run, store, approved):
    original = json.loads(run_document(store, run))
    imported = keep_run(store, original | {"pair": original["pair"] | {"fingerprint": "0" * 32}}, pair=None)
    page = opened(PAGE, EXPORT, run=imported)
    assert not page.exception
    approved(line_with(page, " mm"))
    assert buttons(page) == LABELS


def test_orders_are_filled_with_what_is_kept_now(run, store):
    trees = parse_result(run_document(store, run)).tree_set
    current = Current(run, trees, None)
    order = Order(current.trees, store, run, None, Style("double", grey=True), genes=True, colour="class")
    svg = order.file(1, "svg", None).decode()
    assert 'width="180mm"' in svg
    assert 'data-tree="2"' in svg
    assert "italic" in svg
    assert parse_result(order.file("set", "json", None)).tree_set.scores == trees.scores
    assert order.file(0, "png", "2x").startswith(b"\x89PNG")


def test_a_report_has_the_findings_where_the_tables_are_kept(run, spect, store):
    trees = parse_result(run_document(store, run)).tree_set
    known, unknown = (
        Order(trees, store, run, Current(run, trees, asked).pair, Style(), False, "dsn", asked).html().decode()
        for asked in (spect, None)
    )
    assert 'class="finding' in known
    assert 'class="finding' not in unknown
    assert all(f'<article id="tree-{number}">' in report for report in (known, unknown) for number in (1, 2, 3))


def test_a_report_is_to_be_had_as_pdf(run, spect, store):
    trees = parse_result(run_document(store, run)).tree_set
    order = Order(trees, store, run, Current(run, trees, spect).pair, Style(), False, "dsn", spect)
    text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(order.pdf())).pages)
    assert all(f"Tree {number}: " in text for number in (1, 2, 3))
