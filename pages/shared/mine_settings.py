"""The settings of mining in the sidebar. They show what is held in `mine_state`; a change is written there at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from ksdt_core.data.attribute_names import require_attributes
from ksdt_core.data.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.percent import percent
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.trees.alignment import names_tested
from pages.shared import kept, mine_state, place
from pages.shared.reruns import is_by_timer
from pages.shared.telling import telling
from pages.shared.wording import as_markdown

MOST_TREES, DEEPEST = 30, 12
MOST_OFFERED = 200  # attributes in a list to choose from
_MANY = "The list shows those of the trees at hand and the first of {n:,}; any other can be typed."
METHODS = {"parallel": "in turns (parallel)", "sequential": "one after another", "single": "a single tree"}
USAGES = {"lnc": "counts by mean level (LNC)", "llc": "counts at each level (LLC)"}
DIFFERENCES = {"avgmin": "mean of the closest trees", "avg": "mean of all trees", "min": "the closest tree"}
ORDERS = {"depth": "depth first", "breadth": "level by level"}
CRITERIA = {"gain": "information gain", "gain-ratio": "gain ratio", "gini": "Gini reduction"}
_WIDGETS = (
    "k", "method", "max_depth", "aus", "atd", "ell", "attr_fraction", "min_size", "traversal", "criterion",
    "exclude", "roots",
)  # fmt: skip
_PROBLEM, _PRESET = "settings_problem", "settings_preset"


def show(request: PairRequest, pair: DatasetPair) -> MiningParameters:
    """Every setting but the weights; returns what is to be mined."""
    now = mine_state.parameters()
    for name in _WIDGETS:
        value = getattr(now, name)
        _put(_key(name), list(value) if isinstance(value, tuple) else value)
    st.divider()
    st.markdown("**Settings**")
    _main(now, request)
    _attributes(pair)
    with st.expander("More settings", key="more_settings", on_change="rerun") as more:
        if more.open:
            _more(now, pair)
    problem = st.session_state.pop(_PROBLEM, None)
    if problem:
        st.error(as_markdown(problem))
    return now


def _main(now: MiningParameters, request: PairRequest) -> None:
    _choice("method", "Trees grow", METHODS, "Trees that take turns leave good attributes to each other.")
    few, deep = st.columns(2)
    if now.method != "single":
        few.number_input(
            "Trees, k",
            min_value=1,
            max_value=MOST_TREES,
            step=1,
            key=_key("k"),
            on_change=_read,
            help="Trees of a set.",
        )
    deep.number_input(
        "Depth",
        min_value=0,
        max_value=DEEPEST,
        step=1,
        key=_key("max_depth"),
        on_change=_read,
        help="Splits below the root at most; 0 sets no bound. Deep trees fit chance more easily.",
    )
    _put(_PRESET, _is_published(now, request))
    st.toggle(
        "As published",
        key=_PRESET,
        on_change=telling(_preset),
        args=(request,),
        help="The settings of the publication: a fifth of the attributes, no bound on depth, trees in turns, and both "
        "tables balanced, which opens the pair anew with rows drawn again until the class ratios agree.",
    )
    if request.balance:
        st.markdown(":gray[Both tables are balanced: rows are drawn again until their class ratios agree.]")


def _attributes(pair: DatasetPair) -> None:
    for name, label, explanation in (
        ("exclude", "Leave out", "Attributes that no tree may test."),
        ("roots", "Start trees with", "Each tree starts from one of these; none means any."),
    ):
        chosen = st.session_state[_key(name)]
        offered = _offered(pair, chosen)
        is_all = len(offered) == pair.n_attributes
        st.multiselect(
            label,
            offered,
            key=_key(name),
            on_change=_read,
            args=(pair.attributes,),
            accept_new_options=not is_all,
            placeholder="type to find attributes" if is_all else "type the name of an attribute",
            help=explanation if is_all else f"{explanation} {_MANY.format(n=pair.n_attributes)}",
        )


def _offered(pair: DatasetPair, chosen: Sequence[str]) -> list[str]:
    """Every attribute; of very many those chosen, those of the trees at hand and the first: a browser is slow with
    thousands, and any other can be typed."""
    if pair.n_attributes <= MOST_OFFERED:
        return list(pair.attributes)
    run = place.here().run
    trees = () if run is None else kept.tree_set(run).trees
    tested = [name for shared in trees for name in names_tested(shared.tree)]
    known = set(pair.attributes)
    likely = dict.fromkeys(name for name in (*chosen, *tested) if name in known)
    return list(dict.fromkeys([*likely, *pair.attributes[:MOST_OFFERED]]))


def _more(now: MiningParameters, pair: DatasetPair) -> None:
    if now.method != "single":
        _choice("aus", "Use of attributes (AUS)", USAGES, GLOSSARY["AUS"].help)
        _choice("atd", "Difference to other trees (ATD)", DIFFERENCES, GLOSSARY["ATD"].help)
        if now.atd == "avgmin":
            st.number_input(
                "How many closest trees, ell",
                min_value=1,
                max_value=MOST_TREES,
                step=1,
                key=_key("ell"),
                on_change=_read,
            )
    _choice("criterion", "What a split tells, by", CRITERIA, "What stands for IG in the score of a split.")
    n_candidates = pair.n_attributes - len(now.exclude)
    st.number_input(
        "Share of attributes to try (AttrSet)",
        min_value=0.001,
        max_value=1.0,
        step=0.1,
        format="%.3g",
        value=None,
        key=_key("attr_fraction"),
        on_change=_read,
        placeholder=f"usual: {MiningParameters().fraction_of(n_candidates):g}",
        help="Trees test only the attributes that tell most about the class in both tables: this share of them.",
    )
    usual = MiningParameters().min_size_of(pair.left.n_mined, pair.right.n_mined)
    st.number_input(
        "Smallest node that is split, rows",
        min_value=0.0,
        step=1.0,
        format="%.4g",
        value=None,
        key=_key("min_size"),
        on_change=_read,
        placeholder=f"usual: {usual:g}",
        help="A node with fewer rows of either table is not split; usually 2 % of the smaller table.",
    )
    _choice("traversal", "Nodes are split", ORDERS, "The order in which a tree splits its nodes.")
    if now.holdout:
        st.markdown(f":gray[{percent(now.holdout)} of the rows are held out, as in the run that was opened.]")
    if now.costs:
        st.markdown(f":gray[{len(now.costs)} attributes have costs, as in the run that was opened.]")


def _choice(name: str, label: str, words: Mapping[str, str], explanation: str) -> None:
    st.selectbox(label, list(words), format_func=words.__getitem__, key=_key(name), on_change=_read, help=explanation)


def _read(known: Sequence[str] = ()) -> None:
    """A widget was changed: take over what all of them say, or say why that does not go together.

    Names that were typed must be among `known`.
    """
    if is_by_timer():
        return
    now = mine_state.parameters()
    said: dict[str, Any] = {name: st.session_state[_key(name)] for name in _WIDGETS if _key(name) in st.session_state}
    if now.method == "single" != said.get("method"):
        said["k"] = MiningParameters().k  # a single tree says nothing of how many a set should have
    try:
        if known:
            for name, label in (("exclude", "Leave out"), ("roots", "Start trees with")):
                require_attributes(said.get(name) or (), known, option=label)
        chosen = replace(now, **{name: tuple(v) if isinstance(v, list) else v for name, v in said.items()})
    except InvalidParameterError as error:
        st.session_state[_PROBLEM] = str(error)
        return
    mine_state.choose_parameters(chosen)


def _is_published(now: MiningParameters, request: PairRequest) -> bool:
    return request.balance and now == now.published()


def _preset(request: PairRequest) -> None:
    """Settings of the publication go on or off, and with them the balance of the pair."""
    if is_by_timer():
        return
    now, on = mine_state.parameters(), bool(st.session_state[_PRESET])
    usual = MiningParameters(k=now.k, exclude=now.exclude, roots=now.roots, criterion=now.criterion)
    mine_state.choose_parameters(now.published() if on else usual)
    place.go(pair=kept.open_pair(replace(request, balance=on)), run=None)


def _put(key: str, value: object) -> None:
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def _key(name: str) -> str:
    return f"settings_{name}"
