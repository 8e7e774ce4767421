"""Files to take away: a tree or the set as a figure, as source or as values, and everything in one zip."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ksdt_core.background.queue import open_jobs
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import KsdtError
from ksdt_core.evidence.effects import effects_of
from ksdt_core.figures.display_names import DisplayNames, displayed
from ksdt_core.figures.export import (
    SET_STEM,
    WHOLE_SET,
    WIDTHS,
    ExportFormat,
    ExportWidth,
    PngSize,
    export_files,
    tree_stems,
)
from ksdt_core.figures.figure_svg import COLUMNS_MM, FigureWidth, narrowest_column, panel_detail
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.tree_words import NAME_WIDTH
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.store.request_rows import request_rows
from ksdt_core.store.request_source import request_source
from ksdt_core.store.runs import run_document
from ksdt_core.text import counted
from pages.common import drawn, kept, place
from pages.common.current import Current
from pages.common.messages import for_page
from pages.common.tree_view import tree_title
from pages.common.wording import as_markdown
from pages.trees.choice import Choice

if TYPE_CHECKING:
    from ksdt_core.reports.report_content import Report

Wanted = int | Literal["set"]
COLUMNS = {"auto": "Automatic", "single": "85 mm", "double": "180 mm"}
KINDS: tuple[tuple[str, ExportFormat, PngSize | None, str], ...] = (
    ("SVG", "svg", None, "image/svg+xml"),
    ("PNG, 300 dpi", "png", "300dpi", "image/png"),
    ("PNG, 2×", "png", "2x", "image/png"),
    ("PDF", "pdf", None, "application/pdf"),
    ("DOT", "dot", None, "text/vnd.graphviz"),
    ("JSON", "json", None, "application/json"),
)
UNDER_WAY = "A test against chance is still running. A report or bundle made now does not contain it."
REPORT = (
    "One file to read, send or print. It contains the tables and their checks, the settings, the scores compared "
    "with chance, all trees with their rules, differences, diversity, methods and references."
)
_STYLE = "export_style"


@dataclass(frozen=True, slots=True)
class Style:
    """How figures are to be printed; kept while the reader moves between pages."""

    width: ExportWidth = "auto"
    grey: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """What is to be made when a button is pressed: nothing of the page is needed for it any more."""

    trees: TreeSet
    store: Store
    run: str
    pair: DatasetPair | None
    style: Style
    genes: bool
    colour: ColourBy
    request: PairRequest | None = None  # how the pair is made, where its tables are kept
    display: DisplayNames | None = None  # what figures call attributes and classes

    def file(self, wanted: Wanted, format: ExportFormat, size: PngSize | None) -> bytes:
        """The bytes of one file."""
        is_figure = self.display is not None and format != "json"
        made = export_files(
            displayed(self.trees, self.display) if is_figure and self.display else self.trees,
            format,
            width=self.style.width,
            grey=self.style.grey,
            genes=self.genes,
            colour=self.colour,
            document=self._document() if format == "json" else None,
            only=wanted,
            effects=effects_of(self.trees, json.loads(run_document(self.store, self.run)), self.pair),
            sizes=[size] if size else (),
        )
        return next(data for _, data in made)

    def bundle(self) -> bytes:
        """Everything, with the tests against chance as they stand now."""
        from ksdt_core.reports.bundle import bundle

        return bundle(
            self.trees,
            document=self._document(),
            pair=self.pair,
            width=self.style.width,
            grey=self.style.grey,
            genes=self.genes,
            colour=self.colour,
            display=self.display,
        )

    def _document(self) -> dict[str, Any]:
        """The result with the tests as they stand now, and how a command reads its tables."""
        document: dict[str, Any] = json.loads(run_document(self.store, self.run))
        try:
            source = None if self.request is None else request_source(self.store, self.request)
        except KsdtError:  # a damaged table: the trees can be taken away all the same
            source = None
        return document if source is None else {"source": source.to_document()} | document

    def html(self) -> bytes:
        """The report as one HTML file."""
        from ksdt_core.reports.html_report import html_report

        return html_report(self._report()).encode("utf-8")

    def pdf(self) -> bytes:
        """The same report on A4."""
        from ksdt_core.reports.pdf_report import pdf_report

        return pdf_report(self._report())

    def slides(self) -> bytes:
        """A slide for each tree, with what it predicts."""
        from ksdt_core.reports.slides import slide_captions, slides_pdf

        trees = displayed(self.trees, self.display) if self.display else self.trees
        known = effects_of(self.trees, json.loads(run_document(self.store, self.run)), self.pair)
        return slides_pdf(trees, slide_captions(trees, known), genes=self.genes, colour=self.colour)

    def _report(self) -> Report:
        """Everything that a reader wants to know, and what the doctor says where tables are kept."""
        from ksdt_core.reports.report_content import report_content

        document = json.loads(run_document(self.store, self.run))
        return report_content(
            self.trees,
            document=document,
            pair=self.pair,
            checkup=None if self.request is None else kept.checkup(self.request),
            genes=self.genes,
            grey=self.style.grey,
            colour=self.colour,
            in_app=True,
            made_from=() if self.request is None else request_rows(self.request),
            display=self.display,
        )


def panel(current: Current, choice: Choice) -> None:
    """Choose a tree or the set and how it is printed; files are made when they are asked for."""
    with st.container(key="exports"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        with row:
            wanted = _wanted(current.trees, choice)
            style = _style()
        colour: ColourBy = "class" if choice.colour == "class" else "dsn"
        order = Order(
            current.trees, kept.store(), current.run, current.pair, style, choice.genes, colour, current.request,
            _display(current),
        )  # fmt: skip
        buttons = st.container(horizontal=True)
        stem = SET_STEM if wanted == WHOLE_SET else tree_stems(current.trees)[wanted]
        for label, format, size, mime in KINDS:
            name = f"{stem}{f'-{size}' if size else ''}.{format}"
            _button(buttons, label, _maker(order, wanted, format, size), name=name, mime=mime)
        _report_buttons(buttons, order)
        _bundle_button(buttons, order)
        if any((job.kind, job.subject) == ("null", order.run) for job in open_jobs(order.store)):
            st.markdown(f":gray[{UNDER_WAY}]")
        note = drawn.once(
            lambda: _note(current, wanted, style), "export", current.run, current.request is None, wanted, style
        )
        st.markdown(f":gray[{note}]")


def _wanted(trees: TreeSet, choice: Choice) -> Wanted:
    """The tree of the address, else the first that is shown, until another is chosen."""
    here = place.here().tree_number
    asked = here - 1 if here is not None and here - 1 in choice.positions else choice.positions[0]
    options: list[Wanted] = [*range(len(trees.trees)), WHOLE_SET]
    return st.selectbox(
        "Figure of",
        options,
        index=asked,
        format_func=lambda option: "All trees" if option == WHOLE_SET else tree_title(option, trees.trees[option]),
        key=f"export_of_{asked}",
        width=280,
    )


def _display(current: Current) -> DisplayNames | None:
    """Other names for figures and reports: a table with every attribute and class of the trees."""
    n_cut = sum(len(name) > NAME_WIDTH for name in current.trees.attributes)
    cut = f": {counted(n_cut, 'long name is', 'long names are')} cut, write a short form here" if n_cut else ""
    with st.expander(f"Names in figures{cut}"):
        names = list(dict.fromkeys((*current.trees.attributes, *current.trees.pair.class_names)))
        rows = pd.DataFrame({"name": names, "shown": [""] * len(names)})
        columns = {
            "name": st.column_config.TextColumn("Attribute or class", disabled=True),
            "shown": st.column_config.TextColumn("Shown in figures as", help="Leave empty to use the original name."),
        }
        edited = st.data_editor(rows, column_config=columns, hide_index=True, key=f"export_names_{current.run}")
        display = DisplayNames.of(dict(zip(names, (str(each or "") for each in edited["shown"]), strict=True)))
        try:
            displayed(current.trees, display)
        except KsdtError as error:
            st.error(as_markdown(for_page(error)))
            return None
    return display if display.names else None


def _style() -> Style:
    known: Style = st.session_state.get(_STYLE, Style())
    width = st.segmented_control(
        "Column",
        WIDTHS,
        default=known.width,
        format_func=COLUMNS.__getitem__,
        key="export_width",
        required=True,
        help="Width of the printed figure. Automatic uses 85 mm (one column) if all numbers of the tree fit, "
        "else 180 mm (two columns).",
    )
    print_in = st.segmented_control(
        "Print in", ["colour", "greyscale"], default="greyscale" if known.grey else "colour", key="export_grey",
        required=True,
    )  # fmt: skip
    style = Style(width, print_in == "greyscale")
    st.session_state[_STYLE] = style
    return style


def _maker(order: Order, wanted: Wanted, format: ExportFormat, size: PngSize | None) -> Callable[[], bytes]:
    return lambda: order.file(wanted, format, size)


def _button(
    row: DeltaGenerator, label: str, make: Callable[[], bytes], *, name: str, mime: str, help: str | None = None
) -> None:
    row.download_button(
        label, make, file_name=name, mime=mime, icon=":material/download:", on_click="ignore", key=f"export_{label}",
        help=help,
    )  # fmt: skip


def _report_buttons(row: DeltaGenerator, order: Order) -> None:
    from ksdt_core.reports.bundle import report_name

    _button(row, "Report (HTML)", order.html, name=report_name(order.trees), mime="text/html", help=REPORT)
    name = report_name(order.trees, "pdf")
    _button(row, "Report (PDF)", order.pdf, name=name, mime="application/pdf", help=f"{REPORT} On A4.")


def _bundle_button(row: DeltaGenerator, order: Order) -> None:
    from ksdt_core.reports.bundle import bundle_name

    _button(row, "Bundle (zip)", order.bundle, name=bundle_name(order.trees), mime="application/zip")


def _note(current: Current, wanted: Wanted, style: Style) -> str:
    has_rows, look = current.request is not None, "greyscale" if style.grey else "colour"
    what = "All trees" if wanted == WHOLE_SET else f"Tree {wanted + 1}"
    column = _fitting(current.trees, wanted) if style.width == "auto" else style.width
    figure = f"{what}, {COLUMNS_MM[column]:g} mm wide, in {look}, with a key.{_too_narrow(current, wanted, column)}"
    rules = "rules, " if has_rows else ""
    left_out = "" if has_rows else " The tables of this run are not saved here, so the bundle has no rules."
    return (
        f"{figure} The bundle holds the figures of all trees, {rules}nodes, the result with its settings, data hashes, "
        f"a methods paragraph and citations.{left_out}"
    )


def _fitting(trees: TreeSet, wanted: Wanted) -> FigureWidth:
    return "double" if wanted == WHOLE_SET else narrowest_column(trees, wanted)


def _too_narrow(current: Current, wanted: Wanted, column: FigureWidth) -> str:
    """What a figure of one tree omits in this column; the key of the figure says so, too."""
    detail = "full" if wanted == WHOLE_SET else panel_detail(current.trees, wanted, column)
    if detail == "full":
        return ""
    left_out = "counts" if detail == "no counts" else "thresholds and counts"
    wider = "180 mm may have them, and " if column == "single" else ""
    return f" There is no room in it for {left_out}: {wider}the bundle has them in its table of nodes."
