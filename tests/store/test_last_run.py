"""The run that was used last."""

from __future__ import annotations

from ksdt_core.store.last_run import last_run
from ksdt_core.store.runs import delete_runs, keep_run
from tests.store.kept_documents import document_of


def test_it_is_the_one_that_was_used_last_and_is_not_deleted(store):
    assert last_run(store) is None
    document = document_of()
    run = keep_run(store, document, pair=None)
    assert last_run(store) == run
    other = keep_run(store, {**document, "config": {**document["config"], "seed": 99}}, pair=None)
    assert other != run
    assert last_run(store) == other
    keep_run(store, document, pair=None)
    assert last_run(store) == run, "the same set again"
    delete_runs(store, [run])
    assert last_run(store) == other
