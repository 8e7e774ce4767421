"""The command palette: pages, attributes of the current pair and saved runs, found by typing a part of a name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.figures.palette import palette_of
from ksdt_core.text import printable
from pages.common import kept, place
from pages.common.navigation import PAGES, START

ATTRIBUTE = "attribute_shown"  # what Data shows of the pair
MOST_RUNS, MOST_ATTRIBUTES = 200, 50_000
FIRST_ATTRIBUTES = 8  # listed before anything is typed
GROUPS = (("page", "Pages"), ("attribute", "Attributes"), ("run", "Saved runs"))

_FILES = Path(__file__).resolve().parents[2] / "assets" / "components"
_palette = st.components.v2.component(
    "ksdt_palette",
    css=(_FILES / "palette.css").read_text(encoding="utf-8"),
    js=(_FILES / "palette.js").read_text(encoding="utf-8"),
)


@st.fragment
def show() -> None:
    """The button in the strip, and the palette that it opens. What can be found is sent when it is opened.

    Lists go as text: of a list Streamlit asks whether it is a table, and loads pandas for that.
    """
    here = place.here()
    told = _palette(
        key="palette", width="content", on_opened_change=_nothing, on_chosen_change=_nothing,
        data={
            "of": f"{here.pair} {here.run}",
            "pages": json.dumps(pages()),
            "items": json.dumps(items()) if getattr(st.session_state.get("palette"), "opened", None) else "",
            "groups": json.dumps([{"kind": kind, "title": title} for kind, title in GROUPS]),
            "muted": palette_of(st.context.theme.type).muted,
        },
    )  # fmt: skip
    if told.chosen:
        _open(dict(told.chosen))


def _nothing() -> None:
    """What was asked for is read while the page runs."""


def pages() -> list[dict[str, Any]]:
    return [{"kind": "page", "id": entry.folder, "name": entry.title, "first": True} for entry in PAGES]


def items() -> list[dict[str, Any]]:
    """Everything that can be found; a link that leads nowhere has pages and runs only."""
    try:
        named = attributes()
    except KsdtError:
        named = []
    return [*pages(), *named, *runs()]


def attributes() -> list[dict[str, Any]]:
    """The attributes of the trees, where each is first, then all of the pair as Data shows them."""
    here, found = place.here(), []
    if here.run is not None:
        found = [
            {"kind": "attribute", "id": name, "name": printable(name), "about": f"tree {tree}, on Trees",
             "tree": tree, "node": node}
            for name, (tree, node) in _in_trees(here.run).items()
        ]  # fmt: skip
    pair = here.pair if here.run is None else kept.run_known(here.run).pair
    matched = None if pair is None else kept.matched(kept.pair_request(pair))
    if matched is not None:
        names = matched.left.attributes[:MOST_ATTRIBUTES]
        found += [
            {"kind": "attribute", "id": name, "name": printable(name), "about": "values, on Data"} for name in names
        ]
    return [each | {"first": number < FIRST_ATTRIBUTES} for number, each in enumerate(found)]


def _in_trees(run: str) -> dict[str, tuple[int, int]]:
    """For each attribute that a tree of the set tests: the number of the first such tree, and the node there."""
    found: dict[str, tuple[int, int]] = {}
    for number, shared in enumerate(kept.tree_set(run).trees, 1):
        tree = shared.tree
        for node in range(tree.n_nodes):
            if not tree.is_leaf[node]:
                found.setdefault(tree.attributes[tree.attribute[node]], (number, node))
    return found


def runs() -> list[dict[str, Any]]:
    """Saved runs, the one that was used last first."""
    from ksdt_core.store.runs import list_runs

    listed = sorted(list_runs(kept.store()), key=lambda run: -run.used)[:MOST_RUNS]
    return [
        {"kind": "run", "id": run.id, "name": printable(run.title), "about": f"{run.summary['config']['k']} trees",
         "first": number < FIRST_ATTRIBUTES}
        for number, run in enumerate(listed)
    ]  # fmt: skip


def _open(chosen: dict[str, Any]) -> None:
    """Go where the reader wants to; what the browser sends is only ever compared with what there is."""
    kind, wanted = chosen.get("kind"), str(chosen.get("id"))
    if kind == "run":
        st.switch_page("pages/trees/page.py", query_params={"run": wanted})
    elif kind == "attribute" and "tree" in chosen:
        query = place.as_query(tree=chosen["tree"], node=chosen["node"])
        st.switch_page("pages/trees/page.py", query_params=query)
    elif kind == "attribute":
        st.session_state[ATTRIBUTE] = st.session_state[f"{ATTRIBUTE}_search"] = wanted  # of many names, those found
        here = place.here()
        pair = here.pair if here.run is None else kept.run_known(here.run).pair
        st.switch_page("pages/data/page.py", query_params=place.as_query(pair=pair))
    else:
        entry = next((entry for entry in PAGES if entry.folder == wanted), START)
        st.switch_page(entry.script, query_params=place.as_query())
