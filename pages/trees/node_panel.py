"""The selected node: its path in words, its rows in both tables, and what else could have been asked there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.filled import filled_masks, much_filled
from ksdt_core.errors import InvalidParameterError
from ksdt_core.figures.tree_tables import rule_text
from ksdt_core.figures.tree_words import attribute_of, dsn_text, question_text
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.alternatives import Alternative, alternatives
from ksdt_core.mining.node_rows import mined_row_numbers, node_rows, why_a_leaf
from ksdt_core.mining.observing import question_in_units
from ksdt_core.text import percent, printable
from ksdt_core.trees.node_warnings import node_warnings, warning_words
from ksdt_core.trees.paths import walk
from ksdt_core.trees.reading import codes_of, threshold_texts
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import balanced
from pages.common import kept, place
from pages.common.current import Current
from pages.common.tree_view import names_of
from pages.common.wording import as_markdown

MOST_ROWS = 500
FILLED = "(filled)"
Cells = NDArray[np.float64]


def panel(current: Current) -> None:
    """Everything about the node of the address."""
    here = place.here()
    position, node = (here.tree_number or 0) - 1, here.node_number
    trees = current.trees
    if node is None or not 0 <= position < len(trees.trees):
        st.subheader("Selected node")
        st.markdown("Select a node to read its path and counts.")
        return
    shared = trees.trees[position]
    if node >= shared.tree.n_nodes:
        raise InvalidParameterError("no-such-node", tree=position + 1, node=node)
    is_leaf = bool(shared.tree.is_leaf[node])
    name = "Leaf" if is_leaf else as_markdown(attribute_of(shared, node))
    st.subheader(f"Selected: {name} in tree {position + 1}")
    st.markdown(_sentence(current, shared, node))
    _warnings(current, shared, node)
    _counts(current, shared, node)
    _similarity(current, shared, node)
    if not is_leaf:
        _filled(current, attribute_of(shared, node))
        _mine_again(current, attribute_of(shared, node))
    if current.request is None:
        st.info("The tables of this run are not kept here, so its rows and other splits cannot be shown.")
        return
    _alternatives(current, position, node)
    _rows(current, position, node)


def _sentence(current: Current, shared: SharedTree, node: int) -> str:
    path = next(path for found, path in walk(shared.tree) if found == node)
    comes = f"Rows with {as_markdown(rule_text(shared, path))} come here." if path else "All rows start here."
    label = as_markdown(printable(shared.tree.class_names[int(shared.tree.label[node])]))
    if shared.tree.is_leaf[node]:
        return f"{comes} The answer is **{label}**."
    attribute, question = as_markdown(attribute_of(shared, node)), as_markdown(question_text(shared, node))
    return f"{comes} The node asks: is **{attribute}** {question}?{_units(current, shared, node)}"


def _units(current: Current, shared: SharedTree, node: int) -> str:
    """Whose units the two thresholds are, where a scale has set them apart."""
    left, right = threshold_texts(shared, node)
    if shared.tree.category[node] >= 0 or codes_of(shared, node) or left == right:
        return ""
    names = names_of(current.trees)
    return f" That is {left} in {as_markdown(names.left)} and {right} in {as_markdown(names.right)}."


def _warnings(current: Current, shared: SharedTree, node: int) -> None:
    warning, names = node_warnings(shared).get(node), names_of(current.trees)
    if warning is not None:
        words = "; ".join(warning_words(warning, shared, node, (names.left, names.right)))
        st.warning(f"{as_markdown(words[:1].upper() + words[1:])}.", icon=":material/warning:")


def _counts(current: Current, shared: SharedTree, node: int) -> None:
    names = names_of(current.trees)
    here = [rows[node] for rows in shared.rows]
    rows = {
        printable(name): [f"{counts[c]:,} ({percent(counts[c] / max(1, counts.sum()))})" for counts in here]
        for c, name in enumerate(shared.tree.class_names)
    }
    rows["all, share of the table"] = [
        f"{counts.sum():,} ({percent(counts.sum() / max(1, whole[0].sum()))})"
        for counts, whole in zip(here, shared.rows, strict=True)
    ]
    table = (
        pd.DataFrame.from_dict(rows, orient="index", columns=["left", "right"]).rename_axis("rows here").reset_index()
    )
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            "rows here": "Rows here" if shared.rows_known else "Balanced rows here",
            "left": f"■ {printable(names.left)}",
            "right": f"● {printable(names.right)}",
        },
    )


def _similarity(current: Current, shared: SharedTree, node: int) -> None:
    every = sorted(float(dsn) for tree in current.trees.trees for dsn in tree.dsn)
    n_lower, nodes = sum(dsn < float(shared.dsn[node]) for dsn in every), f"of the set’s {len(every)} nodes"
    standing = (
        f"{n_lower} {nodes} {'has' if n_lower == 1 else 'have'} a lower one" if n_lower else f"the lowest {nodes}"
    )
    word = balanced(shared).capitalize()
    st.markdown(f"{word}DSN **{dsn_text(float(shared.dsn[node]))}**: {standing}.", help=GLOSSARY["DSN"].help)


def _filled(current: Current, attribute: str) -> None:
    """Whether many of the cells that this node sends rows by were filled and not measured."""
    pair = current.trees.pair
    shares = much_filled(pair.filled, (pair.left.rows, pair.right.rows)).get(attribute)
    if shares is not None:
        sides = zip(shares, (pair.left, pair.right), strict=True)
        told = ", ".join(f"{percent(share)} in {printable(side.name)}" for share, side in sides)
        st.warning(as_markdown(f"Many values of {printable(attribute)} were missing and filled: {told}."))


def _mine_again(current: Current, attribute: str) -> None:
    """Ask the same question without this attribute, or from it."""
    if current.request is None:
        return
    parameters, shown = current.trees.parameters, as_markdown(attribute)
    row = st.container(horizontal=True)
    without = replace(parameters, exclude=(*parameters.exclude, attribute), roots=_without(parameters.roots, attribute))
    started = replace(parameters, roots=(*_without(parameters.roots, attribute), attribute))
    for label, wanted, icon in (
        (f"Mine again without {shown}", without, ":material/block:"),
        (f"Start trees with {shown}", started, ":material/start:"),
    ):
        if row.button(label, icon=icon):
            run, _ = kept.mined(current.request, wanted, current.trees.settings.weights)
            place.go(run=run, tree=1, node=0, pool=None)
            st.rerun()


def _without(names: tuple[str, ...], attribute: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != attribute)


def _alternatives(current: Current, position: int, node: int) -> None:
    pair = current.pair
    assert pair is not None
    st.markdown("**Other splits at this node**")
    shared = current.trees.trees[position]
    if shared.tree.is_leaf[node]:
        here = node_rows(pair, current.trees, position, node=node)
        st.markdown(as_markdown(why_a_leaf(here, current.trees, level=int(shared.tree.levels[node]))))
    with st.spinner("Ranking the candidate attributes …"):
        found = alternatives(pair, current.trees, position, node=node)
    if not found:
        st.markdown("No split parts the rows of both tables here.")
        return
    table = pd.DataFrame(
        {
            "attribute": [printable(entry.attribute) for entry in found],
            "cut": [_cut(entry, pair) for entry in found],
            "ig": [entry.ig for entry in found],
            "dsn": [entry.dsn for entry in found],
            "atd": [entry.atd for entry in found],
            "score": [entry.score for entry in found],
        }
    )
    number = st.column_config.NumberColumn
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            "attribute": "Attribute",
            "cut": "Cut",
            "ig": number("IG", format="%.3f", help=GLOSSARY["IG"].help),
            "dsn": number("DSN", format="%.3f", help="Mean over the two children. " + GLOSSARY["DSN"].help),
            "atd": number("ATD", format="%.3f", help=GLOSSARY["ATD"].help),
            "score": number("Score", format="%.4f", help=GLOSSARY["IDT"].help),
        },
    )
    first = "The first is the split that was made. " if not shared.tree.is_leaf[node] else ""
    st.markdown(f":gray[{first}Of each attribute its best cut, as the other trees stood at that turn.]")


def _cut(entry: Alternative, pair: DatasetPair) -> str:
    if entry.threshold is None:
        return f"= {printable(str(entry.category))}"
    return question_in_units(pair, entry.attribute, entry.threshold)


def _rows(current: Current, position: int, node: int) -> None:
    """The rows of both tables at the node, as they stand in the tables."""
    pair, shared = current.pair, current.trees.trees[position]
    assert pair is not None
    used = sorted({int(column) for column in shared.tree.attribute if column >= 0})
    names = [shared.tree.attributes[column] for column in used]
    with st.expander("The rows themselves"):
        here = node_rows(pair, current.trees, position, node=node)
        columns = [here.pair.attributes.index(name) for name in names]
        numbered = mined_row_numbers(pair, here.pair, current.trees)
        masks = filled_masks(here.pair)
        if any(mask[:, columns].any() for mask in masks):
            st.markdown(f":gray[{FILLED} marks a value that was missing and filled.]")
        for (side, rows), numbers, filled in zip(here.sides, numbered, masks, strict=True):
            first = rows[:MOST_ROWS]
            cells = {
                str(column): _texts(side.original[first, column], here.pair.categories[column], filled[first, column])
                for column in columns
            }
            classes = [printable(here.pair.class_names[c]) for c in side.classes[first]]
            shown = "" if len(rows) <= MOST_ROWS else f", the first {MOST_ROWS} shown"
            st.markdown(f"**{as_markdown(side.name)}**: {len(rows):,} rows{shown}")
            st.dataframe(
                pd.DataFrame({"row": numbers[first], "class": classes, **cells}),
                hide_index=True,
                column_config={str(c): printable(name) for c, name in zip(columns, names, strict=True)},
            )


def _texts(cells: Cells, values: tuple[str, ...] | None, filled: NDArray[np.bool_]) -> object:
    """Cells as people read them; numbers stay numbers where none of them was filled."""
    if values is None and not filled.any():
        return cells
    texts = [f"{cell:g}" if values is None else printable(values[int(cell)]) for cell in cells.tolist()]
    return [f"{text} {FILLED}" if made else text for text, made in zip(texts, filled.tolist(), strict=True)]
