"""Every pair of several tables: mined, put side by side, tested and clustered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Self

from ksdt_core.data.matching.matching import renamed_classes
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import Interrupted, InvalidDataError, InvalidParameterError, WorkersLost
from ksdt_core.messages.templates import problem as problem_of
from ksdt_core.parallel.executor import Progress, run_tasks
from ksdt_core.parallel.workers import Workers
from ksdt_core.studies.atlas.clustering import Clustering, cluster_domains
from ksdt_core.studies.atlas.entry import PairEntry
from ksdt_core.studies.atlas.other_tables import corrected
from ksdt_core.studies.atlas.pair_mining import Work, mine_pair
from ksdt_core.studies.atlas.settings import AtlasSettings
from ksdt_core.studies.atlas.stop_within_pair import stopping_within
from ksdt_core.studies.atlas.view import ATLAS, AtlasView
from ksdt_core.studies.atlas.work_file import WorkFile, pair_key
from ksdt_core.text import encodable

MOST_TABLES = 1_000

Numbers = tuple[int, int]  # of the left and the right table


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What an atlas says of one table."""

    name: str
    rows: int
    attributes: int
    classes: tuple[tuple[str, int], ...]  # with their rows
    fingerprint: str

    @classmethod
    def of_table(cls, table: Dataset) -> Self:
        counts = zip(table.class_names, table.class_counts().tolist(), strict=True)
        return cls(table.name, table.n_rows, table.n_attributes, tuple(counts), table.fingerprint())

    def to_document(self) -> dict[str, Any]:
        return {
            "name": encodable(self.name),
            "rows": self.rows,
            "attributes": self.attributes,
            "classes": {encodable(name): count for name, count in self.classes},
            "fingerprint": self.fingerprint,
        }


@dataclass(frozen=True, slots=True)
class Atlas:
    """The pairs of several tables, in their order: 1:2, 1:3, …, 2:3, …; a stopped one holds those that are finished."""

    tables: tuple[TableSummary, ...]
    settings: AtlasSettings
    entries: tuple[PairEntry, ...]
    clustering: Clustering
    lost: str = ""  # why its workers could not finish it

    @property
    def n_pairs(self) -> int:
        """How many pairs the tables make."""
        return len(self.tables) * (len(self.tables) - 1) // 2

    @property
    def is_whole(self) -> bool:
        return len(self.entries) == self.n_pairs

    @property
    def view(self) -> AtlasView:
        """What its document holds."""
        return AtlasView(
            names=tuple(encodable(table.name) for table in self.tables),
            entries=self.entries,
            clustering=self.clustering,
            settings=self.settings.to_document(),
            tables=tuple(table.to_document() for table in self.tables),
        )

    def to_document(self) -> dict[str, Any]:
        """The dict of the format `ksdt-atlas/1`."""
        document: dict[str, Any] = ATLAS.write(self.view)
        return document


