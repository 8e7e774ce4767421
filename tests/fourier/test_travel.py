"""Spectra that travel: written, read back, added up over sites, and refused where they cannot be added."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ksdt_core as ksdt
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.spectrum_document import spectrum_of_document
from ksdt_core.fourier.aggregation import aggregated_tree
from ksdt_core.fourier.agreement import agreement
from ksdt_core.fourier.document import spectrum_document
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.masses import row_domain
from ksdt_core.fourier.transform import spectrum
from ksdt_core.fourier.travel import aggregate, domain_of_cells, joined_domain, spectra_of, tree_nodes
from tests.fourier.test_row_measure import some_rows
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute
from tests.refusals import refused

TABLE = {"attributes": ["x", "y"]}
TREES = [
    tree_of(("x", 1.0, ("y", 2.0, 0, 1), 1), **TABLE),
    tree_of(("y", 1.0, 0, ("x", 0.0, 1, 0)), **TABLE),
    tree_of(("x", 1.0, 0, ("y", 2.0, 1, 0)), **TABLE),
]


def travelled(trees, **options):
    """What another site reads of the document of some trees."""
    return spectrum_of_document(json.loads(document_text(spectrum_document(trees, **options))))


@FEW
@given(ensembles(max_trees=3), st.booleans(), st.integers(0, 2**32 - 1))
def test_what_is_read_is_what_was_written(trees, by_rows, seed):
    domain = domain_of(trees)
    if by_rows:
        domain = row_domain(domain, [some_rows(trees, seed)])
    view = travelled(trees, domain=domain)
    found = spectra_of(view)
    for ours, known in zip(found, spectrum(trees, domain=domain), strict=True):
        assert ours.domain.features == tuple(  # the tested attributes alone, here in the order of their names
            type(each)(each.name, position, each.cuts, each.values) for position, each in enumerate(domain.features)
        )
        assert ours.domain.masses == (domain.masses if domain.features else None)
        assert (ours.outputs, ours.class_names) == (known.outputs, known.class_names)
        np.testing.assert_array_equal(ours.keys, known.keys)
        np.testing.assert_array_equal(ours.coefficients, known.coefficients)
        np.testing.assert_array_equal(ours.whole_energy, known.whole_energy)


@FEW
@given(ensembles(max_trees=4), st.data())
def test_the_sum_of_three_sites_is_that_of_one(trees, data):
    domain = domain_of(trees)
    parts = [[] for _ in range(3)]
    for tree in trees:
        parts[data.draw(st.integers(0, 2))].append(tree)
    sites = {f"site {i}": travelled(part, domain=domain) for i, part in enumerate(parts) if part}
    found = aggregate(sites)
    assert found.error == pytest.approx(0, abs=1e-7)
    assert found.is_whole
    np.testing.assert_allclose([site.weight for site in found.sites], [len(p) / len(trees) for p in parts if p])
    features = brute.cells_of_trees(trees)
    if features:
        wanted = brute.answers(aggregated_tree(trees), features)
        columns = {name: column for column, name in enumerate(trees[0].attributes)}
        renamed = {found.tree.attributes.index(trees[0].attributes[c]): values for c, values in features.items()}
        assert columns
        assert (brute.answers(found.tree, renamed) == wanted).all()


def test_the_error_is_a_bound_on_what_was_cut():
    domain = domain_of(TREES)
    whole = aggregate({"a": travelled(TREES[:2], domain=domain), "b": travelled(TREES[2:], domain=domain)})
    cut = {
        "a": travelled(TREES[:2], domain=domain, max_order=1),
        "b": travelled(TREES[2:], domain=domain, energy=0.5),
    }
    found = aggregate(cut, weights=[1, 3], energy=0.9)
    exact = aggregate(
        {"a": travelled(TREES[:2], domain=domain), "b": travelled(TREES[2:], domain=domain)}, weights=[1, 3]
    )
    cells = np.array([[x, y] for x in range(3) for y in range(3)], dtype=np.int32)
    difference = found.spectrum.at(cells) - exact.spectrum.at(cells)
    assert 0 < np.sqrt((difference**2).mean()) <= found.error + 1e-12
    assert [(site.energy, site.max_order) for site in found.sites] == [(None, 1), (0.5, None)]
    assert [site.weight for site in found.sites] == [0.25, 0.75]
    assert whole.is_whole
    assert not found.is_whole


def test_sites_agree_on_one_domain_and_are_refused_before():
    own = [travelled(tree) for tree in TREES]
    with refused("sites-of-other-domains", source="b", first="a", attribute="x"):
        aggregate({"a": own[0], "b": own[1]})
    shared = [travelled(tree, domain=joined_domain(domain_of([tree]), [v.domain for v in own])) for tree in TREES]
    found = aggregate(dict(zip("abc", shared, strict=True)))
    assert agreement(found.tree, aggregated_tree(TREES), domain=domain_of(TREES)) == pytest.approx(1)
    assert {node["label"] for node in tree_nodes(found.tree)} <= {"no", "yes"}


def test_spectra_that_cannot_be_added():
    one = travelled(TREES[0])
    other = tree_of(("x", 1.0, ("y", 2.0, 0, 1), 1), attributes=["x", "y"], class_names=("no", "maybe"))
    with refused("sites-of-other-classes"):
        aggregate({"a": one, "b": travelled(other)})
    rows = np.array([[0.0, 0.0], [3.0, 3.0], [3.0, 0.0]])
    by_rows = travelled(TREES[0], domain=row_domain(domain_of(TREES[:1]), [rows]))
    with refused("sites-of-other-measures"):
        aggregate({"a": one, "b": by_rows})
    with refused("document-without-spectra"):
        aggregate({"a": travelled(TREES[0], with_spectra=False)})
    coloured = tree_of(("x", "red", 0, 1), attributes=["x"], categories=[("blue", "red")])
    with refused("attribute-kind-differs-between-trees"):
        joined_domain(domain_of([coloured]), [one.domain])


def damaged(change):
    document = json.loads(document_text(spectrum_document(TREES[:1])))
    change(document)
    return document


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(classes=["no", "no"]),
        lambda d: d["domain"][0].update(cuts=[2.0, 1.0]),
        lambda d: d["domain"][0].pop("cuts"),
        lambda d: d["domain"][0].update(masses=[1]),
        lambda d: d["domain"].append(d["domain"][0]),
        lambda d: d["spectra"][0].update({"class": "no"}),
        lambda d: d["spectra"][0]["coefficients"][1]["partition"].update(x=7),
        lambda d: d["spectra"][0]["coefficients"][1]["partition"].update(z=1),
        lambda d: d["spectra"][0]["coefficients"].append(d["spectra"][0]["coefficients"][1]),
        lambda d: d["spectra"][0]["coefficients"].pop(0),
        lambda d: d["spectra"][0].update(energy=-1),
        lambda d: d["spectra"][0].update(kept="much"),
        lambda d: d.update(spectra=7),
    ],
)
def test_a_damaged_document_is_refused(change):
    with refused("spectrum-damaged"):
        spectrum_of_document(damaged(change))


def test_an_unchanged_document_is_read(tmp_path):
    path = tmp_path / "one.json"
    ksdt.write_document(spectrum_document(TREES[:1]), path)
    assert domain_of_cells(ksdt.read_spectrum(path).domain) == domain_of_cells(travelled(TREES[0]).domain)
    with refused("document-refused"):
        ksdt.read_spectrum(tmp_path / "none.json")
