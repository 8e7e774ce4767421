"""Training rows teach what is put into missing cells; test rows and later rows teach nothing."""

from __future__ import annotations

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.stream_cells import complete_stream
from ksdt_core.data.preparing.train_test import pair_train_test
from tests.refusals import refused

NAN = np.nan


def table(name, cells, classes):
    values = np.array(cells, dtype=np.float64).reshape(len(classes), -1)
    columns = values.shape[1]
    return Dataset(name, ("a", "b")[:columns], values, (None,) * columns, ("n", "p"), np.array(classes, dtype=np.intp))


def test_test_rows_get_the_training_rows_median():
    train = table("train", [1, 2, 3, NAN], [0, 1, 1, 0])
    test = table("test", [100, NAN, 300], [0, 1, 1])
    pair = pair_train_test(train, test, missing="common")
    assert pair.left.scaled[:, 0].tolist() == [1, 2, 3, 2]
    assert pair.right.scaled[:, 0].tolist() == [100, 2, 300]
    assert pair.n_filled == (1, 1)


def test_the_classes_of_test_rows_are_not_looked_at():
    train = table("train", [1, 1, 9, 9, 5, NAN], [0, 0, 1, 1, 1, 0])
    test = table("test", [0, NAN, NAN], [0, 1, 0])
    pair = pair_train_test(train, test, missing="class-common")
    assert pair.left.scaled[5, 0] == 1  # the median of class n
    assert pair.right.scaled[:, 0].tolist() == [0, 5, 5]


def test_a_class_lost_with_its_rows():
    train, test = table("train", [1, 2], [0, 1]), table("test", [1, NAN], [0, 1])
    with refused("class-lost", name="p", table="test"):
        pair_train_test(train, test, missing="drop-rows")


def test_classes_without_rows_in_either_table_go():
    train = Dataset("train", ("a",), np.array([[1.0], [2.0]]), (None,), ("k", "n", "p"), np.array([1, 2]))
    pair = pair_train_test(train, table("test", [1, 2], [1, 0]))
    assert pair.class_names == ("n", "p")
    assert pair.left.classes.tolist() == [0, 1]


def test_a_stream_learns_from_its_first_rows():
    stream = table("stream", [1, 3, NAN, 100, NAN], [0, 1, 0, 1, 1])
    common = complete_stream(stream, 3, missing="common")
    assert common.stream.values[:, 0].tolist() == [1, 3, 2, 100, 2]
    by_class = complete_stream(stream, 3, missing="class-common")
    assert by_class.stream.values[:, 0].tolist() == [1, 3, 1, 100, 2]
    assert by_class.n_filled == 2


def test_nothing_in_the_first_rows():
    stream = table("stream", [[1, NAN], [2, NAN], [3, 4]], [0, 1, 1])
    with refused("nothing-to-fill-with", column="b"):
        complete_stream(stream, 2, missing="common")
