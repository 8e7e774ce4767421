"""A GCT file joined with its CLS file."""

from __future__ import annotations

import gzip
import io

import numpy as np
import pytest

from ksdt_core.data.readers.gct_classes import is_cls, join_classes
from ksdt_core.data.readers.reading import read_dataset
from tests.refusals import refused

GCT = "#1.2\n2\t4\nName\tDescription\ts1\ts2\ts3\ts4\ng1\tna\t1\t2\t3\t4\ng2\tna\t4\t3\t2\t1\n"
NEWER = "#1.3\n2\t4\t1\t1\nid\tinfo\ts1\ts2\ts3\ts4\nage\tna\t30\t40\t50\t60\ng1\tna\t1\t2\t3\t4\ng2\tna\t4\t3\t2\t1\n"
CLS = b"4 2 1\n# ill well\n0 1 0 1\n"


@pytest.mark.parametrize("table", [GCT.encode(), NEWER.encode(), gzip.compress(GCT.encode())], ids=["1.2", "1.3", "gz"])
def test_joined_file_is_read_with_its_classes(table):
    joined = io.BytesIO(join_classes(table, CLS, "t.gct"))
    found = read_dataset(joined)
    assert found.attributes == ("g1", "g2")
    assert [found.class_names[c] for c in found.classes] == ["ill", "well", "ill", "well"]
    assert np.array_equal(found.values, [[1, 4], [2, 3], [3, 2], [4, 1]])


def test_classes_for_another_number_of_samples_are_refused():
    with refused("class-file-samples", classes=3, samples=4, where="t.gct"):
        join_classes(GCT.encode(), b"3 2 1\n# a b\n0 1 0\n", "t.gct")


def test_classes_go_with_no_other_format():
    with refused("classes-without-gct"):
        join_classes(b"x,class\n1,a\n", CLS, "t.csv")


def test_files_of_classes_are_known():
    assert is_cls(CLS)
    assert not is_cls(GCT.encode())


@pytest.mark.parametrize(
    "count", [b"9" * 5000, "²".encode(), "٤".encode()], ids=["huge", "superscript", "Arabic digit"]
)
def test_counts_that_are_no_numbers_are_refused(count):
    """Python turns none of the first two into a number; the reader broke down on them."""
    with refused("not-a-class-file"):
        join_classes(GCT.encode(), count + b" 2 1\n# a b\n0 1 0 1\n", "t.gct")
