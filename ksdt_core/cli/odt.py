"""`ksdt odt`: the orthogonal-tree study on one dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from ksdt_core.cli import mine_options as ask
from ksdt_core.cli.bounds import check_sizes
from ksdt_core.cli.output import Output, check_places, deliver_document

if TYPE_CHECKING:
    from ksdt_core.data.pair import DatasetPair


def odt_command(
    train: Annotated[str, typer.Argument(metavar="TRAIN", help=f"Rows to grow on: {ask.TABLE}.", show_default=False)],
    test: Annotated[str, typer.Argument(metavar="TEST", help=f"Rows to judge on: {ask.TABLE}.", show_default=False)],
    target: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Column with the classes.", show_default="class")
    ] = None,
    trees: Annotated[int, typer.Option(metavar="N", help="Trees of each ensemble.")] = 25,
    bag_fraction: Annotated[float, typer.Option(metavar="SHARE", help="Size of a bag as a share of the rows.")] = 1.0,
    max_features: Annotated[
        int | None,
        typer.Option(metavar="N", help="Attributes that a forest looks at for a split.", show_default="half of them"),
    ] = None,
    energy: Annotated[
        float, typer.Option(metavar="SHARE", help="Energy kept of a spectrum (RFT) and of the components (ODT).")
    ] = 0.9,
    components: Annotated[
        int | None, typer.Option(metavar="N", help="Orthogonal trees to keep.", show_default="as --energy asks")
    ] = None,
    tree_depth: Annotated[
        int, typer.Option(metavar="N", help="Depth of aggregated and orthogonal trees; 0 is no bound.")
    ] = 5,
    max_depth: Annotated[int, typer.Option(metavar="N", help="Depth of the grown trees; 0 is no bound.")] = 0,
    min_leaf: Annotated[int, typer.Option(metavar="ROWS", help="Fewest rows of a leaf of a grown tree.")] = 2,
    published_weights: Annotated[
        bool,
        typer.Option(
            "--published-weights", help="Add a row fitted on the test classes, as the publication did: it leaks."
        ),
    ] = False,
    missing: ask.Missing = "fail",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same result.")] = 0,
    output: Output = "-",
) -> None:
    """Compare a single tree, bagging, a forest and their reconstructed, aggregated and orthogonal trees."""
    from ksdt_core.cli.progress import progress_bar
    from ksdt_core.cli.report import say
    from ksdt_core.data.catalogue import find_dataset
    from ksdt_core.data.pair import Missing, Preparation
    from ksdt_core.data.pairing import check_preparation
    from ksdt_core.data.train_test import pair_train_test
    from ksdt_core.learners.ensembles import TreeShape
    from ksdt_core.studies.orthogonal import LEAK, OrthogonalSettings, orthogonal_study

    check_places({"-o": output}, [train, test])
    check_sizes({"--trees": trees, "--tree-depth": tree_depth, "--max-depth": max_depth, "--min-leaf": min_leaf})
    check_sizes({"--seed": seed})
    check_preparation(Preparation(missing=cast(Missing, missing), seed=seed))
    settings = OrthogonalSettings(
        n_trees=trees, bag_fraction=bag_fraction, max_features=max_features, energy=energy, components=components,
        tree_depth=tree_depth, published_weights=published_weights, seed=seed,
        shape=TreeShape(max_depth=max_depth, min_leaf=min_leaf),
    )  # fmt: skip
    tables = [find_dataset(name, target=target) for name in (train, test)]
    pair = pair_train_test(tables[0], tables[1], missing=cast(Missing, missing))
    with progress_bar("Steps of the study") as tick:
        study = orthogonal_study(pair, settings, progress=tick)
    deliver_document(study.to_document() | {"missing": _missing(pair)}, output)
    if published_weights:
        say(LEAK)


def _missing(pair: DatasetPair) -> dict[str, Any]:
    """What was done about missing cells, of training rows and of test rows."""
    return {
        "option": pair.preparation.missing,
        "filled": list(pair.n_filled),
        "rows_dropped": list(pair.n_rows_dropped),
        "columns_dropped": list(pair.columns_dropped),
    }
