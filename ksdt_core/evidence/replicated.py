"""What a replication says: the vote, the trees and their nodes on a third table; and its document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ksdt_core.codec import COUNT, NUMBER, TEXT, Codec, Derived, Field, many, optional, record
from ksdt_core.evidence.answers import CONFUSION, Answers

REPLICATION_FORMAT = "ksdt-replication/1"
HOLDS_LEVEL = 0.05
FEWEST_ROWS = 5  # of a child, for its split to be judged

Status = Literal["holds", "does-not-hold", "few-rows", "not-measured"]


@dataclass(frozen=True, slots=True)
class ReplicatedTable:
    """A table of a replication, by its name and the rows that were used."""

    name: str
    rows: int


@dataclass(frozen=True, slots=True)
class ReplicatedResult:
    """Whose trees were tried."""

    left: ReplicatedTable
    right: ReplicatedTable
    classes: tuple[str, ...]
    scale: str
    fingerprint: str  # of the pair; empty where the result does not tell


@dataclass(frozen=True, slots=True)
class ReplicatedVote(Answers):
    """The majority vote of the trees; ties go to the class listed first.

    p = (1 + #{null ≥ observed}) / (1 + shuffles), of the balanced accuracy: `p_classes` with the classes of the table
    shuffled, `p_pairing` with its columns permuted among names of the same kind (None without a scale, or where no
    column can change places).
    """

    p_classes: float
    p_pairing: float | None


@dataclass(frozen=True, slots=True)
class ReplicatedNode:
    """One node on the third table.

    `holds` states whether the split separates the classes in the direction of both mined tables: `p` (one-sided Fisher
    test) is below 0.05. Both are None at a leaf, where a child has fewer than 5 rows, and where the attribute is not
    measured.
    """

    id: int
    parent: int | None
    level: int
    attribute: str | None
    split: str | None  # the test as people read it, in the units of the mined tables; None at a leaf
    label: str
    cdv: tuple[int, ...]
    dsn_left: float
    dsn_right: float
    measured: bool
    holds: bool | None
    p: float | None

    @property
    def status(self) -> Status | None:
        """What is said of the split; None at a leaf."""
        if self.attribute is None:
            return None
        if not self.measured:
            return "not-measured"
        if self.holds is None:
            return "few-rows"
        return "holds" if self.holds else "does-not-hold"


@dataclass(frozen=True, slots=True)
class ReplicatedTree(Answers):
    """One tree on the third table; `p_classes` compares with the best tree of each shuffle (family-wise)."""

    p_classes: float
    nodes: tuple[ReplicatedNode, ...]

    @property
    def depth_first(self) -> tuple[ReplicatedNode, ...]:
        """The nodes in the order in which people read a tree."""
        below: dict[int | None, list[ReplicatedNode]] = {}
        for node in self.nodes:
            below.setdefault(node.parent, []).append(node)
        found, waiting = [], list(below.get(None, []))
        while waiting:
            node = waiting.pop(0)
            found.append(node)
            waiting[:0] = below.get(node.id, [])
        return tuple(found)

    @property
    def stopped(self) -> int:
        """Rows that stop at a node whose attribute the table does not have."""
        return sum(sum(node.cdv) for node in self.nodes if not node.measured)


@dataclass(frozen=True, slots=True)
class Replication:
    """The trees of a result on a third table."""

    result: ReplicatedResult
    table: ReplicatedTable
    permutations: int
    seed: int
    missing: str
    filled: int  # missing cells that were filled
    dropped: int  # rows with missing cells that were dropped
    not_measured: tuple[str, ...]  # attributes that the trees test and the table does not have
    vote: ReplicatedVote
    trees: tuple[ReplicatedTree, ...]
    max_missing: float = 1.0  # an attribute with a larger share of missing cells counts as not measured
    sparse: tuple[str, ...] = ()  # those attributes
    convert: tuple[str, ...] = ()  # units of the table that were changed, as typed

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = REPLICATION.write(self)
        return document

    def count(self, status: Status, *, roots: bool | None = None) -> int:
        """The splits of this status; of roots only, or of other nodes only, where asked."""
        return sum(
            node.status == status and roots in (None, node.level == 1) for tree in self.trees for node in tree.nodes
        )


_SHARES = {
    "accuracy": Derived(lambda answers: answers.accuracy),
    "balanced_accuracy": Derived(lambda answers: answers.balanced_accuracy),
    "interval": Derived(lambda answers: list(answers.interval)),
    "balanced_interval": Derived(lambda answers: list(answers.balanced_interval)),
    "baseline": Derived(lambda answers: answers.baseline),
}
_FLAG: Codec[bool] = Codec(bool, bool)
TABLE = record(ReplicatedTable, {"name": TEXT, "rows": COUNT})
RESULT_NAMED = record(
    ReplicatedResult,
    {
        "left": TABLE,
        "right": TABLE,
        "classes": many(TEXT),
        "scale": TEXT,
        "fingerprint": Field("fingerprint", TEXT, absent=""),
    },
)
VOTE = record(
    ReplicatedVote,
    {**_SHARES, "p_classes": NUMBER, "p_pairing": optional(NUMBER), "confusion": CONFUSION},
)
NODE = record(
    ReplicatedNode,
    {
        "id": COUNT,
        "parent": optional(COUNT),
        "level": COUNT,
        "attribute": optional(TEXT),
        "split": optional(TEXT),
        "label": TEXT,
        "cdv": Codec(list, lambda found: tuple(int(count) for count in found)),
        "dsn_left": NUMBER,
        "dsn_right": NUMBER,
        "measured": _FLAG,
        "holds": optional(_FLAG),
        "p": optional(NUMBER),
    },
)
TREE = record(ReplicatedTree, {**_SHARES, "p_classes": NUMBER, "confusion": CONFUSION, "nodes": many(NODE)})
REPLICATION: Codec[Replication] = record(
    Replication,
    {
        "format": Derived(lambda _: REPLICATION_FORMAT),
        "result": RESULT_NAMED,
        "table": TABLE,
        "permutations": COUNT,
        "seed": COUNT,
        "missing": TEXT,
        "filled": COUNT,
        "dropped": COUNT,
        "not_measured": many(TEXT),
        "max_missing": Field("max_missing", NUMBER, usual=1.0),
        "sparse": Field("sparse", many(TEXT), usual=()),
        "convert": Field("convert", many(TEXT), usual=()),
        "vote": VOTE,
        "trees": many(TREE),
    },
)
