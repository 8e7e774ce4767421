"""The section on what the publication leaves open, from made-up numbers and from a small run."""

from __future__ import annotations

import re

import numpy as np
import pytest

from benchmarks.reproduction.report import NOT_COMPUTED
from benchmarks.study import published, tumours
from benchmarks.study.page import with_section
from benchmarks.study.reading_lines import (
    HEADING,
    TURNS,
    Readings,
    best_fixed,
    cases_finding,
    example_finding,
    high_means,
    load_readings,
    reading_lines,
    trees_effects,
    trees_finding,
    units_finding,
    weight_effects,
)
from benchmarks.study.readings import TREES, ReadingTask
from benchmarks.study.tumours import PAIRS, tumour_table
from benchmarks.study.variants import WVP1, WVP2
from ksdt_core.data.model.dataset import Dataset
from tests.benchmarks.made_up import battery, numbers

NAMES = [":".join(names) for names in PAIRS]


def _sets(score: float):
    return [numbers(score)] * len(WVP2)


def _part(step: float, *, min_at_20: float = 0.7):
    """Five trees: `min` far behind `avgmin`; twenty: as told."""
    return {
        "real": battery(0.9 + step, other=0.6),
        "trees": {
            "10": {"avgmin": _sets(0.8 + step), "avg": _sets(0.6), "min": _sets(0.7)},
            "20": {"avgmin": _sets(0.8 + step), "avg": _sets(0.6), "min": _sets(min_at_20)},
        },
        "shuffled": [{"wvp1": battery(0.5)["wvp1"], "single": battery(0.5)["single"]}] * 4,
    }


def _readings() -> Readings:
    log2 = {name: _part(0.001 * place) for place, name in enumerate(NAMES)}
    log2["BC:LM"]["real"]["wvp1"] = [numbers(0.0, td=0.0)] * len(WVP1)
    linear = {name: part for name, part in log2.items() if "LM" in name}
    example = {"best": numbers(0.95), "weights": [0.1, 0.8, 0.1], "shuffled": [numbers(0.9)] * 20, "figure": "<svg/>"}
    return Readings(log2, linear, _part(0.0), {"log2": example, "linear": example})


def test_every_table_has_as_many_cells_as_its_head():
    width = 0
    for line in reading_lines(_readings()):
        if line.startswith("|"):
            width = width or line.count("|")
            assert line.count("|") == width, line
        else:
            width = 0


def test_the_example_beside_its_shuffles(approved):
    found = _readings()
    approved(example_finding(found))
    found.example["log2"] = found.example["log2"] | {"best": numbers(0.85)}
    assert "p = 1.00" in example_finding(found)
    approved(example_finding(found))


def test_the_number_of_trees_can_turn_a_verdict():
    log2 = {name: _part(0.001 * place) for place, name in enumerate(NAMES)}
    effects = trees_effects(log2)
    assert {k for k, _ in effects} == set(TREES)
    assert effects[20, "min"].mean.value == pytest.approx(
        100 * (np.mean([0.8 + 0.001 * n for n in range(15)]) / 0.7 - 1)
    )
    assert TURNS not in trees_finding(log2)
    turned = {name: _part(0.001 * place, min_at_20=0.9) for place, name in enumerate(NAMES)}
    assert "over `min` " in trees_finding(turned)
    assert trees_finding(turned).count(TURNS) == 1


def test_a_fixed_vector_is_the_best_on_average():
    log2 = {name: _part(0.0) for name in NAMES}
    for place, part in enumerate(log2.values()):
        sets = [numbers(0.5)] * len(WVP1)
        sets[7] = numbers(0.9)  # good everywhere
        sets[place] = numbers(0.95)  # best of this pair only
        part["real"]["wvp1"] = sets
    assert best_fixed(log2) == 7
    effects = weight_effects(log2)
    assert 0 < effects["fixed"].mean.value < effects["several"].mean.value
    single = effects["single-mean-tree_sdtq"]
    assert list(single.real.values()) == pytest.approx(
        [40.0] * len(NAMES)
    )  # 0.7 over the mean 0.5, not over the best weight


def test_cases_take_the_weight_whose_high_vectors_score_best(approved):
    by_weight = {
        weight: [numbers(0.9 if vector.parts[place] >= 0.5 else 0.4) for vector in WVP1]
        for place, weight in enumerate(("IG", "DS", "ATD"))
    }
    part = _part(0.0)
    part["real"]["wvp1"] = by_weight["DS"]
    assert high_means(part)[1] == pytest.approx(0.9)
    log2 = {name: _part(0.0) for name in NAMES}
    for one in log2.values():
        one["real"]["wvp1"] = by_weight["IG"]
    text = cases_finding(log2)
    approved(text)
    assert re.findall(r"(\w+) in (\d+)", text) == [("IG", "15"), ("DS", "0"), ("ATD", "0")]
    assert set(published.CASES) == {"A", "B", "C"}


def test_units_of_one_pair_change_the_mean(approved):
    text = units_finding(_readings())
    assert "0.900" in text
    approved(text)


def test_what_was_not_computed_is_said_and_a_section_is_replaced(tmp_path):
    from benchmarks.study.keeping import Keeper
    from benchmarks.study.plan import Plan

    assert load_readings(Plan(), Keeper(tmp_path)) is None
    text = with_section("# A\n\n## Other\n\nx\n", HEADING, "\n".join(reading_lines(None)), before="## Other")
    assert text.index(HEADING) < text.index("## Other")
    again = with_section(text, HEADING, f"{HEADING}\n\nnew\n", before="## Other")
    assert again.count(HEADING) == 1
    assert (NOT_COMPUTED in text, NOT_COMPUTED in again) == (True, False)


def test_a_task_changes_the_units_of_one_table_only(tmp_path, monkeypatch):
    """Both tables are alike but for the logarithm, so that a linear scale finds the splits and log2 finds none."""
    generator = np.random.default_rng(0)
    linear = generator.uniform(200, 2000, size=(40, 100))
    classes = (linear[:, 0] > 900).astype(np.intp)

    def read(path):
        name = path.name.split(".")[0]
        values = np.log2(linear) if name == "LM" else linear
        names = tuple(sorted(tumours.CLASSES[name]))
        return Dataset(name, tuple(f"g{n}" for n in range(100)), values, (None,) * 100, names, classes)

    monkeypatch.setattr(tumours, "read_dataset", read)
    tumour_table.cache_clear()
    try:
        found = {units: ReadingTask(("DH", "LM"), units, 1).run(tmp_path) for units in ("log2", "linear")}
    finally:
        tumour_table.cache_clear()
    assert all(one["td"] == 0 for one in found["log2"]["real"]["wvp1"])
    assert max(one["sdtsq"] for one in found["linear"]["real"]["wvp1"]) > 0
    assert set(found["linear"]["trees"]) == {"10", "20"}
    assert len(found["linear"]["shuffled"]) == 2
