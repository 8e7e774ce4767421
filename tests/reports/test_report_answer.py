"""What a report opens with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.evidence.pair_test import evidence
from ksdt_core.mining.miners import mine
from ksdt_core.reports.report_answer import answer_blocks
from ksdt_core.trees.text import TableNames
from tests.reports.report_prose import lines_of


def test_attributes_that_predict_alone_stand_before_noise_that_trees_use(approved):
    """A column of noise at a root of the last tree was listed as shared, like the two that carry the signal."""
    random = np.random.default_rng(4)

    def table(name: str) -> Dataset:
        values = random.normal(size=(120, 3))
        classes = (values[:, 2] + 0.3 * random.normal(size=120) > 0).astype(np.intp)
        return Dataset(name, ("alpha", "beta", "signal"), values, (None,) * 3, ("no", "yes"), classes)

    pair = pair_datasets(table("here"), table("there"))
    trees, found = mine(pair, k=3, max_depth=2), evidence(pair, permutations=199)
    assert [entry.attribute for entry in found.claimed] == ["signal"]
    names = TableNames("here", "there")

    def said_in(tested: Evidence) -> str:
        return "\n".join(lines_of(answer_blocks(trees, names, Effects(None), None, tested, None)))

    said = said_in(found)
    assert said.index("signal") < said.index("beta")
    approved("\n".join(line for line in said.splitlines() if "signal" in line))
    none = replace(found, attributes=tuple(replace(entry, p=1.0) for entry in found.attributes))
    approved("\n".join(line for line in said_in(none).splitlines() if line not in said))
