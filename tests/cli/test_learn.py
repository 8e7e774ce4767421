"""`ksdt learn`, and what the other commands make of its document."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from ksdt_core.data.preparing.folds import stratified_holdout
from ksdt_core.data.samples.catalogue import load
from ksdt_core.formats.learned_document import made_of_one_table
from ksdt_core.rules.reduction import reduced_table_rules
from ksdt_core.rules.rule_words import rule_sentence
from ksdt_core.studies.learning.words import learned_lines, parts_words
from ksdt_core.text import for_terminal


def learned(ksdt, *arguments):
    code, _, said = ksdt("learn", *arguments, "-o", "tree.json")
    assert code == 0, said
    return made_of_one_table("tree.json")


@pytest.mark.parametrize("method", ["id3", "c45", "cart", "random"])
def test_every_method_writes_a_document_that_all_commands_read(ksdt, folder, method):
    found = learned(ksdt, "left.csv", "--method", method, "--holdout", "0.3")
    assert (found.table.rows + found.table.held_out, found.settings.method) == (9, method)
    assert found.held_out is not None
    assert ksdt("show", "tree.json")[1].splitlines()[0] == for_terminal(next(iter(learned_lines(found))))
    assert f" {found.tree.n_leaves} lea" in ksdt("show", "tree.json")[1].splitlines()[0]
    assert ksdt("rules", "tree.json")[1].count("\n") >= 1
    rules = json.loads(ksdt("rules", "tree.json", "--format", "json")[1])
    assert sum(rule["support"] for rule in rules["rules"]) == pytest.approx(found.table.rows)
    assert json.loads(ksdt("spectrum", "tree.json")[1])["format"] == "ksdt-spectrum/1"
    assert ksdt("prune", "tree.json", "-o", "pruned.json")[0] == 0
    pruned = made_of_one_table("pruned.json")
    assert pruned.held_out.error <= found.held_out.error + 1e-12
    assert pruned.tree.n_nodes <= found.tree.n_nodes


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "dot", "json", "html", "report-pdf"])
def test_every_format_is_written(ksdt, folder, form):
    learned(ksdt, "left.csv")
    code, out, said = ksdt("export", "tree.json", "--format", form, "-o", "out")
    assert code == 0, said
    for path in out.split():
        data = (folder / path).read_bytes()
        starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "dot": b"digraph", "json": b"{", "html": b"<!DOC"}
        assert data.startswith(starts[form.removeprefix("report-")])


def test_a_report_has_the_rules_sizes_and_settings(ksdt, folder):
    found = learned(ksdt, "left.csv", "--holdout", "0.3")
    assert ksdt("export", "tree.json", "--format", "html", "-o", "report.html")[0] == 0
    text = (folder / "report.html").read_text("utf-8")
    for title in ("Tree", "Rules", "Error by size", "Table and settings"):
        assert f"<h2>{title}</h2>" in text
    assert text.count("</tr>") >= len(found.curve) + found.tree.n_leaves
    assert "Error-based (C4.5)" in text
    assert ksdt("export", "tree.json", "--format", "bundle", "-o", "out")[0] == 2


def test_a_number_is_predicted_in_its_own_units(ksdt, folder):
    found = learned(ksdt, "left.csv", "--target", "age", "--method", "cart", "--regression", "--max-depth", "1")
    ages = np.arange(1, 10)
    assert found.tree.numbers.mean[0] == pytest.approx(5)
    assert found.training.baseline == pytest.approx(ages.std())
    assert found.training.error < found.training.baseline
    assert "units of age" in ksdt("show", "tree.json")[1]


def test_rows_in_parts_are_said_to_count_so(ksdt, folder):
    found = learned(ksdt, "votes", "--holdout", "0.3")
    said = parts_words(found)
    assert said
    assert said in ksdt("show", "tree.json")[1]
    assert not parts_words(learned(ksdt, "votes", "--missing", "drop-rows"))


def test_a_tree_of_numbers_is_pruned_by_default_and_not_by_what_needs_classes(ksdt, folder):
    found = learned(ksdt, "left.csv", "--target", "age", "--method", "cart", "--regression")
    code, _, said = ksdt("prune", "tree.json", "-o", "pruned.json")
    assert code == 0, said
    assert made_of_one_table("pruned.json").tree.n_nodes <= found.tree.n_nodes
    ksdt.refused("prune", "tree.json", "--method", "mdl", code="pruning-of-classes", value="mdl")
    arguments = ("--target", "age", "--method", "cart", "--regression", "--prune", "mdl")
    ksdt.refused("learn", "left.csv", *arguments, "-o", "x.json", code="pruning-of-classes", value="mdl")


def test_a_tree_comes_from_standard_input_too(ksdt, folder, monkeypatch):
    learned(ksdt, "left.csv")
    for command in ("rules", "spectrum", "prune", "show"):
        stream = io.TextIOWrapper(io.BytesIO((folder / "tree.json").read_bytes()))
        monkeypatch.setattr("sys.stdin", stream)
        code, said, error = ksdt(command, "-")
        assert code == 0, error
        assert said


def test_the_rows_of_one_table_do_not_weigh_its_spectrum(ksdt, folder):
    learned(ksdt, "left.csv")
    said = ksdt.refused("spectrum", "tree.json", "--measure", "rows", code="not-for-learned-trees")
    assert "--measure uniform" in said


def test_the_spectrum_of_a_tree_of_numbers_is_that_of_its_means(ksdt, folder):
    """It was that of the answers above or below the mean of all rows."""
    found = learned(ksdt, "left.csv", "--target", "age", "--method", "cart", "--regression", "--max-depth", "1")
    (spectrum,) = json.loads(ksdt("spectrum", "tree.json")[1])["spectra"]
    means = found.tree.numbers.mean[1:]
    assert spectrum["energy"] == pytest.approx(np.mean(means**2))
    assert spectrum["coefficients"][0]["re"] == pytest.approx(means.mean())


def test_reduced_rules_are_judged_on_the_held_out_rows(ksdt, folder):
    found = learned(ksdt, "votes", "--method", "c45", "--prune", "none", "--missing", "drop-rows", "--holdout", "0.3")
    table = load("votes")
    table = table.take_rows(np.flatnonzero(~np.isnan(table.values).any(axis=1)))
    _, held = stratified_holdout(table.classes, 0.3, 0)
    code, said, error = ksdt("rules", "tree.json", "--reduce")
    assert code == 0
    assert f"{held.size} held-out rows" in error
    reduced = reduced_table_rules(found.tree.tree, table.take_rows(held))
    assert said.splitlines() == [for_terminal(rule_sentence(rule, reduced)) for rule in reduced.rules]
    assert sum(rule.decided[0] for rule in reduced.rules) == held.size
    (summary,) = reduced.trees
    assert summary.list_accuracy[0] >= 1 - found.held_out.error, "no worse than the tree on rows it has not seen"


def test_reduced_rules_as_json_are_refused_before_anything_is_said(ksdt, folder):
    assert ksdt("learn", "left.csv", "-o", "tree.json")[0] == 0
    code, said, error = ksdt("rules", "tree.json", "--reduce", "-o", "rules.json")
    assert (code, said, error.count("\n")) == (2, "", 1)
    assert "--format" in error
    assert not (folder / "rules.json").exists()


def test_reduced_rules_are_counted_on_the_table(ksdt, folder):
    learned(ksdt, "sunburn", "--method", "id3")
    said = ksdt("rules", "tree.json", "--reduce")[1].splitlines()
    assert len(said) == 3
    assert "lotion" in said[0] + said[1]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--target", "age", "--method", "id3", "--regression"), "numbers-need-cart"),
        (("--method", "cart", "--regression"), "target-has-classes"),
        (("--prune", "reduced-error"), "learned-without-held-out-rows"),
        (("--discretise", "equal-frequency:1", "--method", "id3"), "bad-discretising"),
        (("--discretise", "equal-frequency:3"), "discretise-without-id3"),
        (("--method", "id3", "--missing", "fractions"), "only-of-c45"),
        (("--method", "random", "--criterion", "gain"), "learner-without-criterion"),
        (("--cost-rule", "squared"), "needs-costs"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(ksdt, folder, arguments, code):
    ksdt.refused("learn", "left.csv", *arguments, "-o", "x.json", code=code)
    assert not (folder / "x.json").exists()


def test_a_target_with_one_value_or_with_numbers_is_refused_with_a_way_out(ksdt, folder):
    (folder / "one.csv").write_text("a,class\n1,x\n2,x\n")
    (folder / "many.csv").write_text("a,class\n" + "".join(f"{i},{i / 7}\n" for i in range(40)))
    ksdt.refused("learn", "one.csv", code="target-with-one-value", value="x")
    assert "--regression" in ksdt.refused("learn", "many.csv", code="target-has-numbers", values=40)


def test_costs_move_the_choice_to_a_cheaper_attribute(ksdt, folder):
    (folder / "costs.csv").write_text("attribute,cost\nage,1000\n")
    by_gain = ("left.csv", "--method", "id3", "--discretise", "equal-frequency:2")
    dear, cheap = learned(ksdt, *by_gain), learned(ksdt, *by_gain, "--costs", "costs.csv")
    assert dear.tree.tree.attributes[dear.tree.tree.attribute[0]] == "age"
    assert cheap.tree.tree.attributes[cheap.tree.tree.attribute[0]] != "age"


def test_ensembles_are_compared_written_and_shown(ksdt, folder):
    code, _, said = ksdt("learn", "votes", "--ensemble", "all", "--trees", "4", "--cv", "2", "-o", "e.json")
    assert code == 0, said
    document = json.loads((folder / "e.json").read_text())
    assert document["format"] == "ksdt-ensembles/1"
    methods = [each["method"] for each in document["methods"]]
    assert methods == ["baseline", "tree", "bagging", "forest", "adaboost", "gradient-boosting", "stacking"]
    guess, *_, stacked = (each["cross_validated"] for each in document["methods"])
    assert (guess["loss"], guess["rows"]) == (168, 435), "republicans"
    assert stacked["error"] < 0.1
    shown = ksdt("show", "e.json")[1].splitlines()
    again = ksdt("learn", "votes", "--ensemble", "all", "--trees", "4", "--cv", "2")[1].splitlines()
    assert shown == again, "standard output gets the table"
    assert shown[0] in said


def test_an_ensemble_is_tested_on_another_table_and_predicts_numbers(ksdt, folder):
    asked = ("--ensemble", "forest", "--trees", "5", "--cv", "0", "--test", "wine-white", "--format", "json")
    classes = json.loads(ksdt("learn", "wine-red", *asked)[1])
    numbers = json.loads(ksdt("learn", "wine-red", *asked, "--regression", "--vote", "median")[1])
    assert classes["test"]["rows"] == numbers["test"]["rows"] == 4898
    assert classes["classes"]
    assert not numbers["classes"]
    by_class, by_number = (found["methods"][2]["test"] for found in (classes, numbers))
    assert by_class["interval"][0] < by_class["error"] < by_class["interval"][1]
    assert by_number["interval"] is None
    assert 0.5 < by_number["error"] < 1.5, "marks from 3 to 9"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--ensemble", "forest", "--prune", "mdl"), "not-for-ensembles"),
        (("--ensemble", "forest", "--costs", "left.csv"), "not-for-ensembles"),
        (("--trees", "5"), "only-for-ensembles"),
        (("--test", "right.csv"), "only-for-ensembles"),
        (("--ensemble", "boost"), "not-a-choice"),
        (("--ensemble", "forest", "--trees", "0"), "not-whole"),
        (("--ensemble", "forest", "--missing", "fractions"), "not-a-choice"),
        (("--ensemble", "all", "--regression", "--target", "age", "--vote", "mode"), "mode-of-numbers"),
        (("--ensemble", "all", "--regression"), "target-has-classes"),
        (("--ensemble", "all", "--test", "few.csv"), "columns-lacking"),
    ],
)
def test_ensembles_that_cannot_be_are_refused_with_a_way_out(ksdt, folder, arguments, code):
    (folder / "few.csv").write_text("age,class\n1,neg\n2,pos\n")
    said = ksdt.refused("learn", "left.csv", *arguments, "-o", "x.json", code=code)
    assert not (folder / "x.json").exists()
    way_out = {"columns-lacking": "--exclude", "only-for-ensembles": "--ensemble", "mode-of-numbers": "--vote mean"}
    assert way_out.get(code, "") in said


def test_a_changed_document_is_refused(ksdt, folder):
    learned(ksdt, "left.csv")
    document = json.loads((folder / "tree.json").read_text())
    document["nodes"][0]["counts"][0] += 5
    (folder / "tree.json").write_text(json.dumps(document))
    ksdt.refused("show", "tree.json", code="document-refused")
    ksdt.refused("prune", "tree.json", code="document-refused")
