"""The file of approved texts: it is read as it was written, and every entry belongs to a test."""

from __future__ import annotations

import re

from tests import approved

TEXTS = {"tests/a.py::b": ["one", "two\n\n  lines"], "tests/a.py::c[x y]": ["# a heading"]}


def test_what_is_written_is_read():
    assert approved.parsed(approved.written(TEXTS)) == TEXTS


def test_texts_of_other_files_stay_and_those_of_lost_files_go():
    here = "tests/messages/test_texts.py"
    before = {f"{here}::a": ["old"], "tests/gone.py::b": ["old"], "tests/conftest.py::c": ["old"]}
    assert approved.renewed(before, {f"{here}::d": ["new"]}, [here]) == {
        "tests/conftest.py::c": ["old"],
        f"{here}::d": ["new"],
    }


def test_every_entry_belongs_to_a_test():
    lost = []
    for name in approved.parsed(approved.FILE.read_text("utf-8")):
        file, _, test = name.partition("::")
        function = re.escape(test.partition("[")[0].rpartition("::")[2])
        path = approved.ROOT / file
        if not path.is_file() or not re.search(rf"def {function}\([^)]*\bapproved\b", path.read_text("utf-8")):
            lost.append(name)
    assert lost == []
