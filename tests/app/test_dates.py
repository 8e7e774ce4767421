"""Times as every page writes them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pages.common import dates
from pages.runs.table import _columns

NEW_YEAR = 1_798_759_800.0  # 31 Dec 2026, 23:30 UTC


@pytest.mark.parametrize(
    ("zone", "written"),
    [
        ("Europe/Berlin", "01 Jan 2027 00:30"),
        ("UTC", "31 Dec 2026 23:30"),
        *((zone, "31 Dec 2026 23:30") for zone in (None, "", "Nowhere/Land", "../../etc/passwd", "Europe", "a\0b")),
    ],
)
def test_times_are_those_of_the_reader_or_utc(monkeypatch, zone, written):
    monkeypatch.setattr(dates.st, "context", SimpleNamespace(timezone=zone))
    assert dates.moment(NEW_YEAR) == written
    assert dates.day(NEW_YEAR) == written[:11]


def test_columns_of_tables_write_them_in_the_same_way():
    for name in ("used", "mined"):
        assert _columns()[name]["type_config"]["format"] == dates.MOMENT == "DD MMM YYYY HH:mm"
