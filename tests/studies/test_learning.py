"""Learning on one table: every worked number of the lectures, numbers as targets, held-out rows, curves, contracts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from ksdt_core.data.preparing.folds import stratified_holdout
from ksdt_core.data.samples.catalogue import load
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.learners.reaching import answers, reached
from ksdt_core.measures.criteria import gain
from ksdt_core.measures.gain import entropy
from ksdt_core.studies.learning.learned_rules import learned_rules
from ksdt_core.studies.learning.lectures import EXAMPLES, example
from ksdt_core.studies.learning.run import learn_table
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.studies.learning.words import headline
from ksdt_core.studies.learning.worked import ID, attribute_worths, with_code, worked_nodes
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.learned_tree import branch_texts, branches, links, threshold_words
from tests.data.tables import table_of
from tests.refusals import refused
from tests.strategies import datasets


def worked(name):
    """The splits of an example by the way to them."""
    chosen = example(name)
    table = chosen.table()
    learned = learn_table(table, LearnSettings(**chosen.settings))
    return {node.way: node for node in worked_nodes(learned, table)}, learned


def gains(node):
    return {each.attribute: pytest.approx(round(each.gain, 3), abs=1e-9) for each in node.attributes}


def test_credit_risk_from_the_first_entropy_to_the_last_split():
    nodes, learned = worked("credit-risk")
    root = nodes[()]
    assert root.entropy == pytest.approx(1.531, abs=5e-4)
    assert gains(root) == {"income": 0.966, "credit history": 0.266, "debt": 0.063, "collateral": 0.206}
    middle = nodes[("income = $15k to $35k",)]
    assert (middle.entropy, middle.chosen) == (1.0, "credit history")
    assert learned.training.error == 0


def test_play_tennis():
    nodes, _ = worked("play-tennis")
    assert nodes[()].entropy == pytest.approx(0.940, abs=5e-4)
    assert gains(nodes[()]) == {"outlook": 0.247, "humidity": 0.152, "wind": 0.048, "temperature": 0.029}
    sunny = nodes[("outlook = sunny",)]
    assert gains(sunny) == {"humidity": 0.971, "temperature": 0.571, "wind": 0.020}


def test_the_loan_of_thirty_customers():
    """14 against 16 customers, of which 17 and 13 go each way: 0.996 − 0.615 = 0.38."""
    assert [float(entropy(np.array(c))) for c in ([14, 16], [13, 4], [1, 12])] == pytest.approx(
        [0.997, 0.787, 0.391], abs=1e-3
    )
    assert float(gain([[13, 4], [1, 12]])) == pytest.approx(0.38, abs=2e-3)
    nodes, _ = worked("loans")
    assert nodes[()].entropy == pytest.approx(0.99679, abs=5e-6), "printed as 0.996"
    assert nodes[()].attributes[0].children == ((1, 12), (13, 4))
    assert gains(nodes[()]) == {"group": 0.381}


def test_gene_pairs_temperature_age_and_bmi():
    nodes, _ = worked("gene-pairs")
    assert gains(nodes[()])["co-localization"] == 0.082
    _, temperature = worked("temperature")
    assert branch_texts(temperature.tree, 0) == ("≤ 54", "54 to 85", "> 85")
    nodes, _ = worked("age-bmi")
    by_name = {each.attribute: each for each in nodes[()].attributes}
    assert (by_name["age"].split, by_name["BMI"].split) == ("≤ 62", "≤ 19.5")
    assert by_name["BMI"].gain == pytest.approx(0.198, abs=5e-4)
    bmi_at_30 = gain([[3, 1], [1, 2]])  # as the lecture cuts it
    assert float(bmi_at_30) == pytest.approx(0.128, abs=5e-4)


def test_sunburn_has_the_four_rules():
    _, learned = worked("sunburn")
    assert len(learned_rules(learned)) == 4


def test_a_rule_says_each_bound_once_and_one_row_has_no_spread():
    table = load("wine-red", cut=())
    learned = learn_table(table, LearnSettings(method="cart", regression=True, max_depth=8), target="quality")
    for rule in learned_rules(learned):
        starts = [word.rsplit(" ", 1)[0] for word in rule.words]
        assert len(starts) == len(set(starts)) == len(rule.conditions)
        assert rule.support > 1 or rule.sd == 0


def test_every_example_is_opened_by_its_name():
    assert len({each.name for each in EXAMPLES}) == len(EXAMPLES) == 7


def test_gain_prefers_a_code_for_each_row_and_gain_ratio_less():
    table = load("votes")
    worths = {each.attribute: each for each in attribute_worths(with_code(table), LearnSettings(method="id3"))}
    best = max((each for name, each in worths.items() if name != ID), key=lambda each: each.gain)
    assert worths[ID].gain > best.gain
    assert worths[ID].gain_ratio < best.gain_ratio


def test_a_numeric_target_is_predicted_as_scikit_learn_does():
    table = load("wine-red", cut=())
    settings_ = LearnSettings(method="cart", regression=True, max_depth=3, holdout=0.25)
    learned = learn_table(table, settings_, target="quality")
    marks = np.array([float(name) for name in table.class_names])[table.classes]
    rows, held = stratified_holdout(np.zeros(table.n_rows, dtype=np.intp), 0.25, 0)
    model = DecisionTreeRegressor(max_depth=3, random_state=0).fit(table.values[rows], marks[rows])
    for part, quality in ((rows, learned.training), (held, learned.held_out)):
        errors = marks[part] - model.predict(table.values[part])
        assert quality.error == pytest.approx(np.sqrt(np.mean(errors**2)), rel=1e-6)
        assert quality.baseline == pytest.approx(np.sqrt(np.mean((marks[part] - marks[rows].mean()) ** 2)))


def test_cart_is_scikit_learn_s_tree():
    table = load("kc1")
    learned = learn_table(table, LearnSettings(method="cart", max_depth=4))
    model = DecisionTreeClassifier(max_depth=4, random_state=0).fit(table.values, table.classes)
    wrong = float(np.mean(model.predict(table.values) != table.classes))
    assert (learned.tree.n_nodes, learned.training.error) == (model.tree_.node_count, pytest.approx(wrong))


@pytest.mark.parametrize("method", ["id3", "c45", "cart", "random"])
@settings(max_examples=15)
@given(table=datasets(missing=True), prune=st.sampled_from([None, "none", "mdl", "size-plus-errors"]))
def test_every_learner_counts_its_rows_and_its_errors(method, table, prune):
    """Counts of children add up, leaves answer their majority, and the errors are those of the answers."""
    if np.unique(table.classes).size < 2 or (method == "cart" and np.abs(np.nan_to_num(table.values)).max() > 1e30):
        return
    learned = learn_table(table, LearnSettings(method=method, prune=prune))
    tree = learned.tree
    assert tree.counts[0] == pytest.approx(table.class_counts())
    for node, below in branches(tree).items():
        assert tree.counts[list(below)].sum(axis=0) == pytest.approx(tree.counts[node])
    if not table.n_missing:
        cells = cells_of(tree.tree, table.values, table.attributes)
        if method == "cart":  # compares in 32 bits
            return
        found = answers(tree, cells, fractions=method == "c45")
        assert learned.training.error == pytest.approx(float(np.mean(found != table.classes)))


@pytest.mark.parametrize("prune", ["reduced-error", "cost-complexity"])
def test_pruning_on_held_out_rows_never_makes_them_worse(prune):
    table = load("wine-red")
    whole, pruned = (
        learn_table(table, LearnSettings(method="cart", holdout=0.3, prune=each)) for each in ("none", prune)
    )
    assert pruned.held_out.error <= whole.held_out.error
    assert pruned.tree.n_nodes < whole.tree.n_nodes
    assert whole.curve[0].leaves <= whole.tree.n_leaves
    assert whole.curve[whole.chosen].held_out == min(point.held_out for point in whole.curve)


def test_a_target_with_one_value_and_numbers_for_classes_and_the_reverse_are_refused():
    with refused("target-with-one-value", InvalidDataError, value="x"):
        learn_table(table_of("a", [(1, "x"), (2, "x")]))
    numbers = table_of("a", [(i, f"{i / 7:.3f}") for i in range(30)])
    with refused("target-has-numbers", InvalidDataError, values=30):
        learn_table(numbers)
    with refused("target-has-classes", InvalidDataError, target="class"):
        learn_table(load("play-tennis"), LearnSettings(method="cart", regression=True))
    with refused("numbers-need-cart", InvalidParameterError, method="c45"):
        LearnSettings(regression=True)


@pytest.mark.parametrize(("pruning", "flatters"), [("reduced-error", True), ("cost-complexity", True), ("mdl", False)])
def test_held_out_rows_that_chose_the_size_are_said_to_flatter(pruning, flatters):
    """Their error is the smallest of many, so that it is optimistic as that of training rows is."""
    learned = learn_table(load("spect-train"), LearnSettings(method="cart", prune=pruning, holdout=0.3))
    assert learned.is_chosen_by_held_out is flatters
    assert ("optimistic" in headline(learned)) is flatters
    alone = learn_table(load("spect-train"), LearnSettings(method="cart", prune="mdl"))
    assert "optimistic" in headline(alone)


@settings(max_examples=60, deadline=None)
@given(
    datasets(missing=True).filter(lambda table: np.unique(table.classes).size > 1),
    st.sampled_from(["id3", "c45", "random"]),
    st.sampled_from([0.0, 0.3]),
)
def test_thresholds_as_written_separate_the_same_rows(table, method, holdout):
    """The printed numbers, put in the place of the thresholds, send every row where the tree sends it."""
    try:
        learned = learn_table(table, LearnSettings(method=method, holdout=holdout))
    except InvalidDataError:  # nothing left to learn from or to hold out
        return
    tree = learned.tree
    inner = np.flatnonzero(~np.isnan(tree.tree.threshold)).tolist()
    written = {node: float(threshold_words(tree, node).replace("−", "-")) for node in inner}
    values = cells_of(tree.tree, table.values, table.attributes)
    for node, rows, _ in reached(tree, values, fractions=True):
        if tree.tree.attribute[node] < 0:
            continue
        cells = values[rows, tree.tree.attribute[node]]
        for link in (link for link in links(tree, node) if link in written):
            threshold = tree.tree.threshold[link]
            if (cells <= threshold).any() and (cells > threshold).any():
                assert ((cells <= written[link]) == (cells <= threshold)).all()


def test_thresholds_are_written_in_few_digits():
    """Formerly in six digits each: `≤ 0.330467`, `≤ −0.00261834`."""
    rows = [[0.1, "no"], [0.276875, "no"], [0.38405952, "yes"], [0.9, "yes"]]
    learned = learn_table(table_of("A1", rows * 3), LearnSettings(method="c45"))
    rule, other = learned_rules(learned)
    assert (rule.words, other.words) == (("A1 ≤ 0.33",), ("A1 > 0.33",))
