"""What a run may hold: a mined set of a pair, a tree learned from one table, or a model made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.formats.agree import MISTAKES
from ksdt_core.formats.learned_document import learned_of_document
from ksdt_core.formats.model_document import model_of_document
from ksdt_core.formats.result import json_object, parse_result
from ksdt_core.options import plain_values
from ksdt_core.store.pair_request import TableRequest, is_sound, table_from
from ksdt_core.studies.learning.learned import LEARNED, LEARNED_FORMAT, SETTINGS
from ksdt_core.studies.learning.lectures import EXAMPLES
from ksdt_core.studies.learning.model import MODEL, MODEL_FORMAT
from ksdt_core.studies.learning.settings import LearnSettings

Kind = Literal["mined", "learned", "model"]
PAGE = "page"  # the part of a learned tree that says what the page Learn showed
ABOUT = "run"  # the part of an exported document that says what people wrote about it
CLASSES = "shown_classes"  # the part of a model with the names that a reader gave to its classes
_KINDS: Mapping[str, Kind] = {
    LEARNED_FORMAT.rsplit("/", 1)[0]: "learned",
    MODEL_FORMAT.rsplit("/", 1)[0]: "model",
}
_IDENTITY = ("format", "table", "target", "config", "nodes", "name", "classes", "link", "base", "trees")


@dataclass(frozen=True, slots=True)
class LearnPage:
    """What the page Learn shows of a tree: a table (or the example of a lecture), the settings, and the size."""

    table: TableRequest | None
    lecture: str | None
    settings: LearnSettings
    leaves: int | None = None  # None: as the settings prune it

    def to_part(self) -> dict[str, Any]:
        table = None if self.table is None else asdict(self.table)
        return {
            "table": table,
            "lecture": self.lecture,
            "config": plain_values(self.settings),
            "leaves": self.leaves,
        }


def kind_of(document: Mapping[str, Any]) -> Kind:
    """Told by the format; what is of no other kind is a mined set."""
    return _KINDS.get(str(document.get("format")).rsplit("/", 1)[0], "mined")


def trees_of(document: Mapping[str, Any]) -> Any:
    """The part of a document that holds its trees."""
    return document["nodes"] if kind_of(document) == "learned" else document["trees"]


def identity_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What tells a learned tree or a model from any other."""
    return {part: document[part] for part in _IDENTITY if part in document}


def checked_document(data: bytes) -> dict[str, Any]:
    """The document of a run in these bytes; refused where it does not hold together."""
    if not any(f"{name}/".encode() in data for name in _KINDS):
        return parse_result(data).document
    given = json_object(data)
    match kind_of(given):
        case "learned":
            found: dict[str, Any] = LEARNED.write(learned_of_document(given))
            page = page_of(given) if PAGE in given else None
            found |= {} if page is None else {PAGE: page.to_part()}
        case "model":
            found = MODEL.write(model_of_document(given))
            found |= {CLASSES: list(names)} if (names := shown_classes(given)) else {}
        case _:
            return parse_result(data).document
    return found | ({ABOUT: given[ABOUT]} if ABOUT in given else {})


def page_of(document: Mapping[str, Any]) -> LearnPage | None:
    """What the page showed; for a document that was made elsewhere the bundled table that it names, else None."""
    try:
        part = document.get(PAGE)
        if part is None:
            return _page_of_bundled(document)
        lecture, leaves = part["lecture"], part["leaves"]
        table = None if part["table"] is None else table_from(part["table"])
        if table is None and lecture not in {each.name for each in EXAMPLES}:
            return None
        if table is not None and not is_sound(table):
            return None
        return LearnPage(table, lecture, SETTINGS.read(part["config"]), None if leaves is None else int(leaves))
    except MISTAKES:
        return None


def shown_classes(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The names that a reader gave to the classes of a model."""
    found = document.get(CLASSES)
    return tuple(found) if isinstance(found, list) and all(isinstance(name, str) for name in found) else ()


def _page_of_bundled(document: Mapping[str, Any]) -> LearnPage | None:
    table = document["table"]
    name, cut = table["file"], table["cut"]
    if name not in {entry.name for entry in catalogue()}:
        return None
    request = TableRequest("catalogue", name, name, target=str(document["target"]), cut=cut and tuple(cut))
    return LearnPage(request, None, SETTINGS.read(document["config"]))
