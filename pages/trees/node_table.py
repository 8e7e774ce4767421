"""The rows of the selected node in both tables, as they stand in the tables."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from ksdt_core.data.preparing.conversions import conversion_words
from ksdt_core.data.preparing.filled import filled_masks
from ksdt_core.data.readers.cells import number_text
from ksdt_core.mining.node_rows import mined_row_numbers, node_rows
from ksdt_core.text import printable
from pages.common.current import Current
from pages.common.wording import as_markdown

MOST_ROWS = 500
FILLED = "(filled)"
HEIGHT = 170


def rows(current: Current, position: int, node: int) -> None:
    """A table for each side, with the attributes of the tree."""
    pair, shared = current.pair, current.trees.trees[position]
    assert pair is not None
    used = sorted({int(column) for column in shared.tree.attribute if column >= 0})
    names = [shared.tree.attributes[column] for column in used]
    here = node_rows(pair, current.trees, position, node=node)
    columns = [here.pair.attributes.index(name) for name in names]
    numbered = mined_row_numbers(pair, here.pair, current.trees)
    masks = filled_masks(here.pair)
    if any(mask[:, columns].any() for mask in masks):
        st.markdown(f":gray[{FILLED} marks a value that was missing and was filled.]")
    settled = here.pair.matched.settled
    tables = {"left": here.pair.left.name, "right": here.pair.right.name}
    converted = [
        f"{one.attribute} in {tables[one.side]} ({conversion_words(one.formula)})"
        for one in (() if settled is None else settled.conversions)
        if one.attribute in names
    ]
    if converted:
        st.markdown(f":gray[Converted from the units of the file: {as_markdown(', '.join(converted))}.]")
    places = st.columns(2)
    for place, (side, at), numbers, filled in zip(places, here.sides, numbered, masks, strict=True):
        first = at[:MOST_ROWS]
        cells = {
            str(column): _texts(side.original[first, column], here.pair.categories[column], filled[first, column])
            for column in columns
        }
        classes = [printable(here.pair.class_names[c]) for c in side.classes[first]]
        shown = "" if len(at) <= MOST_ROWS else f", the first {MOST_ROWS} shown"
        place.markdown(f"**{as_markdown(side.name)}**: {len(at):,} rows{shown}")
        place.dataframe(
            pd.DataFrame({"row": numbers[first], "class": classes, **cells}),
            hide_index=True,
            height=HEIGHT,
            column_config={str(c): printable(name) for c, name in zip(columns, names, strict=True)},
        )


def _texts(cells: NDArray[np.float64], values: tuple[str, ...] | None, filled: NDArray[np.bool_]) -> object:
    """Cells as people read them; numbers stay numbers where none of them was filled."""
    if values is None and not filled.any():
        return cells
    texts = [number_text(cell) if values is None else printable(values[int(cell)]) for cell in cells.tolist()]
    return [f"{text} {FILLED}" if made else text for text, made in zip(texts, filled.tolist(), strict=True)]
