"""Two breast-cancer cohorts: what they share, and that it is more than chance."""

from __future__ import annotations

import pytest

from ksdt_core.data import DatasetPair, load, pair_datasets
from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.data.samples.cohorts import cohorts_installed
from ksdt_core.errors import Remedy
from ksdt_core.evidence.significance import significance
from ksdt_core.mining import TreeSet, mine

pytestmark = pytest.mark.skipif(
    not cohorts_installed(), reason="the cohorts are not installed; add them with pip install ksdt[genes]"
)


@pytest.fixture(scope="module")
def pair() -> DatasetPair:
    return pair_datasets(load("gse1992"), load("gse4335"), scale="rank")


@pytest.fixture(scope="module")
def mined(pair: DatasetPair) -> TreeSet:
    return mine(pair)


def test_the_cohorts_share_their_gene_symbols(pair: DatasetPair) -> None:
    """11,809 by the same name, and 20 such as HLA-A that one cohort writes HLA_A."""
    how = list(pair.matched.how)
    assert (how.count("exact"), how.count("folded")) == (11_809, 20)
    at = pair.attributes.index("HLA-A")
    assert pair.matched.right_names[at] == "HLA_A"
    assert (pair.left.n_rows, pair.right.n_rows) == (122, 113)


@pytest.mark.slow
def test_it_is_more_than_chance(pair: DatasetPair, mined: TreeSet) -> None:
    """With 99 permutations p is 0.01; here fewer, so that the test stays quick."""
    found = significance(pair, mined, permutations=19)
    assert found.p_value == 0.05
    assert all(null is not None and null.max < found.statistic for _, null in found.nulls)


def test_the_doctor_says_what_the_pair_needs() -> None:
    found = check_pair(load("gse1992"), load("gse4335")).remedies()
    assert {Remedy("scale", "rank"), Remedy("permutations", "99")} <= set(found)
