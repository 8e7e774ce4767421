"""One row of a table on its way through all trees."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from ksdt_core.data.model.pair import Domain
from ksdt_core.data.preparing.filled import filled_masks
from ksdt_core.figures.tree_tables import rule_text
from ksdt_core.mining.node_rows import mined_row_numbers
from ksdt_core.text import printable
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.paths import walk
from ksdt_core.trees.walk import leaf_of_rows
from pages.common.current import Current
from pages.common.tree_view import tree_title
from pages.common.wording import as_markdown

NOTHING = "no row"
ROW_HELP = "The first row of the table is 1."


def trace(current: Current) -> dict[int, int]:
    """Offer to trace a row; the leaf that it reaches in each tree, nothing where none is traced."""
    pair, whole = current.mined_pair, current.pair
    if pair is None or whole is None:
        st.markdown("The tables of this run are not saved here, so no row can be traced.")
        return {}
    sides = {printable(side.name): position for position, side in enumerate((pair.left, pair.right))}
    row = st.container(horizontal=True, vertical_alignment="bottom")
    name = row.selectbox("Row of", [NOTHING, *sides], key="trace_table")
    if name == NOTHING:
        return {}
    side = (pair.left, pair.right)[sides[name]]
    numbers = mined_row_numbers(whole, pair, current.trees)[sides[name]]
    number = int(row.number_input("Row", 1, int(numbers[-1]), key="trace_row", help=ROW_HELP))
    at = int(np.searchsorted(numbers, number))
    if numbers[at] != number:
        st.info(f"Row {number:,} is not a training row: it was held out, or has missing values. Choose another row.")
        return {}
    leaves = _leaves(current, side, at)
    _answers(current, side, at, leaves, number=number)
    return leaves


def _leaves(current: Current, side: Domain, row: int) -> dict[int, int]:
    pair = current.mined_pair
    assert pair is not None
    cells = side.scaled[row : row + 1]
    return {
        position: int(leaf_of_rows(shared.tree, cells_of(shared.tree, cells, pair.attributes))[0])
        for position, shared in enumerate(current.trees.trees)
    }


def _filled_names(current: Current, side: Domain, row: int) -> list[str]:
    """The attributes of the trees whose cell in this row was filled."""
    pair = current.mined_pair
    assert pair is not None
    mask = filled_masks(pair)[0 if side.name == pair.left.name else 1][row]
    return [printable(name) for name in current.trees.attributes if mask[pair.attributes.index(name)]]


def _answers(current: Current, side: Domain, row: int, leaves: dict[int, int], *, number: int) -> None:
    classes = current.trees.pair.class_names
    own = int(side.classes[row])
    answers = {p: int(current.trees.trees[p].tree.label[leaf]) for p, leaf in leaves.items()}
    n_right = int(np.sum([answer == own for answer in answers.values()]))
    st.markdown(
        f"Row {number:,} of {as_markdown(side.name)} is **{as_markdown(classes[own])}**; {n_right} of "
        f"{len(leaves)} trees predict this class."
    )
    filled = _filled_names(current, side, row)
    if filled:
        st.markdown(f":gray[Missing values filled in this row: {as_markdown(', '.join(filled))}.]")
    rows = []
    for position, leaf in leaves.items():
        shared = current.trees.trees[position]
        path = next(path for node, path in walk(shared.tree) if node == leaf)
        rows.append(
            {
                "Tree": tree_title(position, shared),
                "Path": rule_text(shared, path),
                "Prediction": printable(classes[answers[position]]),
                "Correct": "yes" if answers[position] == own else "no",
            }
        )
    st.dataframe(pd.DataFrame(rows), hide_index=True)
