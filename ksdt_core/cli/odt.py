"""`ksdt odt`: the orthogonal-tree study on one dataset."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from ksdt_core.cli.output import Output, deliver_document, refuse_to_overwrite

TABLE = "a file, or a name of ksdt datasets"


def odt_command(
    train: Annotated[str, typer.Argument(metavar="TRAIN", help=f"Rows to grow on: {TABLE}.", show_default=False)],
    test: Annotated[str, typer.Argument(metavar="TEST", help=f"Rows to judge on: {TABLE}.", show_default=False)],
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
    missing: Annotated[
        str, typer.Option(metavar="fail|common|drop-rows|drop-columns", help="What to do about missing cells.")
    ] = "fail",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same result.")] = 0,
    output: Output = "-",
) -> None:
    """Compare a single tree, bagging, a forest and their reconstructed, aggregated and orthogonal trees."""
    from ksdt_core.cli.report import say
    from ksdt_core.data.catalogue import find_dataset
    from ksdt_core.data.pair import Missing
    from ksdt_core.data.pairing import pair_datasets
    from ksdt_core.documents.write import check_writable
    from ksdt_core.errors import InvalidParameterError
    from ksdt_core.learners.ensembles import TreeShape
    from ksdt_core.studies.orthogonal import LEAK, OrthogonalSettings, orthogonal_study

    check_writable(output)
    refuse_to_overwrite(output, [train, test])
    if missing not in ("fail", "common", "drop-rows", "drop-columns"):
        raise InvalidParameterError(
            f"--missing {missing!r} is unknown here; give fail, common, drop-rows or drop-columns."
        )
    settings = OrthogonalSettings(
        n_trees=trees, bag_fraction=bag_fraction, max_features=max_features, energy=energy, components=components,
        tree_depth=tree_depth, published_weights=published_weights, seed=seed,
        shape=TreeShape(max_depth=max_depth, min_leaf=min_leaf),
    )  # fmt: skip
    pair = pair_datasets(
        find_dataset(train, target=target), find_dataset(test, target=target), missing=cast(Missing, missing)
    )
    study = orthogonal_study(pair, settings)
    deliver_document(study.to_document(), output)
    if published_weights:
        say(LEAK)
