"""The selected node: its path, its rows in both tables, how it splits them, and other splits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.filled import much_filled
from ksdt_core.errors import InvalidParameterError
from ksdt_core.figures.class_groups import class_groups
from ksdt_core.figures.node_html import counts_html, similarity_html, splits_html
from ksdt_core.figures.node_values import NodeValues, values_svg
from ksdt_core.figures.tree_tables import rule_text
from ksdt_core.figures.tree_words import attribute_of, question_text, shorten
from ksdt_core.mining.alternatives import alternatives
from ksdt_core.mining.node_rows import node_rows, why_a_leaf
from ksdt_core.mining.unit_words import converted_units
from ksdt_core.text import as_long, percent, printable, score
from ksdt_core.trees.node_warnings import node_warnings, warning_words
from ksdt_core.trees.paths import walk
from ksdt_core.trees.reading import threshold_texts
from ksdt_core.trees.shared_tree import SharedTree
from pages.common import drawn, kept, place
from pages.common.current import Current
from pages.common.frame import palette
from pages.common.pictures import image_tag
from pages.common.tree_view import names_of
from pages.common.wording import as_markdown

N_SPLITS = 5
N_LEAST, FEWEST_ROWS = 6, 5  # nodes that are offered, and their rows in each table
NAME_LETTERS = 22


def selected(current: Current) -> tuple[int, int] | None:
    """The position of the tree and the node that the address names, where there is such a node."""
    here = place.here()
    position, node = (here.tree_number or 0) - 1, here.node_number
    if node is None or not 0 <= position < len(current.trees.trees):
        return None
    if node >= current.trees.trees[position].tree.n_nodes:
        raise InvalidParameterError("no-such-node", tree=position + 1, node=node)
    return position, node


def panel(current: Current, position: int, node: int) -> None:
    """Everything about one node, in the width of the inspector."""
    shared, names = current.trees.trees[position], names_of(current.trees)
    is_leaf = bool(shared.tree.is_leaf[node])
    _heading(shared, position, node)
    st.html(counts_html(shared, node, names, palette=palette()))
    st.html(similarity_html(shared, node, names, palette=palette()))
    if current.request is None:
        st.info("The tables of this run are not saved here, so its rows and other splits cannot be shown.")
        return
    if is_leaf:
        _why_a_leaf(current, position, node)
    else:
        _values(current, position, node)
    _splits(current, position, node)
    if not is_leaf:
        _mine_again(current, attribute_of(shared, node))
    _notes(current, shared, node)


def nothing_selected() -> None:
    """The empty inspector."""
    with st.container(key="no_node"):  # a narrow screen has no sheet for this
        st.markdown("Select a node for details.")


def least_alike(current: Current, positions: Sequence[int]) -> None:
    """The nodes of the trees in view where the tables are least alike; one click selects a node."""
    found = [
        (float(shared.dsn[node]), position, node)
        for position in positions
        for shared in [current.trees.trees[position]]
        for node in range(1, shared.tree.n_nodes)
        if min(int(rows[node].sum()) for rows in shared.rows) >= FEWEST_ROWS
    ]
    if not found:
        return
    st.markdown("**Lowest similarity (DSN)**")
    with st.container(key="least_alike", gap=None):
        for dsn, position, node in sorted(found)[:N_LEAST]:
            shared = current.trees.trees[position]
            name = as_markdown(shorten(_name(shared, node), NAME_LETTERS))
            st.button(
                f"{score(dsn)} **{name}** :gray[tree {position + 1}, level {int(shared.tree.levels[node])}]",
                key=f"least_{position}_{node}", type="tertiary", on_click=_select, args=(position, node),
            )  # fmt: skip


def _select(position: int, node: int) -> None:
    place.go(tree=position + 1, node=node)


def _name(shared: SharedTree, node: int) -> str:
    """The attribute of a node, or the class of a leaf."""
    label = printable(shared.tree.class_names[int(shared.tree.label[node])])
    return f"Leaf: {label}" if shared.tree.is_leaf[node] else attribute_of(shared, node)


def _heading(shared: SharedTree, position: int, node: int) -> None:
    row = st.container(horizontal=True, vertical_alignment="center", key="node_head")
    name, level = _name(shared, node), int(shared.tree.levels[node])
    row.subheader(
        f"{as_markdown(name)} :gray[:small[tree {position + 1}, level {level}]]", anchor=False, width="stretch"
    )
    row.button("Close", icon=":material/close:", type="tertiary", key="close_node", on_click=_close)
    path = next(path for found, path in walk(shared.tree) if found == node)
    st.markdown(f":gray[Path:] {as_markdown(rule_text(shared, path))}")
    if not shared.tree.is_leaf[node]:
        st.markdown(f":gray[Split:] **{as_markdown(name)}** {as_markdown(question_text(shared, node))}")


def _close() -> None:
    place.go(node=None)


def _values(current: Current, position: int, node: int) -> None:
    """The attribute in the rows of the node, with the threshold drawn in."""
    shared, pair = current.trees.trees[position], current.pair
    assert pair is not None
    attribute = printable(attribute_of(shared, node))
    st.markdown(f"**Values of {as_markdown(attribute)} in the rows of this node**")
    svg = drawn.once(
        partial(_values_svg, current, pair, position, node), "node values", current.run, current.request, position, node
    )
    left, right = _cut_texts(shared, node)
    alt = f"Histograms of {attribute} by class in both tables. Threshold: {left} | {right}."
    st.html(image_tag(svg, alt=alt, style="width:100%;max-width:300px"))


def _cut_texts(shared: SharedTree, node: int) -> tuple[str, str]:
    """What stands at the cut: the thresholds, or the codes on its left, between which no number lies."""
    question = question_text(shared, node)
    return as_long(*threshold_texts(shared, node)) if question.startswith("≤") else (question, question)


def _values_svg(current: Current, pair: DatasetPair, position: int, node: int) -> str:
    shared = current.trees.trees[position]
    here = node_rows(pair, current.trees, position, node=node)
    column = here.pair.attributes.index(attribute_of(shared, node))
    values, category = here.pair.categories[column], int(shared.tree.category[node])
    thresholds = (float(shared.threshold_left[node]), float(shared.threshold_right[node]))
    texts = _cut_texts(shared, node)
    left, right = (
        NodeValues(
            side.name,
            side.original[rows, column],
            side.classes[rows],
            None if values is not None else threshold,
            shown.replace("-", "−"),
        )
        for (side, rows), threshold, shown in zip(here.sides, thresholds, texts, strict=True)
    )
    return values_svg((left, right), class_groups(shared), values=values, category=category, palette=palette())


def _why_a_leaf(current: Current, position: int, node: int) -> None:
    assert current.pair is not None
    here = node_rows(current.pair, current.trees, position, node=node)
    level = int(current.trees.trees[position].tree.levels[node])
    st.markdown(as_markdown(why_a_leaf(here, current.trees, level=level)))


def _splits(current: Current, position: int, node: int) -> None:
    is_leaf = bool(current.trees.trees[position].tree.is_leaf[node])
    html = drawn.once(
        partial(_splits_html, current, position, node), "best splits", current.run, current.request, position, node
    )
    if not html:
        st.markdown("No split separates the rows of both tables here.")
        return
    scored = " :gray[scored on balanced rows]" if current.trees.pair.is_balanced else ""
    st.markdown(f"**{'Best possible further splits' if is_leaf else 'Five best splits at this node'}**{scored}")
    st.html(html)


def _splits_html(current: Current, position: int, node: int) -> str:
    assert current.pair is not None
    found = alternatives(current.pair, current.trees, position, node=node, most=N_SPLITS)
    has_chosen = not current.trees.trees[position].tree.is_leaf[node]
    return splits_html(found, has_chosen=bool(has_chosen), palette=palette()) if found else ""


def _mine_again(current: Current, attribute: str) -> None:
    """Mine again without this attribute, or start with it."""
    parameters, shown = current.trees.parameters, as_markdown(printable(attribute))
    others = tuple(name for name in parameters.roots if name != attribute)
    without = replace(parameters, exclude=(*parameters.exclude, attribute), roots=others)
    started = replace(parameters, roots=(*others, attribute))
    row = st.container(horizontal=True, key="mine_again")
    for label, wanted, icon in (
        (f"Mine without {shown}", without, ":material/block:"),
        ("Start with it", started, ":material/start:"),
    ):
        if row.button(label, icon=icon):
            assert current.request is not None
            run, _ = kept.mined(current.request, wanted, current.trees.settings.weights)
            place.go(run=run, tree=1, node=0, pool=None)
            st.rerun()


def _notes(current: Current, shared: SharedTree, node: int) -> None:
    """What to be careful about: shares of rows that differ, a minority answer, values that were filled."""
    warning, names = node_warnings(shared).get(node), names_of(current.trees)
    words = [] if warning is None else list(warning_words(warning, shared, node, (names.left, names.right)))
    if warning is not None and warning.passing is not None:
        words.append(f"Check whether {printable(attribute_of(shared, node))} was measured in the same way")
    if not shared.tree.is_leaf[node]:
        words += _filled(current, attribute_of(shared, node))
        units = converted_units(current.trees.pair, (attribute_of(shared, node),))
        words += [f"Units converted: {units}"] if units else []
    for each in words:
        st.markdown(f":gray[{as_markdown(each[:1].upper() + each[1:])}.]")


def _filled(current: Current, attribute: str) -> list[str]:
    """Whether many of the values that this node splits by were filled and not measured."""
    pair = current.trees.pair
    shares = much_filled(pair.filled, (pair.left.rows, pair.right.rows)).get(attribute)
    if shares is None:
        return []
    sides = zip(shares, (pair.left, pair.right), strict=True)
    told = ", ".join(f"{percent(share)} in {printable(side.name)}" for share, side in sides)
    return [f"Many values of {printable(attribute)} were missing and were filled: {told}"]
