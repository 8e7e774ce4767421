"""A model made elsewhere, brought as a file and saved: what it predicts on the chosen table, its trees and rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ksdt_core.data.samples.catalogue import catalogue_entry
from ksdt_core.errors import KsdtError
from ksdt_core.figures.file_names import safe_stem
from ksdt_core.figures.model_figure import model_files
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.formats.model_document import model_of_document
from ksdt_core.formats.result import json_object
from ksdt_core.learners.imported import named_classes
from ksdt_core.store.database import Store
from ksdt_core.store.run_documents import CLASSES, Kind, shown_classes
from ksdt_core.store.runs import add_to_run, keep_run, learned_run, list_runs, run_document
from ksdt_core.studies.learning.model import MODEL, MODEL_FORMAT, Model, judged_on, model_of_file
from ksdt_core.studies.learning.model_words import headline, sum_words, tree_rules
from ksdt_core.text import printable
from pages.common import asked, drawn, frame, html_table, kept, learned_tree, place
from pages.common.arrived import arrived_files
from pages.common.messages import for_page
from pages.common.shelf import shared_by_bytes
from pages.common.telling import telling, telling_here
from pages.common.wording import as_markdown
from pages.learn.choice import Chosen

MODELS: tuple[Kind, ...] = ("model",)
TAB, HEIGHT = "Imported model", 420
MODEL_KEY, COUNT = "learn_model", "learn_model_files"
FORMATS = {"html": "HTML page", "json": "JSON document", "svg": "SVG of this tree", "dot": "Graphviz of this tree"}


def is_asked_for() -> bool:
    """Whether the address names a model."""
    return place.here().model is not None


def show(chosen: Chosen) -> None:
    """Saved models and the place for a file; then the answer, one tree at a time, and the files."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    with telling_here():
        run = _choose(row)
        if run is None:
            frame.note(
                "Upload a model that was fitted elsewhere to see its trees and its errors on this table. It is saved "
                "on the page Runs."
            )
            return
        names = _named(row, run)
        judged = _judged(_model(kept.store(), run, names), chosen)
        frame.answer(headline(judged))
        _trees(judged, run)


def _choose(row: Any) -> str | None:
    """The id of the saved model to show; a file that is uploaded is saved and chosen."""
    models = {run.id: run.title for run in list_runs(kept.store(), kinds=MODELS)}
    if models:
        wanted = place.here().model
        if wanted not in (None, *models):
            run_document(kept.store(), str(wanted))  # says why it is not here
        ids = list(models)
        st.session_state[MODEL_KEY] = wanted if wanted in models else None
        row.selectbox(
            "Saved model", ids, index=None, format_func=lambda run: printable(models[run]), key=MODEL_KEY, width=300,
            placeholder="Choose a model", on_change=_go,
        )  # fmt: skip
    name = f"learn_model_file_{st.session_state.setdefault(COUNT, 0)}"
    box = row.popover("Upload model", icon=":material/upload:", width="content") if models else row
    box.file_uploader(
        "Model file of XGBoost (JSON, UBJSON), LightGBM (text) or CatBoost (JSON)", key=name, width=420,
        on_change=_take, args=(name,),
        help="Also the JSON document of ksdt import; for a model of scikit-learn that of "
        "ksdt.import_model(model).to_document() in Python. Pickles are never opened.",
    )  # fmt: skip
    return place.here().model if place.here().model in models else None


def _go() -> None:
    place.go(model=st.session_state[MODEL_KEY])


@telling
def _take(name: str) -> None:
    """Save the model of a file, and choose it."""
    if st.session_state[name]:
        st.session_state[COUNT] += 1
        (file,) = arrived_files(name)
        run = keep_run(kept.store(), MODEL.write(_read(file.name, file.getvalue())), pair=None)
        asked.forget()
        place.go(model=run)


def _read(name: str, data: bytes) -> Model:
    if data.lstrip()[:1] == b"{" and MODEL_FORMAT.encode() in data[:200]:
        return model_of_document(json_object(data))
    return model_of_file(name, data)


def _named(row: Any, run: str) -> tuple[str, ...]:
    """The names that the reader gives to the classes; they are saved with the model."""
    key = f"learn_model_classes_{run}"
    known = kept.run_known(run).summary["classes"]
    before = shown_classes(kept.document(run))
    if not known:
        return ()
    given = row.text_input(
        "Classes of the model", ", ".join(before), key=key, width=220, placeholder=printable(", ".join(known)),
        help="In the model's order, with commas, where the table names them otherwise: well, sick.",
    )  # fmt: skip
    names = tuple(name.strip() for name in given.split(",") if name.strip())
    if names != before:
        named_classes(names or tuple(known), len(known))  # refused where they are too few or too many
        add_to_run(kept.store(), run, {CLASSES: list(names)})
        asked.forget()
    return names


@shared_by_bytes("Reading the model …")
def _model(_store: Store, run: str, classes: tuple[str, ...]) -> Model:
    found = learned_run(_store, run)
    assert isinstance(found, Model)
    if not classes:
        return found
    named = named_classes(classes, len(found.ensemble.class_names))
    return replace(found, ensemble=replace(found.ensemble, class_names=named))


def _judged(model: Model, chosen: Chosen) -> Model:
    """The model with its errors on the chosen table; what stands against that is said, and the model is shown."""
    try:
        return judged_on(model, _table(model, chosen), target=chosen.target)
    except KsdtError as error:
        st.warning(as_markdown(for_page(error)))
        return replace(model, tested=None)


def _table(model: Model, chosen: Chosen) -> Any:
    """The table; for a model of numbers the numbers of the target, where the table was read with a cut."""
    request = chosen.request
    if model.ensemble.class_names or request is None:
        return chosen.table
    own = request.target or (catalogue_entry(request.id).target if request.origin == "catalogue" else None)
    return kept.table(replace(request, target=chosen.target, cut=())) if own else chosen.table


def _trees(model: Model, run: str) -> None:
    """The attributes that all trees test, one tree with its rules, and the files."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    last = len(model.trees)
    number = row.number_input("Tree", 1, last, 1, key=f"learn_model_tree_{run}", width=120, help=f"1 to {last:,}.")
    form = row.selectbox("Format", list(FORMATS), format_func=FORMATS.__getitem__, key="learn_model_format", width=220)
    tree = model.trees[number - 1]
    one = replace(model, ensemble=replace(model.ensemble, trees=(tree,))) if form in ("svg", "dot") else model
    name, data = next(iter(model_files(one, form)))
    row.download_button(
        "Download", data, file_name=f"{safe_stem(model.name) or 'model'}-{name}", icon=":material/download:",
        key="learn_model_download", on_click="ignore",
    )  # fmt: skip
    svg = drawn.once(
        lambda: tree_svg(tree, palette=frame.palette(), max_width=760), "model tree", run, number,
        model.ensemble.class_names,
    )  # fmt: skip
    left, right = frame.side_by_side("learn_model_drawing", "learn_model_rules")
    with left:
        alt = f"Tree {number} of {model.name}: {tree.n_nodes} nodes"
        st.html(learned_tree.fitted(svg, alt=alt, height=HEIGHT))
        frame.note(sum_words(model))
    with right:
        rules = list(tree_rules(tree))
        st.html(html_table.table(("If", "add"), rules, caption="Rules of the tree", numbers={1}, height=HEIGHT // 2))
        used = [(attribute, f"{n:,}") for attribute, n in model.attribute_splits]
        st.html(
            html_table.table(
                ("Attribute", "splits of all trees"), used, caption="Attributes", numbers={1}, height=HEIGHT // 2
            )
        )
