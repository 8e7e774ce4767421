"""Replication in an atlas: the best set of a pair on every other table, with q-values over all of these checks.

A row of the matrix is a pair, a column a table that its trees never saw. Classes of the table are shuffled with the
trees fixed; p is that of the vote's balanced accuracy. q is p corrected for false discovery [BH95, step-up procedure]
over all checks of the atlas: of those with q ≤ 0.05, about one in twenty is expected to be due to chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ksdt_core.codec import COUNT, PLAIN, TEXT, Field, Inlined, many, optional, record
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import KsdtError
from ksdt_core.evidence.chance_level import CHANCE_LEVEL
from ksdt_core.evidence.replicated import VOTE, ReplicatedVote, Replication
from ksdt_core.evidence.replication import replicate
from ksdt_core.messages.templates import problem as problem_of
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.studies.atlas.settings import AtlasSettings

SHUFFLES = 9999  # of every check: with the trees fixed they cost little


@dataclass(frozen=True, slots=True)
class Checked:
    """What the best set of a pair does in another table."""

    vote: ReplicatedVote
    rows: int  # of the table, as far as they were used
    hold: int  # splits that separate the classes in the direction of both mined tables
    judged: int  # splits with enough rows to tell
    not_measured: tuple[str, ...]  # attributes that the trees test and the table does not have


@dataclass(frozen=True, slots=True)
class OtherTable:
    """One cell of the matrix. A table that the trees cannot be tried on has a problem, one sentence, instead."""

    table: str
    checked: Checked | None = None
    q_value: float | None = None  # p of the classes, corrected for false discovery over all checks
    problem: str | None = None

    @property
    def p_value(self) -> float | None:
        return None if self.checked is None else self.checked.vote.p_classes

    @property
    def beyond_chance(self) -> bool:
        """Whether the trees separate the classes of this table beyond chance, corrected for all checks.

        This alone does not say that they answer better than always guessing.
        """
        return self.q_value is not None and self.q_value <= CHANCE_LEVEL


CHECKED = record(
    Checked,
    {"vote": VOTE, "rows": COUNT, "hold": COUNT, "judged": COUNT, "not_measured": many(TEXT)},
)
OTHER_TABLE = record(
    OtherTable,
    {
        "table": TEXT,
        "checked": Inlined("checked", CHECKED, keys=("vote", "rows", "hold", "judged", "not_measured")),
        "q_value": PLAIN,
        "problem": Field("problem", optional(TEXT)),
    },
)


def tried_on(trees: TreeSet, table: Dataset, settings: AtlasSettings) -> OtherTable:
    """The trees on another table, prepared as the pairs of the atlas are; what it excludes it does not have."""
    excluded = set(dict(settings.own.excludes).get(table.name, ()))
    columns = [column for column, name in enumerate(table.attributes) if name not in excluded]
    try:
        found = replicate(
            trees,
            table if len(columns) == table.n_attributes else table.take_columns(columns),
            SHUFFLES,
            attribute_map=_attribute_map(settings, trees.pair.left.name, table.name, excluded),
            missing=settings.preparation.missing,
            max_missing=float(settings.preparation.max_missing),
            seed=settings.preparation.seed,
        )
    except KsdtError as error:
        return OtherTable(table.name, problem=problem_of(error))
    return OtherTable(table.name, checked_by(found))


def checked_by(found: Replication) -> Checked:
    """What an atlas keeps of a replication."""
    hold, fails = found.count("holds"), found.count("does-not-hold")
    return Checked(found.vote, found.table.rows, hold, hold + fails, found.not_measured)


def corrected(rows: Sequence[tuple[OtherTable, ...]]) -> list[tuple[OtherTable, ...]]:
    """The cells of all pairs with q-values over those that were checked."""
    ps = [p for cells in rows for cell in cells if (p := cell.p_value) is not None]
    if not ps:
        return list(rows)
    from scipy.stats import false_discovery_control  # takes long to load

    q_values = iter(false_discovery_control(ps, method="bh").tolist())
    return [
        tuple(cell if cell.p_value is None else replace(cell, q_value=next(q_values)) for cell in cells)
        for cells in rows
    ]


def _attribute_map(settings: AtlasSettings, left: str, table: str, excluded: set[str]) -> dict[str, str]:
    asked = settings.own.attribute_map(left, table)
    return {own: name for own, name in asked.items() if own not in excluded}
