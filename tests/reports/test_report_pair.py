"""The section about the two tables."""

from __future__ import annotations

import re

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.mining.miners import mine
from ksdt_core.reports.report_pair import tables_section


def test_an_excluded_attribute_could_not_be_mined():
    pair = pair_datasets(load("cm1"), load("pc1"), scale="rank")
    excluded = pair.attributes[0]
    trees = mine(pair, k=1, max_depth=1, exclude=[excluded])
    words = str(tables_section(trees, trees.to_document(), pair).blocks)
    mined = ", ".join(pair.attributes[1:])
    (said,) = re.findall(rf"[^'\"]*: {re.escape(mined)}\.[^'\"]*", words)
    assert f" {pair.n_attributes - 1} attributes " in said
    assert excluded not in re.split(r"[:,.] ?", said)
