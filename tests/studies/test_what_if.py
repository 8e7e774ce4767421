"""Every mapping of the classes, mined and compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ksdt_core.data import Dataset, pair_datasets
from ksdt_core.data.samples.planted import plant
from ksdt_core.errors import InvalidDataError
from ksdt_core.evidence.significance import significance
from ksdt_core.mining import mine, sweep
from ksdt_core.studies.what_if import class_mappings, what_if
from tests.refusals import refused

PLANTED = plant(rows=(90, 80), attributes=6, classes=2, depth=1, noise=0.05)
LEFT = replace(PLANTED.left, class_names=("relapse", "well"))
RIGHT = replace(PLANTED.right, class_names=("ADCA", "MPM"))


def with_classes(table: Dataset, *names: str) -> Dataset:
    classes = np.arange(table.n_rows, dtype=np.intp) % len(names)
    return replace(table, class_names=names, classes=classes)


def test_every_mapping_once() -> None:
    assert [dict(mapping) for mapping in class_mappings(LEFT, RIGHT)] == [
        {"ADCA": "relapse", "MPM": "well"},
        {"ADCA": "well", "MPM": "relapse"},
    ]
    four = class_mappings(with_classes(LEFT, *"abcd"), with_classes(RIGHT, *"wxyz"))
    assert len({tuple(mapping.items()) for mapping in four}) == 24
    assert all(set(mapping.values()) == set("abcd") for mapping in four)


def test_too_many_or_unequal_numbers_of_classes() -> None:
    with refused("classes-not-one-to-one", InvalidDataError, right_classes=("a", "b", "c")):
        class_mappings(LEFT, with_classes(RIGHT, *"abc"))
    with refused("too-many-classes-to-try", InvalidDataError, number=5, most=4):
        class_mappings(with_classes(LEFT, *"abcde"), with_classes(RIGHT, *"vwxyz"))


def test_the_planted_mapping_comes_first_with_the_numbers_of_mining_it_alone() -> None:
    """SDTSQ alone would put the other one first: its trees are worse, but more diverse."""
    best, other = what_if(LEFT, RIGHT, permutations=9, scale="rank", k=2, seed=3)
    assert other.scores.sdtsq > best.scores.sdtsq
    assert dict(best.class_map) == best.renamed == {"ADCA": "relapse", "MPM": "well"}
    pair = pair_datasets(LEFT, RIGHT, class_map=best.renamed, scale="rank", seed=3)
    mined = mine(pair, k=2)
    assert best.scores == mined.scores
    assert best.p_value == significance(pair, mined, permutations=9).p_value == 0.1
    assert other.p_value is not None
    assert other.p_value > 0.5
    assert best.to_document()["scores"] == mined.scores.to_document()


def test_without_permutations_there_is_no_p_value() -> None:
    entries = what_if(LEFT, RIGHT, k=2)
    assert [entry.p_value for entry in entries] == [None, None]
    assert entries[0].scores.sdtsq > entries[1].scores.sdtsq


def test_tables_with_the_same_names_are_compared_crosswise() -> None:
    """A class map renames classes in both tables, so it cannot say this; the comparison can."""
    best, other = what_if(PLANTED.left, PLANTED.right, k=1)
    assert best.renamed == {}
    assert dict(other.class_map) == {"class 1": "class 2", "class 2": "class 1"}
    assert other.renamed is None


def test_a_pool_gives_each_mapping_its_best_set() -> None:
    best = what_if(LEFT, RIGHT, pool="grid:0.25", k=2)[0]
    swept = sweep(pair_datasets(LEFT, RIGHT, class_map=best.renamed), pool="grid:0.25", k=2)
    assert best.scores == swept.best.scores


def test_progress_counts_every_mapping_and_shuffle() -> None:
    seen: list[tuple[int, int]] = []
    what_if(LEFT, RIGHT, permutations=2, k=1, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, 10) for done in range(1, 11)]


def test_options_out_of_range() -> None:
    with refused("not-whole", option="permutations", value=-1):
        what_if(LEFT, RIGHT, permutations=-1)
    with refused("unknown-option", name="depth"):
        what_if(LEFT, RIGHT, depth=3)


def test_where_sdtsq_says_nothing_the_better_trees_come_first() -> None:
    """With one attribute all trees are alike, TD and SDTSQ are 0 under every mapping."""
    telling = int(np.argmax([abs(np.corrcoef(column, LEFT.classes)[0, 1]) for column in LEFT.values.T]))
    left, right = (table.take_columns([telling]) for table in (LEFT, RIGHT))
    found = what_if(left, right)
    assert [entry.scores.sdtsq for entry in found] == [0.0, 0.0]
    assert found[0].statistic > found[1].statistic
