"""`ksdt spectrum`: a result in, the spectra of its trees out."""

from __future__ import annotations

from typing import Annotated

import typer

from ksdt_core.cli.output import Output, check_places, deliver_document
from ksdt_core.cli.result_options import ResultFile


def spectrum_command(
    result: ResultFile,
    energy: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="Keep the largest coefficients up to this share of the energy, as 0.9."),
    ] = None,
    max_order: Annotated[
        int | None, typer.Option(metavar="N", help="Keep partitions with up to N attributes.", show_default="all")
    ] = None,
    components: Annotated[int, typer.Option(metavar="2|3", help="Axes of the projection.")] = 2,
    inner_products_only: Annotated[
        bool,
        typer.Option("--inner-products-only", help="Leave the spectra out; works for trees of any size."),
    ] = False,
    output: Output = "-",
) -> None:
    """Write Fourier spectra, inner products and a projection of a result's trees; of a sweep, its best set."""
    from ksdt_core.documents.result import read_result
    from ksdt_core.errors import InvalidParameterError
    from ksdt_core.fourier import spectrum_document

    check_places({"-o": output}, [result])
    if components not in (2, 3):
        raise InvalidParameterError(f"--components {components} is not 2 or 3; give one of them.")
    if energy is not None and not 0 <= energy <= 1:
        raise InvalidParameterError(f"--energy {energy:g} is not between 0 and 1; 0.9 keeps 90 %.")
    if max_order is not None and max_order < 0:
        raise InvalidParameterError(f"--max-order {max_order} must be 0 or more.")
    trees = read_result(result).tree_set.trees
    document = spectrum_document(
        trees, energy=energy, max_order=max_order, n_components=components, with_spectra=not inner_products_only
    )
    deliver_document(document, output)
