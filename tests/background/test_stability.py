"""The job that follows a stream: generated, kept by upload, too short."""

from __future__ import annotations

from dataclasses import asdict

from ksdt_core.background.queue import claim_job, kept_job, put_job
from ksdt_core.background.worker import do_job
from ksdt_core.store.pairs import kept_pair
from ksdt_core.studies.stream_plan import StreamPlan
from pages.common.messages import for_page
from tests.background.conftest import Kept

PLAN = StreamPlan(chunk=4, n_first=3, n_updates=6)


def done(kept: Kept, plan: StreamPlan, *, table=None):
    job = put_job(kept.store, "stability", subject="a stream", request={"plan": plan.to_document(), "table": table})
    do_job(kept.store, claim_job(kept.store))
    return kept_job(kept.store, job.id)


def test_generated_stream_is_followed(kept):
    job = done(kept, PLAN)
    assert job.state == "done"
    assert (job.done, job.total) == (15, 15)
    assert job.result["format"] == "ksdt-stability/1"
    assert len(job.result["steps"]) == 6


def test_uploaded_table_is_followed_in_its_order(kept):
    side = kept_pair(kept.store, kept.pair).left
    job = done(kept, PLAN, table=asdict(side))
    assert job.state == "done"
    assert job.result["stream"] == {"name": "first", "rows": 40, "chunk": 4, "filled": 0}


def test_short_table_fails_with_the_rows_needed(kept):
    side = kept_pair(kept.store, kept.pair).left
    job = done(kept, StreamPlan(chunk=40), table=asdict(side))
    assert job.state == "failed"
    assert "2,400" in for_page(job.problem)
