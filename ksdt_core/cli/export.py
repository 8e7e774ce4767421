"""`ksdt export`: a result in, files of its trees out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.messages import sentence
from ksdt_core.cli.output import deliver_lines
from ksdt_core.cli.report import say
from ksdt_core.cli.result_options import ResultOptions
from ksdt_core.errors import InvalidParameterError, KsdtError, Remedy
from ksdt_core.options import Option

if TYPE_CHECKING:
    from ksdt_core.cli.result_tables import ResultTables
    from ksdt_core.figures.display_names import DisplayNames
    from ksdt_core.formats.result import Result
    from ksdt_core.studies.learning.learned import Learned
    from ksdt_core.studies.learning.model import Model

BUNDLE, REPORT, REPORT_PDF = "bundle", "html", "report-pdf"
BUNDLE_LACKS, REPORT_LACKS = "the bundle has no rules", "the report has no evidence from rows"
ENDINGS = {BUNDLE: ".zip", REPORT: ".html", REPORT_PDF: ".pdf"}  # of what is one file


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is written, where, and for which page."""

    output: Annotated[
        str,
        Option(
            "Output",
            "Folder for the files, created if needed. For a report or a bundle, a file name is also possible.",
            metavar="DIR",
            short="-o",
            flag="--output",
        ),
    ]
    format: Annotated[
        str, Option("Format", "What to write.", metavar="svg|png|pdf|dot|json|html|report-pdf|bundle")
    ] = "svg"
    width: Annotated[
        str,
        Option(
            "Width",
            "Width of 85 or 180 mm. auto is 85 mm if all numbers of a tree fit, else 180 mm.",
            metavar="single|double|auto",
        ),
    ] = "auto"
    greyscale: Annotated[bool, Option("Greyscale", "Figures without colour, for print.")] = False
    dark: Annotated[bool, Option("Dark", "Figures on a dark background, for slides.")] = False
    genes: Annotated[bool, Option("Genes", "Attributes are genes: write their names in italics.")] = False
    names: Annotated[
        str | None,
        Option(
            "Names in figures",
            "CSV or TSV file with two columns: an attribute or a class, and its name in figures.",
            metavar="FILE",
        ),
    ] = None

    def display(self) -> DisplayNames | None:
        """What figures call attributes and classes, where a file says so."""
        from ksdt_core.figures.display_names import read_display_names

        return None if self.names is None else read_display_names(self.names)


@command_of(ResultOptions, ExportRequest)
def export_command(given: Given) -> None:
    """Write a figure of every tree and one of the whole set; PNG for print (300 dpi) and for slides (2x).

    dot is Graphviz source, and json contains the whole result. A bundle is a zip file with figures, rules, nodes, the
    result, its settings, a methods paragraph and citations; rules need both tables. html is one report to read or
    send, and report-pdf is the same report on A4. pdf contains only the figures.

    Example: ksdt export result.json --format html -o report.html
    """
    from ksdt_core.figures.export import check_options
    from ksdt_core.formats.learned_document import made_of_one_table
    from ksdt_core.formats.result import read_result
    from ksdt_core.formats.write import write_files

    source, asked = given.of(ResultOptions), given.of(ExportRequest)
    target = Path(asked.output)
    named = asked.format in ENDINGS and target.suffix.lower() == ENDINGS[asked.format] and not target.is_dir()
    if not named:
        _check_folder(target)
    single = made_of_one_table(source.result)
    read = read_result(source.result) if single is None else None
    check_options(asked.format, asked.width, grey=asked.greyscale, dark=asked.dark, others=(REPORT, REPORT_PDF, BUNDLE))
    files = _single_files(single, asked) if read is None else _files(read, asked, source)  # before any is written
    _make_folder(target.parent if named else target)
    written = [(target if named else target / name, data) for name, data in files]
    write_files(written)
    deliver_lines((str(path) for path, _ in written), "-")


def _single_files(single: Learned | Model | None, asked: ExportRequest) -> list[tuple[str, bytes]]:
    """The same of the tree of one table, or of an imported model."""
    from ksdt_core.cli.learned import export_learned, export_model
    from ksdt_core.studies.learning.model import Model

    assert single is not None  # else there is a result
    look: dict[str, Any] = {"grey": asked.greyscale, "dark": asked.dark, "genes": asked.genes}
    if isinstance(single, Model):
        return export_model(single, asked.format, **look)
    return export_learned(single, asked.format, width=asked.width, **look)


