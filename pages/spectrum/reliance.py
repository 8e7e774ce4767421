"""Blocks of the Spectrum page: what a tree and the set rely on, and how often trees agree."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.figures.agreement_table import MOST_TREES, agreement_html
from ksdt_core.figures.importance_bars import ImportanceBar, importance_html, scale_end
from ksdt_core.fourier.importance import Importance
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import percent, score, signed
from ksdt_core.trees.reading import question
from ksdt_core.trees.shared_tree import SharedTree
from pages.common.current import Current
from pages.common.frame import note, palette
from pages.common.html_table import table
from pages.common.tree_view import tree_title
from pages.spectrum import state, words
from pages.spectrum.layout import title

MOST_BARS = 10
MOST_PAIRS = 30
HEIGHT = 250  # pixels of a table
WHAT = (
    "Total effect: how much the predictions vary when the attribute takes the value of a random row, as a share "
    "of all variation (total Sobol index)."
)
SIDES = ("left", "right")


def names_of(trees: TreeSet) -> tuple[str, str]:
    return trees.pair.left.name, trees.pair.right.name


def totals_of(found: Importance, tree: int | None) -> tuple[dict[str, float], dict[str, float]]:
    """Total indices in each table."""
    left, right = (found.total(tree, side) for side in SIDES)  # type: ignore[arg-type]  # the names of sides
    return left, right


def ranked(totals: Sequence[dict[str, float]]) -> list[str]:
    """Attributes by the larger of their indices; equal ones in the order of the table."""
    return sorted(totals[0], key=lambda name: -max(round(each[name], 12) for each in totals))


def first_tests(shared: SharedTree) -> dict[str, int]:
    """For each attribute of a tree the node nearest to the root that tests it."""
    tree = shared.tree
    levels = tree.levels
    found: dict[str, int] = {}
    for node in sorted(range(tree.n_nodes), key=lambda each: (int(levels[each]), each)):
        if not tree.is_leaf[node]:
            found.setdefault(tree.attributes[int(tree.attribute[node])], node)
    return found


def tree_card(current: Current, found: Importance, position: int, *, by_rows: bool) -> None:
    """The bars of the chosen tree."""
    shared = current.trees.trees[position]
    totals, tests = totals_of(found, position), first_tests(shared)
    names = names_of(current.trees)
    shown = ranked(totals)[:MOST_BARS]
    hidden = words.hidden(len(totals[0]) - len(shown))
    where = f" in {names[0]} and in {names[1]}" if by_rows else ", all inputs counted once"
    title(f"Tree {position + 1}: what it relies on{where}", WHAT + words.without_effect(totals) + hidden)
    bars = [ImportanceBar(name, question(shared, tests[name]), _values(totals, name, by_rows)) for name in shown]
    st.html(importance_html(bars, names if by_rows else ("all inputs",), palette=palette()))


def set_card(current: Current, found: Importance, *, by_rows: bool) -> None:
    """The bars of the mean answer of all trees."""
    totals, names = totals_of(found, None), names_of(current.trees)
    shown = ranked(totals)[:MOST_BARS]
    bars = [ImportanceBar(name, "", _values(totals, name, by_rows)) for name in shown]
    end = scale_end(bars)
    of_all = f"{len(shown)} of {len(totals[0])} attributes. " if len(shown) < len(totals[0]) else ""
    ends = f"The scale ends at {end:g}, not at 1." if end < 1 else "The scale ends at 1."
    title("All trees together", f"Total effects for the mean prediction of the set. {of_all}{ends}")
    st.html(importance_html(bars, names if by_rows else ("all inputs",), palette=palette()))


def _values(totals: Sequence[dict[str, float]], name: str, by_rows: bool) -> tuple[float, ...]:
    return (totals[0][name], totals[1][name]) if by_rows else (totals[0][name],)


def attribute_table(current: Current, found: Importance, position: int) -> None:
    """All numbers of the chosen tree, the most important attribute first."""
    shared = current.trees.trees[position]
    totals, tests, levels = totals_of(found, position), first_tests(shared), shared.tree.levels
    alone = [found.first_order(position, side) for side in SIDES]  # type: ignore[arg-type]
    changed = [found.changed(position, side) for side in SIDES]  # type: ignore[arg-type]
    rows = [
        [
            name,
            str(int(levels[tests[name]])),
            *(
                cell
                for side in (0, 1)
                for cell in (score(totals[side][name]), score(alone[side][name]), percent(changed[side][name], 1))
            ),
            signed(totals[1][name] - totals[0][name]),
        ]
        for name in ranked(totals)
    ]
    headings = ["Attribute", "Level", "■ total", "■ alone", "■ changed", "● total", "● alone", "● changed", "● − ■"]
    caption = "What the tree relies on, by attribute and table"
    st.html(table(headings, rows, caption=caption, numbers=range(1, 9), height=HEIGHT))
    names = names_of(current.trees)
    note(
        f"■ {names[0]}, ● {names[1]}. Alone: share explained by this attribute without the others (first-order "
        "Sobol index). It can exceed the total if attributes are correlated. Changed: share of predictions that "
        "change when the attribute takes the value of a random row."
    )


def pair_table(current: Current, found: Importance, position: int) -> None:
    """What two attributes explain only together."""
    both = [found.pairs(position, side) for side in SIDES]  # type: ignore[arg-type]
    shown = sorted(both[0], key=lambda pair: -max(round(each[pair], 12) for each in both))
    rows = [
        [" and ".join(pair), score(both[0][pair]), score(both[1][pair]), signed(both[1][pair] - both[0][pair])]
        for pair in shown[:MOST_PAIRS]
        if max(each[pair] for each in both) > 1e-9
    ]
    names = names_of(current.trees)
    if not rows:
        note("There are no interactions: each attribute acts alone.")
        return
    headings = ["Two attributes", f"■ {names[0]}", f"● {names[1]}", "● − ■"]
    st.html(table(headings, rows, caption="Pairs of attributes", numbers=(1, 2, 3), height=HEIGHT))
    note(
        "Share of the variation that two attributes explain only together (Sobol index of the pair). Attributes "
        "are assumed to be independent."
    )


def agreement_card(current: Current, *, by_rows: bool) -> None:
    """How often two trees predict the same class."""
    trees, names = current.trees, names_of(current.trees)
    k = len(trees.trees)
    above, below = state.agreements(current, by_rows=by_rows)
    if k == 1:
        title("How often two trees agree", "Agreement needs two or more trees, and this set has one.")
        return
    where = f"Above the diagonal: rows of {names[0]} (■). Below: {names[1]} (●)." if by_rows else "Share of all inputs."
    title("How often two trees agree", where)
    if k <= MOST_TREES:
        titles = [tree_title(i, shared).removeprefix("Tree ") for i, shared in enumerate(trees.trees)]
        st.html(agreement_html(above, below, titles, palette=palette()))
    if by_rows:
        note(" ".join(words.agreement_sentences(each, name) for each, name in zip((above, below), names, strict=True)))
