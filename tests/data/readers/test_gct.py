"""GCT files with their CLS files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ksdt_core.data import read_dataset
from ksdt_core.data.readers.cls import read_classes
from ksdt_core.errors import InvalidDataError
from tests.approved import Approved
from tests.data.tables import cells_of, classes_of, read_bytes_as
from tests.refusals import refused

FILES = Path(__file__).parents[1] / "files"
OLD = "#1.2\n2\t3\nName\tDescription\ts1\ts2\ts3\nTP53\tna\t1.5\t2\t3\nESR1\tna\t4\t\t6\n"


def test_what_cmappy_writes() -> None:
    table = read_dataset(FILES / "cmappy-version-3.gct", target="tissue")
    assert cells_of(table) == {"TP53": [1.5, 2.25, -3], "ESR1": [4, None, 6]}
    assert classes_of(table) == ["breast", "liver", "breast"]
    assert "transposed" in table.notes[0]
    cut = read_dataset(FILES / "cmappy-version-3.gct", target="dose", cut=2)
    assert classes_of(cut) == ["< 2", ">= 2", ">= 2"]


def test_the_columns_offered_are_named() -> None:
    with refused("no-class-among-facts"):
        read_dataset(FILES / "cmappy-version-3.gct")


def test_classes_from_a_cls_file_of_the_same_name(tmp_path: Path, approved: Approved) -> None:
    (tmp_path / "study.gct").write_text(OLD)
    with refused("no-class-column", column="class"):
        read_dataset(tmp_path / "study.gct")
    (tmp_path / "study.cls").write_text("3 2 1\n# tumour normal\n0 1 0\n")
    table = read_dataset(tmp_path / "study.gct")
    assert cells_of(table) == {"TP53": [1.5, 2, 3], "ESR1": [4, None, 6]}
    assert classes_of(table) == ["tumour", "normal", "tumour"]
    assert "study.cls" in table.notes[-1]
    approved("\n".join(table.notes))


def test_a_cls_file_with_other_numbers(tmp_path: Path) -> None:
    (tmp_path / "study.gct").write_text(OLD)
    (tmp_path / "study.cls").write_text("2 2 1\n# a b\n0 1\n")
    with refused("class-file-samples", classes=2, samples=3, where="study.gct"):
        read_dataset(tmp_path / "study.gct")


def test_labels_of_a_cls_file() -> None:
    assert read_classes("4 2 1\n# ALL AML\n1 1 0 0\n", "f") == ["ALL", "ALL", "AML", "AML"]  # the first met is first
    assert read_classes("3 2 1\n#b a\na b a\n", "f") == ["a", "b", "a"]


@pytest.mark.parametrize("text", ["", "3 2 1\n# a b\n", "3 2 1\n# a b\n0 1\n", "x y\n# a\n0\n", "#numeric\n#p\n1 2\n"])
def test_damaged_cls_files(text: str) -> None:
    with pytest.raises(InvalidDataError):
        read_classes(text, "f")


def test_a_cls_file_alone() -> None:
    with refused("only-classes"):
        read_bytes_as(b"3 2 1\n# a b\n0 1 0\n")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#1.2\n", "gct-without-counts"),
        ("#1.2\n2\t3", "gct-without-counts"),
        ("#1.2\nx\ty\nName\n", "gct-without-counts"),
        (OLD.replace("2\t3\n", "3\t3\n", 1), "gct-rows"),
        (OLD.replace("2\t3\n", "2\t4\n", 1), "gct-samples"),
        ("#1.3\n2\t3\t1\t999999999999\nid\td\ts1\ts2\ts3\n", "gct-facts"),
        ("#1.3\n2\t3\t1\t2\nid\td\ts1\ts2\ts3\ntissue\tna\tx\n", "gct-samples"),
    ],
)
def test_damaged_gct_files(text: str, code: str) -> None:
    with refused(code):
        read_bytes_as(text.encode())
