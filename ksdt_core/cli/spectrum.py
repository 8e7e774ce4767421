"""`ksdt spectrum`: a result in, the spectra of its trees out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, cast

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.output import OutputOption, check_places, deliver_document
from ksdt_core.cli.result_options import ResultOptions
from ksdt_core.errors import InvalidParameterError, Remedy
from ksdt_core.options import Option, check_fields

if TYPE_CHECKING:
    from ksdt_core.formats.result import Result
    from ksdt_core.fourier.domain import CellDomain
    from ksdt_core.fourier.masses import TableChoice
    from ksdt_core.studies.learning.learned import Learned
    from ksdt_core.studies.learning.model import Model


@dataclass(frozen=True, slots=True)
class SpectrumRequest:
    """How much of a spectrum is kept, and the axes of the projection."""

    energy: Annotated[
        float | None,
        Option(
            "Energy",
            "Keep the largest coefficients up to this share of the energy, for example 0.9.",
            metavar="SHARE",
            minimum=0,
            maximum=1,
        ),
    ] = None
    max_order: Annotated[
        int | None,
        Option("Maximum order", "Keep partitions with up to N attributes.", metavar="N", minimum=0, default_text="all"),
    ] = None
    components: Annotated[
        int, Option("Components", "Number of axes of the projection.", choices={2: "two", 3: "three"})
    ] = 2
    inner_products_only: Annotated[
        bool, Option("Inner products only", "Compute only inner products. This works for trees of any size.")
    ] = False
    measure: Annotated[
        str,
        Option(
            "Measure",
            "Weight of the inputs: uniform, or by the rows of the tables.",
            choices={"uniform": "every input the same", "rows": "by the rows"},
        ),
    ] = "uniform"
    table: Annotated[
        str,
        Option(
            "Table",
            "With --measure rows: the table whose rows are used.",
            choices={"left": "the left table", "right": "the right table", "both": "both tables, equal weight"},
        ),
    ] = "both"
    domain: Annotated[
        tuple[str, ...],
        Option(
            "Domain",
            "A spectrum document whose cuts are added to the domain. May be repeated.",
            metavar="SPECTRUM",
            repeated=True,
        ),
    ] = ()


@command_of(ResultOptions, SpectrumRequest, OutputOption)
def spectrum_command(given: Given) -> None:
    """Write Fourier spectra, inner products and a projection of a result's trees.

    If weightings were compared, the best set is used. With --measure rows, values count as often as they occur in
    the rows of a table, for each attribute separately.
    """
    from ksdt_core.formats.learned_document import made_of_one_table
    from ksdt_core.formats.result import read_result
    from ksdt_core.fourier.document import spectrum_document

    source, asked, output = given.of(ResultOptions), given.of(SpectrumRequest), given.of(OutputOption).output
    check_places({"-o": output}, [source.result, source.left, source.right, *asked.domain], forms=("json",))
    check_fields(asked)
    single = made_of_one_table(source.result)
    result = read_result(source.result) if single is None else None
    trees: Any = result.tree_set.trees if result is not None else single and single.functions
    document = spectrum_document(
        trees,
        energy=asked.energy,
        max_order=asked.max_order,
        n_components=asked.components,
        with_spectra=not asked.inner_products_only,
        domain=_domain(result or single, trees, source, asked),
    )
    deliver_document(document, output)


def _domain(
    read: Result | Learned | Model | None, trees: Any, source: ResultOptions, asked: SpectrumRequest
) -> CellDomain:
    """The cells of the trees and of other documents, counted as asked; rows are those of the tables of a result."""
    from ksdt_core.cli.result_tables import result_tables
    from ksdt_core.formats.result import Result
    from ksdt_core.formats.spectrum_document import read_spectrum
    from ksdt_core.fourier.domain import domain_of
    from ksdt_core.fourier.masses import pair_domain
    from ksdt_core.fourier.sources import trees_of
    from ksdt_core.fourier.travel import joined_domain
    from ksdt_core.studies.learning.model import Model

    domain = domain_of(trees_of(trees))
    if asked.domain:
        domain = joined_domain(domain, [read_spectrum(name).domain for name in asked.domain])
    if asked.measure == "uniform":
        return domain
    if not isinstance(read, Result):
        code = "not-for-models" if isinstance(read, Model) else "not-for-learned-trees"
        remedies = (Remedy("measure", "uniform"),)
        raise InvalidParameterError(code, option="measure", value=asked.measure, remedies=remedies)
    tables = result_tables(read, left=source.left, right=source.right, document=source.result)
    return pair_domain(domain, tables.pair, cast("TableChoice", asked.table))
