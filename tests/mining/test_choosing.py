"""`auto`: share of attributes and depth by cross-validation inside the training rows."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings

from ksdt_core.data.preparing.pairing import with_classes
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.cross_validation import cross_validate
from ksdt_core.evidence.significance import Trial, mean_tree_quality, shuffled_pair, significance
from ksdt_core.formats.result import parse_result, result_document
from ksdt_core.mining import choosing
from ksdt_core.mining.cells.found import weight_cells
from ksdt_core.mining.choice import Setting, best_setting
from ksdt_core.mining.choosing import choose, shares_for, with_choice
from ksdt_core.mining.holdout import split_pair
from ksdt_core.mining.miners import mine
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.presorted import presort
from ksdt_core.mining.sweeps import sweep
from tests.mining.planted import planted_pair
from tests.oracles import plain_choosing as plain
from tests.strategies import prepared_pairs

AUTO = MiningParameters(choose="auto")


@pytest.fixture(scope="module")
def pair():
    return planted_pair(strength=1.0, n_rows=60, n_attributes=5, scale="rank")


def test_by_hand():
    values = [(0.1, 1, 0.6, 0.1), (0.1, 2, 0.7, 0.1), (1.0, 1, 0.7, 0.0), (1.0, 2, 0.65, 0.2)]
    grid = tuple(Setting(*each) for each in values)
    assert best_setting(grid) == grid[1]  # the first of the two best, which has fewer attributes
    assert shares_for(5) == (1.0,)
    assert shares_for(72) == (0.5, 1.0)
    assert shares_for(7200) == (0.005, 0.02, 0.2, 1.0)


@settings(max_examples=12, deadline=None)
@given(prepared_pairs(max_rows=24, max_attributes=4, max_classes=3))
def test_equals_the_plain_definition(prepared):
    fewest = min(int(np.bincount(side.classes).min()) for side in (prepared.left, prepared.right))
    assume(fewest >= 2)
    found = choose(prepared, MiningParameters(k=2))
    grid, folds = plain.grid_of(prepared, k=2)
    assert found.folds == folds
    own = [(each.attr_fraction, each.max_depth, each.balanced_accuracy, each.standard_error) for each in found.grid]
    assert own == [pytest.approx(each) for each in grid]
    best = max(value for _, _, value, _ in grid)
    assert found.setting == next((share, depth) for share, depth, value, _ in grid if value >= best - 1e-12)


def test_wide_tables_try_several_shares():
    wide = planted_pair(strength=1.5, n_rows=40, n_attributes=80, scale="rank")
    found = choose(wide, MiningParameters(k=2, max_depth=1))
    assert [each.attr_fraction for each in found.grid[::4]] == [0.45, 1.0]
    assert [each.max_depth for each in found.grid[:4]] == [1, 2, 3, 4]
    grid, _ = plain.grid_of(wide, k=2)
    assert [each.balanced_accuracy for each in found.grid] == pytest.approx([value for _, _, value, _ in grid])


def test_the_set_is_that_of_the_chosen_numbers_and_the_document_tells_them(pair):
    found = mine(pair, choose="auto")
    assert found.choice is not None
    fixed = mine(pair, attr_fraction=found.choice.attr_fraction, max_depth=found.choice.max_depth)
    document, plain_document = result_document(found), result_document(fixed)
    assert document["trees"] == plain_document["trees"]
    assert "choice" not in plain_document
    assert "choose" not in plain_document["config"]
    assert document["config"]["choose"] == "auto"
    assert (document["config"]["attr_fraction"], document["config"]["max_depth"]) == found.choice.setting
    assert len(document["choice"]["grid"]) == 4
    again = parse_result(json.dumps(document).encode()).tree_set
    assert (again.choice, again.parameters) == (found.choice, found.parameters)


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["choice"].update(max_depth=9),
        lambda document: document["config"].pop("choose"),
        lambda document: document["choice"].update(grid=[]),
        lambda document: document["choice"]["grid"][-1].update(balanced_accuracy=2),
        lambda document: (
            (
                [each.update(balanced_accuracy=0.1) for each in document["choice"]["grid"][:3]]
                and document["choice"]["grid"][3].update(balanced_accuracy=0.2)
            )
            or document["choice"].update(max_depth=1)
            or document["config"].update(max_depth=1)
        ),
    ],
)
def test_a_changed_choice_is_refused(pair, change):
    document = json.loads(json.dumps(result_document(mine(pair, choose="auto", k=1))))
    change(document)
    with pytest.raises(InvalidDocumentError):
        parse_result(json.dumps(document).encode())


def test_what_is_given_beside_auto_plays_no_part_and_weights_do_not_choose(pair):
    asked = [mine(pair, choose="auto", max_depth=depth).choice for depth in (1, 12)]
    assert asked[0] is asked[1]  # known for this pair
    swept = sweep(pair, pool="wvp2", choose="auto", k=2)
    assert {entry.settings.max_depth for entry in swept.entries} == {swept.best.settings.max_depth}
    cells = weight_cells(pair, choose="auto", k=2, most=50)
    assert cells.best.tree_set.choice == swept.best.choice


def test_held_out_rows_do_not_choose(pair):
    found = mine(pair, choose="auto", holdout=0.3)
    from ksdt_core.mining.holdout import held_out_pair

    assert found.choice == choose(held_out_pair(pair, 0.3).pair, AUTO.as_asked)


def test_every_fold_chooses_from_its_own_training_rows(pair, monkeypatch):
    seen = []
    monkeypatch.setattr(choosing, "choose", lambda rows, parameters: seen.append(rows) or choose(rows, parameters))
    found = mine(pair, choose="auto", k=2)
    seen.clear()
    cross_validate(pair, found, folds=3)
    assert [(rows.left.n_rows, rows.right.n_rows) for rows in seen] == [(40, 40)] * 3


def test_every_shuffle_chooses_again(pair):
    found = mine(pair, choose="auto", k=2)
    tested = significance(pair, found, permutations=3)
    trial = Trial(pair, presort(pair), found.parameters, (found.settings.weights,), None)
    for null, summary in tested.nulls:
        assert summary is not None
        expected = []
        for number in range(3):
            shuffled, _, _ = shuffled_pair(trial, null, number)
            settled, choice = with_choice(shuffled, found.parameters)
            assert choice == choose(shuffled, found.parameters.as_asked)
            expected.append(mean_tree_quality(mine(shuffled, parameters=replace(settled, choose="fixed")).trees))
        assert list(summary.values) == pytest.approx(expected)


def test_a_class_with_one_row_cannot_choose(pair):
    from ksdt_core.errors import InvalidDataError

    classes = np.zeros_like(pair.left.classes)
    classes[0] = 1
    with pytest.raises(InvalidDataError) as error:
        mine(with_classes(pair, classes, pair.right.classes, 0), choose="auto")
    assert error.value.code == "one-row-of-class"


def test_rows_of_a_split_are_those_that_choose(pair):
    """A part of the rows chooses as a pair of these rows alone would."""
    rows = np.arange(40)
    part = split_pair(pair, (rows, np.arange(40, 60)), (rows, np.arange(40, 60))).pair
    assert choose(part, MiningParameters(k=1)) == choose(part, MiningParameters(k=1, max_depth=7, attr_fraction=0.5))
