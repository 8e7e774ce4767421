"""docs/coverage.md: every item of the publications once, and every place and test that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d+ ", line)
]


def test_every_item_stands_once():
    assert [int(row[0]) for row in ROWS] == list(range(1, 231))


def test_places_and_tests_exist():
    named = [
        path for row in ROWS for path in re.findall(r"(?:ksdt_core|tests|docs|benchmarks)/[\w./-]*[\w-]", " ".join(row))
    ]
    assert len(named) > 200
    assert sorted({path for path in named if not (ROOT / path).exists()}) == []


def test_an_item_has_a_test_or_a_reason():
    assert [row[0] for row in ROWS if not row[4] and not re.search("out of scope|not |open: ", row[3])] == []
