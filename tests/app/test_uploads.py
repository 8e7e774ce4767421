"""Any number of dropped files: which of them are tables, and which belong to one."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ksdt_core.errors import InvalidDataError
from ksdt_core.store.uploads import list_uploads, upload_content
from pages.common.uploads import keep_files
from tests.refusals import refused

GCT = b"#1.2\n2\t4\nName\tDescription\ts1\ts2\ts3\ts4\ng1\td\t1\t2\t3\t4\ng2\td\t2\t3\t1\t0\n"
CLS = b"4 2 1\n# x y\n0 0 1 1\n"


@dataclass(frozen=True)
class Dropped:
    """A file as Streamlit hands it over."""

    name: str
    content: bytes

    @property
    def size(self) -> int:
        return len(self.content)

    def getvalue(self) -> bytes:
        return self.content


@pytest.mark.parametrize("classes", ["cohort.cls", "Cohort.CLS"])
def test_classes_join_the_table_of_their_name(store, classes):
    (upload,) = keep_files([Dropped(classes, CLS), Dropped("cohort.gct", GCT)])
    assert upload.file_name == "cohort.gct"
    assert b"class" in upload_content(store, upload.id)


@pytest.mark.parametrize("files", [["b.cls"], ["a.gct", "b.cls"]])
def test_classes_without_their_table_are_refused_and_nothing_is_kept(store, files):
    with refused("classes-without-table", InvalidDataError, file="b.cls"):
        keep_files([Dropped(name, CLS if name.endswith("cls") else GCT) for name in files])
    assert list_uploads(store) == []