def _files(read: Result, asked: ExportRequest, source: ResultOptions) -> list[tuple[str, bytes]]:
    """Names and bytes of what is written."""
    from ksdt_core.evidence.effects import effects_of
    from ksdt_core.figures.display_names import displayed
    from ksdt_core.figures.export import ExportFormat, ExportWidth, export_files

    width, grey, genes, display = cast(ExportWidth, asked.width), asked.greyscale, asked.genes, asked.display()
    if asked.format not in ENDINGS:
        form = cast(ExportFormat, asked.format)
        is_figure = display is not None and form != "json"
        return list(
            export_files(
                displayed(read.tree_set, display) if display and is_figure else read.tree_set,
                form,
                width=width,
                grey=grey,
                dark=asked.dark,
                genes=genes,
                document=read.document,
                effects=effects_of(read.tree_set, read.document),
            )
        )
    if asked.dark:
        raise InvalidParameterError(
            "dark-print", option="dark", what="a bundle" if asked.format == BUNDLE else "a report"
        )
    tables = _tables(read, (source.left, source.right), document=source.result, format=asked.format)
    if asked.format == BUNDLE:
        return [_bundle(read, tables, asked, display)]
    return [_report(read, tables, asked, display)]


def _tables(read: Result, given: tuple[str | None, str | None], *, document: str, format: str) -> ResultTables | None:
    """The tables of the result; where they are not found, it is said that what needs rows is omitted."""
    from ksdt_core.cli.result_tables import result_tables

    try:
        if read.tree_set.pair.fingerprint:
            return result_tables(read, left=given[0], right=given[1], document=document)
    except KsdtError as error:
        if any(given):
            raise
        lacking = BUNDLE_LACKS if format == BUNDLE else REPORT_LACKS
        say(f"{lacking}: {sentence(error)}")
    return None


def _bundle(
    read: Result, tables: ResultTables | None, asked: ExportRequest, display: DisplayNames | None
) -> tuple[str, bytes]:
    """Name and bytes of the zip; without the tables it holds no rules."""
    from ksdt_core.figures.export import ExportWidth
    from ksdt_core.reports.bundle import bundle, bundle_name

    pair = None if tables is None else tables.whole
    packed = bundle(
        read.tree_set, document=read.document, pair=pair, width=cast(ExportWidth, asked.width), grey=asked.greyscale,
        genes=asked.genes, display=display,
    )  # fmt: skip
    return bundle_name(read.tree_set), packed


def _report(
    read: Result, tables: ResultTables | None, asked: ExportRequest, display: DisplayNames | None
) -> tuple[str, bytes]:
    """Name and bytes of the report, with the doctor's findings where the tables are at hand."""
    from ksdt_core.data.checks.checkup import check_pair
    from ksdt_core.data.matching.value_matching import value_map_of
    from ksdt_core.reports.bundle import report_name
    from ksdt_core.reports.html_report import html_report
    from ksdt_core.reports.pdf_report import pdf_report
    from ksdt_core.reports.report_content import report_content

    pair = checkup = None
    if tables is not None:
        pair, source = tables.whole, read.source
        checkup = check_pair(
            *tables.tables,
            class_map=source.class_map if source else None,
            attribute_map=source.attribute_map if source else None,
            value_map=value_map_of(read.tree_set.pair.value_matches),
            preparation=pair.preparation,
        )
    report = report_content(
        read.tree_set, document=read.document, pair=pair, checkup=checkup, genes=asked.genes, grey=asked.greyscale,
        display=display,
    )  # fmt: skip
    if asked.format == REPORT_PDF:
        return report_name(read.tree_set, "pdf"), pdf_report(report)
    return report_name(read.tree_set), html_report(report).encode("utf-8")


def _check_folder(folder: Path) -> None:
    try:
        in_the_way = folder.exists() and not folder.is_dir()
    except (OSError, ValueError):
        in_the_way = True
    if str(folder) == "-" or in_the_way:
        raise InvalidParameterError("not-a-folder", option="output", folder=str(folder))


def _make_folder(folder: Path) -> None:
    from ksdt_core.formats.write import reason_of

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidParameterError(
            "folder-not-made", folder=str(folder), reason=reason_of(error), remedies=(Remedy("output", "DIR"),)
        ) from None
