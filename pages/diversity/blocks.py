"""Panels of the Diversity page: use of attributes, groups of trees, what each adds, and how weights move it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ksdt_core.figures.aligned_html import AlignedTrees, aligned_html
from ksdt_core.figures.dendrogram import draw_dendrogram
from ksdt_core.figures.difference_matrix import difference_table
from ksdt_core.figures.diversity_map import draw_diversity_map, map_sentences, some_share_a_place
from ksdt_core.figures.usage_html import natural_width, shared_by_several, usage_html
from ksdt_core.glossary import GLOSSARY
from ksdt_core.measures.diversity import difference_matrix, diversity_without_each, tree_diversity
from ksdt_core.measures.usage import UsageKind, attribute_usages
from ksdt_core.mining.tree_set import TreeSet
from pages.common import drawn, place, weight_map
from pages.common.current import Current
from pages.common.frame import palette
from pages.common.tree_view import names_of, tree_title
from pages.common.wording import as_markdown
from pages.diversity.matrix import pair_selector, roots_of
from pages.diversity.words import Pair, adds_sentence, groups_sentence, measures_sentence, pair_sentence

CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg"}}
POOL = "wvp1"
MEASURES: dict[UsageKind, str] = {"lnc": "level-normalised count (lnc)", "llc": "level-listed count (llc)"}
NARROW = 366  # pixels inside the narrowest panel `third_wide`, 25rem with its border and padding
_ALL, _SPLITS = "All nodes", "Splits only"


def moving_with_weights(current: Current) -> None:
    """TD over the weight on being new, where a map exists; else the way to one."""
    st.subheader("How TD moves with the weights", help=GLOSSARY["TD"].help)
    if current.request is None:
        st.markdown(":gray[This run was imported without its tables, so no other weights can be mined.]")
        return
    points = weight_map.points(current.request, current.parameters)
    if not points:
        st.markdown(":gray[Mine one set for each of 36 weightings to see how much diversity the weights can buy.]")
        st.button(
            "Map the weights",
            on_click=weight_map.choose_pool,
            args=(POOL,),
            icon=":material/scatter_plot:",
        )
        return
    chosen = current.trees.settings.weights
    figure = drawn.chart(
        lambda: draw_diversity_map(points, chosen, palette=palette()), "diversity map", tuple(points), chosen
    )
    st.plotly_chart(figure, theme=None, key="diversity_map", config=CONFIG, alt=map_sentences(points))
    numbers = " Numbers: sets at the same place." if some_share_a_place(points) else ""
    st.markdown(f":gray[{as_markdown(map_sentences(points))}{numbers}]")


def usage_is_wide(trees: TreeSet) -> bool:
    """Whether the table of attributes needs a row of its own."""
    return natural_width(trees.trees) > NARROW


def usage(trees: TreeSet) -> None:
    """Which tree tests what, and how near its root."""
    st.subheader("Attributes by tree and level", help=GLOSSARY["AUS"].help)
    run = place.here().run
    st.html(drawn.once(lambda: usage_html(trees.trees, palette=palette()), "usage", run))
    several = shared_by_several(trees.trees)
    found = (
        f"{len(several)} attribute{'' if len(several) == 1 else 's'} used by two or more trees stand"
        f"{'s' if len(several) == 1 else ''} on a filled field."
        if several
        else "An attribute used by two or more trees would stand on a filled field."
    )
    st.markdown(f":gray[Bar: mean share of the tables’ rows that reach the split. {found}]")


def aligned_pair(trees: TreeSet, pair: Pair) -> None:
    """The two chosen trees, position by position."""
    first, second = (trees.trees[position] for position in pair)
    titles = [tree_title(position, trees.trees[position]) for position in pair]
    head = st.container(horizontal=True, vertical_alignment="bottom")
    head.subheader(f"Trees {pair[0] + 1} and {pair[1] + 1}, position by position", width="stretch")
    with head.container(width=360):
        pair_selector(trees, pair)
    shown = head.segmented_control(
        "Rows", [_ALL, _SPLITS], default=_ALL, key="aligned_rows", label_visibility="collapsed"
    )
    both = AlignedTrees(first, second, (titles[0], titles[1]), names_of(trees), trees.settings.scale)
    only = shown == _SPLITS
    st.html(
        drawn.once(
            lambda: aligned_html(both, splits_only=only, palette=palette()), "aligned", place.here().run, pair, only
        )
    )
    st.markdown(
        f":gray[{as_markdown(pair_sentence(both))} ≤ and \\> give the way down from the root. An attribute that both "
        "trees use stands on a filled field; at the same position a line joins the two.]"
    )


def groups(trees: TreeSet) -> None:
    """The trees joined by likeness."""
    st.subheader("Which trees are alike", help=GLOSSARY["TPD"].help)
    figure = drawn.chart(
        lambda: draw_dendrogram(trees.tpd, roots_of(trees), palette=palette()), "dendrogram", place.here().run
    )
    alt = "Trees joined step by step, the most alike first; the matrix says the same in numbers."
    st.plotly_chart(figure, theme=None, key="dendrogram", config=CONFIG, alt=alt)
    st.markdown(f":gray[{groups_sentence(trees)}]")


def additions(trees: TreeSet) -> None:
    """TD with and without each tree."""
    st.subheader("What each tree adds to TD", help=GLOSSARY["TD"].help)
    td = trees.scores.td or 0.0
    without = diversity_without_each(trees.tpd)
    adds = [None if rest is None else td - rest for rest in without]
    table = pd.DataFrame(
        {"tree": [tree_title(*each) for each in enumerate(trees.trees)], "td": td, "without": without, "adds": adds},
    ).astype({"without": "float64", "adds": "float64"})
    number = st.column_config.NumberColumn
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            "tree": "Tree",
            "td": number("TD with it", format="%.3f"),
            "without": number("TD without it", format="%.3f"),
            "adds": number("Adds", format="%+.3f", help="TD of the set less TD of the set without this tree."),
        },
    )
    st.markdown(f":gray[{adds_sentence(td, without)}]")


def both_measures(trees: TreeSet) -> None:
    """TPD and TD by either summary of attribute use."""
    st.subheader("Two ways to sum up the use of attributes", help=GLOSSARY["AUS"].help)
    plain = [shared.tree for shared in trees.trees]
    roots, diversity = roots_of(trees), {}
    row = st.container(horizontal=True)
    for kind, name in MEASURES.items():
        tpd = difference_matrix(attribute_usages(plain, kind))
        diversity[kind] = tree_diversity(tpd) or 0.0
        with row.container(key=f"third_measure_{kind}"):
            used = ", used here" if kind == trees.settings.aus else ""
            st.metric(f"TD by {name}{used}", f"{diversity[kind]:.4f}", help=_HELP[kind])
            label = f"Tree pair differences by {name}"
            st.html(difference_table(tpd, roots, label=label, palette=palette()))
    st.markdown(f":gray[{measures_sentence(diversity['lnc'], diversity['llc'], trees.settings.aus)}]")


_HELP: dict[UsageKind, str] = {
    "lnc": "Counts how often a tree tests an attribute and divides by the mean level: tests near the root weigh more.",
    "llc": "Counts tests of an attribute level by level: the same attribute at another level is something else.",
}
