"""`ksdt mine` with another criterion than information gain, and with costs."""

from __future__ import annotations

import json

import pytest

from ksdt_core.formats.result import read_result
from ksdt_core.mining.miners import mine
from tests.test_bad_input import GOOD


def costs_file(folder, text, name="costs.csv"):
    (folder / name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize("criterion", ["gain-ratio", "gini"])
def test_a_criterion_reaches_the_miner_and_is_kept_by_the_document(ksdt, folder, criterion):
    code, out, error = ksdt(*GOOD, "--criterion", criterion, "-o", "result.json")
    assert (code, out, error) == (0, "", "")
    result = read_result(folder / "result.json")
    assert result.document["config"]["criterion"] == criterion
    assert result.tree_set.parameters.criterion == criterion
    assert f"split criterion {criterion}" in ksdt("show", "result.json")[1]


def test_plain_gain_is_left_out_of_the_document(ksdt):
    config = json.loads(ksdt(*GOOD)[1])["config"]
    assert not {"criterion", "costs", "cost_rule", "cost_weight"} & config.keys()


@pytest.mark.parametrize("text", ["attribute,cost\nage,1000\nheight,0.5\n", "age\t1000\nheight\t0.5\n"])
def test_costs_come_from_a_file_of_two_columns(ksdt, folder, text, approved):
    file = costs_file(folder, text)
    words = ("--costs", file, "--cost-rule", "exponential", "--cost-weight", "0.5")
    code, out, error = ksdt(*GOOD, *words, "-o", "result.json")
    assert (code, out, error) == (0, "", "")
    result = read_result(folder / "result.json")
    config = result.document["config"]
    assert config["costs"] == {"age": 1000.0, "height": 0.5}
    assert (config["cost_rule"], config["cost_weight"]) == ("exponential", 0.5)
    assert result.tree_set.parameters.valuing.costs == (("age", 1000.0), ("height", 0.5))
    shown = ksdt("show", "result.json")[1]
    (told,) = (line for line in shown.splitlines() if "age 1000, height 0.5" in line)
    approved(told)


def test_an_attribute_that_costs_much_is_chosen_less(ksdt, folder):
    """age parts both tables best; at a million it is worth nothing, and its similarity alone does not win."""

    def root(*words):
        document = json.loads(ksdt(*GOOD, "-k", "1", "--weights", "0.9,0.05,0.05", *words)[1])
        return document["trees"][0]["nodes"][0]["attribute"]

    assert root() == "age"
    assert root("--costs", costs_file(folder, "age,1000000\n")) != "age"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("agee,2\n", ("--costs", "'agee'", "'age'?")),
        ("age,0\n", ("--costs", "'age'", "0.001")),
        ("age,-1\n", ("--costs", "'age'")),
        ("age,nan\n", ("--costs", "'age'", "nan")),
        ("age,inf\n", ("--costs", "'age'", "inf")),
        ("age,2\nage,3\n", ("--costs", "'age'", "twice")),
        ("age,dear\n", ("costs 'costs.csv', line 1", "'dear'")),
        ("age\n", ("costs 'costs.csv', line 1",)),
        ("", ("costs 'costs.csv'", "empty")),
    ],
)
def test_costs_that_cannot_be_meant_are_refused_with_a_reason(ksdt, folder, text, said):
    code, out, error = ksdt(*GOOD, "--costs", costs_file(folder, text))
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert all(part in error for part in said), error


def test_a_weight_of_costs_belongs_to_the_exponential_rule(ksdt, folder):
    file = costs_file(folder, "age,2\n")
    assert "--cost-rule exponential" in ksdt(*GOOD, "--costs", file, "--cost-weight", "0.5")[2]
    assert "--cost-weight" in ksdt(*GOOD, "--costs", file, "--cost-rule", "exponential", "--cost-weight", "2")[2]
    assert "--cost-rule 'cubed'" in ksdt(*GOOD, "--costs", file, "--cost-rule", "cubed")[2]


def test_costs_in_python_come_as_a_mapping():
    from tests.pairs_by_hand import pair_of

    pair = pair_of(([[0.0], [1.0]], [0, 1]), ([[0.0], [1.0]], [0, 1]), class_names=("a", "b"))
    name = pair.attributes[0]
    assert mine(pair, costs={name: 3}, k=1).parameters.costs == ((name, 3.0),)
