"""Mined sets, learned trees and imported models, each kept with its settings, its scores and what people wrote."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from sqlalchemy import Column, Connection, RowMapping, Update, case, func, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.sql.functions import Function

from ksdt_core.evidence.set_chance import NULLS
from ksdt_core.formats.learned_document import learned_of_document
from ksdt_core.formats.model_document import model_of_document
from ksdt_core.formats.result import Result, parse_result
from ksdt_core.options import options_of, words_for
from ksdt_core.store.clock import store_time
from ksdt_core.store.damage import BadRow, damage_is, readable
from ksdt_core.store.database import Store
from ksdt_core.store.kept_again import digest_of, is_whole, kept_trees
from ksdt_core.store.problems import DamagedError, StoreError
from ksdt_core.store.run_documents import Kind, identity_of, kind_of, page_of, trees_of
from ksdt_core.store.schema import pairs, runs
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.model import Model
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.text import counted, encodable

_LISTED = ("id", "pair", "name", "note", "pinned", "created", "used", "seconds", "deleted", "summary", "kind")
_LISTED_OF_ONE_TABLE = ("table", "target", "config", "scores", "size", "grown_leaves", "name", "library", "classes")
MINED: tuple[Kind, ...] = ("mined",)
OF_ONE_TABLE: tuple[Kind, ...] = ("learned", "model")
EVERY_KIND: tuple[Kind, ...] = get_args(Kind)
_PAIR = (
    select(pairs.c.id).where((pairs.c.id == runs.c.pair) & pairs.c.deleted.is_(None)).scalar_subquery().label("pair")
)
_SUMMARY = tuple(_PAIR if name == "pair" else runs.c[name] for name in _LISTED)


@dataclass(frozen=True, slots=True)
class Run:
    """A kept run without its trees."""

    id: str
    pair: str | None  # id of the kept pair; None for an import without its tables, and where the pair was deleted
    name: str
    note: str
    pinned: bool
    created: float
    used: float
    seconds: float
    deleted: float | None
    summary: Mapping[str, Any]  # of the document, by its kind (see `_summary`), with a digest of the trees
    kind: Kind = "mined"

    @property
    def title(self) -> str:
        """Its name, or the tables and weights that tell it apart."""
        return self.name or self.automatic_title

    @property
    def automatic_title(self) -> str:
        """What it is called while nobody has named it."""
        match self.kind:
            case "learned":
                leaves = counted(self.summary["size"]["leaves"], "leaf", "leaves")
                method = words_for(options_of(LearnSettings)["method"], self.summary["config"]["method"])
                return f"{method}, {leaves}: {self.summary['target']} of {self.tables}"
            case "model":
                trees = counted(self.summary["size"]["trees"], "tree")
                return f"{self.summary['name']} ({self.summary['library']}, {trees})"
            case _:
                return f"{self.tables}, {', '.join(f'{part:g}' for part in self.weights)}"

    @property
    def tables(self) -> str:
        """The names of its tables; a model that was made elsewhere has none."""
        if self.kind != "mined":
            return str(self.summary["table"]["name"]) if self.kind == "learned" else ""
        return " : ".join(str(self.summary["pair"][side]["name"]) for side in ("left", "right"))

    @property
    def weights(self) -> tuple[float, ...]:
        """Those that are ours: a document may carry more, which nobody has checked."""
        given = self.summary["config"]["weights"]
        return tuple(given[name] for name in ("ig", "ds", "atd") if given.get(name) is not None)


def run_id(document: Mapping[str, Any], *, with_trees: bool = False) -> str:
    """A short name for the same settings on the same data, whoever mined them and however often."""
    if kind_of(document) != "mined":
        return digest_of(identity_of(document))
    key = {"fingerprint": document["pair"].get("fingerprint"), "config": document["config"]}
    if with_trees or "pruned" in document or not key["fingerprint"]:  # not told by data and settings alone
        key["trees"] = document["trees"]
    return digest_of(key)


def keep_run(
    store: Store, document: Mapping[str, Any], *, pair: str | None, seconds: float = 0.0, name: str = ""
) -> str:
    """Keep a result document and return the id of its run; the same run is kept once and marked as used now.

    A document that gives the same data and settings other trees (another version mined it, or somebody changed it)
    is its own run: neither takes the place of the other.
    """
    with store.writing() as connection:
        return put_run(connection, document, pair=pair, seconds=seconds, name=name)


def put_run(
    connection: Connection,
    document: Mapping[str, Any],
    *,
    pair: str | None,
    seconds: float = 0.0,
    name: str = "",
) -> str:
    """The same as part of a larger change."""
    now = time.time()
    row: dict[str, Any] = {
        "id": run_id(document),
        "pair": pair,
        "name": encodable(name),
        "note": "",
        "pinned": False,
        "created": now,
        "used": now,
        "seconds": seconds,
        "summary": _summary(document),
        "document": _text(document),
        "kind": kind_of(document),
    }
    again = insert(runs).values(row)
    known_pair = func.coalesce(runs.c.pair, pair)  # an imported run gets its tables when it is mined
    kept: dict[str, Any] = {"used": now, "deleted": None, "pair": known_pair}
    found = kept_trees(connection, row["id"], text=row["document"])
    if found.is_damaged:
        kept |= {"summary": row["summary"], "document": row["document"], **found.words}
    elif found.digest not in (None, digest_of(trees_of(document))):
        row["id"] = run_id(document, with_trees=True)
        again = again.values(id=row["id"])
    connection.execute(again.on_conflict_do_update(index_elements=["id"], set_=kept))
    return str(row["id"])


def add_to_run(store: Store, run: str, parts: Mapping[str, Any]) -> None:
    """Put further parts (significance, cross_validated) into the document of a run.

    The database does that itself: evidence on thousands of attributes is neither read nor written again for it.
    """
    changed = {"document": _with_parts(runs.c.document, parts), "summary": _with_parts(runs.c.summary, _told(parts))}
    with store.writing() as connection:
        whole = func.json_valid(runs.c.document) & func.json_valid(runs.c.summary)
        found = connection.execute(select(whole).where(runs.c.id == run)).scalar_one_or_none()
        if found == 0:
            raise _damaged(run)
        connection.execute(update(runs).where(runs.c.id == run).values(changed))


def _with_parts(column: Column[str], parts: Mapping[str, Any]) -> Function[Any]:
    """A JSON object that is kept, with these parts in it."""
    placed = [value for name, part in parts.items() for value in (f'$."{name}"', func.json(_text(part)))]
    return func.json_set(column, *placed)


def complete_run(connection: Connection, run: str, *, parts: Mapping[str, Any], name: str = "", note: str = "") -> None:
    """Give a run the parts, the name and the note that it lacks; what it has stays as it is."""
    known = connection.execute(select(runs.c.document, runs.c.name, runs.c.note).where(runs.c.id == run)).one()
    document = json.loads(known.document)
    if parts.keys() - document.keys():
        _put_document(connection, run, {**parts, **document})
    lacking = {"name": known.name or encodable(name), "note": known.note or encodable(note)}
    connection.execute(update(runs).where(runs.c.id == run).values(lacking))


def _put_document(connection: Connection, run: str, document: dict[str, Any]) -> None:
    values = {"document": _text(document), "summary": _summary(document)}
    connection.execute(update(runs).where(runs.c.id == run).values(values))


def _text(document: Any) -> str:
    """As it lies in the store, where nobody reads it: one line, which is written quickly."""
    return encodable(json.dumps(document, ensure_ascii=False, allow_nan=False))


def run_document(store: Store, run: str, *, without: Sequence[str] = ()) -> bytes:
    """The document of a run as it was kept."""
    shorter = func.json_remove(runs.c.document, *(f'$."{name}"' for name in without))
    text = case((func.json_valid(runs.c.document) == 1, shorter), else_=runs.c.document) if without else runs.c.document
    with damage_is(_damaged(run)), store.reading() as connection:
        row = connection.execute(select(text.label("document"), runs.c.deleted).where(runs.c.id == run)).one_or_none()
    if row is None or row.deleted is not None:
        raise _not_saved(run, is_deleted=row is not None)
    return str(row.document).encode("utf-8")


def run_result(store: Store, run: str) -> Result:
    """The mined set of a run, checked as any document is."""
    data = run_document(store, run)
    with damage_is(_damaged(run)):
        if not is_whole(json.loads(data), kept_run(store, run).summary["trees"]):
            raise ValueError
        return parse_result(data)


def learned_run(store: Store, run: str) -> Learned | Model:
    """The learned tree or the model of a run."""
    document = document_of(store, run)
    with damage_is(_damaged(run)):
        if not is_whole(document, kept_run(store, run).summary["trees"]):
            raise ValueError
        return learned_of_document(document) if kind_of(document) == "learned" else model_of_document(document)


def document_of(store: Store, run: str, *, without: Sequence[str] = ()) -> dict[str, Any]:
    """The document of a run as a dictionary; parts that nobody looks at need not be read."""
    data = run_document(store, run, without=without)
    with damage_is(_damaged(run)):
        return dict(json.loads(data))


def kept_run(store: Store, run: str) -> Run:
    """What is known of one run."""
    with damage_is(_damaged(run)), store.reading() as connection:
        row = connection.execute(select(*_SUMMARY).where(runs.c.id == run)).mappings().one_or_none()
    if row is None or row["deleted"] is not None:
        raise _not_saved(run, is_deleted=row is not None)
    with damage_is(_damaged(run)):
        return run_of(row)


def list_runs(store: Store, *, deleted: bool = False, kinds: Collection[Kind] = MINED) -> list[Run]:
    """Every run of these kinds, pinned ones first, then the one used last; without those that are damaged."""
    return listed_runs(store, deleted=deleted, kinds=kinds)[0]


def listed_runs(
    store: Store, *, deleted: bool = False, kinds: Collection[Kind] = MINED
) -> tuple[list[Run], list[BadRow]]:
    """The same, and the runs of which nothing can be shown because they are damaged."""
    wanted = runs.c.deleted.is_not(None) if deleted else runs.c.deleted.is_(None)
    query = select(*_SUMMARY).where(wanted & runs.c.kind.in_(kinds)).order_by(runs.c.pinned.desc(), runs.c.used.desc())
    return readable(store, query, run_of, label=runs.c.name, order=lambda run: (run.pinned, run.used))


def rename_run(store: Store, run: str, name: str) -> None:
    """Give a run a name; an empty one takes it away."""
    _change(store, update(runs).where(runs.c.id == run).values(name=encodable(name.strip())))


def note_run(store: Store, run: str, note: str) -> None:
    """Write what there is to say about a run."""
    _change(store, update(runs).where(runs.c.id == run).values(note=encodable(note)))


def pin_run(store: Store, run: str, *, pinned: bool) -> None:
    """Put a run before all others, or back among them."""
    _change(store, update(runs).where(runs.c.id == run).values(pinned=pinned))


def delete_runs(store: Store, ids: list[str]) -> None:
    """Delete runs; they can be brought back for a month (see `purging`)."""
    with store.writing() as connection:
        now = store_time(connection, time.time())
        connection.execute(update(runs).where(runs.c.id.in_(ids) & runs.c.deleted.is_(None)).values(deleted=now))


def restore_runs(store: Store, ids: list[str]) -> None:
    """Bring deleted runs back."""
    _change(store, update(runs).where(runs.c.id.in_(ids)).values(deleted=None))


def _change(store: Store, statement: Update) -> None:
    with store.writing() as connection:
        connection.execute(statement)


def _summary(document: Mapping[str, Any]) -> str:
    if kind_of(document) == "mined":
        return _summary_of_set(document)
    shown = {name: document[name] for name in _LISTED_OF_ONE_TABLE if name in document}
    page = page_of(document)
    upload = page.table.id if page and page.table and page.table.origin == "upload" else None
    return json.dumps({**shown, "upload": upload, "trees": digest_of(trees_of(document))})


def _summary_of_set(document: Mapping[str, Any]) -> str:
    shown = {name: document[name] for name in ("pair", "config", "scores")}
    shown["pair"] = {**shown["pair"], "values": {}}
    later = dict.fromkeys(("significance", "evidence", "replications"))
    return json.dumps({**shown, **_told({**later, **document}), "trees": digest_of(document["trees"])})


def _told(parts: Mapping[str, Any]) -> dict[str, Any]:
    """What a summary says about parts that a document gets later."""
    told: dict[str, Any] = {}
    if "significance" in parts:
        tested = parts["significance"]
        nulls = (tested or {}).get("nulls") or {}
        each = [null["p"] for name in NULLS if (null := nulls.get(name))]
        told |= {"p_value": tested and tested["p_value"], "p_each": each}
    if "evidence" in parts:
        told["shared_p"] = ((parts["evidence"] or {}).get("shared") or {}).get("p")
    if "replications" in parts:
        told["replicated"] = bool(parts["replications"])
    return told


def _not_saved(run: str, *, is_deleted: bool) -> StoreError:
    return StoreError("run-deleted", run=run) if is_deleted else StoreError("run-not-saved", run=run)


def _damaged(run: str) -> DamagedError:
    return DamagedError("run-damaged", run=run)


def run_of(row: RowMapping | Mapping[str, Any]) -> Run:
    """What is known of a run; fails where a page could not show it."""
    kind = row.get("kind", "mined")  # a backup of an older version has mined sets only
    known = {name: row[name] for name in _LISTED if name != "kind"}
    run = Run(**{**known, "summary": json.loads(row["summary"]), "kind": kind})
    if not all(isinstance(text, str) for text in (run.title, run.tables, run.name, run.note, run.summary["trees"])):
        raise TypeError
    sum((run.created, run.used, run.seconds), start=0.0)
    if kind == "learned":
        sum((each["error"] + each["baseline"] for each in run.summary["scores"].values() if each), start=0.0)
        return run
    if kind == "model":
        sum(run.summary["size"].values(), start=0)
        return run
    config, scores, p_value = (run.summary[part] for part in ("config", "scores", "p_value"))
    numbers = (*(scores[name] for name in ("sdtsq", "sa", "ds")), scores["td"] or 0, config["k"], config["max_depth"])
    if not all(isinstance(text, str) for text in (config["method"], config["scale"])):
        raise TypeError
    sum((*numbers, *run.weights, p_value or 0), start=0.0)
    sum(run.summary.get("p_each") or (), start=0.0)
    return run
