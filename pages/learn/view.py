"""The answer: one sentence, the tree, its size against its errors, and its rules."""

from __future__ import annotations

import streamlit as st

from ksdt_core.figures.learning_charts import draw_size_curve
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.learned_rules import rule_table
from ksdt_core.studies.learning.lectures import LECTURERS
from ksdt_core.studies.learning.words import headline, parts_words
from ksdt_core.text import counted, number, percent
from pages.common import drawn, frame, html_table
from pages.common.wording import as_markdown
from pages.learn import numbers
from pages.learn.both_trees import Study
from pages.learn.choice import Chosen

AS_PRUNED = "as pruned"
MOST_RULES = 200
WHERE = f"The tab *{numbers.TAB}* below has the entropy of each node and what each attribute gains there."


def answer(chosen: Chosen, found: Study) -> Learned:
    """The answering sentence, and what a lecture prints otherwise."""
    lecture = chosen.lecture
    if lecture is not None:
        st.markdown(f"**{as_markdown(lecture.question)}** {as_markdown(lecture.says)} {WHERE}")
        if lecture.misprint:
            st.info(
                f"Misprint in the lecture of {LECTURERS[lecture.source]}. {as_markdown(lecture.misprint)}",
                icon=":material/edit:",
            )
    frame.answer(headline(found.learned))
    return found.learned


def size(found: Study, shown: Learned, *, leaves: int | None = None) -> tuple[Learned, int | None]:
    """The slider over sizes, which starts with these leaves, and the curve; returns the tree to show and its leaves."""
    sizes = [point.leaves for point in found.sizes][::-1]
    options: list[str | int] = [AS_PRUNED, *sizes]
    whole = "as grown" if found.learned.settings.pruning == "none" else AS_PRUNED
    picked = st.select_slider(
        "Leaves of the tree", options, value=leaves if leaves in sizes else AS_PRUNED,
        key=f"learn_size_{hash((found.id, found.learned.settings))}",
        format_func=lambda option: whole if option == AS_PRUNED else str(option),
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
    frame.note(f"{_about_size(found, shown)} {parts_words(shown)}".strip())
    return shown, None if position is None else sizes[-1 - position]


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


def rules(found: Study, shown: Learned) -> None:
    """Every path as a rule."""
    heads, every = rule_table(shown)
    rows = every[:MOST_RULES]
    made = html_table.table(heads, rows, caption="Rules of the tree", numbers={2, 3, 4, 5}, height=300, stacked=True)
    st.html(made)
    if len(every) > MOST_RULES:
        frame.note(f"The first {MOST_RULES} of {len(every):,} rules; the JSON document has all of them.")
