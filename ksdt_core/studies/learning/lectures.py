"""The worked examples of the two lectures on decision trees, with what a reader should see, and their misprints.

Sources: L1, "Decision trees: associative learning and pattern mining" (M. Couceiro); L2, "Decision Trees (D3)"
(A. Sacan). Numbers are facts of these lectures; the sentences here are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import load

LECTURERS = {"L1": "M. Couceiro", "L2": "A. Sacan"}


@dataclass(frozen=True, slots=True)
class LectureExample:
    """A small table and the settings under which a lecture works with it."""

    name: str
    title: str
    source: str  # L1 or L2
    question: str
    settings: Mapping[str, Any]
    says: str  # what to look at
    misprint: str = ""  # what the lecture prints otherwise
    bundled: bool = True
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[float | str, ...], ...] = field(default=())

    def table(self) -> Dataset:
        """The rows of the example."""
        return load(self.name) if self.bundled else _table(self)


EXAMPLES: tuple[LectureExample, ...] = (
    LectureExample(
        "credit-risk",
        "Credit risk (14 loans)",
        "L1",
        "Which property separates high, moderate and low risk best?",
        {"method": "id3"},
        "Start with the entropy of the root, 1.531 bits. Income gains most (0.966), so it is tested first; loans with "
        "$15k to $35k are then split by credit history. The slider prunes the tree, down to income alone.",
        "The lecture prints gains of 0.581 for debt and 0.756 for collateral. Its own table gives 0.063 and 0.206. "
        "It rounds the gain of income, 0.966, to 0.967. The choice of the root is the same.",
    ),
    LectureExample(
        "play-tennis",
        "Play tennis (14 days)",
        "L2",
        "On which days is tennis played?",
        {"method": "id3"},
        "Outlook gains 0.247, humidity 0.152, wind 0.048, temperature 0.029. Below sunny, humidity gains 0.971, "
        "temperature 0.571 and wind 0.020.",
        "The lecture rounds intermediate terms: it prints 0.151 for humidity, and 0.970, 0.570 and 0.019 below sunny.",
    ),
    LectureExample(
        "loans",
        "One split of 30 customers",
        "L2",
        "How much does one split tell about 30 loans?",
        {"method": "id3"},
        "A group of 17 has an entropy of 0.787 and a group of 13 has 0.391. The split into these two groups gains 0.38 "
        "bits.",
        "The lecture cuts decimals: it prints 0.996 for the entropy of all customers (0.997) and 0.615 for the mean of "
        "the two groups (0.616). It does not name the classes; here they are yes and no.",
        bundled=False,
        columns=("group", "class"),
        rows=(*(("of 17", "no"),) * 13, *(("of 17", "yes"),) * 4, *(("of 13", "no"),) * 1, *(("of 13", "yes"),) * 12),
    ),
    LectureExample(
        "sunburn",
        "Sunburn (8 people)",
        "L1",
        "Who gets sunburned?",
        {"method": "id3"},
        "The tree gives four rules. After reduction, two rules and a default remain: with lotion or brown hair "
        "nothing happens, otherwise the person is sunburned.",
    ),
    LectureExample(
        "gene-pairs",
        "Gene pairs (6 pairs)",
        "L2",
        "Do two genes interact?",
        {"method": "id3"},
        "Three pairs interact and three do not: 1 bit. Co-localization gains most (0.082). No attribute separates the "
        "pairs alone; the tree needs three levels.",
    ),
    LectureExample(
        "temperature",
        "Temperature (6 days)",
        "L2",
        "Where is a number cut?",
        {"method": "id3"},
        "The class changes between 48 and 60 and between 80 and 90, so the cuts are 54 and 85: three intervals.",
        bundled=False,
        columns=("temperature", "class"),
        rows=((40, "no"), (48, "no"), (60, "yes"), (72, "yes"), (80, "yes"), (90, "no")),
    ),
    LectureExample(
        "age-bmi",
        "Age and BMI (7 patients)",
        "L1",
        "Which threshold predicts hospitalisation?",
        {"method": "cart", "criterion": "gain", "max_depth": 1},
        "The best threshold of all is age ≤ 62, between 59 and 65.",
        "The lecture cuts BMI between 28 and 33 (30.5), which gains 0.128. The best cut of BMI is 19.5, between 17 and "
        "22, which gains 0.198. Age still gains more.",
        bundled=False,
        columns=("age", "BMI", "class"),
        rows=((33, 17, "yes"), (65, 33, "yes"), (68, 35, "yes"), (19, 28, "no"), (44, 37, "no"), (53, 25, "no"),
              (59, 22, "no")),
    ),
)  # fmt: skip


def example(name: str) -> LectureExample:
    """The example of this name."""
    return next(each for each in EXAMPLES if each.name == name)


def _table(given: LectureExample) -> Dataset:
    *columns, classes = zip(*given.rows, strict=True)
    kinds = [None if all(isinstance(cell, (int, float)) for cell in cells) else _names(cells) for cells in columns]
    values = [
        [float(cell) if kind is None else float(kind.index(str(cell))) for cell in cells]
        for kind, cells in zip(kinds, columns, strict=True)
    ]
    names = _names(classes)
    positions = np.array([names.index(str(name)) for name in classes], dtype=np.intp)
    return Dataset(given.name, given.columns[:-1], np.array(values).T, tuple(kinds), names, positions)


def _names(cells: Sequence[float | str]) -> tuple[str, ...]:
    return tuple(sorted(set(map(str, cells))))
