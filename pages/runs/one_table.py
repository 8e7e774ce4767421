"""Saved trees of one table and imported models: their list, and the one that is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from ksdt_core.options import from_plain, option_fields
from ksdt_core.reports.provenance import value_words
from ksdt_core.store.run_documents import page_of
from ksdt_core.store.runs import Run, learned_run
from ksdt_core.store.uploads import list_uploads
from ksdt_core.studies.learning import model_words
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.studies.learning.words import METHODS, PRUNED, headline
from ksdt_core.text import counted, number, percent, printable
from pages.common import kept, learned_files, learned_tree, place
from pages.common.dates import MOMENT
from pages.common.wording import as_markdown
from pages.runs import about

LEARN = "pages/learn/page.py"
ALWAYS = ("method", "prune", "holdout", "criterion", "missing", "max_depth", "min_size", "seed")


def answer(runs: Sequence[Run]) -> tuple[str, str]:
    """How many there are."""
    n_models = sum(run.kind == "model" for run in runs)
    basis = "The page Learn saves them: trees with “Save to Runs”, models when they are uploaded."
    if not runs:
        return "None yet.", basis
    trees = counted(len(runs) - n_models, "tree", "trees")
    tables = counted(len({run.tables for run in runs if run.kind == "learned"}), "table", "tables")
    models = counted(n_models, "imported model", "imported models")
    found = ([f"{trees} of {tables}"] if n_models < len(runs) else []) + ([models] if n_models else [])
    return f"{' and '.join(found)}.", basis


def frame_of(runs: Sequence[Run]) -> pd.DataFrame:
    """A row for each run."""
    return pd.DataFrame([_row(run) for run in runs])


def _row(run: Run) -> Mapping[str, Any]:
    summary = run.summary
    return {
        "pinned": "★" if run.pinned else "",
        "name": printable(run.title),
        "table": printable(run.tables),
        "target": printable(str(summary.get("target", ""))),
        "method": _method(run),
        "size": _size(run),
        "training": _quality(run, "training"),
        "held_out": _quality(run, "held_out"),
        "note": printable(run.note),
        "used": pd.Timestamp(run.used, unit="s", tz="UTC"),
        "saved": pd.Timestamp(run.created, unit="s", tz="UTC"),
        "id": run.id,
    }


def _method(run: Run) -> str:
    if run.kind == "model":
        return printable(str(run.summary["library"]))
    settings = LearnSettings(**from_plain(LearnSettings, run.summary["config"]))
    return f"{METHODS[settings.method]}, {PRUNED[settings.pruning]}"


def _size(run: Run) -> str:
    size = run.summary["size"]
    return counted(size["leaves"], "leaf", "leaves") if run.kind == "learned" else counted(size["trees"], "tree")


def _quality(run: Run, rows: str) -> str:
    """Accuracy beside the baseline, or the error of a numeric target."""
    found = run.summary.get("scores", {}).get(rows)
    if found is None:
        return ""
    if run.summary["config"]["regression"]:
        return f"error {number(found['error'])} ({number(found['baseline'])})"
    return f"{percent(1 - found['error'], 1)} ({percent(1 - found['baseline'], 1)})"


def columns() -> dict[str, Any]:
    column = st.column_config
    quality = "Accuracy, with the baseline in brackets; for a numeric target the error."
    return {
        "pinned": column.TextColumn("Pin", width=40, help="★: pinned, listed first."),
        "name": column.TextColumn("Name", width=260, help="The name you gave, or what it is."),
        "table": column.TextColumn("Table", width=140),
        "target": column.TextColumn("Predicts", width=110),
        "method": column.TextColumn("Method and pruning", width=190),
        "size": column.TextColumn("Size", width=80),
        "training": column.TextColumn("Training rows", width=130, help=quality),
        "held_out": column.TextColumn("Held-out rows", width=130, help=quality),
        "note": column.TextColumn("Note", width=120),
        "used": column.DatetimeColumn("Used", format=MOMENT, timezone=st.context.timezone),
        "saved": column.DatetimeColumn("Saved", format=MOMENT, timezone=st.context.timezone),
        "id": "Run",
    }


def one(run: Run) -> None:
    """Everything about one tree or model: what it predicts, the way to Learn, settings, name, note and drawing."""
    st.subheader(as_markdown(run.title), anchor=False)
    found = learned_run(kept.store(), run.id)
    said = headline(found) if isinstance(found, Learned) else model_words.headline(found)
    st.markdown(as_markdown(said))
    way = _way(run)
    if way is None:
        st.markdown(":gray[The table of this tree is not saved here, so it cannot be opened on Learn.]")
    elif st.button("Open in Learn", key=f"runs_learn_{run.id}", icon=":material/arrow_forward:"):
        place.go(**way)
        st.switch_page(LEARN, query_params=place.as_query())
    about.show(run, facts(run))
    if isinstance(found, Learned):
        with st.expander("Tree and export"):
            learned_tree.show(found, run.id)
            learned_files.show(found)


def _way(run: Run) -> dict[str, Any] | None:
    """Where Learn shows it; None where its table is not here."""
    if run.kind == "model":
        return {"model": run.id}
    page = page_of(kept.document(run.id))
    if page is None:
        return None
    if page.table is None:
        return {"learn": f"lecture:{page.lecture}", "learned": run.id}
    uploads = {upload.id for upload in list_uploads(kept.store())}
    if page.table.origin == "upload" and page.table.id not in uploads:
        return None
    return {"learn": f"{page.table.origin}:{page.table.id}", "learned": run.id}


def facts(run: Run) -> list[tuple[str, str]]:
    """Data and settings, a row each."""
    summary, size = run.summary, run.summary["size"]
    if run.kind == "model":
        classes = ", ".join(summary["classes"]) or "numbers"
        return [
            ("Made with", str(summary["library"])),
            ("Predicts", classes),
            ("Size", f"{counted(size['trees'], 'tree')}, {size['nodes']:,} nodes, depth {size['depth']}"),
        ]
    table = summary["table"]
    held = f", {table['held_out']:,} held out" if table["held_out"] else ""
    missing = f", {counted(table['missing'], 'missing value')}" if table["missing"] else ""
    rows = f"{table['rows']:,} training rows of {table['name']}{held}"
    return [
        ("Data", f"{rows}, {counted(table['attributes'], 'attribute')}{missing}"),
        ("Fingerprint of the data", str(table.get("fingerprint") or "unknown")),
        ("Column to predict", str(summary["target"])),
        ("Size", f"{size['leaves']:,} of {counted(summary['grown_leaves'], 'leaf', 'leaves')} kept"),
        *((label, words) for _, label, words in _settings(run)),
    ]


def _settings(run: Run) -> list[tuple[str, str, str]]:
    """Name, label and words of every setting that was chosen or matters."""
    settings = LearnSettings(**from_plain(LearnSettings, run.summary["config"]))
    usual: dict[str, Any] = {"prune": settings.pruning, "missing": settings.missing_way}
    if settings.method != "random" and not settings.regression:
        usual["criterion"] = settings.valuing.criterion
    found = []
    for field in option_fields(LearnSettings):
        value = usual.get(field.name, getattr(settings, field.name))
        if field.name in ALWAYS or value != field.default:
            found.append((field.name, field.option.label, value_words(field.name, field.option, value)))
    return found
