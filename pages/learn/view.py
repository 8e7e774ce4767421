"""The answer: one sentence, the tree, its size against its errors, and its rules."""

from __future__ import annotations

import re

import streamlit as st

from ksdt_core.figures.drawn_tree import folded_to_fit
from ksdt_core.figures.learning_charts import draw_size_curve
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.learned_rules import rule_table
from ksdt_core.studies.learning.words import headline, method_words
from ksdt_core.text import counted, number, percent
from ksdt_core.trees.text import TableNames
from pages.common import drawn, frame, html_table
from pages.common.pictures import image_tag
from pages.common.wording import as_markdown
from pages.learn.both_trees import Study
from pages.learn.choice import Chosen

AS_PRUNED = "as pruned"
MOST_DRAWN = 40
MOST_RULES = 200
HEIGHT = 470  # pixels of the drawing
SMALLEST = 0.7  # a high drawing is shown smaller, down to this; then it scrolls


def answer(chosen: Chosen, found: Study) -> Learned:
    """The answering sentence, and what a lecture prints otherwise."""
    lecture = chosen.lecture
    if lecture is not None:
        st.markdown(f"**{as_markdown(lecture.question)}** {as_markdown(lecture.says)}")
        if lecture.misprint:
            st.info(
                f"Misprint in the lecture ({lecture.source}). {as_markdown(lecture.misprint)}", icon=":material/edit:"
            )
    frame.answer(headline(found.learned))
    return found.learned


def size(found: Study, shown: Learned) -> Learned:
    """The slider over sizes and the curve; returns the tree to show."""
    sizes = [point.leaves for point in found.sizes][::-1]
    options: list[str | int] = [AS_PRUNED, *sizes]
    picked = st.select_slider(
        "Leaves of the tree", options, key=f"learn_size_{hash((found.id, found.learned.settings))}",
        help="Choose the size of the tree, from the root alone to the full tree (cost-complexity pruning).",
    )  # fmt: skip
    position = None if picked == AS_PRUNED else len(sizes) - 1 - sizes.index(int(picked))
    if position is not None:
        shown = found.of_size(position)
    chosen = found.grown.chosen
    unit = f"error, {found.learned.target}" if found.learned.tree.numbers is not None else ""
    st.plotly_chart(
        drawn.chart(
            lambda: draw_size_curve(
                found.grown.curve, chosen=chosen, shown=position, unit=unit, palette=frame.palette()
            ),
            "size_curve", found.id, found.learned.settings, position,
        ),
        config={"displayModeBar": False},
    )  # fmt: skip
    frame.note(_about_size(found, shown))
    return shown


def _about_size(found: Study, shown: Learned) -> str:
    held, training = shown.held_out, shown.training
    is_number = shown.tree.numbers is not None
    size = counted(shown.tree.n_leaves, "leaf", "leaves")

    def said(error: float) -> str:
        return number(error) if is_number else percent(error, 1)

    if held is None:
        return (
            f"{size}: {said(training.error)} error on the training rows. Hold out rows to see where the tree overfits."
        )
    best = found.sizes[found.grown.chosen or 0].leaves
    return (
        f"{size}: {said(training.error)} error on training rows, {said(held.error)} on held-out rows. "
        f"Fewest held-out errors with {counted(best, 'leaf', 'leaves')}."
    )


def tree(found: Study, shown: Learned) -> None:
    """The drawing; deep levels of a large tree are folded."""
    folded = folded_to_fit(shown.tree, MOST_DRAWN)
    svg = drawn.once(
        lambda: tree_svg(
            shown.tree, TableNames(shown.table.name, ""), palette=frame.palette(), max_width=760, folded=folded,
            colour="class",
        ),
        "learned", found.id, shown.settings, shown.tree.n_nodes, shown.tree.n_leaves,
    )  # fmt: skip
    frame.note(f"{method_words(shown)}. {_legend(shown)}")
    alt = f"Decision tree of {shown.table.name}: {shown.tree.n_nodes} nodes, {shown.tree.n_leaves} leaves"
    picture = image_tag(svg, alt=alt, style=_fitted(svg))
    st.html(f"<div class='ksdt-scroll' style='max-height:{HEIGHT + 10}px' tabindex='0'>{picture}</div>")
    if folded:
        frame.note(f"{len(folded)} splits are folded. Choose a smaller tree with the slider to see all of it.")


def _fitted(svg: str) -> str:
    """The style that makes a high drawing fit its card, as long as its letters stay readable."""
    found = re.search(r' height="([0-9.]+)"', svg)
    height = float(found.group(1)) if found else 0.0
    return f"height:{max(HEIGHT, SMALLEST * height):.0f}px;max-width:none" if height > HEIGHT else "max-width:none"


def _legend(shown: Learned) -> str:
    names = shown.tree.tree.class_names
    if shown.tree.numbers is not None:
        return (
            "Leaves show the mean ± standard deviation. Bars show the rows up to the overall mean, and those above it."
        )
    return f"Bars from the top: {', '.join(names[:8])}. Leaves: class and its share of the rows."


def rules(found: Study, shown: Learned) -> None:
    """Every path as a rule."""
    heads, every = rule_table(shown)
    rows = every[:MOST_RULES]
    st.html(html_table.table(heads, rows, caption="Rules of the tree", numbers={2, 3, 4, 5}, height=300))
    if len(every) > MOST_RULES:
        frame.note(f"The first {MOST_RULES} of {len(every):,} rules; the JSON document has all of them.")
