"""Which table is learned from, and how: the controls of the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import catalogue, catalogue_entry
from ksdt_core.errors import KsdtError
from ksdt_core.options import choices_of
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.uploads import list_uploads
from ksdt_core.studies.learning.lectures import EXAMPLES, LectureExample, example
from ksdt_core.studies.learning.run import MOST_CLASSES
from ksdt_core.studies.learning.settings import OF_NUMBERS, LearnSettings
from ksdt_core.text import printable
from pages.common import kept, place, uploads
from pages.common.arrived import arrived_files
from pages.common.option_widgets import show_option
from pages.common.telling import telling
from pages.learn import costs

TABLE, TARGET, COUNT = "learn_table", "learn_target", "learn_uploads"
FEW_ROWS = 50  # fewer are all learned from
LECTURE = "lecture"
Key = tuple[str, str]  # origin and id


@dataclass(frozen=True, slots=True)
class Chosen:
    """A table, its target, and the settings."""

    key: Key
    request: TableRequest | None  # None for an example of a lecture
    table: Dataset
    target: str
    settings: LearnSettings
    lecture: LectureExample | None = None

    @property
    def id(self) -> str:
        """What a cache knows this table by."""
        return repr((self.key, self.request, self.target))


def show() -> Chosen:
    """The controls, and what they say."""
    row = st.container(horizontal=True, vertical_alignment="bottom", key="learn_controls")
    key = _choose_table(row)
    lecture = example(key[1]) if key[0] == LECTURE else None
    request = None if lecture else _request(key)
    target = "class" if request is None else _choose_target(row, request)
    table = lecture.table() if lecture else _table(request, target)
    offered = request is not None and _has_cut(request, target)
    as_number = False
    if request is not None and (offered or _is_numeric(table) or st.session_state.get(_number_key(request, target))):
        as_number = row.toggle("Predict a number", value=_is_numeric(table), key=_number_key(request, target))
        if as_number and offered:
            table = _table(request, target)  # the numbers themselves, where the table was read with a cut
    values = _settings(row, table, lecture, f"{key[0]}_{key[1]}_{target}", as_number=as_number)
    chosen_request = None if request is None else replace(request, target=target)
    return Chosen(key, chosen_request, table, target, LearnSettings(**values), lecture)


def _choose_table(row: Any) -> Key:
    names = _names()
    wanted = tuple((place.here().learn or "").split(":", 1))
    if TABLE not in st.session_state:
        st.session_state[TABLE] = wanted if wanted in names else next(iter(names))
    if st.session_state[TABLE] not in names:
        st.session_state[TABLE] = next(iter(names))
    key: Key = row.selectbox(
        "Table", list(names), format_func=names.__getitem__, key=TABLE, width=270, on_change=_note_table
    )
    with row.popover("Upload", icon=":material/upload:", width="content"):
        name = f"learn_upload_{st.session_state.setdefault(COUNT, 0)}"
        st.file_uploader("A table with a column to predict", key=name, on_change=_take, args=(name,),
                         help=uploads.FORMATS, accept_multiple_files=True)  # fmt: skip
    return key


def _note_table() -> None:
    place.go(learn=":".join(st.session_state[TABLE]))


def _names() -> Mapping[Key, str]:
    """Every table that can be chosen: of the current pair, uploads, lectures, bundled ones."""
    found: dict[Key, str] = {}
    here = place.here()
    if here.pair is not None:
        try:
            request = kept.pair_request(here.pair)
            for table in (request.left, request.right):
                found[table.origin, table.id] = f"{printable(table.name)} · current pair"
        except KsdtError:
            pass  # other pages say what is wrong with the pair
    for each in EXAMPLES:
        found[LECTURE, each.name] = f"Lecture · {each.title}"
    for upload in list_uploads(kept.store()):
        found.setdefault(("upload", upload.id), printable(upload.file_name))
    for entry in catalogue():
        if (LECTURE, entry.name) not in found:
            found.setdefault(("catalogue", entry.name), f"{entry.name} · {entry.title}")
    return found


@telling
def _take(name: str) -> None:
    if st.session_state[name]:
        st.session_state[COUNT] += 1
        files = uploads.keep_files(arrived_files(name))
        st.session_state[TABLE] = ("upload", files[-1].id)
        _note_table()


def _request(key: Key) -> TableRequest:
    here = place.here()
    if here.pair is not None:
        request = kept.pair_request(here.pair)
        for table in (request.left, request.right):
            if (table.origin, table.id) == key:
                return table
    if key[0] == "catalogue":
        return TableRequest.bundled(key[1])
    upload = next(each for each in list_uploads(kept.store()) if each.id == key[1])
    return TableRequest("upload", key[1], uploads.table_name(upload.file_name))


def _choose_target(row: Any, request: TableRequest) -> str:
    facts = kept.facts(request)
    usual = request.target or (catalogue_entry(request.id).target if request.origin == "catalogue" else facts.guess)
    names = facts.choices[:2000]
    start = names.index(usual) if usual in names else len(names) - 1
    target: str = row.selectbox(
        "Column to predict", names, index=start, format_func=printable, key=f"{TARGET}_{request.origin}_{request.id}",
        width=160,
    )  # fmt: skip
    return target


def _table(request: TableRequest | None, target: str) -> Dataset:
    assert request is not None
    own = request.target or (catalogue_entry(request.id).target if request.origin == "catalogue" else None)
    wanted = request if target == own else replace(request, target=target, cut=None)
    if st.session_state.get(_number_key(request, target)):
        wanted = replace(wanted, target=target, cut=())
    return kept.table(wanted)


def _number_key(request: TableRequest, target: str) -> str:
    return f"learn_number_{request.origin}_{request.id}_{target}"


def _has_cut(request: TableRequest, target: str) -> bool:
    """Whether the target holds numbers that are read as classes."""
    entry = catalogue_entry(request.id) if request.origin == "catalogue" else None
    own = entry is not None and entry.cut is not None and target == entry.target
    return own or (bool(request.cut) and target == request.target)


def _settings(row: Any, table: Dataset, lecture: LectureExample | None, key: str, *, as_number: bool) -> dict[str, Any]:
    """The settings that the widgets say; those that cannot be combined are not offered."""
    given: dict[str, Any] = dict(lecture.settings) if lecture else {}
    options = ["cart"] if as_number else list(choices_of(LearnSettings, "method"))
    values: dict[str, Any] = {"regression": as_number}
    values["method"] = show_option(
        LearnSettings, "method", row, options=options, width=140, key=f"learn_method_{key}_{as_number}",
        index=options.index(given.get("method", "cart" if as_number else "c45")),
    )  # fmt: skip
    holdout = 0.0 if lecture or table.n_rows < FEW_ROWS else 0.3
    values["holdout"] = show_option(LearnSettings, "holdout", row, value=holdout, width=120, key=f"learn_hold_{key}")
    prunes = [each for each in choices_of(LearnSettings, "prune") if _can_prune(each, values)]
    usual = "error-based" if values["method"] == "c45" else "cost-complexity" if values["holdout"] else "none"
    values["prune"] = show_option(
        LearnSettings, "prune", row, options=prunes, index=prunes.index(usual), width=200,
        key=f"learn_prune_{key}_{values['method']}_{bool(values['holdout'])}_{as_number}",
    )  # fmt: skip
    with row.popover("More", icon=":material/tune:", width="content"):
        values |= _more(values, given, key)
        if values["method"] in ("c45", "id3"):
            values |= costs.show(table.attributes, key)
    return values


def _more(values: Mapping[str, Any], given: Mapping[str, Any], key: str) -> dict[str, Any]:
    method, found = values["method"], {}
    if method != "random" and not values["regression"]:
        criteria = [each for each in choices_of(LearnSettings, "criterion") if (method, each) != ("cart", "gain-ratio")]
        usual = given.get("criterion") or {"c45": "gain-ratio", "id3": "gain", "cart": "gini"}[method]
        found["criterion"] = show_option(
            LearnSettings, "criterion", options=criteria, index=criteria.index(usual), key=f"learn_by_{key}_{method}"
        )
    if method == "id3":
        cuts = {"class-changes": "where the class changes"} | {
            f"equal-frequency:{n}": f"{n} intervals with equal numbers of rows" for n in (2, 3, 4, 5, 8)
        }
        found["discretise"] = st.selectbox(
            "Discretise numbers", list(cuts), format_func=cuts.__getitem__, key=f"learn_cuts_{key}"
        )
    ways = [each for each in choices_of(LearnSettings, "missing") if each != "fractions" or method == "c45"]
    found["missing"] = show_option(LearnSettings, "missing", options=ways, key=f"learn_missing_{key}_{method}",
                                   index=ways.index("fractions" if method == "c45" else "common"))  # fmt: skip
    found["max_depth"] = show_option(LearnSettings, "max_depth", value=given.get("max_depth", 0), key=f"learn_d_{key}")
    found["min_size"] = show_option(LearnSettings, "min_size", value=2, key=f"learn_min_{key}")
    if values["prune"] == "error-based":
        found["confidence"] = show_option(
            LearnSettings, "confidence", value=0.25, min_value=0.01, max_value=0.99, step=0.05, key=f"learn_c_{key}"
        )
    found["seed"] = show_option(LearnSettings, "seed", value=0, max_value=1_000_000, key=f"learn_seed_{key}")
    return found


def _can_prune(prune: str, values: Mapping[str, Any]) -> bool:
    if values["regression"]:
        return prune in OF_NUMBERS and (prune != "reduced-error" or bool(values["holdout"]))
    return (prune != "error-based" or values["method"] == "c45") and (
        prune != "reduced-error" or bool(values["holdout"])
    )


def _is_numeric(table: Dataset) -> bool:
    """Whether the classes are too many different numbers."""
    if len(table.class_names) <= MOST_CLASSES:
        return False
    try:
        return all(float(name) == float(name) for name in table.class_names)
    except ValueError:
        return False
