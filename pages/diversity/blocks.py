"""Panels of the Diversity page: use of attributes, groups of trees, what each adds, and how weights move it."""

from __future__ import annotations

import html

import streamlit as st

from ksdt_core.figures.aligned_html import AlignedTrees, aligned_html
from ksdt_core.figures.dendrogram import draw_dendrogram
from ksdt_core.figures.difference_matrix import difference_table, difference_text
from ksdt_core.figures.diversity_map import draw_diversity_map, map_sentences, some_share_a_place
from ksdt_core.figures.usage_html import shared_by_several, usage_html
from ksdt_core.measures.diversity import difference_matrix, diversity_without_each, tree_diversity
from ksdt_core.measures.usage import UsageKind, attribute_usages, common_attributes
from ksdt_core.mining.score_examples import help_with_number
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import counted, printable, score, signed
from pages.common import drawn, place, weight_map
from pages.common.current import Current
from pages.common.frame import note, palette
from pages.common.html_table import table
from pages.common.tree_view import names_of, tree_title
from pages.diversity.matrix import pair_selector, roots_of
from pages.diversity.words import Pair, adds_sentence, groups_sentence, measures_sentence, pair_sentence, tree_pairs

CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg"}}
POOL = "wvp1"
MEASURES: dict[UsageKind, str] = {"lnc": "level-normalised count (lnc)", "llc": "level-listed count (llc)"}
HEIGHT = 360  # pixels of a table
_ALL, _SPLITS = "All nodes", "Splits only"


def title(text: str, below: str = "") -> None:
    """The heading of a block, and a grey line below it."""
    said = f"<p class='ksdt-note'>{html.escape(printable(below))}</p>" if below else ""
    st.html(f"<h2 class='diversity-title'>{html.escape(printable(text))}</h2>{said}")


def usage(trees: TreeSet) -> None:
    """Which tree tests what, and how near its root."""
    several = shared_by_several(trees.trees)
    found = (
        f"{counted(len(several), 'attribute')} used by two or more trees: highlighted."
        if several
        else "No attribute is used by two trees."
    )
    title("Attributes by tree and level", f"Bar: mean share of the tables’ rows that reach the split. {found}")
    run = place.here().run
    st.html(drawn.once(lambda: usage_html(trees.trees, palette=palette()), "usage", run))


def aligned_pair(trees: TreeSet, pair: Pair) -> None:
    """The two chosen trees, position by position."""
    first, second = (trees.trees[position] for position in pair)
    titles = [tree_title(position, trees.trees[position]) for position in pair]
    both = AlignedTrees(first, second, (titles[0], titles[1]), names_of(trees), trees.settings.scale)
    with st.container(horizontal=True, key="diversity_pair"):
        with st.container():
            title(f"Trees {pair[0] + 1} and {pair[1] + 1}, position by position", pair_sentence(both))
        with st.container(width=330):
            pair_selector(trees, pair)
        shown = st.segmented_control(
            "Rows", [_ALL, _SPLITS], default=_ALL, key="diversity_rows", label_visibility="collapsed", width="content"
        )
    only = shown == _SPLITS
    st.html(
        drawn.once(
            lambda: aligned_html(both, splits_only=only, palette=palette()), "aligned", place.here().run, pair, only
        )
    )
    note(
        "≤ and > show the path from the root. Attributes used by both trees are highlighted. A line joins them "
        "if they are at the same position."
    )


def all_pairs(trees: TreeSet) -> None:
    """The numbers of the matrix as rows, the most similar trees first."""
    title("Every two trees", "The numbers of the matrix, the most similar trees first.")
    common = common_attributes([shared.tree for shared in trees.trees])
    roots = roots_of(trees)
    rows = [
        [f"{i + 1} · {roots[i]}", f"{j + 1} · {roots[j]}", difference_text(float(trees.tpd[i, j])), str(common[i, j])]
        for i, j in sorted(tree_pairs(trees), key=lambda pair: (round(float(trees.tpd[pair]), 9), pair))
    ]
    headings = ["Tree", "Other tree", "Difference (TPD)", "Shared attributes"]
    about = {2: help_with_number("TPD", trees)}
    st.html(table(headings, rows, caption="Difference of every two trees", numbers=(2, 3), height=HEIGHT, about=about))


