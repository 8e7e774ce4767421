"""Controls of the Spectrum page, and its tabs of terms: coefficients, energy, the tree rebuilt from fewer terms."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ksdt_core.figures.palette import Palette
from ksdt_core.figures.spectrum_bars import draw_coefficients, draw_energy_by_order, partition_text
from ksdt_core.fourier.coefficient_rows import CoefficientRow, coefficient_rows
from ksdt_core.fourier.sizes import readable_count
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import PERCENT_SIGN, counted, percent, score
from ksdt_core.trees.shared_tree import SharedTree
from pages.common import drawn, place, tree_tabs
from pages.common.current import Current
from pages.common.frame import note, palette
from pages.common.tree_pictures import show_tree
from pages.common.tree_tabs import Tab
from pages.common.tree_view import tree_title
from pages.common.wording import as_markdown
from pages.spectrum import state
from pages.spectrum.state import MOST_COEFFICIENTS, Rebuilt, Spectra

CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "spectrum"}}
MOST_BARS = 60
ROUNDING = 1e-12
DOMAIN_HELP = "Every combination of the values that the splits distinguish, counted once, even if no row has it."
ENERGY_HELP = (
    "Energy without the mean. The largest coefficients are kept first, so the share is often larger than "
    "requested. With several classes, it is the smallest share."
)
_CLASS, _ENERGY, _MEASURE = "spectrum_class", "spectrum_energy", "spectrum_measure"


def choose_tree(trees: TreeSet) -> int:
    """The tree of the address, or the first; a choice goes into the address."""
    asked = place.here().tree_number or 1
    number = asked if 1 <= asked <= len(trees.trees) else 1
    colours, run = palette(), place.here().run
    tabs = [
        drawn.once(partial(_tab, shared, position, colours), "spectrum tab", run, position)
        for position, shared in enumerate(trees.trees)
    ]
    with st.container(key="spectrum_tree"):
        tree_tabs.show(
            tabs, colours, shown=(number,), active=number, key="spectrum_tabs_of_trees",
            on_choice=lambda chosen: place.go(tree=chosen),
        )  # fmt: skip
    return number - 1


def _tab(shared: SharedTree, position: int, colours: Palette) -> Tab:
    used = set(shared.tree.attribute[~shared.tree.is_leaf].tolist())
    below, title = counted(len(used), "attribute"), tree_title(position, shared)
    return tree_tabs.tab_of(shared, position, colours, below=below, said=title, label=f"{title}, {below}")


def choose_measure() -> bool:
    """Whether inputs count as the rows of the tables have them; the other choice counts every input once."""
    by_rows = not state.shown().all_inputs
    if st.session_state.get(_MEASURE) != by_rows:
        st.session_state[_MEASURE] = by_rows
    st.segmented_control(
        "Computed on",
        [True, False],
        format_func=lambda rows: "the rows of each table" if rows else "all inputs",
        key=_MEASURE,
        on_change=lambda: state.choose(all_inputs=st.session_state[_MEASURE] is False),
        help="Rows: values count as often as they occur in each table. All inputs: every combination of the "
        "values that the splits distinguish counts once, as in the publications.",
        width="content",
    )
    return by_rows


def choose_output(spectrum: Spectrum) -> int:
    """With more than two classes each has its own spectrum; first that of the class that says most of the tree."""
    if spectrum.n_outputs == 1:
        return 0
    asked = state.shown().output
    usual = int(np.argmax(spectrum.whole_energy - spectrum.mean**2))
    output = usual if asked is None or asked >= spectrum.n_outputs else asked
    if st.session_state.get(_CLASS) != output:
        st.session_state[_CLASS] = output
    st.selectbox(
        "Class",
        range(spectrum.n_outputs),
        format_func=lambda i: spectrum.outputs[i],
        key=_CLASS,
        on_change=lambda: state.choose(output=st.session_state[_CLASS]),
        help=(
            "With more than two classes, each class has its own function: 1 where the tree predicts the class, else 0."
        ),
        width=240,
    )
    return output


def choose_energy() -> int:
    """Percents of the energy to keep, as the address says."""
    percents = state.shown().percents
    if st.session_state.get(_ENERGY) != percents:
        st.session_state[_ENERGY] = percents
    st.slider(
        "Energy to keep", 0, 100, step=1, format=f"%d{PERCENT_SIGN}%", key=_ENERGY, width=420,
        help=GLOSSARY["energy"].help, on_change=lambda: state.choose(percents=st.session_state[_ENERGY]),
    )  # fmt: skip
    return percents


def term_tabs(current: Current, position: int, terms: DeltaGenerator, fewer: DeltaGenerator, *, by_rows: bool) -> None:
    """The tabs of the largest terms, and of the tree that is rebuilt from fewer of them."""
    known = state.spectra(current, by_rows=by_rows)
    whole = known.found[position]
    if whole is None:
        for tab in (terms, fewer):
            with tab:
                too_large(known, position)
        return
    with terms:
        output = choose_output(whole)
    with fewer:
        percents = choose_energy()
        found = state.rebuilt(current, position, energy=percents / 100, by_rows=by_rows)
        lost(current, position, found, by_rows=by_rows)
        original_and_rebuilt(current, position, found, percents=percents)
    with terms:
        note(
            "The spectrum writes a tree as a sum of terms. Each term depends on one attribute or on several. "
            "Bars show the size of the largest terms."
        )
        coefficients(whole, found.kept, output)
        energy(whole, found.kept, output)


def too_large(known: Spectra, position: int) -> None:
    """Why there is no spectrum of this tree, and what there is."""
    st.info(
        f"This tree could have {readable_count(known.bounds[position])} terms, more than the "
        f"{MOST_COEFFICIENTS:,} that this page computes. Choose a smaller tree, or mine shallower trees. The "
        "other tabs and charts work without terms."
    )


def coefficients(whole: Spectrum, kept: Spectrum, output: int) -> None:
    """The largest coefficients as bars."""
    rows = coefficient_rows(whole, kept, output=output, n_largest=MOST_BARS)
    if not rows:
        st.markdown(":gray[The tree predicts the same class everywhere, so its only term is the mean w₀.]")
        return
    st.plotly_chart(
        drawn.chart(lambda: draw_coefficients(rows, palette=palette()), "coefficients", rows),
        theme=None,
        key="coefficients",
        config=CONFIG,
        alt=f"The largest coefficient is that of {partition_text(rows[0], width=40)}; the table below lists all bars.",
    )
    n_all, n_shown = _n_coefficients(whole, output), sum(row.count for row in rows)
    shown = f"The {n_shown} largest of {n_all:,}" if n_shown < n_all else f"All {n_all:,}"
    folded = " A coefficient and its conjugate share a bar." if any(row.count == 2 for row in rows) else ""
    st.markdown(
        f":gray[{shown} terms (coefficients) without the mean w₀ = {score(whole.mean[output])}. Dark bars are the "
        f"terms kept at the energy chosen in the next tab.{folded}]"
    )
    with st.expander("The same as a table"):
        st.dataframe(_table(rows), hide_index=True, column_config=_COLUMNS)


_COLUMNS = {
    "magnitude": st.column_config.NumberColumn("|w|", format="%.5f"),
    "re": st.column_config.NumberColumn("real part", format="%.5f"),
    "im": st.column_config.NumberColumn("imaginary part", format="%.5f"),
    "share": st.column_config.NumberColumn("share of the energy", format="percent"),
    "kept": st.column_config.CheckboxColumn("kept"),
}


def _n_coefficients(spectrum: Spectrum, output: int) -> int:
    """How many there are apart from w_0."""
    return int((spectrum.coefficients[1:, output] != 0).sum())


def _table(rows: tuple[CoefficientRow, ...]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "attributes": [", ".join(f"{name}: {entry}" for name, entry in row.partition) for row in rows],
            "order": [row.order for row in rows],
            "magnitude": [row.magnitude for row in rows],
            "re": [row.coefficient.real for row in rows],
            "im": [row.coefficient.imag for row in rows],
            "share": [row.share for row in rows],
            "kept": [row.kept for row in rows],
        }
    )


def energy(whole: Spectrum, kept: Spectrum, output: int) -> None:
    """How much of the function needs one attribute, two at once, and so on."""
    by_order = whole.energy_by_order()[:, output]
    if by_order[1:].sum() <= 0:
        st.markdown(":gray[A constant function has no energy besides its mean.]")
        return
    held = kept.energy_by_order()[:, output]
    shares = by_order[1:] / by_order[1:].sum()
    both = tuple(by_order.tolist()), tuple(held.tolist())
    figure = drawn.chart(lambda: draw_energy_by_order(*both, palette=palette()), "energy", *both)
    words = _energy_words(shares, whole.outputs[output] if whole.n_outputs > 1 else "")
    st.plotly_chart(figure, theme=None, key="energy", config=CONFIG, alt=words)
    st.markdown(f":gray[{as_markdown(words)}]")


def _energy_words(shares: np.ndarray, class_name: str) -> str:
    """What single attributes say, of the class where there are more than two."""
    said = f"the tree predicts of “{class_name}”" if class_name else "the tree predicts"
    if shares[0] >= 0.9995:
        return f"Single attributes explain all of what {said}. There are no interactions."
    return (
        f"Single attributes explain {percent(shares[0])} of what {said}. The rest comes from interactions of "
        "two or more attributes."
    )


def original_and_rebuilt(current: Current, position: int, found: Rebuilt, *, percents: int) -> None:
    """Both trees, and what was lost between them."""
    shared = current.trees.trees[position]
    row = st.container(horizontal=True)
    with row.container(border=True, key="roomy_original", height="stretch"):
        st.subheader("Original")
        st.markdown(
            f":gray[{as_markdown(tree_title(position, shared))}, {counted(shared.tree.n_nodes, 'node', 'nodes')}]"
        )
        own = (current.run, position)
        show_tree(shared, current.trees, pair=None, title=tree_title(position, shared), key=own)
    with row.container(border=True, key="roomy_rebuilt", height="stretch"):
        st.subheader("Rebuilt from fewer terms (RFT)", help=GLOSSARY["RFT"].help)
        if found.tree is None:
            st.info(f"The tree could not be drawn: {as_markdown(found.problem)}")
            return
        st.markdown(f":gray[{counted(found.tree.n_nodes, 'node', 'nodes')}]")
        rebuilt = (*own, percents, state.shown().all_inputs, current.request)
        show_tree(found.tree, current.trees, pair=current.mined_pair, title=f"Tree {position + 1} rebuilt", key=rebuilt)


def lost(current: Current, position: int, found: Rebuilt, *, by_rows: bool) -> None:
    """What fewer terms no longer say, in numbers."""
    names = current.trees.pair
    original = current.trees.trees[position].tree
    row = st.container(horizontal=True, border=True)
    n_kept = int((found.kept.coefficients != 0).any(axis=1).sum()) - 1
    row.metric("Terms kept", f"{n_kept:,}", help="Without the mean w₀, which is always kept.")
    row.metric("Energy kept", percent(float(found.kept.kept().min()), 1), help=ENERGY_HELP)
    if found.tree is None:
        return
    saved = original.n_nodes - found.tree.n_nodes
    row.metric(
        f"Nodes ({saved:,} saved)" if saved > 0 else f"Nodes ({-saved:,} more)" if saved else "Nodes",
        f"{original.n_nodes:,} → {found.tree.n_nodes:,}",
        help="The tree is rebuilt from its terms alone. Sibling leaves with the same class are merged, which "
        "saves nodes. The splits can differ from the original, so it may also need more nodes.",
    )
    if found.on_rows is None or not by_rows:
        row.metric("Same prediction, all inputs", percent(found.agreement, 1), help=DOMAIN_HELP)
    if found.on_rows is not None:
        for side, share in zip((names.left, names.right), found.on_rows, strict=True):
            row.metric(f"Same prediction, {as_markdown(side.name)}", percent(share, 1), help="Share of its rows.")
    st.markdown(loss_sentence(found, (names.left.name, names.right.name)))


def loss_sentence(found: Rebuilt, names: tuple[str, str]) -> str:
    """What was lost, as Markdown."""
    if found.agreement >= 1 - ROUNDING:
        return "The rebuilt tree makes the same predictions as the original."
    if found.on_rows is None:
        return f"The rebuilt tree predicts another class for **{_share(1 - found.agreement)}** of all inputs."
    if min(found.on_rows) >= 1:
        return "The rebuilt tree makes the same predictions on all rows. It differs only where the tables have no rows."
    one, other = (
        f"**{_share(1 - share)}** of {as_markdown(name)}" for share, name in zip(found.on_rows, names, strict=True)
    )
    return f"The rebuilt tree predicts another class for {one} and {other}."


def _share(share: float) -> str:
    return percent(share, 1) if share >= 0.0005 or share <= 0 else f"less than {percent(0.001, 1)}"
