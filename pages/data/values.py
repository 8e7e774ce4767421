"""Which value is which: what the second table writes for the values of the first, attribute by attribute."""

from __future__ import annotations

from functools import partial
from typing import BinaryIO

import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.matching.matching import match_tables
from ksdt_core.data.matching.value_map_file import read_value_map, value_map_text
from ksdt_core.data.matching.value_matching import value_map_of, values_of
from ksdt_core.data.model.pair import Matched
from ksdt_core.figures.file_names import joined_stem
from ksdt_core.store.decisions import with_value_matches, without_value_match, without_values
from ksdt_core.store.pair_request import PairRequest, right_to_left
from ksdt_core.text import counted, printable
from pages.common import kept
from pages.common.pick import pick_name
from pages.common.wording import as_markdown
from pages.data.changes import decide
from pages.data.map_file import map_file

MOST_LISTED = 30
KEEP = "(a separate value)"
ABOUT_VALUES = ("value-names", "values-differ", "kinds-differ", "values-partly")


def block(request: PairRequest, checkup: Checkup) -> None:
    """A box for each value of one attribute, and the map as a file."""
    matched = kept.matched(request)
    names = () if matched is None else _texts(request, matched, checkup)
    if matched is None or not names:
        st.info("The tables share no text attribute, so there are no values to match.")
    else:
        chosen = pick_name("Attribute", names, key="values_attribute", default=names[0])
        if chosen is not None:
            _values(request, checkup, matched, chosen)
    _own(request, checkup)
    left, right = map(as_markdown, (checkup.left, checkup.right))
    columns = f"three columns: the attribute, its value in {left}, and the same value in {right}"
    map_file("value", columns, request, _take_file)


def _texts(request: PairRequest, matched: Matched, checkup: Checkup) -> tuple[str, ...]:
    """Shared attributes with texts in either table, those that the doctor found first."""
    left, right = kept.tables(request)
    kinds = [dict(zip(table.attributes, table.categories, strict=True)) for table in (left, right)]
    texts = {
        name
        for name, other in zip(matched.left.attributes, matched.right_names, strict=True)
        if kinds[0][name] is not None or kinds[1][other] is not None
    }
    found = [str(row[0]) for finding in checkup.findings if finding.code in ABOUT_VALUES for row in finding.details]
    return tuple(name for name in dict.fromkeys((*found, *matched.left.attributes)) if name in texts)


def _values(request: PairRequest, checkup: Checkup, matched: Matched, attribute: str) -> None:
    """What each value of the second table is taken for."""
    left, right = kept.tables(request)
    right_name = matched.right_names[matched.left.attributes.index(attribute)]
    known = list(values_of(left, left.attributes.index(attribute)).values())
    written = list(values_of(right, right.attributes.index(right_name)).values())
    if max(len(known), len(written)) > MOST_LISTED:
        st.info(f"There are more than {MOST_LISTED} values. Upload a map of values below.")
        return
    st.markdown(f"**Match each value of {as_markdown(checkup.right)} with a value of {as_markdown(checkup.left)}**")
    taken = value_map_of(request.value_map).get(attribute, {})
    with st.container(key="value_cards"):
        for number, value in enumerate(written):
            key = f"value_{number}"
            st.session_state[key] = taken.get(value, value if value in known else KEEP)
            st.selectbox(
                as_markdown(value), [*known, KEEP], key=key, format_func=printable, on_change=_retaken,
                args=(attribute, value, key),
            )  # fmt: skip


def _retaken(attribute: str, value: str, key: str) -> None:
    new = st.session_state[key]
    if new in (KEEP, value):
        decide(partial(without_value_match, attribute=attribute, right=value))
    else:
        decide(partial(with_value_matches, matches=((attribute, new, value),)))


def _own(request: PairRequest, checkup: Checkup) -> None:
    if not request.value_map:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f":gray[{counted(len(request.value_map), 'value is', 'values are')} matched.]")
        st.button("Remove all", key="values_back", on_click=decide, args=(without_values,), icon=":material/undo:")
        st.download_button(
            "Download the map", value_map_text(request.value_map), key="values_download",
            file_name=f"{joined_stem(checkup.left, checkup.right, 'values')}.csv", mime="text/csv",
            icon=":material/download:", on_click="ignore",
        )  # fmt: skip


def _take_file(file: BinaryIO, request: PairRequest) -> None:
    values, attributes = read_value_map(file), right_to_left(request.attribute_map)
    matched = match_tables(*kept.tables(request), attribute_map=attributes, value_map=values)
    decide(partial(with_value_matches, matches=matched.value_matches))
