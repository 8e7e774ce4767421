"""Which table is learned from, and how: the controls of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import catalogue, catalogue_entry
from ksdt_core.errors import KsdtError
from ksdt_core.learners.methods import USUAL_CRITERION
from ksdt_core.learners.targets import MOST_CLASSES
from ksdt_core.options import choices_of, option_fields
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.uploads import list_uploads
from ksdt_core.studies.learning.lectures import EXAMPLES, LectureExample, example
from ksdt_core.studies.learning.settings import OF_NUMBERS, LearnSettings, bins_of
from ksdt_core.text import printable
from pages.common import kept, place, uploads
from pages.common.arrived import arrived_files
from pages.common.option_widgets import show_option
from pages.common.telling import telling
from pages.learn import costs
from pages.learn.saved import LECTURE, Key, Opened

TABLE, TARGET, COUNT, SEEN = "learn_table", "learn_target", "learn_uploads", "learn_address"
FEW_ROWS = 50  # fewer are all learned from


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


def show(opened: Opened | None) -> Chosen:
    """The controls, and what they say; they start with the settings of the saved tree that was opened."""
    row = st.container(horizontal=True, vertical_alignment="bottom", key="learn_controls")
    key = _choose_table(row)
    saved = opened if opened is not None and opened.key == key else None
    lecture = example(key[1]) if key[0] == LECTURE else None
    request = None if lecture else _request(key, saved)
    end = "" if saved is None else f"_{saved.run}"
    target = "class" if request is None else _choose_target(row, request, end)
    number_key = f"learn_number_{key[0]}_{key[1]}_{target}{end}"
    table = lecture.table() if lecture else _table(request, target, number_key)
    offered = request is not None and _has_cut(request, target)
    was_number = saved is not None and saved.page.settings.regression
    as_number = False
    if request is not None and (offered or was_number or _is_numeric(table) or st.session_state.get(number_key)):
        as_number = row.toggle("Predict a number", value=was_number or _is_numeric(table), key=number_key)
        if as_number and offered:
            table = _table(request, target, number_key)  # the numbers themselves, where it was read with a cut
    given = _given(saved) if saved is not None else dict(lecture.settings) if lecture else {}
    if saved is None:
        given["holdout"] = 0.0 if lecture or table.n_rows < FEW_ROWS else 0.3
    values = _settings(row, table, given, f"{key[0]}_{key[1]}_{target}{end}", as_number=as_number)
    chosen_request = None if request is None else replace(request, target=target)
    return Chosen(key, chosen_request, table, target, LearnSettings(**values), lecture)


def _given(saved: Opened) -> dict[str, Any]:
    """The settings of a saved tree, with what follows from them by default."""
    settings = saved.page.settings
    own = {field.name: getattr(settings, field.name) for field in option_fields(LearnSettings)}
    own |= {"prune": settings.pruning, "missing": settings.missing_way, "criterion": settings.valuing.criterion}
    return own


def _choose_table(row: Any) -> Key:
    names = _names()
    address = place.here().learn
    wanted = tuple((address or "").split(":", 1))
    if wanted in names and (TABLE not in st.session_state or address != st.session_state.get(SEEN)):
        st.session_state[TABLE] = wanted
    if st.session_state.get(TABLE) not in names:
        st.session_state[TABLE] = next(iter(names))
    st.session_state[SEEN] = address
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
    st.session_state[SEEN] = place.here().learn


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


def _request(key: Key, saved: Opened | None) -> TableRequest:
    if saved is not None and saved.page.table is not None:
        return saved.page.table
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


def _choose_target(row: Any, request: TableRequest, end: str) -> str:
    facts = kept.facts(request)
    usual = request.target or (catalogue_entry(request.id).target if request.origin == "catalogue" else facts.guess)
    names = facts.choices[:2000]
    start = names.index(usual) if usual in names else len(names) - 1
    target: str = row.selectbox(
        "Column to predict", names, index=start, format_func=printable,
        key=f"{TARGET}_{request.origin}_{request.id}{end}", width=160,
    )  # fmt: skip
    return target


def _table(request: TableRequest | None, target: str, number_key: str) -> Dataset:
    assert request is not None
    own = request.target or (catalogue_entry(request.id).target if request.origin == "catalogue" else None)
    wanted = request if target == own else replace(request, target=target, cut=None)
    if st.session_state.get(number_key):
        wanted = replace(wanted, target=target, cut=())
    return kept.table(wanted)


def _has_cut(request: TableRequest, target: str) -> bool:
    """Whether the target holds numbers that are read as classes."""
    entry = catalogue_entry(request.id) if request.origin == "catalogue" else None
    own = entry is not None and entry.cut is not None and target == entry.target
    return own or (bool(request.cut) and target == request.target)


def _settings(row: Any, table: Dataset, given: Mapping[str, Any], key: str, *, as_number: bool) -> dict[str, Any]:
    """The settings that the widgets say, which start as given; those that cannot be combined are not offered."""
    options = ["cart"] if as_number else list(choices_of(LearnSettings, "method"))
    values: dict[str, Any] = {"regression": as_number}
    values["method"] = show_option(
        LearnSettings, "method", row, options=options, width=140, key=f"learn_method_{key}_{as_number}",
        index=_at(options, given.get("method"), "cart" if as_number else "c45"),
    )  # fmt: skip
    if values["method"] != given.get("method", values["method"]):
        given = {"holdout": given["holdout"]}  # the others go with the method
    values["holdout"] = show_option(
        LearnSettings, "holdout", row, value=given["holdout"], width=120, key=f"learn_hold_{key}"
    )
    prunes = [each for each in choices_of(LearnSettings, "prune") if _can_prune(each, values)]
    usual = "error-based" if values["method"] == "c45" else "cost-complexity" if values["holdout"] else "none"
    values["prune"] = show_option(
        LearnSettings, "prune", row, options=prunes, index=_at(prunes, given.get("prune"), usual), width=200,
        key=f"learn_prune_{key}_{values['method']}_{bool(values['holdout'])}_{as_number}",
    )  # fmt: skip
    with row.popover("More", icon=":material/tune:", width="content"):
        values |= _more(values, given, key)
        if values["method"] in ("c45", "id3"):
            values |= costs.show(table.attributes, given, key)
    return values


def _more(values: Mapping[str, Any], given: Mapping[str, Any], key: str) -> dict[str, Any]:
    method, found = values["method"], {}
    if method != "random" and not values["regression"]:
        criteria = [each for each in choices_of(LearnSettings, "criterion") if (method, each) != ("cart", "gain-ratio")]
        at = _at(criteria, given.get("criterion"), USUAL_CRITERION[method])
        found["criterion"] = show_option(
            LearnSettings, "criterion", options=criteria, index=at, key=f"learn_by_{key}_{method}"
        )
    if method == "id3":
        way, n_bins = bins_of(given.get("discretise", "class-changes"))
        sizes = sorted({2, 3, 4, 5, 8, n_bins})
        cuts = {"class-changes": "where the class changes"} | {
            f"equal-frequency:{n}": f"{n} intervals with equal numbers of rows" for n in sizes
        }
        found["discretise"] = st.selectbox(
            "Discretise numbers", list(cuts), format_func=cuts.__getitem__, key=f"learn_cuts_{key}",
            index=0 if way == "class-changes" else 1 + sizes.index(n_bins),
        )  # fmt: skip
    ways = [each for each in choices_of(LearnSettings, "missing") if each != "fractions" or method == "c45"]
    found["missing"] = show_option(LearnSettings, "missing", options=ways, key=f"learn_missing_{key}_{method}",
                                   index=_at(ways, given.get("missing"),
                                             "fractions" if method == "c45" else "common"))  # fmt: skip
    for name, usual, most in (("max_depth", 0, 30), ("min_size", 2, 10_000)):
        start = given.get(name, usual)
        found[name] = show_option(
            LearnSettings, name, value=start, max_value=max(most, start), key=f"learn_{name}_{key}"
        )
    if values["prune"] == "error-based":
        start = given.get("confidence", 0.25)
        found["confidence"] = show_option(
            LearnSettings, "confidence", value=start, min_value=min(0.01, start), max_value=max(0.99, start), step=0.05,
            key=f"learn_c_{key}",
        )  # fmt: skip
    start = given.get("seed", 0)
    found["seed"] = show_option(
        LearnSettings, "seed", value=start, max_value=max(1_000_000, start), key=f"learn_seed_{key}"
    )
    return found


def _at(options: Sequence[Any], given: Any, usual: Any) -> int:
    """The position of what is given, or of the default choice where that is not offered."""
    return options.index(given if given in options else usual)


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
