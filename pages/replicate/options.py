"""How a third table is read and matched, and the replication that this gives, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from ksdt_core.data.matching.maps import comma_fields, comma_text, parse_class_map, read_attribute_map
from ksdt_core.data.matching.value_map_file import read_value_map
from ksdt_core.data.model.preparation import ThirdPreparation
from ksdt_core.data.preparing.conversions import conversion_words
from ksdt_core.data.samples.catalogue import catalogue_entry
from ksdt_core.errors import InvalidParameterError, KsdtError, Remedy
from ksdt_core.options import choices_of
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.text import counted, printable
from pages.common import draft, kept
from pages.common.current import Current
from pages.common.messages import for_page
from pages.common.option_widgets import show_option
from pages.common.pick import pick_name
from pages.common.table_line import about, sizes
from pages.common.wording import as_markdown
from pages.replicate import partners
from pages.replicate.memory import remembered
from pages.replicate.tables import MARK, Line, class_bar

if TYPE_CHECKING:
    from ksdt_core.data.checks.units import Converting
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.evidence.replicated import Replication
    from ksdt_core.mining.tree_set import TreeSet

USUAL = ThirdPreparation()
PERMUTATIONS = 9999
MANY_ROWS, FEWER_PERMUTATIONS = 5_000, 999  # so that the page answers within some seconds
ADVICE = {
    "class_map": "Match the classes under Options.",
    "attribute_map": "Match its columns with attributes of the trees below, or give a map under Options.",
    "value_map": "Give a value map under Options.",
    "missing": "Options has all ways to treat them.",
    "target": "Choose another class column in the line above.",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What the reader has decided about a table."""

    table: TableRequest
    class_map: tuple[tuple[str, str], ...]
    file_map: tuple[tuple[str, str], ...]  # of attributes
    partners: tuple[tuple[str, str], ...]  # attributes matched on the page
    value_map: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    missing: str
    max_missing: float
    convert: tuple[str, ...]

    @property
    def maps(self) -> dict[str, Any]:
        return {
            "class_map": dict(self.class_map),
            "attribute_map": dict(self.file_map) | dict(self.partners),
            "value_map": {name: dict(values) for name, values in self.value_map},
            "missing": self.missing,
            "max_missing": self.max_missing,
            "convert": self.convert,
        }


def replicated(current: Current, table: TableRequest, line: Line) -> Replication | None:
    """The trees on this table; where that cannot be, one sentence says why and what to do."""
    key = f"third_{table.origin}_{table.id}_{_mined_from(current)}"
    what = catalogue_entry(table.id).title if table.origin == "catalogue" else ""
    try:
        with line.target:
            target = _target(current, table, key)
        with line.options, st.popover("Options", icon=":material/tune:", width="content"):
            reading = _options(current, table, target, key)
        if reading is None:
            line.about.html(about(MARK, table.name, what, sizes=()))
            st.warning("Which column holds the class of each row? Choose it in the line above.", icon=":material/help:")
            return None
        data = kept.table(reading.table)
        line.about.html(about(MARK, table.name, what, sizes=sizes(data), end="<span>Class</span>"))
        partners.offer(current.trees, data, dict(reading.file_map), key)
        _offer_units(current, reading, key)
        found = _computed(current.trees, current.run, reading)
        if found.trees and found.trees[0].nodes:
            line.classes.html(class_bar(current.trees.pair.class_names, found.trees[0].nodes[0].cdv))
        return found
    except KsdtError as error:
        _problem(error, key)
        return None


def _mined_from(current: Current) -> str:
    """What was decided about a table holds for the trees of one pair: those of another have other names and units."""
    return current.run if current.request is None else current.request.id


def _target(current: Current, table: TableRequest, key: str) -> str | None:
    """The column that holds the classes."""
    facts = kept.facts(table)
    guess = draft.target_of(table) or _likely_target(current, facts.choices, facts.guess)
    columns = facts.choices if guess is None else tuple(dict.fromkeys((guess, *facts.choices)))  # of many, the first
    picked = remembered(f"{key}_target")
    default = picked if picked in columns else guess
    return pick_name("Class column", columns, key=f"{key}_target", default=default, label_hidden=True)


def _say_again(key: str) -> None:
    """In each run what the boxes hold: one in a menu that opens later would otherwise start again and forget it."""
    for name, usual in (
        ("cut", ""),
        ("classes", ""),
        ("missing", USUAL.missing),
        ("sparse", USUAL.max_missing),
        ("units", ""),
    ):
        st.session_state[f"{key}_{name}"] = remembered(f"{key}_{name}", usual)


