"""Effect first on Mine and Trees: baselines, verdicts, one click that hides trees which predict nothing, pruning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.background.kinds import run_pool_cv, run_yardsticks
from ksdt_core.background.queue import finish_job, jobs_about
from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.evidence.cross_validation import cross_validate, cross_validated_pool
from ksdt_core.evidence.effects import effects_of, measure_effects
from ksdt_core.evidence.yardsticks import LEARNERS
from ksdt_core.formats.result import result_document
from ksdt_core.mining.miners import mine
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import weight_pool
from ksdt_core.store.pair_request import PairRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run, list_runs, run_result
from ksdt_core.text import PERCENT_SIGN, percent
from pages.mine.score_tiles import tiles
from tests.app.conftest import words
from tests.app.saying import line_with
from tests.app.tree_parts import drawings, tabs

MINE, TREES = "pages/mine/page.py", "pages/trees/page.py"


@pytest.fixture
def pair(store, spect):
    return requested_pair(store, spect)


@pytest.fixture
def wine(store):
    entry = next(entry for entry in catalogue_pairs() if entry.left == "wine-red")
    request = PairRequest.of_catalogue(entry)
    keep_pair(store, request)
    return request


@pytest.fixture
def checked(store, wine):
    """A run that was cross-validated; some of its trees predict a table and others none."""
    pair = requested_pair(store, wine)
    trees = mine(pair)
    document = result_document(
        trees, effects=measure_effects(pair, trees), cross_validated=cross_validate(pair, trees, folds=3)
    )
    run = keep_run(store, document, pair=wine.id)
    found = effects_of(trees, document)
    useless = found.without_predictive()
    assert 0 < len(useless) < 5, "the test needs both kinds"
    return run, found, useless


def html_of(page) -> str:
    return "\n".join(element.proto.body for element in page.get("html"))


def verdicts(page) -> list[str]:
    shown = [element.proto.body for element in page.get("html")]
    return [body for body in shown if "ksdt-verdict" in body and "<style>" not in body]


def test_a_score_of_balanced_rows_stands_beside_guessing_on_balanced_rows(store, spect):
    """Half of the rows of one table are abnormal and 92 % of the other's; both after oversampling."""
    pair = requested_pair(store, replace(spect, balance=True))
    trees = mine(pair)
    quality, accuracy, similarity, _ = tiles(trees, measure_effects(pair, trees))
    counts = [np.bincount(table.classes, minlength=2) for table in (pair.left, pair.right)]
    shares = np.max([count / count.sum() for count in counts], axis=0)
    made = [np.maximum(np.round(count.sum() * shares), count) for count in counts]
    assert accuracy.anyway == pytest.approx(min(each.max() / each.sum() for each in made))
    assert accuracy.tick == pytest.approx(min(count.max() / count.sum() for count in counts))
    assert accuracy.anyway > accuracy.tick
    root = made[0] @ made[1] / np.linalg.norm(made[0]) / np.linalg.norm(made[1])
    assert similarity.tick == pytest.approx(root)
    assert quality.anyway == pytest.approx(min(accuracy.anyway, root) * (accuracy.anyway + root + 1) / 3)
    plain = tiles(mine(requested_pair(store, spect)), measure_effects(pair, trees))
    assert [tile.anyway for tile in plain] == [None] * 4


def test_mine_shows_each_tables_own_baseline_and_the_vote(opened, spect, pair):
    page = opened(MINE, pair=spect.id)
    assert not page.exception
    shown = html_of(page)
    for domain in (pair.left, pair.right):
        share = (domain.classes == 1).mean()
        assert f"{100 * max(share, 1 - share):.1f}{PERCENT_SIGN}" in shown
    trees = mine(pair)
    vote = measure_effects(pair, trees).training.left.vote
    assert f"{100 * vote.accuracy:.1f}{PERCENT_SIGN}" in shown
    assert "not yet measured" in words(page)
    assert len(verdicts(page)) == 5


def test_what_new_rows_are_answered_stands_on_mine(opened, wine, checked):
    run, found, _ = checked
    page = opened(MINE, pair=wine.id, run=run)
    assert not page.exception
    said = words(page)
    assert f"Expect {100 * found.cross_validated.left.vote.accuracy:.1f}" in said
    assert f"{found.cv_sa:.3f} cross-validated" in html_of(page)


def test_one_click_hides_trees_that_predict_nothing_on_trees(opened, wine, checked):
    run, _, useless = checked
    page = opened(TREES, pair=wine.id, run=run)
    assert sum(" better than the baseline in wine-red and wine-white" in tab["said"] for tab in tabs(page)) == len(
        useless
    )
    page.toggle(key="hide_unpredictive").set_value(True).run()
    assert not page.exception
    assert [tab["number"] - 1 for tab in tabs(page)] == [position for position in range(5) if position not in useless]


