"""Which classes of the tables of an atlas mean the same; asked where the tables have different ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from ksdt_core.data.matching.class_suggestions import suggest_class_map
from ksdt_core.data.matching.maps import comma_text, parse_class_map
from ksdt_core.data.matching.matching import renamed_classes
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import KsdtError
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.studies.atlas.all_pairs import distinct_names
from pages.common import kept
from pages.common.messages import for_page
from pages.common.wording import as_markdown

KEY = "atlas_class_map"


def with_class_map(options: dict[str, Any], tables: Sequence[TableRequest]) -> dict[str, Any] | None:
    """The options with the renamed classes; None where they cannot be used, or where no pair could be mined."""
    try:
        plain = _read(tables, options.get("own", {}).get("class_maps", {}))
        if len(_groups(plain)) < 2:
            return options
        asked = parse_class_map(st.session_state.get(KEY) or None)
        renamed = [renamed_classes(table, asked) for table in plain]
    except KsdtError as error:
        st.error(as_markdown(for_page(error)))
        plain, renamed, asked = [], [], {}
    groups = _groups(renamed)
    if len(groups) > 1:
        listed = "; ".join(
            f"**{as_markdown(', '.join(names[:8]))}** in {as_markdown(', '.join(owners))}"
            for names, owners in groups.items()
        )
        st.markdown(f"The tables have different classes: {listed}.")
        _offer(suggested(plain))
    st.text_input(
        "Rename classes", key=KEY, placeholder="relapse=bad, died=bad, survived=good",
        help="Write old=new, separated by commas. This applies to all tables. Pairs whose classes still differ "
             "are not mined.",
    )  # fmt: skip
    if len(groups) == len(tables):
        st.markdown("No two tables have the same classes, so no pair can be mined. Rename the classes.")
    return options | {"class_map": asked} if renamed and len(groups) < len(tables) else None


def suggested(tables: Sequence[Dataset]) -> dict[str, str]:
    """Names of the first table's classes for those of the others, as far as the names themselves say so."""
    found: dict[str, str] = {}
    for table in tables[1:]:
        guess = suggest_class_map(tables[0], table)
        if guess is not None and guess.sure:
            found |= {old: new for old, new in guess.renamed.items() if found.get(old, new) == new}
    return found


def _read(tables: Sequence[TableRequest], class_maps: Mapping[str, Mapping[str, str]]) -> list[Dataset]:
    names = distinct_names(table.name for table in tables)
    return [
        renamed_classes(kept.table(table), class_maps.get(name, {})) for table, name in zip(tables, names, strict=True)
    ]


def _groups(tables: Sequence[Dataset]) -> dict[tuple[str, ...], list[str]]:
    """The names of the tables by the names of their classes."""
    found: dict[tuple[str, ...], list[str]] = {}
    for table in tables:
        found.setdefault(tuple(sorted(table.class_names)), []).append(table.name)
    return found


def _offer(renaming: Mapping[str, str]) -> None:
    if renaming:
        text = comma_text([f"{old}={new}" for old, new in renaming.items()])
        st.button(
            as_markdown(f"Rename {', '.join(f'{old} to {new}' for old, new in renaming.items())}"),
            key="atlas_rename", icon=":material/build:", on_click=_decide, args=(text,),
        )  # fmt: skip


def _decide(text: str) -> None:
    st.session_state[KEY] = text
