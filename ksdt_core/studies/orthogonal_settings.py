"""What the orthogonal-tree study grows and keeps; read by commands before anything heavy is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.methods import LARGEST_SEED, Learner
from ksdt_core.options import Option, check_fields

if TYPE_CHECKING:
    from ksdt_core.learners.ensembles import TreeShape

Leaves = Literal["classes", "numbers"]


@dataclass(frozen=True, slots=True)
class OrthogonalSettings:
    """What the study grows and keeps."""

    n_trees: Annotated[
        int,
        Option("Trees", "Number of trees in each ensemble.", name="trees", metavar="N", minimum=1, maximum=100_000),
    ] = 25
    learner: Annotated[
        Learner,
        Option(
            "Learner",
            "Learner of the single tree and the bagged trees.",
            choices={"c45": "C4.5", "cart": "entropy trees (CART)"},
        ),
    ] = "c45"
    leaves: Annotated[
        Leaves,
        Option(
            "Leaves",
            "Values of the leaves of orthogonal trees.",
            choices={
                "classes": "classes; siblings with the same class are merged",
                "numbers": "values of the function",
            },
        ),
    ] = "classes"
    bag_fraction: Annotated[
        float, Option("Size of a bag", "Size of a bag, as a share of the rows.", metavar="SHARE")
    ] = 1.0
    max_features: Annotated[
        int | None,
        Option(
            "Attributes per split",
            "Number of attributes that a forest tries at each split.",
            metavar="N",
            default_text="half of them",
        ),
    ] = None
    energy: Annotated[
        float,
        Option(
            "Energy",
            "Share of the energy to keep, of a spectrum (RFT, AFT) and of the components (ODT).",
            metavar="SHARE",
        ),
    ] = 0.9
    count_mean: Annotated[
        bool,
        Option(
            "Published energy",
            "Include the mean w_0 in the energy, as published. Fewer terms are kept.",
            name="published_energy",
        ),
    ] = False
    components: Annotated[
        int | None, Option("Components", "Number of orthogonal trees.", metavar="N", default_text="set by the energy")
    ] = None
    tree_depth: Annotated[
        int,
        Option(
            "Depth of built trees",
            "Maximum depth of aggregated and orthogonal trees. 0 = unlimited.",
            metavar="N",
            minimum=0,
            maximum=1_000_000,
        ),
    ] = 5
    max_depth: Annotated[
        int,
        Option(
            "Maximum depth",
            "Maximum depth of the grown trees. 0 = unlimited.",
            metavar="N",
            minimum=0,
            maximum=1_000_000,
        ),
    ] = 0
    min_leaf: Annotated[
        int,
        Option(
            "Minimum rows in a leaf",
            "Minimum rows in a leaf of a grown tree.",
            metavar="ROWS",
            minimum=1,
            maximum=10**9,
        ),
    ] = 2
    published_weights: Annotated[
        bool,
        Option(
            "Published weights", "Add a row fitted on the test classes, as in the publication. This leaks test data."
        ),
    ] = False
    seed: Annotated[
        int, Option("Seed", "The same seed gives the same result.", metavar="N", minimum=0, maximum=LARGEST_SEED)
    ] = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if not 0 < self.energy <= 1:
            raise InvalidParameterError("not-a-share", option="energy", value=self.energy)
        if self.components is not None and not 1 <= self.components <= self.n_trees:
            raise InvalidParameterError(
                "out-of-range", option="components", value=self.components, low=1, high=self.n_trees
            )

    @property
    def shape(self) -> TreeShape:
        """How far the trees of the ensembles grow."""
        from ksdt_core.learners.ensembles import TreeShape

        return TreeShape(max_depth=self.max_depth, min_leaf=self.min_leaf)
