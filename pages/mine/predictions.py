"""What the set predicts: each table's baseline, the vote of the trees, and common learners beside it on request."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any

import streamlit as st

from ksdt_core.background.queue import Job
from ksdt_core.evidence.effect_text import (
    auc_note,
    auc_words,
    balanced_words,
    baseline_words,
    expected_words,
    interval_words,
    rows_words,
    vote_name,
)
from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.yardsticks import LEARNERS, YARDSTICKS, Yardsticks
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import percent, printable
from pages.common import job_watch, kept
from pages.common.telling import telling
from pages.common.wording import as_markdown

FOLDS = 5
WHAT = "Comparing with standard methods"
Row = tuple[str, str, str]
STYLE = """<style>
.ksdt-effects { width: 100%; border-collapse: collapse; font-size: .85rem; }
.ksdt-effects th, .ksdt-effects td { text-align: left; padding: .15rem .5rem .15rem 0; font-weight: 400; }
.ksdt-effects thead th { font-weight: 600; }
.ksdt-effects td { font-variant-numeric: tabular-nums; }
.ksdt-effects tr.ksdt-first > * { border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
</style>"""


def panel(request: PairRequest, run: str, trees: TreeSet, effects: Effects) -> None:
    """The effect in one sentence, then the numbers beside each other."""
    if effects.judged_on is None:
        st.markdown(":gray[The baseline of this set is not known.]")
        return
    pair = trees.pair
    expected = expected_words(effects, pair.left.name, pair.right.name, written=as_markdown)
    st.markdown(f"**{expected}**" if expected else "**How well the trees predict new rows is not yet measured.**")
    document = kept.document(run)
    yardsticks = document.get("yardsticks")
    found = None if not yardsticks else YARDSTICKS.read(yardsticks)
    groups = [list(_set_rows(trees, effects)), [] if found is None else list(_yardstick_rows(found))]
    st.html(STYLE + _table(trees, groups))
    counted = f"Original rows, each counted once; {percent(0.95)} intervals in brackets."
    auc = f" AUC: {auc_note(pair.class_names, written=as_markdown)}." if len(pair.class_names) == 2 else ""
    st.markdown(f":gray[{counted}{auc}]")
    if found is None:
        _offer(request, run, trees)


def _offer(request: PairRequest, run: str, trees: TreeSet) -> None:
    """Logistic regression and a random forest take some seconds: a job, when the reader asks for it."""
    asked = _request(request, trees)
    job: Job | None = job_watch.latest("yardsticks", subject=run, request=asked)
    if job is not None:
        job_watch.watch(job, WHAT)
    if job is None or not job.is_open:
        st.button(
            "Compare with standard methods",
            icon=":material/straighten:",
            key="yardsticks",
            on_click=telling(_ask),
            args=(run, asked),
            help="Runs logistic regression and a random forest on the same rows and folds, and trains them on "
            "one table to test them on the other.",
        )


def _request(request: PairRequest, trees: TreeSet) -> dict[str, Any]:
    return {"pair": request.id, "folds": FOLDS, "exclude": list(trees.settings.exclude)}


def _ask(run: str, asked: Mapping[str, Any]) -> None:
    job_watch.ask("yardsticks", subject=run, request=asked)


def _set_rows(trees: TreeSet, effects: Effects) -> Iterator[Row]:
    """Accuracy, balanced accuracy and AUC of the vote on each kind of rows that was counted."""
    assert effects.judged_on is not None
    first = effects.judged_on[1]
    said = baseline_words(first, trees.pair.class_names).split(":")[0]
    yield f"{said[:1].upper()}{said[1:]}", percent(first.left.baseline, 1), percent(first.right.baseline, 1)
    for rows, found in effects.by_rows:
        left, right = found.left.vote, found.right.vote
        if left is None or right is None:
            continue
        where = rows_words(rows, effects.folds)
        yield f"{vote_name(len(trees.trees))}, {where}", interval_words(left), interval_words(right)
        yield "balanced accuracy", balanced_words(left), balanced_words(right)
        if left.auc is not None or right.auc is not None:
            yield "AUC", auc_words(left), auc_words(right)


def _yardstick_rows(found: Yardsticks) -> Iterator[Row]:
    for each in found.learners:
        name = LEARNERS[each.learner]
        for where, left, right in (
            (f"cross-validated, {found.folds} folds", each.cv_left, each.cv_right),
            ("trained on the other table", each.left_from_right, each.right_from_left),
        ):
            yield f"{name}, {where}", interval_words(left.answers), interval_words(right.answers)
            if left.auc is not None or right.auc is not None:
                yield "AUC", auc_words(left), auc_words(right)


def _table(trees: TreeSet, groups: list[list[Row]]) -> str:
    head = "".join(f"<th scope='col'>{_text(side.name)}</th>" for side in (trees.pair.left, trees.pair.right))
    body = ""
    for rows in groups:
        for name, left, right in rows:
            minor = name in ("AUC", "balanced accuracy")
            start = "" if minor else " class='ksdt-first'"
            indent = " style='padding-left:1rem'" if minor else ""
            body += f"<tr{start}><th scope='row'{indent}>{_text(name)}</th>{_cell(left)}{_cell(right)}</tr>"
    return f"<table class='ksdt-effects'><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(words: str) -> str:
    """A number; its interval stays together where the line breaks."""
    number, bracket, interval = words.partition("(")
    return f"<td>{number}<span style='white-space:nowrap'>{bracket}{interval}</span></td>"


def _text(name: str) -> str:
    return html.escape(printable(name))