def groups(trees: TreeSet) -> None:
    """The trees joined by similarity."""
    title("Which trees are similar", groups_sentence(trees))
    figure = drawn.chart(
        lambda: draw_dendrogram(trees.tpd, roots_of(trees), palette=palette()), "dendrogram", place.here().run
    )
    alt = "Trees are joined step by step, the most similar first. The tab All pairs lists the numbers."
    st.plotly_chart(figure, theme=None, key="diversity_groups", config=CONFIG, alt=alt)


def additions(trees: TreeSet) -> None:
    """Diversity with and without each tree."""
    td = trees.scores.td or 0.0
    without = diversity_without_each(trees.tpd)
    title("What each tree adds to the diversity of the set", adds_sentence(td, without))
    rows = [
        [tree_title(*each), score(td), "–" if rest is None else score(rest), "–" if rest is None else signed(td - rest)]
        for each, rest in zip(enumerate(trees.trees), without, strict=True)
    ]
    headings, about = ["Tree", "Diversity (TD) with it", "Without it", "Adds"], {1: help_with_number("TD", trees)}
    caption = "Diversity with and without each tree"
    st.html(table(headings, rows, caption=caption, numbers=(1, 2, 3), height=HEIGHT, about=about))


def moving_with_weights(current: Current) -> None:
    """Diversity over its weight, where a map exists; else the way to one."""
    name = "How diversity changes with the weights"
    if current.request is None:
        title(name, "This run was imported without its tables, so no other weights can be mined.")
        return
    points = weight_map.points(current.request, current.parameters)
    if not points:
        title(name, "Compare 36 weightings to see how diversity depends on the weights.")
        st.button(
            "Compare 36 weightings", key="diversity_compare", on_click=weight_map.choose_pool, args=(POOL,),
            icon=":material/scatter_plot:",
        )  # fmt: skip
        return
    counts = " A number is the count of sets with the same values." if some_share_a_place(points) else ""
    title(name, f"{map_sentences(points)}{counts}")
    chosen = current.trees.settings.weights
    figure = drawn.chart(
        lambda: draw_diversity_map(points, chosen, palette=palette()), "diversity map", tuple(points), chosen
    )
    with st.container(horizontal=True, key="diversity_weights"):
        with st.container(key="diversity_map"):
            st.plotly_chart(figure, theme=None, key="diversity_chart", config=CONFIG, alt=map_sentences(points))
        with st.container(key="diversity_points"):
            rows = [
                [*(f"{part:g}" for part in point.weights.parts), score(point.score("td"))]
                for point in sorted(points, key=lambda point: -point.score("td"))
            ]
            headings = ["Gain", "Similarity", "Diversity", "Diversity of the set (TD)"]
            st.html(table(headings, rows, caption="Diversity by weights", numbers=(0, 1, 2, 3), height=330))


def both_measures(trees: TreeSet) -> None:
    """Differences by either summary of attribute use."""
    plain = [shared.tree for shared in trees.trees]
    matrices = {kind: difference_matrix(attribute_usages(plain, kind)) for kind in MEASURES}
    diversity = {kind: tree_diversity(tpd) or 0.0 for kind, tpd in matrices.items()}
    title(
        "Two ways to compare the attributes of trees",
        measures_sentence(diversity["lnc"], diversity["llc"], trees.settings.aus),
    )
    with st.container(horizontal=True):
        for kind, name in MEASURES.items():
            with st.container(key=f"diversity_measure_{kind}"):
                used = ", used here" if kind == trees.settings.aus else ""
                st.html(
                    f"<p class='ksdt-note'>Diversity (TD) by {name}{used}. {_HELP[kind]}</p>"
                    f"<p class='diversity-value ksdt-num'>{score(diversity[kind])}</p>"
                )
                label = f"Tree pair differences by {name}"
                st.html(difference_table(matrices[kind], roots_of(trees), label=label, palette=palette()))


_HELP: dict[UsageKind, str] = {
    "lnc": "Counts how often a tree tests an attribute, divided by the mean level. Tests near the root weigh more.",
    "llc": "Counts the tests of an attribute at each level. The same attribute at another level counts as different.",
}
