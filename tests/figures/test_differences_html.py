"""The table of differences: two bars for each node, what remains beyond the base rates, a sentence for each."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ksdt_core.figures.differences_html import N_COLUMNS, differences_html
from ksdt_core.mining import mine
from ksdt_core.rules.condition_text import conditions_text
from ksdt_core.rules.difference_words import difference_sentence
from ksdt_core.rules.differences import alignable_differences
from ksdt_core.text import p_number
from tests.pairs_by_hand import pair_of

ROWS = [[x, y] for x in range(8) for y in range(8) for _ in range(4)]
LEFT = [int(x > 3) for x, y in ROWS]
RIGHT = [int((x > 3) ^ (y > 5)) for x, y in ROWS]  # as common, but the other way round where y > 5


@pytest.fixture(scope="module")
def found():
    pair = pair_of((ROWS, LEFT), (ROWS, RIGHT))
    trees = mine(pair, k=2, max_depth=2)
    return trees.trees[0], alignable_differences(trees, pair, min_ds=0.0)


def test_each_difference_has_its_counts_as_bars_and_its_sentence(found):
    shared, differences = found
    assert any(each.is_clear for each in differences.found)
    markup = differences_html(differences, shared)
    body = ElementTree.fromstring(markup.rsplit("</style>", 1)[1])
    rows = body.findall(".//tbody/tr")
    assert len(body.findall(".//thead/tr/th")) == N_COLUMNS + 1
    assert len(rows) == 2 * len(differences.found)
    for row, says, each in zip(rows[::2], rows[1::2], differences.found, strict=True):
        cells = ["".join(cell.itertext()).replace("\u00a0", " ") for cell in row.findall("td")]
        assert cells[0] == str(each.rank)
        assert cells[1] == conditions_text(each.conditions)
        assert cells[3:5] == [" | ".join(map(str, counts)) for counts in each.counts]
        assert [len(bar) for bar in row.findall(".//span[@class='bar']")] == [sum(n > 0 for n in each.counts[0])]
        assert [len(bar) for bar in row.findall(".//span[@class='bar round']")] == [sum(n > 0 for n in each.counts[1])]
        assert cells[6].startswith(each.answer)
        assert cells[6].endswith("■" if each.log_odds > 0 else "●")
        assert cells[7] == p_number(each.p_corrected)
        assert "".join(says.itertext()) == difference_sentence(each, differences)
        assert row.get("data-leaf") == str(each.node)
