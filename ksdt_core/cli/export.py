"""`ksdt export`: a result in, files of its trees out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ksdt_core.cli.output import deliver_lines
from ksdt_core.cli.report import say
from ksdt_core.cli.rules import LeftFile, RightFile

if TYPE_CHECKING:
    from ksdt_core.documents.result import Result
    from ksdt_core.figures.export import ExportWidth

BUNDLE = "bundle"


def export_command(
    result: Annotated[str, typer.Argument(metavar="RESULT", help="A document of ksdt mine; - is standard input.")],
    folder: Annotated[
        str, typer.Option("-o", "--output", metavar="DIR", help="Folder for the files; made if it is not there.")
    ],
    format: Annotated[str, typer.Option(metavar="svg|png|pdf|dot|json|bundle", help="What to write.")] = "svg",
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
    figures, rules, nodes, the result, its settings, a methods paragraph and citations; rules need both tables.
    """
    from ksdt_core.documents.result import read_result
    from ksdt_core.documents.write import write_bytes
    from ksdt_core.figures.export import ExportFormat, ExportWidth, check_options, export_files

    target = Path(folder)
    _check_folder(target)
    read = read_result(result)
    check_options(format, width, grey=greyscale, dark=dark, others=(BUNDLE,))
    column = cast(ExportWidth, width)
    if format == BUNDLE:
        _check_bundle(dark=dark)
        files = [_bundle(read, width=column, grey=greyscale, genes=genes, tables=(left, right), document=result)]
    else:
        form = cast(ExportFormat, format)
        drawn = export_files(
            read.tree_set, form, width=column, grey=greyscale, dark=dark, genes=genes, document=read.document
        )
        files = list(drawn)  # all of them before the first is written
    _make_folder(target)
    for name, data in files:
        write_bytes(data, target / name)
    deliver_lines((str(target / name) for name, _ in files), "-")


def _check_bundle(*, dark: bool) -> None:
    from ksdt_core.errors import InvalidParameterError

    if dark:
        raise InvalidParameterError("--dark is for slides and a bundle for print; leave --dark out.")


def _bundle(
    read: Result,
    *,
    width: ExportWidth,
    grey: bool,
    genes: bool,
    tables: tuple[str | None, str | None],
    document: str,
) -> tuple[str, bytes]:
    """Name and bytes of the zip; without the tables it holds no rules, which is said."""
    from ksdt_core.cli.result_tables import result_tables
    from ksdt_core.errors import KsdtError
    from ksdt_core.reports.bundle import bundle, bundle_name

    pair = None
    try:
        if read.tree_set.pair.fingerprint:
            pair = result_tables(read, left=tables[0], right=tables[1], document=document).whole
    except KsdtError as error:
        if any(tables):
            raise
        say(f"the bundle has no rules: {error}")
    packed = bundle(read.tree_set, document=read.document, pair=pair, width=width, grey=grey, genes=genes)
    return bundle_name(read.tree_set), packed


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
