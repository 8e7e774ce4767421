"""Compared ensembles: errors by hand, folds, another table to test on, and targets that cannot be learned."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.formats.ensembles_document import ensembles_of_document
from ksdt_core.learners.cart import filled
from ksdt_core.learners.ensemble_growth import grow_ensemble
from ksdt_core.measures.intervals import wilson_interval
from ksdt_core.studies.learning.ensemble_run import compare_ensembles
from ksdt_core.studies.learning.ensemble_settings import ENSEMBLES, EnsembleSettings
from ksdt_core.studies.learning.ensemble_study import study_document
from ksdt_core.studies.learning.ensemble_words import headline, table_heads, table_rows
from ksdt_core.text import PERCENT_SIGN, percent
from tests.refusals import refused

FEW = EnsembleSettings(trees=5, folds=3, seed=2)


def table(seed: int = 0, n_rows: int = 80, *, colours: tuple[str, ...] = ("blue", "red"), name: str = "t") -> Dataset:
    generator = np.random.default_rng(seed)
    x, colour = generator.normal(size=n_rows), generator.integers(0, len(colours), n_rows)
    red = np.array([each == "red" for each in colours])[colour]
    classes = ((x > 0) ^ (red & (generator.random(n_rows) < 0.5))).astype(np.intp)
    values = np.column_stack([x, colour, generator.normal(size=n_rows)])
    values[3, 0] = np.nan
    return Dataset(name, ("x", "colour", "noise"), values, (None, colours, None), ("no", "yes"), classes)


def numeric(data: Dataset) -> Dataset:
    """The same rows with a number for each to predict."""
    numbers = np.nan_to_num(data.values[:, 0]).round(2) * 2 + data.classes
    names = tuple(sorted({f"{each:.2f}" for each in numbers}))
    return replace(
        data, class_names=names, classes=np.array([names.index(f"{each:.2f}") for each in numbers], dtype=np.intp)
    )


def test_errors_are_those_counted_by_hand():
    data = table()
    study = compare_ensembles(data, FEW)
    assert [each.method for each in study.methods] == ["baseline", "tree", *ENSEMBLES]
    common = int(np.bincount(data.classes).max())
    guess = study.of("baseline")
    assert (guess.training.loss, guess.training.rows) == (data.n_rows - common, data.n_rows)
    forest, grown = study.of("forest"), grow_ensemble(filled(data), "forest", FEW.growth)
    assert forest.training.loss == np.sum(grown.predict(filled(data).values) != data.classes)
    assert (forest.trees, forest.nodes, forest.vote) == (5, grown.n_nodes, "mode")
    wrong = 0
    for seen, held in stratified_folds(data.classes, 3, 2):
        part = data.take_rows(seen)
        fitted = grow_ensemble(filled(part), "forest", FEW.growth)
        wrong += np.sum(fitted.predict(filled(data.take_rows(held), part).values) != data.classes[held])
    assert forest.cross_validated.loss == wrong
    assert forest.cross_validated.interval == wilson_interval(int(wrong), data.n_rows)
    assert {each.method for each in study.methods if each.out_of_bag} == {"bagging", "forest"}
    assert 0 < forest.out_of_bag.rows <= data.n_rows


def test_numbers_have_errors_in_their_units_and_no_interval():
    data = numeric(table())
    study = compare_ensembles(data, replace(FEW, regression=True, vote="median"), target="weight")
    numbers = np.array([float(name) for name in data.class_names])[data.classes]
    assert study.of("baseline").training.error == pytest.approx(numbers.std())
    assert study.answers == ()
    for each in study.methods:
        assert each.training.interval is None
        assert math.isfinite(each.cross_validated.error)
    assert study.best.cross_validated.error < study.of("baseline").cross_validated.error
    assert "weight" in headline(study)
    assert "weight" not in headline(replace(study, settings=replace(study.settings, regression=False)))
    assert study.of("adaboost").vote == "weighted median"


def test_another_table_is_tested_on_by_the_names_of_its_columns_values_and_classes():
    """Other order of columns, another code for red, a value that was not learned, and only one class."""
    data = table()
    other = table(7, colours=("amber", "blue", "red"), name="other")
    turned = replace(other.take_columns([2, 1, 0]), class_names=("yes",), classes=np.zeros(other.n_rows, dtype=np.intp))
    alone, tested = compare_ensembles(data, FEW), compare_ensembles(data, FEW, test=turned)
    assert tested.test.name == "other"
    for before, after in zip(alone.methods, tested.methods, strict=True):
        assert replace(after, test=None) == before, "nothing of the test table reaches the training"
    code = np.array([2, 0, 1])  # amber is a value that no tree tests
    values = filled(other, data).values.copy()
    values[:, 1] = code[values[:, 1].astype(int)]
    fitted = grow_ensemble(filled(data), "forest", FEW.growth)
    expected = np.sum(fitted.predict(values) != 1)
    assert 0 < expected < other.n_rows
    assert tested.of("forest").test.loss == expected


def test_a_seed_decides_and_excluded_attributes_play_no_part():
    data = table()
    only = replace(FEW, ensemble="forest", folds=0)
    assert compare_ensembles(data, only) == compare_ensembles(data, only)
    assert compare_ensembles(data, only) != compare_ensembles(data, replace(only, seed=3))
    without = compare_ensembles(data, replace(only, exclude=("noise",)))
    assert without.methods == compare_ensembles(data.take_columns([0, 1]), only).methods
    assert without.of("forest").cross_validated is None
    assert "out-of-bag" in headline(without).lower()


def test_the_table_for_people_has_a_cell_for_every_column():
    study = compare_ensembles(table(), FEW, test=table(4, name="other"))
    rows = table_rows(study)
    assert {len(row) for row in rows} == {len(table_heads(study))}
    assert f"on other ({percent(0.95)})" in table_heads(study)
    assert f"{study.best.cross_validated.error * 100:.1f}{PERCENT_SIGN}" in headline(study)


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found["methods"][0]["training"].update(loss=1.5),
        lambda found: found["methods"][2]["out_of_bag"].update(rows=10**6),
        lambda found: found["methods"].pop(1),
        lambda found: found.update(classes=[]),
        lambda found: found["methods"][2].update(test={"rows": 5, "loss": 1}),
        lambda found: found["config"].update(vote="loudest"),
    ],
)
def test_a_changed_document_is_refused(change):
    document = study_document(compare_ensembles(table(), FEW))
    assert study_document(ensembles_of_document(document)) == document
    change(document)
    with refused("ensembles-damaged"):
        ensembles_of_document(document)


def test_what_cannot_be_learned_is_refused_with_a_way_out():
    data = table()
    one = replace(data, classes=np.zeros(data.n_rows, dtype=np.intp))
    with refused("target-with-one-value", InvalidDataError, value="no"):
        compare_ensembles(one, FEW)
    with refused("target-has-numbers", InvalidDataError) as found:
        compare_ensembles(numeric(data), FEW)
    assert found.value.remedies[0].option == "regression"
    with refused("target-has-classes", InvalidDataError):
        compare_ensembles(data, replace(FEW, regression=True))
    with refused("mode-of-numbers", InvalidParameterError):
        replace(FEW, regression=True, vote="mode")
    with refused("columns-lacking", InvalidDataError, names=("noise",)) as found:
        compare_ensembles(data, FEW, test=data.take_columns([0, 1]))
    assert (found.value.remedies[0].option, found.value.remedies[0].values) == ("exclude", ("noise",))
    with refused("classes-not-learned", InvalidDataError, names=("perhaps",)):
        compare_ensembles(data, FEW, test=replace(data, class_names=("no", "perhaps")))
    with refused("unknown-attribute-of-table", InvalidParameterError, name="nose", nearest="noise"):
        compare_ensembles(data, replace(FEW, exclude=("nose",)))
    with refused("nothing-to-split-by", InvalidParameterError):
        compare_ensembles(data, replace(FEW, exclude=data.attributes))
    with refused("one-fold", InvalidParameterError):
        replace(FEW, folds=1)
