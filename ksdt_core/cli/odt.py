"""`ksdt odt`: the orthogonal-tree study on one dataset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.output import OutputOption, check_places, deliver_document
from ksdt_core.cli.table_options import TABLE, Reading
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.options import Option, check_fields

if TYPE_CHECKING:
    from ksdt_core.data.model.pair import DatasetPair

LARGEST_SEED = 2**32 - 1  # of what scikit-learn grows


@dataclass(frozen=True, slots=True)
class OdtRequest:
    """The two tables and the ensembles that are compared on them."""

    train: Annotated[str, Option("Training rows", f"Training rows: {TABLE}.", metavar="TRAIN", positional=True)]
    test: Annotated[str, Option("Test rows", f"Test rows: {TABLE}.", metavar="TEST", positional=True)]
    trees: Annotated[int, Option("Trees", "Number of trees in each ensemble.", metavar="N", maximum=100_000)] = 25
    learner: Annotated[
        Literal["c45", "cart"],
        Option(
            "Learner",
            "Learner of the single tree and the bagged trees.",
            choices={"c45": "C4.5, as published", "cart": "entropy trees of scikit-learn"},
        ),
    ] = "c45"
    leaves: Annotated[
        Literal["classes", "numbers"],
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
            ("Share of the energy to keep, of a spectrum (RFT, AFT) and of the components (ODT)."),
            metavar="SHARE",
        ),
    ] = 0.9
    published_energy: Annotated[
        bool,
        Option("Published energy", "Include the mean w_0 in the energy, as published. Fewer terms are kept."),
    ] = False
    components: Annotated[
        int | None, Option("Components", "Number of orthogonal trees.", metavar="N", default_text="set by --energy")
    ] = None
    tree_depth: Annotated[
        int,
        Option(
            "Depth of built trees",
            "Maximum depth of aggregated and orthogonal trees. 0 = unlimited.",
            metavar="N",
            maximum=1_000_000,
        ),
    ] = 5
    max_depth: Annotated[
        int, Option("Maximum depth", "Maximum depth of the grown trees. 0 = unlimited.", metavar="N", maximum=1_000_000)
    ] = 0
    min_leaf: Annotated[
        int,
        Option("Minimum rows in a leaf", "Minimum rows in a leaf of a grown tree.", metavar="ROWS", maximum=10**9),
    ] = 2
    published_weights: Annotated[
        bool,
        Option(
            "Published weights", ("Add a row fitted on the test classes, as in the publication. This leaks test data.")
        ),
    ] = False
    seed: Annotated[
        int, Option("Seed", "The same seed gives the same result.", metavar="N", minimum=0, maximum=LARGEST_SEED)
    ] = 0


@command_of(OdtRequest, only(Reading, "target"), only(Preparation, "missing"), OutputOption)
def odt_command(given: Given) -> None:
    """Compare a single tree, bagging, a forest and their reconstructed, aggregated and orthogonal trees."""
    from ksdt_core.cli.progress import progress_bar
    from ksdt_core.cli.report import say
    from ksdt_core.data.preparing.train_test import pair_train_test
    from ksdt_core.data.samples.catalogue import find_dataset
    from ksdt_core.learners.ensembles import TreeShape
    from ksdt_core.studies.orthogonal import LEAK, OrthogonalSettings, orthogonal_study

    request, output = given.of(OdtRequest), given.of(OutputOption).output
    check_places({"-o": output}, [request.train, request.test], forms=("json",))
    check_fields(request)
    missing = given.of(Preparation).missing
    settings = OrthogonalSettings(
        n_trees=request.trees, learner=request.learner, leaves=request.leaves, bag_fraction=request.bag_fraction,
        max_features=request.max_features, energy=request.energy, count_mean=request.published_energy,
        components=request.components, tree_depth=request.tree_depth,
        published_weights=request.published_weights, seed=request.seed,
        shape=TreeShape(max_depth=request.max_depth, min_leaf=request.min_leaf),
    )  # fmt: skip
    tables = [find_dataset(name, target=given.typed.get("target")) for name in (request.train, request.test)]
    pair = pair_train_test(tables[0], tables[1], missing=missing)
    with progress_bar("Steps of the study") as tick:
        study = orthogonal_study(pair, settings, progress=tick)
    deliver_document(study.to_document() | {"missing": _missing(pair)}, output)
    if request.published_weights:
        say(LEAK)


def _missing(pair: DatasetPair) -> dict[str, Any]:
    """What was done about missing cells, of training rows and of test rows."""
    return {
        "option": pair.preparation.missing,
        "filled": list(pair.n_filled),
        "rows_dropped": list(pair.n_rows_dropped),
        "columns_dropped": list(pair.columns_dropped),
    }
