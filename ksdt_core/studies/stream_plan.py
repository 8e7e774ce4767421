"""How an ensemble follows a stream; read by commands before anything heavy is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.methods import LARGEST_SEED, Learner
from ksdt_core.options import Option, check_fields

if TYPE_CHECKING:
    from ksdt_core.learners.ensembles import TreeShape


@dataclass(frozen=True, slots=True)
class StreamPlan:
    """How a stream is followed; `drift` is the update, from 1, with which a generated stream changes its rule."""

    chunk: Annotated[
        int,
        Option(
            "Rows for each tree",
            "Number of rows for each tree.",
            metavar="ROWS",
            minimum=1,
            maximum=100_000_000,
            widget_maximum=100_000,
        ),
    ] = 200
    n_first: Annotated[
        int,
        Option(
            "Trees at the start",
            "Number of trees at the start.",
            name="ensemble",
            metavar="N",
            minimum=1,
            maximum=1_000_000,
            widget_maximum=200,
        ),
    ] = 15
    n_updates: Annotated[
        int,
        Option(
            "Updates",
            "Number of trees added one by one.",
            name="updates",
            metavar="N",
            minimum=1,
            maximum=1_000_000,
            widget_maximum=500,
        ),
    ] = 45
    policy: Annotated[
        Literal["oldest", "worst", "grow"],
        Option(
            "The new tree",
            "Which tree the new one replaces, if any.",
            choices={
                "oldest": "replaces the oldest tree",
                "worst": "replaces the tree that is worst on the new rows",
                "grow": "is added to the ensemble",
            },
        ),
    ] = "oldest"
    max_depth: Annotated[
        int,
        Option(
            "Maximum depth",
            "Maximum depth of the trees. 0 = unlimited.",
            metavar="N",
            minimum=0,
            maximum=1_000_000,
            widget_maximum=50,
        ),
    ] = 0
    min_leaf: Annotated[
        int,
        Option(
            "Minimum rows in a leaf",
            "Minimum rows in a leaf.",
            metavar="ROWS",
            minimum=1,
            maximum=10**9,
            widget_maximum=1_000,
        ),
    ] = 1
    drift: int | None = None
    seed: Annotated[
        int,
        Option(
            "Seed",
            "The same seed gives the same result.",
            metavar="N",
            minimum=0,
            maximum=LARGEST_SEED,
            widget_maximum=10_000,
        ),
    ] = 0
    learner: Annotated[
        Learner,
        Option("Learner", "Learner of the trees.", choices={"c45": "C4.5", "cart": "entropy trees (CART)"}),
    ] = "c45"
    time: str | None = None  # column that the rows are ordered by; None: the order of the table

    def __post_init__(self) -> None:
        check_fields(self)
        if self.drift is not None and not 1 <= self.drift <= self.n_updates:
            raise InvalidParameterError("out-of-range", option="drift", value=self.drift, low=1, high=self.n_updates)

    @property
    def n_rows(self) -> int:
        """Rows that the plan needs."""
        return self.chunk * (self.n_first + self.n_updates)

    @property
    def shape(self) -> TreeShape:
        from ksdt_core.learners.ensembles import TreeShape

        return TreeShape(max_depth=self.max_depth, min_leaf=self.min_leaf)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The plan that `to_document` wrote."""
        return cls(**values)

    def to_document(self) -> dict[str, Any]:
        return asdict(self)
