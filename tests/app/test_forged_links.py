"""Addresses that somebody made up: every page answers with a sentence, never with a fault, a file or a long wait."""

from __future__ import annotations

import pytest

from pages.common import navigation
from pages.common.frame import FAULT
from pages.common.place import NAMES
from tests.app.conftest import words
from tests.app.saying import says

PAGES = tuple(entry.script for entry in navigation.PAGES)
FORGED = (
    "../../../../etc/passwd",
    "' OR 1=1; DROP TABLE runs; --",
    "x" * 20_000,
    "a\x00b",
    "🧬\u202e\u2028Ж",
    "<script>alert(1)</script>",
    "99999999999999999999999999",
    "-1",
    "1e999,nan,-inf",
    "%s%n{0}$(id)",
    "chunk=99999999,n_first=2,n_updates=999999,table=generated",
    "chunk=100000,n_first=200,n_updates=500,seed=1,table=generated",
    "seed=-1,n_first=0,drift=7,policy=oldest,table=../../etc/passwd",
    "wvp1+forests+rows+../..",
)
IDS = ("pair", "run", "job", "other")


def answered(page) -> None:
    """The page has its heading, no fault, and each thing it complains of is a sentence without a file's content."""
    assert not page.exception
    assert page.title
    said = words(page)
    assert FAULT not in said
    assert "root:" not in said
    assert all(error.value.rstrip("*_ ").endswith(".") for error in page.error), [e.value for e in page.error]
    assert "<script>" not in said


@pytest.mark.parametrize("script", PAGES)
def test_a_link_with_a_forged_part_gives_a_sentence(opened, run, spect, script):
    """Each id alone, then all other parts together; over all pages each value comes up several times."""
    start = PAGES.index(script)
    for number, name in enumerate(IDS):
        value = FORGED[(start * len(IDS) + number) % len(FORGED)]
        answered(opened(script, **{"pair": spect.id, "run": run, name: value}))
    others = [name for name in NAMES if name not in IDS]
    values = {name: FORGED[(start + number) % len(FORGED)] for number, name in enumerate(others)}
    answered(opened(script, pair=spect.id, run=run, **values))


@pytest.mark.parametrize("script", PAGES)
def test_a_link_that_is_forged_from_end_to_end_gives_a_sentence(opened, script):
    answered(opened(script, **{name: FORGED[number % len(FORGED)] for number, name in enumerate(NAMES)}))


@pytest.mark.soak
@pytest.mark.parametrize("value", FORGED, ids=range(len(FORGED)))
@pytest.mark.parametrize("script", PAGES)
def test_every_forged_part_of_every_page(opened, run, spect, script, value):
    for name in NAMES:
        answered(opened(script, **{"pair": spect.id, "run": run, name: value}))


@pytest.mark.parametrize(
    ("script", "name"),
    [
        ("pages/mine/page.py", "pair"),
        *((f"pages/{page}/page.py", "run") for page in ("trees", "diversity", "spectrum", "space")),
    ],
)
def test_what_is_not_kept_here_is_said_to_be_so(opened, script, name):
    for value in FORGED[:2]:
        page = opened(script, **{name: value})
        answered(page)
        assert says(f"{name}-not-saved") in words(page)
