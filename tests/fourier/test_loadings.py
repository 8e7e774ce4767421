"""What axes are made of: partitions and attributes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.fourier.attribute_energy import attribute_energy
from ksdt_core.fourier.boxes import combined
from ksdt_core.fourier.document import spectrum_document
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.loadings import axis_functions, largest_partitions
from ksdt_core.fourier.projection import project
from ksdt_core.fourier.sources import box_functions, trees_of
from ksdt_core.fourier.transform import function_spectrum, spectrum
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute
from tests.refusals import refused


@FEW
@given(ensembles(max_trees=3), st.data())
def test_energies_by_attribute_are_those_of_the_spectrum(trees, data):
    weights = [data.draw(st.floats(-2, 2)) for _ in trees]
    features = brute.cells_of_trees(trees)
    function = sum(w * brute.outputs(tree, features) for w, tree in zip(weights, trees, strict=True))
    energies = (np.abs(brute.coefficients(function, features)) ** 2).sum(axis=1)
    partitions = np.array(brute.points(features)) != 0
    orders = partitions.sum(axis=1)
    found = attribute_energy(combined(box_functions(trees), weights))
    for place in range(len(features)):
        has = partitions[:, place]
        assert found.total[place] == pytest.approx(energies[has].sum(), abs=1e-9)
        assert found.alone[place] == pytest.approx(energies[has & (orders == 1)].sum(), abs=1e-9)


@FEW
@given(ensembles(max_trees=5))
def test_axes_as_spectra_give_the_scores_back(trees):
    projection = project(trees, 3)
    axes = [function_spectrum(axis) for axis in axis_functions(trees, projection)]
    assert len(axes) == (projection.explained > 0).sum()
    spectra = spectrum(trees)
    centre = np.mean([one.at(all_cells(trees)) for one in spectra], axis=0)
    for axis, loading in enumerate(axes):
        np.testing.assert_allclose(loading.energy().sum(), 1.0, atol=1e-6)
        values = loading.at(all_cells(trees))
        scores = [((one.at(all_cells(trees)) - centre) * values).sum(axis=1).mean() for one in spectra]
        np.testing.assert_allclose(scores, projection.points[:, axis], atol=1e-6)


def all_cells(trees):
    return np.array(brute.points(brute.cells_of_trees(trees)), dtype=np.int32)


@FEW
@given(ensembles(max_trees=3), st.integers(0, 3))
def test_axes_up_to_an_order_say_what_was_kept(trees, max_order):
    weights = np.linspace(1, -1, len(trees))
    function = combined(box_functions(trees), weights)
    whole, low = function_spectrum(function), function_spectrum(function, max_order=max_order)
    np.testing.assert_allclose(low.whole_energy, whole.energy(), atol=1e-9)
    np.testing.assert_allclose(low.energy(), whole.energy_by_order()[: max_order + 1].sum(axis=0), atol=1e-9)


def test_largest_partitions_are_named_by_their_attributes():
    table = {"attributes": ["x", "c"], "categories": [None, ("p", "q")]}
    found = spectrum(tree_of(("x", 1.0, 0, ("c", "p", 1, 0)), **table))
    top = largest_partitions(found, 2)
    assert [loading.partition for loading in top] == [(("c", 1),), (("x", 1),)]
    assert top[0].coefficient == pytest.approx(0.25)
    assert top[1].coefficient == pytest.approx(-0.25)
    assert top[0].share == pytest.approx(1 / 3)
    assert len(largest_partitions(found)) == 3


def test_axis_of_trees_that_differ_in_one_attribute_alone():
    """f and g part only where b does; on the axis between them a takes part, but only together with b."""
    f = tree_of(("a", 0.5, 0, ("b", 0.5, 0, 1)), attributes=["a", "b"])
    g = tree_of(("a", 0.5, 0, ("b", 0.5, 1, 0)), attributes=["a", "b"])
    (energy,) = (attribute_energy(axis) for axis in axis_functions([f, g], project([f, g])))
    assert energy.attributes == ("a", "b")
    np.testing.assert_allclose(energy.total, [0.5, 1.0], atol=1e-9)
    np.testing.assert_allclose(energy.alone, [0.0, 0.5], atol=1e-9)


def test_too_many_pairs_for_energies():
    tree = tree_of(("a", 0.5, 1, ("b", 0.5, 0, 1)), attributes=["a", "b"])
    with refused("too-many-pairs-of-leaves", pairs=4, limit=2):
        attribute_energy(box_functions(tree)[0], max_pairs=2)


class TestDocument:
    @FEW
    @given(ensembles(max_trees=3))
    def test_follows_the_definition(self, trees):
        document = json.loads(json.dumps(spectrum_document(trees), allow_nan=False))
        assert document["format"] == "ksdt-spectrum/1"
        assert document["classes"] == list(trees[0].class_names)
        features = brute.cells_of_trees(trees)
        names = [entry["attribute"] for entry in document["domain"]]
        sizes = [len(entry["cuts"]) + 1 if "cuts" in entry else len(entry["values"]) for entry in document["domain"]]
        assert sizes == [len(values) for values in features.values()]
        wanted_classes = [1] if len(trees[0].class_names) == 2 else range(len(trees[0].class_names))
        assert [(entry["tree"], entry["class"]) for entry in document["spectra"]] == [
            (tree, trees[0].class_names[c]) for tree in range(len(trees)) for c in wanted_classes
        ]
        for position, entry in enumerate(document["spectra"]):
            tree, output = divmod(position, len(list(wanted_classes)))
            function = brute.outputs(trees[tree], features)[:, [output]]
            table = np.zeros(sizes, dtype=complex)
            for coefficient in entry["coefficients"]:
                assert all(coefficient["partition"].values())
                place = tuple(coefficient["partition"].get(name, 0) for name in names)
                table[place] = complex(coefficient["re"], coefficient["im"])
            np.testing.assert_allclose(table.ravel(), brute.coefficients(function, features)[:, 0], atol=1e-12)
            assert entry["energy"] == pytest.approx((function**2).mean())
            assert entry["kept"] == pytest.approx(1.0)
        np.testing.assert_allclose(document["gram"], inner_products(trees), atol=1e-12)
        assert np.shape(document["projection"]["points"]) == (len(trees), 3)

    def test_cut_spectra_and_none(self):
        trees = [tree_of(("a", 0.5, 0, ("b", 0.5, 0, ("c", 0.5, 0, 1))), attributes=["a", "b", "c"])]
        cut = spectrum_document(trees, energy=0.5, n_components=2)
        assert len(cut["spectra"][0]["coefficients"]) == 5
        assert cut["spectra"][0]["coefficients"][0] == {"partition": {}, "re": 0.125, "im": 0.0}
        assert cut["spectra"][0]["energy"] == 0.125
        assert cut["spectra"][0]["kept"] == pytest.approx(4 / 7)
        assert cut["cut"] == {"energy": 0.5, "max_order": None}
        assert spectrum_document(trees, with_spectra=False)["spectra"] == []


class TestSources:
    tree = tree_of(("a", 0.5, 0, 1), attributes=["a"])

    def test_a_mined_set_and_a_sweep(self):
        class Shared:
            tree = self.tree

        class Mined:
            trees = (Shared(), Shared())

        class Sweep:
            entries = (Mined(), Mined())

        assert trees_of(Sweep()) == (self.tree,) * 4
        assert trees_of([Shared(), Mined(), self.tree]) == (self.tree,) * 4

    def test_trees_of_tables_with_other_columns_are_matched_by_name(self):
        one = tree_of(("a", 0.5, 0, 1), attributes=["a", "b"])
        other = tree_of(("a", 0.5, 0, 1), attributes=["z", "a"])
        np.testing.assert_allclose(inner_products([one, other]), 0.5)

    def test_categories_of_several_tables_are_joined(self):
        one = tree_of(("c", "q", 1, 0), attributes=["c"], categories=[("p", "q")])
        other = tree_of(("c", "q", 1, 0), attributes=["c"], categories=[("q", "r")])
        np.testing.assert_allclose(inner_products([one, other]), 1 / 3)

    def test_numbers_against_words(self):
        one = tree_of(("c", "q", 1, 0), attributes=["c"], categories=[("p", "q")])
        other = tree_of(("c", 1.0, 1, 0), attributes=["c"])
        with refused("attribute-kind-differs-between-trees", attribute="c"):
            inner_products([one, other])