def test_one_click_hides_trees_that_predict_nothing(opened, wine, checked):
    run, _, useless = checked
    page = opened(MINE, pair=wine.id, run=run)
    assert len(verdicts(page)) == 5
    assert sum(" better than guessing<" in body for body in verdicts(page)) == len(useless)
    page.toggle(key="hide_unpredictive").set_value(True).run()
    assert not page.exception
    assert len(verdicts(page)) == 5 - len(useless)
    assert not any(" better than guessing<" in body for body in verdicts(page))


def test_a_tree_says_below_its_drawing_that_it_does_no_better(opened, checked):
    run, found, useless = checked
    page = opened(TREES, run=run, tree=useless[0] + 1)
    shown = next(tree for tree in drawings(page) if tree["number"] == useless[0] + 1)
    assert ", baseline " in shown["notes"][0]
    verdict = found.verdict(useless[0])
    accuracies = f"{100 * verdict.left.accuracy:.1f} | {percent(verdict.right.accuracy, 1)}"
    assert shown["notes"][1].startswith(f"cross-validated accuracy {accuracies}: ")
    assert shown["notes"][1].endswith(" better than guessing")


def test_the_tab_of_a_tree_shows_what_new_rows_say(opened, checked):
    """Trees showed 93 | 92 % of the training rows for a tree that Mine called no better than guessing."""
    run, found, _ = checked
    for tab in tabs(opened(TREES, run=run)):
        verdict = found.verdict(tab["number"] - 1)
        shares = f"{100 * verdict.left.accuracy:.0f} | {100 * verdict.right.accuracy:.0f}{PERCENT_SIGN}"
        assert tab["below"] == shares
        assert tab["label"].endswith(f", cross-validated accuracy {shares}")


def test_hold_out_and_minimum_leaf_share_are_settings(opened, store, spect):
    page = opened(MINE, pair=spect.id, unfolded=["more_settings"])
    page.number_input(key="settings_min_leaf_share").set_value(0.1).run()
    page.number_input(key="settings_holdout").set_value(0.3).run()
    assert not page.exception
    config = max(list_runs(store), key=lambda run: run.created).summary["config"]
    assert (config["min_leaf_share"], config["holdout"]) == (0.1, 0.3)
    assert "held-out rows" in html_of(page)


def test_a_set_is_pruned_in_the_app(opened, store, checked):
    run, _, _ = checked
    page = opened(TREES, run=run)
    page.selectbox(key="prune_method").set_value("mdl").run()
    page.button(key="prune_now").click().run()
    assert not page.exception
    pruned = max(list_runs(store), key=lambda each: each.created).id
    assert pruned != run
    before, after = (run_result(store, each) for each in (run, pruned))
    assert after.document["pruned"][0]["method"] == "mdl"
    sizes = [sum(shared.tree.n_nodes for shared in each.tree_set.trees) for each in (before, after)]
    assert sizes[1] < sizes[0]
    assert effects_of(after.tree_set, after.document).training is not None


def test_standard_methods_are_a_job_on_request(opened, store, spect):
    page = opened(MINE, pair=spect.id)
    assert not [name for name in LEARNERS.values() if name in html_of(page)]
    assert not jobs_about(store, max(list_runs(store), key=lambda run: run.created).id, "yardsticks")
    page.button(key="yardsticks").click().run()
    run = max(list_runs(store), key=lambda run: run.created).id
    (job,) = jobs_about(store, run, "yardsticks")
    finish_job(store, job.id, "done", result=run_yardsticks(store, job, lambda done, total: None))
    page.run()
    assert not page.exception
    assert [html_of(page).count(name) for name in LEARNERS.values()] == [2, 2], "within a table, and across"
    assert len(run_result(store, run).document["yardsticks"]["learners"]) == 2


def test_the_best_weighting_by_cross_validation_is_a_job_and_says_so(opened, store, spect, pair):
    page = opened(MINE, pair=spect.id, unfolded=["weight_menu"])
    page.button_group(key="map_pool").set_value("wvp2").run()
    page.selectbox(key="best_by").set_value("cv").run()
    page.button(key="pool_cv").click().run()
    (job,) = jobs_about(store, spect.id, "pool-cv")
    result = run_pool_cv(store, job, lambda done, total: None)
    vectors = weight_pool("wvp2").vectors
    expected = [each.sa for each in cross_validated_pool(pair, MiningParameters(), vectors, folds=5)]
    assert result["cv_sa"] == pytest.approx(expected)
    finish_job(store, job.id, "done", result=result)
    page.run()
    assert not page.exception
    best = vectors[expected.index(max(expected))]
    told = line_with(page, f"{len(vectors)} weightings", "(5 folds)")
    assert ", ".join(f"{part:.2f}" for part in best.parts) in told