def _options(current: Current, table: TableRequest, target: str | None, key: str) -> Reading | None:
    _say_again(key)
    cut = st.text_input("Cut the numbers at", key=f"{key}_cut", placeholder="6 or 4, 6", help="For a class of numbers.")
    renamed = st.text_input(
        "Class map", key=f"{key}_classes", placeholder="relapse=bad, died=bad",
        help=f"Write the name in this table = the name in the trees: {', '.join(current.trees.pair.class_names)}",
    )  # fmt: skip
    missing = show_option(ThirdPreparation, "missing", key=f"{key}_missing")
    mined = printable(current.trees.pair.left.name)
    kept_up_to = show_option(ThirdPreparation, "max_missing", key=f"{key}_sparse")
    units = show_option(ThirdPreparation, "convert", key=f"{key}_units", placeholder="chol=*38.67, temp=*1.8+32")
    attributes = st.file_uploader(
        f"Attribute map: CSV or TSV of two columns, the name in {mined} and the name in this table",
        key=f"{key}_attributes",
    )
    values = st.file_uploader(
        f"Value map: CSV or TSV of an attribute, a value in {mined} and the value in this table", key=f"{key}_values"
    )
    if target is None:
        return None
    value_map: Mapping[str, Mapping[str, str]] = {} if values is None else read_value_map(values)
    return Reading(
        replace(table, target=target, cut=_cut(cut)),
        tuple(parse_class_map(renamed or None).items()),
        () if attributes is None else tuple(read_attribute_map(attributes).items()),
        tuple(partners.chosen(current.trees, key).items()),
        tuple((name, tuple(renaming.items())) for name, renaming in value_map.items()),
        missing,
        kept_up_to,
        tuple(item.strip() for item in comma_fields(units, "convert") if item.strip()),
    )


def _likely_target(current: Current, columns: tuple[str, ...], guess: str | None) -> str | None:
    """The class column of the mined tables where this one has it, too; else the guess."""
    mined = () if current.request is None else (current.request.left, current.request.right)
    return next((name for table in mined if (name := draft.target_of(table)) in columns), guess)


def _cut(text: str) -> tuple[float, ...] | None:
    try:
        return tuple(sorted({float(part) for part in text.split(",") if part.strip()})) or None
    except ValueError:
        raise InvalidParameterError("cut-not-numbers", option="cut", value=text) from None


def _problem(error: KsdtError, key: str) -> None:
    """One sentence, what to do, and a button where one decision would do it."""
    asked = next((remedy.option for remedy in error.remedies if remedy.option in ADVICE), None)
    remedies = error.remedies
    if asked is not None:
        error.remedies = ()
    said = for_page(error)
    said = said[:1].upper() + said[1:] if said.startswith("the trees") else said
    st.error(as_markdown(said if asked is None else f"{said} {ADVICE[asked]}"), icon=":material/error:")
    for remedy in remedies:
        if remedy.option == "class_map" and remedy.values:
            st.button(
                as_markdown(f"Rename {', '.join(remedy.values)}"), key=f"{key}_rename", on_click=_decide,
                args=(f"{key}_classes", comma_text(remedy.values)),
            )  # fmt: skip
    if Remedy("missing", "common") in remedies:
        label = choices_of(ThirdPreparation, "missing")["common"]
        st.button(label, key=f"{key}_fill", on_click=_decide, args=(f"{key}_missing", "common"))


def _offer_units(current: Current, reading: Reading, key: str) -> None:
    """Where the table seems to have other units than the trees: what they are, and a button that converts them."""
    if current.pair is None or current.trees.settings.scale != "none":
        return  # ranks and standard deviations are the same in any unit
    found = _other_units(current.trees, current.pair, current.run, reading)
    if not found:
        return
    units = "; ".join(f"{one.attribute} is in {one.units[0]} here and in {one.units[1]} in the trees" for one in found)
    st.warning(
        as_markdown(
            f"{counted(len(found), 'attribute seems', 'attributes seem')} to have other units in "
            f"{reading.table.name} than in the trees, so {'its' if len(found) == 1 else 'their'} splits mean something "
            f"else: {units}, judging by the values."
        ),
        icon=":material/warning:",
    )
    items = [one.item.removeprefix("right:") for one in found]
    changes = ", ".join(f"{one.attribute} ({conversion_words(one.formula)})" for one in found)
    st.button(
        as_markdown(f"Convert {changes}"), key=f"{key}_convert", on_click=_decide,
        args=(f"{key}_units", comma_text([*reading.convert, *items])),
    )  # fmt: skip


def _decide(key: str, value: str) -> None:
    st.session_state[key] = value


@st.cache_resource(show_spinner="Classifying the rows with the trees …", max_entries=64)
def _computed(_trees: TreeSet, run: str, reading: Reading) -> Replication:
    from ksdt_core.evidence.replication import replicate

    data = kept.table(reading.table)
    permutations = PERMUTATIONS if data.n_rows <= MANY_ROWS else FEWER_PERMUTATIONS
    return replicate(_trees, data, permutations, **reading.maps)


@st.cache_resource(show_spinner=False, max_entries=64)
def _other_units(_trees: TreeSet, _pair: DatasetPair, run: str, reading: Reading) -> tuple[Converting, ...]:
    from ksdt_core.evidence.third_table import conversions_of_third

    return conversions_of_third(_trees, _pair, kept.table(reading.table), **reading.maps)


kept.forget_too(_computed, _other_units)
