"""Panels of the Ensemble space page beside its chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import partial

import streamlit as st

from ksdt_core.figures.share_bars import draw_explained, draw_name_bars
from ksdt_core.glossary import GLOSSARY
from ksdt_core.studies.ensemble_summary import Summary, ensemble_nodes
from ksdt_core.studies.tree_space import SHARED, TreePoint, TreeSpace, forest_of
from ksdt_core.text import counted, percent, score
from ksdt_core.trees.tree import Tree
from pages.common import drawn, kept, place
from pages.common.current import Current
from pages.common.frame import palette
from pages.common.html_table import table
from pages.common.tree_pictures import show_tree
from pages.common.wording import as_markdown
from pages.space import state, words
from pages.space.chart import CONFIG
from pages.space.state import Space

MOST_DRAWN = 5  # orthogonal trees
MOST_PICKED = 20  # trees drawn beside the map, where they scroll
WIDE = 720  # pixels for a tree that has the width of the page, also of a narrow one
MEAN = "mean prediction"  # w_0 among the attributes of an axis
LEAST_SHARE = 0.005  # what is less would be written as 0 %
MOST_ROOTS = 12
LOW_AGREEMENT = 0.8
ON_THE_DOMAIN = (
    "The fewer trees are built for the whole domain, where every combination of values has the same weight. The "
    "rows cover only some of these combinations, so the predictions may differ on them, especially if few splits "
    "are allowed."
)
DEPTHS = (2, 3, 4, 5, 6)
HOW_TO_PICK = (
    "Click a point on the map to see its trees here, or choose the lasso and draw a line around several points."
)
NOT_IN_SPACE = "To see other trees here, choose 2 dimensions above the map, then click a point."
ALL_ALIKE = "All shared trees make the same predictions everywhere, so one of them represents all."


def redundancy(found: Space, dimensions: int) -> None:
    """How much of the trees is new, in one number, and how much of it the map shows."""
    space = found.space
    needed = space.components_for(0.9, source=SHARED)
    if needed == 0:
        st.markdown(ALL_ALIKE)
        return
    row = st.container(horizontal=True, border=True)
    n_trees, n_own = int(space.members(SHARED).size), len(found.current)
    row.metric("Shared trees", f"{n_trees:,}", help=f"Of {counted(found.n_sets, 'set', 'sets')}.")
    row.metric(
        "Different trees",
        f"{space.distinct(SHARED):,}",
        help="Each of the other trees makes the same predictions as one of these.",
    )
    row.metric(
        f"Components for {percent(0.9)} of variance", counted(needed, "component", "components"),
        help=f"Number of principal components that explain {percent(0.9)} of the variance of the shared trees. A small "
             "number means that the trees repeat each other.",
    )  # fmt: skip
    if found.n_sets > 1 and n_own > 1:
        row.metric(
            f"Components for {percent(0.9)}, current set", counted(found.n_components, "component", "components"),
            help=f"The same for the {n_own} trees of this set; the maximum is {n_own - 1}.",
        )  # fmt: skip
    row.metric(
        "Variance shown in the map", percent(float(space.projection.explained[:dimensions].sum())),
        help="Share of the variance of all points along the axes of the map. Points that are close in the map "
             "may be far apart along other components.",
    )  # fmt: skip


def picked_trees(current: Current, found: Space, picked: list[int], *, dimensions: int) -> None:
    """The trees that the reader picked; before that those of the set, and how to pick others."""
    points = found.space.points
    distinct = {_same(found.space, position): position for position in reversed(picked)}
    if picked:
        st.subheader(words.picked(len(picked), len(distinct)))
    else:
        st.subheader("Trees of the current set")
        st.markdown(f":gray[{HOW_TO_PICK if dimensions == 2 else NOT_IN_SPACE}]")
    shown = sorted(distinct.values()) if picked else sorted(found.current)
    if len(shown) > MOST_PICKED:
        st.markdown(f":gray[The first {MOST_PICKED} are drawn. Select fewer points to see the others.]")
    pair = current.mined_pair
    for position in shown[:MOST_PICKED]:
        point = points[position]
        name = _name(point) if picked else f"{point.number} · {point.root or 'no split'}"
        st.markdown(f"**{as_markdown(name)}**")
        source = point.tree if point.shared is None else point.shared
        show_tree(source, current.trees, pair=pair, title=_name(point), key=(found.key, position), max_width=350)
        if picked and point.weights is not None and current.request is not None:
            st.button(
                "Open its set in Trees", key=f"open_{position}", on_click=_remember, args=(point,), type="tertiary",
                icon=":material/arrow_forward:",
            )  # fmt: skip
    _go_on(current)


def _same(space: TreeSpace, position: int) -> int:
    return int((space.differing[position] <= 1e-12).argmax())


def _name(point: TreePoint) -> str:
    root = point.root or "no split"
    if point.weights is None:
        return f"Tree {point.number} of the {point.source} · {root}"
    weights = ", ".join(f"{part:g}" for part in point.weights.parts)
    return f"Tree {point.number} of weights {weights} · {root}"


def _remember(point: TreePoint) -> None:
    st.session_state["space_opened"] = point


def _go_on(current: Current) -> None:
    """The reader asked for the set of a point: it is mined (at once, from what is known) and kept."""
    point: TreePoint | None = st.session_state.pop("space_opened", None)
    if point is None or point.weights is None or current.request is None:
        return
    run, _ = kept.mined(current.request, current.parameters, point.weights)
    place.settle(run=run, weights=place.weights_text(point.weights), tree=point.number)
    st.switch_page("pages/trees/page.py", query_params=place.as_query())


def explained(space: TreeSpace, dimensions: int) -> None:
    """How much of the variance the map shows."""
    st.subheader("Explained variance", help=GLOSSARY["projection"].help)
    shares = space.projection.explained.tolist()
    needed = space.components_for(0.9)
    shown = sum(shares[:dimensions])
    figure = drawn.chart(
        lambda: draw_explained(shares, shown_axes=dimensions, n_enough=needed, palette=palette()),
        "explained", tuple(shares), dimensions, needed,
    )  # fmt: skip
    hold = "one component explains" if needed == 1 else f"{needed} components explain"
    said = f"The map shows {percent(shown)} of the variance of its {len(space.points)} points; {hold} {percent(0.9)}."
    st.plotly_chart(figure, theme=None, key="explained", config=CONFIG, alt=said)
    st.markdown(f":gray[{said}]")


def loadings(found: Space, dimensions: int) -> None:
    """What the axes are made of, by attribute."""
    st.subheader(
        "Attributes of the axes",
        help="Share of the energy of an axis in partitions with this attribute. A partition with several "
        f"attributes counts for each of them. {MEAN.capitalize()}: how often trees predict a class, whatever "
        f"the attributes. Shares below {percent(LEAST_SHARE, 1)} are not shown.",
    )
    if found.space.components_for() == 0:
        st.markdown(":gray[There is no axis, because all trees make the same predictions.]")
        return
    axes = state.axis_shares(found.key, dimensions, found.space)
    row = st.container(horizontal=True)
    for axis, shares in enumerate(axes):
        name = ("First", "Second", "Third")[axis]
        rows = [row for row in ((MEAN, shares.mean), *shares.attributes) if row[1] >= LEAST_SHARE]
        with row.container(key=f"third_axis_{axis}"):
            st.markdown(f"**{name} axis**")
            alt = f"{name} axis: " + ", ".join(f"{attribute} {percent(share)}" for attribute, share in rows)
            figure = drawn.chart(partial(draw_name_bars, rows, percent=True, palette=palette()), "axis", tuple(rows))
            st.plotly_chart(figure, theme=None, key=f"axis_{axis}", config=CONFIG, alt=alt)


def roots(current: Current, found: Space) -> None:
    """Which attributes the sets keep starting from."""
    points = [point for point in found.space.points if point.source == SHARED]
    sets: Counter[str] = Counter()
    for _, own in sorted({(str(point.weights), point.root or "no split") for point in points}):
        sets[own] += 1
    own_roots = {point.root or "no split" for position, point in enumerate(points) if position in found.current}
    by_area = bool(found.root_shares)
    rows = (
        list(found.root_shares[:MOST_ROOTS])
        if by_area
        else [(name, float(count)) for name, count in sets.most_common(MOST_ROOTS)]
    )
    st.subheader("Most frequent root attributes")
    of_what = "all weightings" if by_area else counted(found.n_sets, "set", "sets")
    st.markdown(f":gray[Share of {of_what} with the attribute at a root. Dark bars are roots of the current set.]")
    dark, top = frozenset(own_roots or {""}), 100.0 if by_area else float(found.n_sets)
    figure = drawn.chart(
        lambda: draw_name_bars(rows, dark=dark, top=top, percent=by_area, palette=palette()),
        *("roots", tuple(rows), dark, top),
    )
    alt = ", ".join(f"{name} {percent(count) if by_area else f'{count:.0f}'}" for name, count in rows)
    st.plotly_chart(figure, theme=None, key="roots", config=CONFIG, alt=alt)


def domains(current: Current, space: TreeSpace) -> None:
    """How far apart the sources are, on the whole domain rather than on two axes."""
    names = (current.trees.pair.left.name, current.trees.pair.right.name)
    between = space.between(on_rows=True)
    n = len(space.sources)
    rows = [
        [source, *(percent(float(share), 1) for share in shares), str(space.components_for(0.9, source=source))]
        for source, shares in zip(space.sources, between, strict=True)
    ]
    st.html(
        table(
            ["Trees", *space.sources, f"Components for {percent(0.9)}"], rows,
            caption="Distances between sources of trees",
            numbers=range(1, n + 2),
            about={n + 1: f"Number of components that explain {percent(0.9)} of the variance of these trees."},
        )
    )  # fmt: skip
    st.markdown(
        ":gray[Share of rows on which two trees of these sources predict different classes. Both tables count "
        f"equally. Over the whole domain, trees of the two tables differ on {percent(_across(space, names))}, "
        "because trees that test different attributes are unrelated there.]"
    )


def _across(space: TreeSpace, names: tuple[str, str]) -> float:
    left, right = (space.sources.index(forest_of(name)) for name in names)
    return float(space.between()[left, right])


def in_fewer_trees(current: Current, found: Space) -> None:
    """The aggregated and the orthogonal trees of the set or of a forest."""
    st.subheader("The ensemble in fewer trees", help=f"{GLOSSARY['AFT'].help} {GLOSSARY['ODT'].help}")
    if current.mined_pair is None:
        st.markdown(":gray[This run was imported without its tables, so there are no rows to compare predictions on.]")
        return
    row = st.container(horizontal=True, vertical_alignment="bottom")
    sources = list(found.space.sources)
    source = row.selectbox(
        "Ensemble", sources, format_func=lambda name: "the current set" if name == SHARED else f"the {name}",
        key="summary_source", width=320,
    )  # fmt: skip
    depth = row.select_slider(
        "Maximum depth", DEPTHS, 4, key="summary_depth", width=260,
        help="Splits from root to leaf. Without a limit, the aggregated tree predicts exactly what the ensemble "
             "votes, often with far more nodes.",
    )  # fmt: skip
    source = source if source in sources else SHARED
    chosen = sorted(found.current) if source == SHARED else found.space.members(source).tolist()
    trees = [found.space.points[position].tree for position in chosen]
    key = (found.key, source, int(depth))
    both = state.summaries(found, source, current, max_depth=int(depth))
    known = [one for one in both if isinstance(one, Summary)]
    if any(min(one.agreement_left, one.agreement_right) < LOW_AGREEMENT for one in known):
        st.markdown(f":gray[{ON_THE_DOMAIN}]")
    aggregated, orthogonal = both
    with st.container(key="aggregated"):
        if isinstance(aggregated, Summary):
            _aggregated(aggregated, trees, current, key)
        else:
            st.info(f"The aggregated tree could not be built: {as_markdown(aggregated)}")
    st.divider()
    with st.container(key="orthogonal"):
        if isinstance(orthogonal, Summary):
            _orthogonal(orthogonal, trees, current, key)
        else:
            st.info(f"The orthogonal trees could not be built: {as_markdown(orthogonal)}")


def _aggregated(summary: Summary, trees: Sequence[Tree], current: Current, key: tuple[Hashable, ...]) -> None:
    _numbers("One aggregated tree (AFT)", summary, trees, current)
    title, pair = "Aggregated tree", current.mined_pair
    show_tree(summary.trees[0], current.trees, pair=pair, title=title, key=key, max_width=WIDE)


def _orthogonal(summary: Summary, trees: Sequence[Tree], current: Current, key: tuple[Hashable, ...]) -> None:
    n = len(summary.trees)
    _numbers(f"{counted(n, 'orthogonal tree', 'orthogonal trees')} (ODT)", summary, trees, current)
    if n > 1:
        st.markdown(f":gray[{words.ORTHOGONAL}]")
    if n > MOST_DRAWN:
        st.markdown(f":gray[The first {MOST_DRAWN} are drawn.]")
    first = zip(summary.trees[:MOST_DRAWN], summary.weights, summary.energies, strict=False)
    for number, (tree, weight, energy) in enumerate(first, start=1):
        st.markdown(f"Orthogonal tree {number}: weight **{score(weight, 2)}**, {percent(energy)} of the energy")
        title = f"Orthogonal tree {number}"
        show_tree(tree, current.trees, pair=current.mined_pair, title=title, key=key, max_width=WIDE)


def _numbers(name: str, summary: Summary, trees: Sequence[Tree], current: Current) -> None:
    """What it saves, and how often it answers as the ensemble votes."""
    pair, n_nodes = current.trees.pair, ensemble_nodes(trees)
    nodes, ensemble = counted(summary.n_nodes, "node", "nodes"), counted(len(trees), "tree", "trees")
    instead = f"{nodes} instead of {n_nodes:,} in {ensemble}" if summary.n_nodes < n_nodes else words.NOT_SMALLER
    answers = "It predicts" if len(summary.trees) == 1 else "Together they predict"
    st.markdown(
        f"**{name}**: {instead}. {answers} the class of the ensemble's vote for "
        f"**{percent(summary.agreement_left, 1)}** of {as_markdown(pair.left.name)} and "
        f"**{percent(summary.agreement_right, 1)}** of {as_markdown(pair.right.name)}."
    )
