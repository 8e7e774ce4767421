"""The settings of mining beside the title: they show what `mining_state` holds; a change is written there at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ksdt_core.data.matching.attribute_names import require_attributes
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.choice import Choice
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import label_of, option_fields
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.trees.alignment import names_tested
from pages.common import kept, place
from pages.common.messages import for_page
from pages.common.option_widgets import show_option, widget_arguments
from pages.common.reruns import is_by_timer
from pages.common.telling import telling
from pages.common.wording import as_markdown
from pages.mine import mining_state

MOST_OFFERED = 200  # attributes in a list to choose from
MOST_HELD_OUT = 0.9  # share of the rows
_MANY = "The list shows the attributes of the current trees and the first of {n:,}. Type a name to find others."
_CALLED = {"k": "Trees", "method": "Growth", "roots": "Allowed roots"}  # in the bar, where labels have little room
_EXPLAINED = ("max_depth", "method")  # controls of the bar have no room for help
_GROWTH = {"parallel": "in turns", "sequential": "one by one", "single": "single tree"}
_EMPTY = {"roots": "any"}
_SHOWN = [field for field in option_fields(MiningParameters) if field.option.has_widget]
_WIDGETS = tuple(field.name for field in _SHOWN)
_LISTS = tuple(field.name for field in _SHOWN if field.kind == tuple[str, ...])
_MAIN = ("method", "k", "max_depth")
_FIRST = ("aus", "atd", "ell", "criterion")  # of the further settings; all others follow
_MORE = (*_FIRST, *(name for name in _WIDGETS if name not in (*_MAIN, *_LISTS, *_FIRST)))
_AUTO = "auto"
_PROBLEM, _PRESET = "settings_problem", "settings_preset"


@dataclass(frozen=True, slots=True)
class Bar:
    """The settings as they are shown: what is to be mined, and where `auto` says what it chose."""

    parameters: MiningParameters
    known: Choice | None  # what was known when the settings were shown
    depth: DeltaGenerator | None
    words: DeltaGenerator | None

    def say(self, choice: Choice | None) -> None:
        """The set is mined now, and with it share and depth are chosen."""
        if choice is None or choice == self.known:
            return
        if self.depth is not None:
            _show_depth(self.depth, choice)
        if self.words is not None:
            _show_choice(self.words, choice)


def show(request: PairRequest, pair: DatasetPair) -> Bar:
    """Every setting but the weights."""
    now = mining_state.parameters()
    for name in _WIDGETS:
        value = getattr(now, name)
        _put(_key(name), list(value) if isinstance(value, tuple) else value)
    known, words = _choice() if now.choose == "auto" else None, None
    with st.container(horizontal=True, vertical_alignment="center", key="mine_bar"):
        depth = _main(now, known)
        _attributes(pair)
        with st.popover("More settings", key="more_settings", on_change="rerun") as more:
            if more.open:
                words = _more(now, pair, known)
        _published(now, request)
    problem = st.session_state.pop(_PROBLEM, None)
    if problem:
        st.error(as_markdown(problem))
    return Bar(now, known, depth, words)


def _main(now: MiningParameters, known: Choice | None) -> DeltaGenerator | None:
    """The settings that most readers change; returns the place of a depth that `auto` chooses."""
    depth = None
    if now.method != "single":
        _number("k", now.k, width=96)
    if now.choose == "auto":
        depth = st.empty()
        _show_depth(depth, known)
    else:
        _number("max_depth", now.max_depth, width=158 if now.max_depth else 212)
    _widget("method", label=_called("method"), format_func=_GROWTH.__getitem__, help=None, width=158)
    return depth


def _choice() -> Choice | None:
    """How share and depth of the set at hand were chosen."""
    run = place.here().run
    return None if run is None else kept.tree_set(run).choice


def _show_depth(where: DeltaGenerator, choice: Choice | None) -> None:
    said = _AUTO if choice is None else f"{_AUTO}: {choice.max_depth}"
    where.selectbox(
        _called("max_depth"), [said], disabled=True, width=158,
        help="The depth is chosen by cross-validation. To set it, change “Share and depth” under More settings.",
    )  # fmt: skip


def _show_choice(where: DeltaGenerator, choice: Choice) -> None:
    where.markdown(f":gray[{choice.sentence}]")


def _number(name: str, value: int, **more: Any) -> None:
    """A whole number from a list; one beyond it, of a run that was opened, is listed, too."""
    field = next(field for field in _SHOWN if field.name == name)
    first, last = field.option.minimum, field.option.widget_maximum
    offered = sorted({*range(int(first or 0), int(last or 0) + 1), value})
    words = field.option.words or {}
    st.selectbox(
        _called(name),
        options=offered,
        index=offered.index(value),
        format_func=lambda number: str(words.get(number, number)),
        key=_key(name),
        on_change=_read,
        **more,
    )


def _published(now: MiningParameters, request: PairRequest) -> None:
    is_on = _is_published(now, request)
    _put(_PRESET, is_on)
    balanced = " Both tables are balanced now." if request.balance else ""
    st.toggle(
        "Paper’s settings",
        value=is_on,
        key=_PRESET,
        on_change=telling(_preset),
        args=(request,),
        help="A fifth of the attributes, unlimited depth, trees in turns, and both tables oversampled until the class "
        f"ratios match.{balanced}",
    )


def _attributes(pair: DatasetPair) -> None:
    for name in _LISTS:
        arguments = widget_arguments(MiningParameters, name)
        explanation = arguments["help"]
        chosen = st.session_state[_key(name)]
        offered = _offered(pair, chosen)
        is_all = len(offered) == pair.n_attributes
        st.session_state[_key(name)] = chosen  # said in each run: a list that opens later would else start empty
        with st.popover(f"{_called(name)}: **{len(chosen) or _EMPTY.get(name, 'none')}**", key=f"list_{name}"):
            st.multiselect(
                arguments["label"],
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


def _more(now: MiningParameters, pair: DatasetPair, known: Choice | None) -> DeltaGenerator | None:
    """All other settings; returns the place where `auto` says what it chose."""
    share = MiningParameters().fraction_of(pair.n_attributes - len(now.exclude))
    rows = MiningParameters().min_size_of(pair.left.n_mined, pair.right.n_mined)
    said: dict[str, dict[str, Any]] = {
        "aus": {"help": GLOSSARY["AUS"].help},
        "atd": {"help": GLOSSARY["ATD"].help},
        "attr_fraction": {"value": None, "format": "%.3g", "placeholder": f"default: {share:g}"},
        "min_size": {"value": None, "format": "%.4g", "placeholder": f"default: {rows:g}"},
        "min_leaf_share": {"format": "%.2f"},
        "holdout": {"format": "%.2f", "max_value": MOST_HELD_OUT, "step": 0.05},
    }
    idle = {"aus", "atd", "ell"} if now.method == "single" else {"ell"} if now.atd != "avgmin" else set()
    words = None
    if now.choose == "auto":
        idle = {*idle, "attr_fraction"}
    for name in _MORE:
        if name not in idle:
            _widget(name, **said.get(name, {}))
        if name == "choose" and now.choose == "auto":
            words = st.empty()
            if known is not None:
                _show_choice(words, known)
    st.markdown(":gray[" + " ".join(f"{_called(name)}: {_help(name)}" for name in _EXPLAINED) + "]")
    if now.costs:
        st.markdown(f":gray[{len(now.costs)} attributes have costs, taken from the opened run.]")
    return words


def _called(name: str) -> str:
    return _CALLED.get(name) or label_of(MiningParameters, name)


def _help(name: str) -> str:
    return next(field.option.help for field in _SHOWN if field.name == name)


def _widget(name: str, where: Any = st, **more: Any) -> None:
    show_option(MiningParameters, name, where, key=_key(name), on_change=_read, **more)


def _read(known: Sequence[str] = ()) -> None:
    """A widget was changed: take over what all of them say, or say why that does not go together.

    Names that were typed must be among `known`.
    """
    if is_by_timer():
        return
    now = mining_state.parameters()
    said: dict[str, Any] = {name: st.session_state[_key(name)] for name in _WIDGETS if _key(name) in st.session_state}
    if now.method == "single" != said.get("method"):
        said["k"] = MiningParameters().k  # a single tree says nothing about how many a set should have
    try:
        if known:
            for name in _LISTS:
                require_attributes(said.get(name) or (), known, option=name)
        said = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
        chosen = replace(now, **said).as_asked
    except InvalidParameterError as error:
        st.session_state[_PROBLEM] = for_page(error)
        return
    mining_state.choose_parameters(chosen)


def _is_published(now: MiningParameters, request: PairRequest) -> bool:
    return request.balance and now == now.published()


def _preset(request: PairRequest) -> None:
    """Settings of the publication go on or off, and with them the balance of the pair."""
    if is_by_timer():
        return
    now, on = mining_state.parameters(), bool(st.session_state[_PRESET])
    usual = MiningParameters(k=now.k, exclude=now.exclude, roots=now.roots, criterion=now.criterion)
    mining_state.choose_parameters(now.published() if on else usual)
    place.go(pair=kept.open_pair(replace(request, balance=on)), run=None)


def _put(key: str, value: object) -> None:
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def _key(name: str) -> str:
    return f"settings_{name}"
