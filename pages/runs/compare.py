"""Two runs side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.figures.tree_words import shorten
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.comparison import Match, SetComparison, compare_sets
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.report_settings import setting_label, setting_words
from ksdt_core.store.runs import Run, kept_run
from ksdt_core.text import printable, score, signed
from pages.common import kept, place
from pages.common.frame import palette, side_by_side
from pages.common.html_table import table as html_table
from pages.common.tree_view import names_of, picture, tree_title
from pages.common.wording import as_markdown
from pages.runs.table import SCORES as LABELS
from pages.runs.table import p_text

SCORES = ("SDTSQ", "SA", "DS", "TD")
MOST_NAMES = 60


def show(first: str, second: str) -> None:
    """Scores, settings that differ, trees and attributes in common."""
    runs = [kept_run(kept.store(), run) for run in (first, second)]
    sets = [kept.tree_set(run.id) for run in runs]
    found = compare_sets(*sets)
    with st.container(border=True, key="comparison"):
        head = st.container(horizontal=True, vertical_alignment="center")
        head.subheader("Two runs side by side", width="stretch")
        head.button("Swap", key="swap_runs", icon=":material/swap_horiz:", on_click=_swap, args=(runs[1], runs[0]))
        head.button("Close", key="close_comparison", icon=":material/close:", on_click=lambda: place.go(other=None))
        st.markdown(f"**A** {as_markdown(runs[0].title)} · **B** {as_markdown(runs[1].title)}")
        st.markdown(f":gray[{as_markdown(verdict(runs, found))}]")
        scores, settings = side_by_side("run_scores", "run_settings", border=False)
        with scores:
            _scores(runs, sets)
        with settings:
            _settings(found)
        _trees(sets, found)
        _attributes(found)


def verdict(runs: Sequence[Run], found: SetComparison) -> str:
    """What the two have in common, in one or two sentences."""
    prints = {run.summary["pair"].get("fingerprint") for run in runs}
    data = "The same data" if len(prints) == 1 else "Different data"
    n_same, n_alike = len(found.same_trees), len(found.same_attributes)
    trees = "no tree in common" if not n_same else f"{n_same} tree{'' if n_same == 1 else 's'} in common"
    if n_alike:
        trees += f", {n_alike} more with the same attributes but other thresholds"
    n_settings = len(found.settings)
    settings = "the same settings" if not n_settings else f"{n_settings} setting{'' if n_settings == 1 else 's'} differ"
    if n_settings == 1:
        settings += "s"
    union = len(found.common) + len(found.only_first) + len(found.only_second)
    return f"{data}, {settings}; {trees}, {len(found.common)} of {union} attributes in both."


def _swap(first: Run, second: Run) -> None:
    place.go(pair=first.pair, run=first.id, other=second.id, pool=None)


def _scores(runs: Sequence[Run], sets: Sequence[TreeSet]) -> None:
    rows = [score_row(name, *(getattr(trees.scores, name.lower()) for trees in sets)) for name in SCORES]
    tested = [p_text(run) or "not tested" for run in runs]
    rows.append(["Shuffled tables (p)", *tested, ""])
    st.markdown("**Scores**", help=GLOSSARY["SDTSQ"].help)
    st.html(html_table(["Score", "A", "B", "B − A"], rows, caption="Scores of both runs", numbers=(1, 2, 3)))


def score_row(name: str, first: float | None, second: float | None) -> list[str]:
    """A score of both runs and how it changed; one tree has no diversity."""
    change = "" if first is None or second is None else signed(second - first)
    return [f"{LABELS[name]} ({name})", *("–" if each is None else score(each) for each in (first, second)), change]


def _settings(found: SetComparison) -> None:
    st.markdown("**Settings that differ**")
    if not found.settings:
        st.markdown(":gray[None.]")
        return
    rows = [[setting_label(name), setting_text(name, a), setting_text(name, b)] for name, a, b in found.settings]
    st.html(html_table(["Setting", "A", "B"], rows, caption="Settings that differ", height=240))


def setting_text(name: str, value: Any) -> str:
    """A setting as people write it, in the words of the report where there are some."""
    words = setting_words(name, value)
    if words is not None:
        return words
    if isinstance(value, dict) and value.keys() == {"ig", "ds", "atd"}:
        return ", ".join(f"{part:g}" for part in value.values() if part is not None)
    if isinstance(value, dict):
        return ", ".join(f"{printable(str(name))} {part:g}" for name, part in value.items() if part is not None)
    if isinstance(value, list):
        return ", ".join(printable(str(part)) for part in value) or "none"
    if isinstance(value, bool) or value is None:
        return {True: "on", False: "off", None: "–"}[value]
    return f"{value:g}" if isinstance(value, float) else printable(str(value))


def _trees(sets: Sequence[TreeSet], found: SetComparison) -> None:
    st.markdown("**Trees**")
    for side, trees in enumerate(sets):
        row = st.container(horizontal=True)
        for position, shared in enumerate(trees.trees):
            letter, title = f"{'AB'[side]}{position + 1}", tree_title(position, shared)
            with row.container(border=True, width=188, key=f"mini_{letter}"):
                st.markdown(f"**{letter}** · {as_markdown(shorten(root_name(shared)))}")
                scale = trees.settings.scale
                small = tree_svg(
                    shared, names_of(trees), scale=scale, style=CARD, prefix="miniature", palette=palette()
                )
                st.html(picture(small, alt=f"{title} at a glance", height=92))
                st.markdown(f":gray[{partner_words(found, side, position)}]")


def partner_words(found: SetComparison, side: int, position: int) -> str:
    """What the other run has of this tree."""
    other = "BA"[side]

    def partner(matches: Sequence[Match]) -> int | None:
        return next((match[1 - side] for match in matches if match[side] == position), None)

    same, alike = partner(found.same_trees), partner(found.same_attributes)
    if same is not None:
        return f"same as {other}{same + 1}"
    return f"only here in {'AB'[side]}" if alike is None else f"attributes of {other}{alike + 1}"


def _attributes(found: SetComparison) -> None:
    st.markdown("**Attributes**")
    for label, names in (("in both", found.common), ("only in A", found.only_first), ("only in B", found.only_second)):
        more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        listed = ", ".join(as_markdown(name) for name in names[:MOST_NAMES]) or "none"
        st.markdown(f"{len(names)} {label}: :gray[{listed}{more}]")