def atlas(
    tables: Sequence[Dataset],
    settings: AtlasSettings,
    *,
    workers: Workers = 1,
    kept: WorkFile | None = None,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Atlas:
    """Mine every pair. Pairs in `kept` are not mined again, and finished pairs are added to it.

    A pair that cannot be mined stays in the atlas with a message. The result does not depend on the workers or on how
    often the work was interrupted. When `should_stop` says so, or the workers are lost, the
    finished pairs are returned.
    """
    named = told_apart(tables)
    renamed = with_class_maps(named, settings)
    summaries = tuple(TableSummary.of_table(table) for table in renamed)
    pairs = list(combinations(range(len(tables)), 2))
    keys = {pair: _key(summaries, pair, settings) for pair in pairs}
    known = {} if kept is None else kept.read(set(keys.values()))
    waiting = [_needed(pair, len(tables), settings) for pair in pairs if keys[pair] not in known]
    n_before = len(pairs) - len(waiting)

    def finished(needed: tuple[int, ...], entry: PairEntry) -> None:
        key = keys[needed[0], needed[1]]
        known[key] = entry
        if kept is not None:
            kept.append(key, entry)

    def tick(done: int, _: int) -> None:
        if progress is not None:
            progress(n_before + done, len(pairs))

    tick(0, 0)
    lost = ""
    with stopping_within(should_stop, workers, len(waiting)) as (asked, within):
        try:
            run_tasks(
                mine_pair, Work(settings, within), waiting, parts=renamed, workers=workers, progress=tick,
                should_stop=asked, on_result=finished,
            )  # fmt: skip
        except Interrupted:
            pass
        except WorkersLost as error:
            lost = problem_of(error)
    found = of_entries(summaries, settings, [known[keys[pair]] for pair in pairs if keys[pair] in known])
    return replace(found, lost=lost)


def of_entries(tables: tuple[TableSummary, ...], settings: AtlasSettings, entries: Sequence[PairEntry]) -> Atlas:
    """The atlas of pairs that were mined: with q-values over all of them and their checks, and the tables clustered."""
    names = [table.name for table in tables]
    checked = corrected([entry.others for entry in entries])
    entries = [replace(entry, others=others) for entry, others in zip(entries, checked, strict=True)]
    return Atlas(tables, settings, with_q_values(entries), cluster_domains(names, entries))


def told_apart(tables: Sequence[Dataset]) -> tuple[Dataset, ...]:
    """The tables, each with its own name: a second `x` is called `x (2)`."""
    if not 2 <= len(tables) <= MOST_TABLES:
        raise InvalidParameterError("number-of-atlas-tables", tables=len(tables), most=MOST_TABLES)
    names = distinct_names(table.name for table in tables)
    return tuple(
        table if name == table.name else replace(table, name=name) for table, name in zip(tables, names, strict=True)
    )


def distinct_names(names: Iterable[str]) -> list[str]:
    """The names, a second `x` as `x (2)`."""
    found: list[str] = []
    taken: set[str] = set()
    for given in names:
        name, number = given, 1
        while name in taken:
            number += 1
            name = f"{given} ({number})"
        taken.add(name)
        found.append(name)
    return found


def with_class_maps(tables: Sequence[Dataset], settings: AtlasSettings) -> tuple[Dataset, ...]:
    """The tables with their classes renamed: first by the map of each table, then by that of all."""
    settings.own.check(tables)
    own = [renamed_classes(table, settings.own.class_map_of(table.name)) for table in tables]
    return with_class_map(own, dict(settings.class_map))


def with_class_map(tables: Sequence[Dataset], class_map: dict[str, str]) -> tuple[Dataset, ...]:
    """The tables with their classes renamed; a table need not have all of them, but some table each."""
    known = {name for table in tables for name in table.class_names}
    for old in class_map:
        if old not in known:
            raise InvalidDataError("class-in-no-table", class_name=old, classes=sorted(known))
    return tuple(renamed_classes(table, class_map) for table in tables)


def _needed(pair: Numbers, n_tables: int, settings: AtlasSettings) -> tuple[int, ...]:
    """The tables that the work on a pair needs: its own, and those that its best set is tried on."""
    others = (number for number in range(n_tables) if number not in pair)
    return (*pair, *others) if settings.replicate else pair


def _key(tables: Sequence[TableSummary], pair: Numbers, settings: AtlasSettings) -> str:
    needed = _needed(pair, len(tables), settings)
    return pair_key(tuple(tables[number].fingerprint for number in needed), settings)


def with_q_values(entries: Sequence[PairEntry]) -> tuple[PairEntry, ...]:
    """The entries with q-values [BH95, step-up procedure] over all pairs that were tested.

    Taking every pair with q ≤ 0.05 for similar, about one in twenty of those taken is expected to be chance.
    """
    tested = [(number, p) for number, entry in enumerate(entries) if (p := entry.p_value) is not None]
    if not tested:
        return tuple(entries)
    from scipy.stats import false_discovery_control  # takes long to load

    corrected = false_discovery_control([p for _, p in tested], method="bh")
    q_values = {number: float(q) for (number, _), q in zip(tested, corrected, strict=True)}
    return tuple(entry.with_q_value(q_values.get(number)) for number, entry in enumerate(entries))
