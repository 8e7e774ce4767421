"""The Diversity page: what it says of a set, what a choice changes, hostile names, stale links."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import requested_pair
from ksdt_core.store.runs import delete_runs, keep_run, run_result
from ksdt_core.text import score
from pages.common.current import NO_TREES
from pages.diversity.blocks import MEASURES
from pages.diversity.tables import difference_table, pair_table, usage_table
from pages.diversity.words import lead, nearest_pair
from tests.app.conftest import words
from tests.app.saying import says
from tests.app.two_tables import kept_set, kept_tables
from tests.pairs_by_hand import pair_of

PAGE = "pages/diversity/page.py"
HOSTILE = ("<script>alert(1)</script>", '"]; x [label="', "**bold** $x$ :red[a]", "a & b\n|c|")


def bodies(page) -> str:
    return "\n".join(element.proto.body for element in page.get("html"))


def charts(page) -> list[dict]:
    return [json.loads(element.proto.spec) for element in page.get("plotly_chart")]


def test_without_a_run_it_says_what_to_do(opened):
    page = opened(PAGE)
    assert not page.exception
    assert NO_TREES in words(page)
    assert charts(page) == []


def test_one_tree_has_no_pair(opened, store, spect, approved):
    trees = mine(requested_pair(store, spect), k=1, max_depth=1)
    page = opened(PAGE, pair=spect.id, run=keep_run(store, trees.to_document(), pair=spect.id))
    approved(page.info[0].value)
    assert charts(page) == []


def test_filled_page_says_how_trees_differ(opened, store, spect, run):
    page = opened(PAGE, pair=spect.id, run=run)
    assert not page.exception
    assert not page.error
    trees = run_result(store, run).tree_set
    assert lead(trees) in bodies(page)
    assert len(charts(page)) == 2, "matrix and dendrogram"
    for kind in MEASURES.values():
        assert bodies(page).count(kind) >= 1
    by_lnc = next(body for body in bodies(page).splitlines() if f"by {MEASURES['lnc']}" in body)
    assert f">{score(trees.scores.td)}<" in by_lnc
    adds = next(body for body in bodies(page).splitlines() if "Without it" in body)
    for others in ((1, 2), (0, 2), (0, 1)):
        assert f">{score(trees.tpd[others])}<" in adds
    assert page.selectbox(key="diversity_pair_of_trees").value == nearest_pair(trees)
    assert "wine" not in bodies(page)
    assert "spect-train" in bodies(page)


def test_address_names_the_two_trees(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, tree=3, beside=1)
    assert page.selectbox(key="diversity_pair_of_trees").value == (0, 2)
    page.selectbox(key="diversity_pair_of_trees").set_value((1, 2)).run()
    assert page.query_params["tree"] == "2"
    assert page.query_params["beside"] == "3"


def test_names_to_choose_from_are_written_as_they_are(opened, store):
    request = kept_tables(store, ("wife's age", "no_of-children"))
    page = opened(PAGE, run=kept_set(store, request))
    (option,) = page.selectbox(key="diversity_pair_of_trees").options
    assert "wife's age" in option
    assert "\\" not in option


@pytest.mark.parametrize(("tree", "beside"), [(9, 1), (1, 1), ("x", "y"), (2, 0)])
def test_address_that_names_no_two_trees_shows_two_anyway(opened, spect, run, tree, beside):
    page = opened(PAGE, pair=spect.id, run=run, tree=tree, beside=beside)
    assert not page.exception
    assert not page.error
    first, second = page.selectbox(key="diversity_pair_of_trees").value
    assert first != second


def test_splits_only_leaves_leaves_out(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run)
    before = bodies(page)
    page.button_group(key="diversity_rows").set_value("Splits only").run()
    after = bodies(page)
    assert 0 < after.count('class="pill"') < before.count('class="pill"')


def test_map_is_drawn_when_it_is_asked_for(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run)
    page.button(key="diversity_compare").click().run()
    assert not page.error
    assert len(charts(page)) == 3


def test_imported_run_can_be_read_without_its_tables(opened, store):
    random = np.random.default_rng(1)
    tables = []
    for _ in range(2):
        values = random.normal(size=(50, 4))
        tables.append((values.tolist(), (values[:, 0] + values[:, 1] > 0).astype(int).tolist()))
    pair = pair_of(*tables, attributes=HOSTILE, class_names=("</td><b>", "<img src=x onerror=alert(1)>"))
    run = keep_run(store, mine(pair, k=3, max_depth=2).to_document(), pair=None)
    page = opened(PAGE, run=run)
    assert not page.exception
    assert not page.error
    assert not any(button.key == "diversity_compare" for button in page.button), "no other weights can be mined"
    assert "<script" not in bodies(page)
    assert "<img" not in bodies(page)
    assert "&lt;script&gt;" in bodies(page)
    for chart in charts(page):
        assert "<script" not in json.dumps(chart)


def test_tables_hold_what_the_page_shows(store, run):
    trees = run_result(store, run).tree_set
    header, rows = difference_table(trees)
    assert [row[:2] for row in rows] == [(1, 2), (1, 3), (2, 3)]
    assert dict(zip(header, rows[1], strict=True))["tpd"] == trees.tpd[0, 2]
    splits = sum(shared.tree.n_nodes - shared.tree.n_leaves for shared in trees.trees)
    assert len(usage_table(trees)[1]) == splits
    header, rows = pair_table(trees, (0, 2))
    assert all(len(row) == len(header) for row in rows)
    root = dict(zip(header, rows[0], strict=True))
    assert root["position"] == "root"
    assert root["tree 3: dsn"] == trees.trees[2].dsn[0]
    counts = [value for name, value in root.items() if name.startswith("tree 1: ") and "dsn" not in name]
    assert counts == [*trees.trees[0].cdv_left[0], *trees.trees[0].cdv_right[0]]


def test_deleted_run_gives_a_sentence_and_a_way_on(opened, store, spect, run):
    delete_runs(store, [run])
    page = opened(PAGE, pair=spect.id, run=run)
    assert not page.exception
    assert page.error[0].value == says("run-deleted")


def test_stale_link_gives_a_sentence(opened, store):
    page = opened(PAGE, run="nowhere")
    assert not page.exception
    assert page.error[0].value == says("run-not-saved")
