"""The Learn page: lectures with every number, a table of one's own, sizes, bad targets, hostile names."""

from __future__ import annotations

import html
import re

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data.samples.catalogue import load
from ksdt_core.store.deleting import delete_uploads
from ksdt_core.store.pair_request import TableRequest, requested_table
from ksdt_core.store.run_documents import PAGE as PAGE_PART
from ksdt_core.store.run_documents import LearnPage, shown_classes
from ksdt_core.store.runs import OF_ONE_TABLE, document_of, keep_run, list_runs
from ksdt_core.store.uploads import keep_upload
from ksdt_core.studies.learning.learned import LEARNED
from ksdt_core.studies.learning.run import learn_table
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.studies.learning.words import headline, parts_words
from ksdt_core.text import percent
from pages.common.learned_tree import TWO_BARS
from pages.learn import numbers, view
from tests.app.conftest import words as markdown_words

PAGE = "pages/learn/page.py"


def words(page) -> str:
    """All that the page says, its answer and notes included."""
    return markdown_words(page) + " ".join(block.proto.body for block in page.get("html"))


def frame_answer(page) -> str:
    """The answer, and what the drawing and the rules show."""
    return re.sub(r"st-key-[\w-]+", "", " ".join(block.proto.body for block in page.get("html"))[:20_000])


def tables(page) -> str:
    return " ".join(element.body for element in page.get("html"))


def test_the_credit_risk_lecture_shows_every_number_and_its_misprint(opened):
    page = opened(PAGE, learn="lecture:credit-risk")
    assert not page.exception
    assert not page.error
    said, told = tables(page), words(page).replace("\\", "")
    for number in ("0.966", "0.266", "0.206", "0.063", "1.531"):
        assert number in said + told
    assert "0.581" in told, "what the lecture misprints"
    assert "→ income" in said
    assert numbers.TAB in told, "the text names entropies and gains that only this tab shows"
    assert numbers.TAB in [tab.label for tab in page.tabs]


def test_the_slider_calls_a_tree_pruned_only_if_it_was(opened):
    (grown,) = opened(PAGE, learn="lecture:credit-risk").select_slider
    assert (grown.options[0], grown.value) == ("as grown", view.AS_PRUNED)
    (pruned,) = opened(PAGE, learn="catalogue:spect-train").select_slider
    assert pruned.options[0] == view.AS_PRUNED


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("play-tennis", ("0.940", "0.247", "0.152", "0.048", "0.029")),
        ("loans", ("0.997", "0.787", "0.391", "0.381")),
        ("sunburn", ("0.954", "0.454")),
        ("gene-pairs", ("1.000", "0.082")),
        ("temperature", ("≤ 54", "54 to 85", "> 85")),
        ("age-bmi", ("≤ 62", "≤ 19.5", "0.198", "0.128")),
    ],
)
def test_every_lecture_opens_with_its_numbers(opened, name, numbers):
    page = opened(PAGE, learn=f"lecture:{name}")
    assert not page.exception
    assert not page.error
    shown = html.unescape(tables(page)) + words(page).replace("\\", "")
    assert [number for number in numbers if number not in shown] == []


def test_the_sunny_days_of_the_lecture(opened):
    page = opened(PAGE, learn="lecture:play-tennis")
    node = next(each for each in page.selectbox if each.label == "Node of the grown tree")
    page = node.set_value(next(at for at, name in enumerate(node.options) if "sunny" in name)).run()
    assert not page.exception
    assert [number for number in ("0.971", "0.571", "0.020") if number not in tables(page)] == []


def test_a_number_is_predicted_and_classes_come_back(opened):
    """The marks of wines are read as two classes; as numbers they get a regression tree, and back."""
    page = opened(PAGE, learn="catalogue:wine-red")
    assert not page.error
    toggle = next(each for each in page.toggle if each.label == "Predict a number")
    page = toggle.set_value(True).run()
    assert not page.error
    assert re.search(r"predicts quality .* error ", words(page).replace("\\", ""))
    toggle = next(each for each in page.toggle if each.label == "Predict a number")
    page = toggle.set_value(False).run()
    assert not page.error
    assert "is correct for" in words(page).replace("\\", "")


def test_the_tree_at_a_size_and_the_other_methods(opened):
    page = opened(PAGE, learn="catalogue:votes")
    slider = page.select_slider[0]
    page = slider.set_value(slider.options[1]).run()
    assert not page.error
    told = words(page)
    assert told.count("leaf: ") == 1, "the tree of one leaf"
    assert "pruned by cost-complexity" in told
    for method in ("C4.5", "ID3", "CART", "Random splits"):
        assert method in tables(page)


def test_rows_with_missing_values_are_said_to_count_in_parts(opened):
    """And rules are pruned there too, which was offered for complete tables alone."""
    page = opened(PAGE, learn="catalogue:votes")
    (said,) = {parts_words(learn_table(load("votes"), LearnSettings()))}
    assert said
    assert said in words(page)
    assert any("post-pruning" in each.label for each in page.expander)
    assert said not in words(opened(PAGE, learn="catalogue:spect-train"))
    assert TWO_BARS in tables(page), "held-out rows have bars of their own in the list on phones"
    assert TWO_BARS not in tables(opened(PAGE, learn="lecture:credit-risk"))


def test_ensembles_stand_beside_one_tree_once_they_are_asked_for(opened):
    page = opened(PAGE, learn="catalogue:votes")
    assert not [said for said in ("Gradient boosting", "(5 folds)") if said in tables(page)]
    page.number_input(key="learn_ensemble_trees").set_value(3)
    page = page.button(key="learn_ensemble_go").click().run()
    assert not page.exception
    assert not page.error
    said = tables(page)
    for method in ("Baseline", "Single tree", "Bagging", "Random forest", "AdaBoost", "Gradient boosting", "Stacking"):
        assert method in said
    assert percent(0.386, 1) in said, "the baseline"
    assert "(5 folds)" in said


