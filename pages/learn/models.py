"""A model made elsewhere, brought as a file: what it predicts on the chosen table, its trees, rules and files."""

from __future__ import annotations

import hashlib
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
from ksdt_core.studies.learning.model import MODEL_FORMAT, Model, judged_on, model_of_file
from ksdt_core.studies.learning.model_words import headline, sum_words, tree_rules
from pages.common import drawn, frame, html_table, kept
from pages.common.arrived import arrived_files
from pages.common.messages import for_page
from pages.common.pictures import image_tag
from pages.common.shelf import shared_by_bytes
from pages.common.telling import telling_here
from pages.common.wording import as_markdown
from pages.learn.choice import Chosen

FILE, HEIGHT = "learn_model_file", 420
FORMATS = {"html": "HTML page", "json": "JSON document", "svg": "SVG of this tree", "dot": "Graphviz of this tree"}


def show(chosen: Chosen) -> None:
    """The place for the file; then the answer, one tree at a time, and the files."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    row.file_uploader(
        "Model file of XGBoost (JSON, UBJSON), LightGBM (text) or CatBoost (JSON)", key=FILE, width=420,
        help="Also the JSON document of ksdt import; for a model of scikit-learn that of "
        "ksdt.import_model(model).to_document() in Python. Pickles are never opened.",
    )  # fmt: skip
    if not st.session_state.get(FILE):
        frame.note("Bring a model that was fitted elsewhere to see its trees and its errors on this table.")
        return
    classes = row.text_input(
        "Classes of the model", key="learn_model_classes", width=220, placeholder="as in the file",
        help="In the model's order, with commas, where the table names them otherwise: well, sick.",
    )  # fmt: skip
    with telling_here():
        (file,) = arrived_files(FILE)
        data = file.getvalue()
        names = tuple(name.strip() for name in classes.split(",") if name.strip())
        digest = hashlib.sha256(data).hexdigest()
        model = _model((file.name, data), digest, names)
        judged = _judged(model, chosen)
        frame.answer(headline(judged))
        _trees(judged, digest)


@shared_by_bytes("Reading the model …")
def _model(_file: tuple[str, bytes], digest: str, classes: tuple[str, ...]) -> Model:
    name, data = _file
    if data.lstrip()[:1] == b"{" and MODEL_FORMAT.encode() in data[:200]:
        found = model_of_document(json_object(data))
        if not classes:
            return found
        named = named_classes(classes, len(found.ensemble.class_names))
        return replace(found, ensemble=replace(found.ensemble, class_names=named))
    return model_of_file(name, data, class_names=classes or None)


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


def _trees(model: Model, digest: str) -> None:
    """The attributes that all trees test, one tree with its rules, and the files."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    last = len(model.trees)
    number = row.number_input("Tree", 1, last, 1, key=f"learn_model_tree_{digest}", width=120, help=f"1 to {last:,}.")
    form = row.selectbox("Format", list(FORMATS), format_func=FORMATS.__getitem__, key="learn_model_format", width=220)
    tree = model.trees[number - 1]
    one = replace(model, ensemble=replace(model.ensemble, trees=(tree,))) if form in ("svg", "dot") else model
    name, data = next(iter(model_files(one, form)))
    row.download_button(
        "Download", data, file_name=f"{safe_stem(model.name) or 'model'}-{name}", icon=":material/download:",
        key="learn_model_download", on_click="ignore",
    )  # fmt: skip
    svg = drawn.once(
        lambda: tree_svg(tree, palette=frame.palette(), max_width=760), "model tree", digest, number,
        model.ensemble.class_names,
    )  # fmt: skip
    left, right = frame.side_by_side("learn_model_drawing", "learn_model_rules")
    with left:
        picture = image_tag(svg, alt=f"Tree {number} of {model.name}: {tree.n_nodes} nodes", style="max-width:none")
        st.html(f"<div class='ksdt-scroll' style='max-height:{HEIGHT}px' tabindex='0'>{picture}</div>")
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
