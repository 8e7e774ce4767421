"""What the Stability page says of a stream in words: what was found, and when not to believe it."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.stability_report import QUIET_STEPS, StabilityReport
from ksdt_core.studies.stream_watch import StreamPlan
from ksdt_core.text import counted
from pages.common.wording import as_markdown
from pages.stability.state import GENERATED, Followed

FEW_ROWS = 100  # for one tree; see the table of alarms in Methods
MOST_OF_ONE_CLASS = 0.25  # of the trees


def verdict(report: StabilityReport, wanted: Followed, name: str) -> str:
    """What was found, in a sentence or two."""
    alarms, drift = report.alarms, wanted.plan.drift
    whose = "the generated stream" if wanted.table == GENERATED else as_markdown(name)
    found = [position + 1 for position in alarms]
    if drift is None:
        if not found and len(report.steps) < QUIET_STEPS + 2:
            return f"No alarm could be raised: the first {QUIET_STEPS} updates only teach what is usual; ask for more."
        if not found:
            return f"No alarm: no new trees of {whose} stand out from what is usual for it."
        times = ", ".join(map(str, found))
        return f"Alarm at update {times}: from there on new trees differ from the ensemble far more than was usual."
    if not found:
        why = f" The first {QUIET_STEPS} updates only teach what is usual." if drift <= QUIET_STEPS else ""
        if drift == len(report.steps):
            why = " An alarm needs two updates after the change: ask for more updates."
        return f"The rule changed with update {drift}, and no alarm was raised: it was missed.{why}"
    first = found[0]
    if first == drift:
        return f"The rule changed with update {drift}, and the alarm is raised at update {first}: found at once."
    late = f"{counted(first - drift, 'update', 'updates')} later" if first > drift else "before it, so by mistake"
    return f"The rule changed with update {drift}; the first alarm is at update {first}, {late}."


def plan_words(plan: StreamPlan) -> str:
    """What is followed, in short."""
    rows, updates = (counted(n, one, f"{one}s") for n, one in ((plan.chunk, "row"), (plan.n_updates, "update")))
    return f"{plan.n_first} trees at first, then {updates}; each tree is grown on {rows}"


def caution(wanted: Followed, stream: Dataset) -> None:
    """Rows sorted by class are no stream; trees of few rows vary so much that a change hides among them.

    Refused is a table that is too short, and what leaves every tree without a question.
    """
    plan = wanted.plan
    if stream.n_rows < plan.n_rows:
        raise InvalidParameterError(
            "stream-too-short-to-follow",
            table=stream.name,
            rows=stream.n_rows,
            first=plan.n_first,
            updates=plan.n_updates,
            chunk=plan.chunk,
            needed=plan.n_rows,
        )
    alone, n_trees = n_of_one_class(stream, plan), plan.n_first + plan.n_updates
    if alone == n_trees:
        raise InvalidParameterError("stream-of-one-class", trees=n_trees, table=stream.name)
    if alone > n_trees * MOST_OF_ONE_CLASS:
        st.warning(
            f"{alone} of the {n_trees} trees see rows of one class only, so they ask nothing. The rows of "
            f"{as_markdown(stream.name)} seem to be sorted by class, or are too few for so many trees: what follows "
            "shows the order of the file, not a change over time."
        )
    elif plan.chunk < FEW_ROWS:
        st.markdown(
            f":gray[Each tree is grown on {counted(plan.chunk, 'row', 'rows')}. Below about {FEW_ROWS}, trees vary so "
            "much by themselves that a change hardly stands out, and alarms may be false.]"
        )


def n_of_one_class(stream: Dataset, plan: StreamPlan) -> int:
    """Trees whose rows are all of one class."""
    assert stream.n_rows >= plan.n_rows, "refused before"
    by_tree = stream.classes[: plan.n_rows].reshape(-1, plan.chunk)
    return int((by_tree.min(axis=1) == by_tree.max(axis=1)).sum())
