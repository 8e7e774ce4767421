"""`ksdt export`: a result in, files of its trees out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ksdt_core.cli.output import deliver_lines
from ksdt_core.cli.report import say
from ksdt_core.cli.result_options import LeftFile, ResultFile, RightFile

if TYPE_CHECKING:
    from ksdt_core.cli.result_tables import ResultTables
    from ksdt_core.documents.result import Result
    from ksdt_core.figures.export import ExportWidth

BUNDLE, REPORT, REPORT_PDF = "bundle", "html", "report-pdf"
ENDINGS = {BUNDLE: ".zip", REPORT: ".html", REPORT_PDF: ".pdf"}  # of what is one file


def export_command(
    result: ResultFile,
    folder: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="Folder for the files, made if it is not there; a report or a bundle can also have a file name.",
        ),
    ],
    format: Annotated[
        str, typer.Option(metavar="svg|png|pdf|dot|json|html|report-pdf|bundle", help="What to write.")
    ] = "svg",
    width: Annotated[
        str,
        typer.Option(
            metavar="single|double|auto",
            help="Column of 85 or 180 mm; auto takes the narrower one in which all numbers of a tree are shown.",
        ),
    ] = "auto",
    greyscale: Annotated[bool, typer.Option("--greyscale", help="For print without colour.")] = False,
    dark: Annotated[bool, typer.Option("--dark", help="For dark slides.")] = False,
    genes: Annotated[bool, typer.Option("--genes", help="Attributes are genes: set their names in italics.")] = False,
    left: LeftFile = None,
    right: RightFile = None,
) -> None:
    """Write a figure of every tree and one of the whole set; PNG for print (300 dpi) and for slides (2x).

    As dot the trees are Graphviz source, as json plain values; json also holds the whole result. A bundle is one zip of
    figures, rules, nodes, the result, its settings, a methods paragraph and citations; rules need both tables. As html
    all of it is one report to read and to send, as report-pdf the same report on A4 to print; pdf is the figures alone.

    Example: ksdt export result.json --format html -o report.html
    """
    from ksdt_core.documents.result import read_result
    from ksdt_core.documents.write import write_files
    from ksdt_core.figures.export import ExportFormat, ExportWidth, check_options, export_files

    target = Path(folder)
    named = format in ENDINGS and target.suffix.lower() == ENDINGS[format] and not target.is_dir()
    if not named:
        _check_folder(target)
    read = read_result(result)
    check_options(format, width, grey=greyscale, dark=dark, others=(REPORT, REPORT_PDF, BUNDLE))
    column = cast(ExportWidth, width)
    if format in (BUNDLE, REPORT, REPORT_PDF):
        _check_print(format, dark=dark)
        tables = _tables(read, (left, right), document=result, format=format)
        if format == BUNDLE:
            files = [_bundle(read, tables, width=column, grey=greyscale, genes=genes)]
        else:
            files = [_report(read, tables, format=format, grey=greyscale, genes=genes)]
    else:
        form = cast(ExportFormat, format)
        drawn = export_files(
            read.tree_set, form, width=column, grey=greyscale, dark=dark, genes=genes, document=read.document
        )
        files = list(drawn)  # all of them before the first is written
    _make_folder(target.parent if named else target)
    written = [(target if named else target / name, data) for name, data in files]
    write_files(written)
    deliver_lines((str(path) for path, _ in written), "-")


def _check_print(format: str, *, dark: bool) -> None:
    from ksdt_core.errors import InvalidParameterError

    if dark:
        what = "a bundle" if format == BUNDLE else "a report"
        raise InvalidParameterError(f"--dark is for slides and {what} for print; leave --dark out.")


def _tables(read: Result, given: tuple[str | None, str | None], *, document: str, format: str) -> ResultTables | None:
    """The tables of the result; where they are not found, it is said that what needs rows is left out."""
    from ksdt_core.cli.result_tables import result_tables
    from ksdt_core.errors import KsdtError

    try:
        if read.tree_set.pair.fingerprint:
            return result_tables(read, left=given[0], right=given[1], document=document)
    except KsdtError as error:
        if any(given):
            raise
        lacking = "the bundle has no rules" if format == BUNDLE else "the report has no evidence from rows"
        say(f"{lacking}: {error}")
    return None


def _bundle(
    read: Result, tables: ResultTables | None, *, width: ExportWidth, grey: bool, genes: bool
) -> tuple[str, bytes]:
    """Name and bytes of the zip; without the tables it holds no rules."""
    from ksdt_core.reports.bundle import bundle, bundle_name

    pair = None if tables is None else tables.whole
    packed = bundle(read.tree_set, document=read.document, pair=pair, width=width, grey=grey, genes=genes)
    return bundle_name(read.tree_set), packed


def _report(read: Result, tables: ResultTables | None, *, format: str, grey: bool, genes: bool) -> tuple[str, bytes]:
    """Name and bytes of the report, with the doctor's findings where the tables are at hand."""
    from ksdt_core.data.doctor.checkup import check_pair
    from ksdt_core.data.value_matching import value_map_of
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
    report = report_content(read.tree_set, document=read.document, pair=pair, checkup=checkup, genes=genes, grey=grey)
    if format == REPORT_PDF:
        return report_name(read.tree_set, "pdf"), pdf_report(report)
    return report_name(read.tree_set), html_report(report).encode("utf-8")


def _check_folder(folder: Path) -> None:
    from ksdt_core.errors import InvalidParameterError

    try:
        in_the_way = folder.exists() and not folder.is_dir()
    except (OSError, ValueError):
        in_the_way = True
    if str(folder) == "-" or in_the_way:
        raise InvalidParameterError(f"--output {str(folder)!r} is not a folder; give a folder with -o, new or old.")


def _make_folder(folder: Path) -> None:
    from ksdt_core.documents.write import reason_of
    from ksdt_core.errors import InvalidParameterError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidParameterError(
            f"cannot make the folder {str(folder)!r}: {reason_of(error)}; give another with -o."
        ) from None