def test_each_table_of_a_pair_is_tested_on_the_other(opened, spect):
    page = opened(PAGE, learn="catalogue:spect-train", pair=spect.id)
    page.number_input(key="learn_ensemble_trees").set_value(1)
    page = page.button(key="learn_ensemble_go").click().run()
    assert not page.exception
    assert not page.error
    for said in ("Trained on spect-train and tested on spect-test", "Trained on spect-test and tested on spect-train"):
        assert said in tables(page)


def test_a_cost_moves_the_first_split_to_another_attribute(opened):
    """Income has the largest gain of the lecture; at a high cost another attribute is chosen."""
    page = opened(PAGE, learn="lecture:credit-risk")
    assert "→ income" in tables(page)
    picker = next(each for each in page.multiselect if each.label == "Attributes with a cost")
    page = picker.set_value(["income"]).run()
    page = next(each for each in page.number_input if each.label == "Cost of income").set_value(1000.0).run()
    assert not page.exception
    assert not page.error
    assert "→ income" not in tables(page)


def test_a_tree_is_saved_and_opened_again_as_it_was_shown(opened, store):
    page = opened(PAGE, learn="catalogue:votes")
    for kind, label, value in (
        ("selectbox", "Method", "id3"),
        ("selectbox", "Prune", "mdl"),
        ("number_input", "Minimum rows to split", 9),
    ):
        page = next(each for each in page.get(kind) if each.label == label).set_value(value).run()
    slider = page.select_slider[0]
    page = slider.set_value(slider.options[3]).run()
    said = frame_answer(page)
    page = page.button(key="learn_save").click().run()
    assert not page.exception
    assert frame_answer(page) == said, "nothing changes when it is saved"
    (run,) = list_runs(store, kinds=OF_ONE_TABLE)
    assert page.query_params["learned"] == run.id

    again = opened(PAGE, learn="catalogue:votes", learned=run.id)
    assert not again.exception
    assert frame_answer(again) == said
    assert str(again.select_slider[0].value) == slider.options[3]
    chosen = {each.label: each.value for each in (*again.selectbox, *again.number_input)}
    assert (chosen["Method"], chosen["Prune"], chosen["Minimum rows to split"]) == ("id3", "mdl", 9)
    again = again.button(key="learn_save").click().run()
    assert [each.id for each in list_runs(store, kinds=OF_ONE_TABLE)] == [run.id], "the same tree is saved once"

    again.selectbox(key="learn_table").set_value(("catalogue", "wine-red")).run()
    assert not again.exception
    assert "learned" not in again.query_params


def test_a_saved_tree_of_numbers_with_its_own_settings_opens_again(opened, store):
    settings = LearnSettings(method="cart", regression=True, max_depth=40, seed=2**31, holdout=0.25, prune="none")
    request = TableRequest("catalogue", "wine-red", "wine-red", target="quality")
    learned = learn_table(load("wine-red", target="quality", cut=()), settings, target="quality")
    document = {**LEARNED.write(learned), PAGE_PART: LearnPage(request, None, settings).to_part()}
    run = keep_run(store, document, pair=None)
    page = opened(PAGE, learn="catalogue:wine-red", learned=run)
    assert not page.exception
    assert not page.error
    assert headline(learned) in words(page).replace("\\", "")


def test_a_saved_tree_whose_table_was_deleted_says_so(opened, store):
    upload = keep_upload(store, "t.csv", content=b"a,class\n1,x\n2,y\n3,x\n")
    request = TableRequest("upload", upload.id, "t", target="class")
    learned = learn_table(requested_table(store, request))
    document = {**LEARNED.write(learned), PAGE_PART: LearnPage(request, None, LearnSettings()).to_part()}
    run = keep_run(store, document, pair=None)
    delete_uploads(store, [upload.id])
    page = opened(PAGE, learn=f"upload:{upload.id}", learned=run)
    assert not page.exception
    assert len(page.warning) == 1


def test_a_model_file_is_judged_on_the_table_and_a_foreign_one_says_what_the_table_lacks(opened, store, tmp_path):
    xgboost = pytest.importorskip("xgboost")
    numeric = load("wine-red")
    model = xgboost.XGBClassifier(n_estimators=3, max_depth=2).fit(
        pd.DataFrame(numeric.values, columns=numeric.attributes), numeric.classes
    )
    model.save_model(tmp_path / "wine.ubj")
    data = (tmp_path / "wine.ubj").read_bytes()

    page = opened(PAGE, learn="catalogue:wine-red")
    page.file_uploader(key="learn_model_file_0").upload("wine.ubj", data).run()
    assert not page.exception
    (run,) = list_runs(store, kinds=("model",))
    page.text_input(key=f"learn_model_classes_{run.id}").set_value(",".join(numeric.class_names)).run()
    wrong = float(np.mean(model.predict(numeric.values) != numeric.classes))
    judged = f"wine (XGBoost, 3 trees) is right on {100 * (1 - wrong):.1f}"
    assert judged in words(page).replace("\\", "")

    page = opened(PAGE, learn="catalogue:wine-red", model=run.id)
    assert judged in words(page).replace("\\", ""), "a new session has the model with the names of its classes"
    page.text_input(key=f"learn_model_classes_{run.id}").set_value("just one").run()
    assert len(page.error) == 1
    assert shown_classes(document_of(store, run.id)) == numeric.class_names, "a wrong number of names is not saved"

    page = opened(PAGE, learn="catalogue:votes", model=run.id)
    assert not page.exception
    (said,) = (each.value for each in page.warning)
    assert "fixed acidity" in said
    assert "votes" in said
