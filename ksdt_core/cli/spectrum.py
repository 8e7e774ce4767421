"""`ksdt spectrum`: a result in, the spectra of its trees out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.output import OutputOption, check_places, deliver_document
from ksdt_core.cli.result_options import ResultOptions
from ksdt_core.options import Option, check_fields


@dataclass(frozen=True, slots=True)
class SpectrumRequest:
    """How much of a spectrum is kept, and the axes of the projection."""

    energy: Annotated[
        float | None,
        Option(
            "Energy",
            "Keep the largest coefficients up to this share of the energy, as 0.9.",
            metavar="SHARE",
            minimum=0,
            maximum=1,
        ),
    ] = None
    max_order: Annotated[
        int | None,
        Option("Maximum order", "Keep partitions with up to N attributes.", metavar="N", minimum=0, default_text="all"),
    ] = None
    components: Annotated[int, Option("Components", "Axes of the projection.", choices={2: "two", 3: "three"})] = 2
    inner_products_only: Annotated[
        bool, Option("Inner products only", "Leave the spectra out; works for trees of any size.")
    ] = False


@command_of(only(ResultOptions, "result"), SpectrumRequest, OutputOption)
def spectrum_command(given: Given) -> None:
    """Write Fourier spectra, inner products and a projection of a result's trees; of a sweep, its best set."""
    from ksdt_core.formats.result import read_result
    from ksdt_core.fourier.document import spectrum_document

    result, asked, output = given.of(ResultOptions).result, given.of(SpectrumRequest), given.of(OutputOption).output
    check_places({"-o": output}, [result], forms=("json",))
    check_fields(asked)
    document = spectrum_document(
        read_result(result).tree_set.trees,
        energy=asked.energy,
        max_order=asked.max_order,
        n_components=asked.components,
        with_spectra=not asked.inner_products_only,
    )
    deliver_document(document, output)
