"""The optional breast-cancer cohorts, and what must come out of them."""

from __future__ import annotations

import pytest

from ksdt_core.data import Limits, catalogue_pairs, find_dataset, load, pair_datasets
from ksdt_core.data.samples import cohorts
from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.errors import InvalidDataError, Remedy
from ksdt_core.mining import mine
from tests.refusals import refused

needs_cohorts = pytest.mark.skipif(
    not cohorts.cohorts_installed(), reason="the extra ksdt[genes] is not installed: pip install ksdt[genes]"
)


def test_without_the_extra_the_way_to_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cohorts, "PACKAGE", "a_package_that_is_not_there")
    with refused("cohort-not-installed"):
        find_dataset("gse1992")
    assert "gse1992" not in {entry.name for entry in catalogue()}
    assert "gse1992" not in {pair.left for pair in catalogue_pairs()}


@needs_cohorts
def test_receptor_status_or_outcome() -> None:
    table = load("gse1992")
    assert dict(zip(table.class_names, table.class_counts().tolist(), strict=True)) == {"negative": 50, "positive": 72}
    assert {"ESR1", "GATA3"} <= set(table.attributes)
    assert table.n_missing == 0
    (note,) = table.notes
    assert note.startswith("2 patients ")
    assert load("gse4335", target="outcome").class_counts().tolist() == [38, 77]
    with refused("no-class-column"):
        load("gse1992", target="grade")


@needs_cohorts
def test_options_hold_for_cohorts_as_for_other_tables() -> None:
    with refused("cut-of-texts", column="receptor status", cut="6", option="cut", where="gse1992"):
        find_dataset("gse1992", cut=6)
    for limits, option in ((Limits(rows=100), "rows"), (Limits(columns=100), "columns"), (Limits(size=1000), "size")):
        with pytest.raises(InvalidDataError) as caught:
            find_dataset("gse1992", limits=limits)
        assert caught.value.facts["where"] == "gse1992"
        assert caught.value.remedies == (Remedy(f"max_{option}"),)


@needs_cohorts
def test_shared_trees_for_receptor_status_start_from_the_receptor_and_its_companion() -> None:
    """ESR1 is the gene of the receptor itself and GATA3 is switched on with it, in every cohort of breast cancers."""
    pair = pair_datasets(load("gse1992"), load("gse4335"), scale="rank")
    assert pair.n_attributes >= 11_809
    result = mine(pair, k=5)
    roots = [result.attributes[shared.tree.attribute[0]] for shared in result.trees]
    assert roots[:2] == ["ESR1", "GATA3"]
    assert min(shared.sa for shared in result.trees[:2]) > 0.9
