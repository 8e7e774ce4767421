"""Jobs on pages: what a failed one says, and whom a test against chance belongs to."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from streamlit.testing.v1 import AppTest

from ksdt_core.background.queue import kept_job
from pages.common import watchers
from pages.mine import chance as mine_chance

REQUEST = {"pair": "p", "vectors": [[0.3, 0.4, 0.3]], "permutations": 99, "folds": 5}


def failed_job() -> None:
    from ksdt_core.background.queue import Job
    from pages.common import job_watch

    problem = "[win](http://evil.example) has 3 classes and *b* has 2; name another with --sheet."
    job_watch.watch(Job("a", "what-if", "s", {}, "failed", 0, 0, 0.0, None, None, 1, False, None, problem), "Comparing")


def test_names_in_what_went_wrong_stay_text():
    (said,) = AppTest.from_function(failed_job).run().error
    assert r"\[win\]\(http://evil.example\)" in said.value.replace(r"\/", "/").replace(r"\:", ":").replace(r"\.", ".")
    assert "--sheet" not in said.value, "in words of the page"


@pytest.fixture
def reader(monkeypatch):
    """What the code of a page sees while it runs for one reader or another."""
    monkeypatch.setattr(watchers, "_seen", {})
    states: dict[str, dict[str, object]] = {}

    @contextmanager
    def runs_for(name: str):
        with monkeypatch.context() as patch:
            patch.setattr(watchers, "_reader", lambda: name)
            patch.setattr(mine_chance.st, "session_state", states.setdefault(name, {}))
            yield

    return runs_for


@pytest.mark.parametrize("watched", [True, False])
def test_a_test_that_somebody_else_waits_for_goes_on(reader, store, watched):
    with reader("first"):
        job = mine_chance._ask("run", REQUEST)
    with reader("second"):
        assert mine_chance._ask("run", REQUEST).id == job.id, "both wait for the same"
        if watched:
            watchers.note(job.id)
    with reader("first"):
        watchers.note(job.id)
        mine_chance._ask("another run", REQUEST)
    assert kept_job(store, job.id).state == ("queued" if watched else "cancelled")
