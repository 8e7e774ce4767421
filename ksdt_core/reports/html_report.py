"""A result as one HTML file to read, to send and to print: nothing in it runs, nothing outside it is asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markdown_it import MarkdownIt
from markupsafe import Markup

from ksdt_core.data.doctor.checkup import Checkup
from ksdt_core.data.pair import DatasetPair
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.null_svg import null_svg
from ksdt_core.figures.palette import GREY, LIGHT, Palette
from ksdt_core.glossary import GLOSSARY, SOURCES
from ksdt_core.mining.holdout import mined_rows
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.significance import Significance
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.bundle import without_paths
from ksdt_core.reports.methods_text import methods_text
from ksdt_core.reports.report_pair import MOST_NAMES, attributes_in_trees, pair_rows, setting_rows
from ksdt_core.reports.report_space import space_view
from ksdt_core.reports.report_trees import difference_cells, tree_views
from ksdt_core.reports.versions import PROGRAM, library_versions, program_version
from ksdt_core.rules import alignable_differences, difference_sentence
from ksdt_core.trees.text import TableNames

TEMPLATE = "report.html.j2"
_CITED = "\n## Cited\n"
_KEY = re.compile(r"\[([A-Z]+\d\d)\]")


def html_report(
    tree_set: TreeSet,
    *,
    document: Mapping[str, Any],
    pair: DatasetPair | None = None,
    checkup: Checkup | None = None,
    genes: bool = False,
    grey: bool = False,
    colour: ColourBy = "dsn",
) -> str:
    """The report of a result. `document` is the whole result document, its tests against chance included.

    `pair` is the whole pair that was mined, rows held out included, and `checkup` what the doctor says of its tables;
    what needs them is left out without them, and the report says so. The same result gives the same text.
    """
    palette = GREY if grey else LIGHT
    mined = None if pair is None else mined_pair(pair, tree_set)
    shown = without_paths(document)
    names = TableNames(tree_set.pair.left.name, tree_set.pair.right.name)
    methods = methods_text(tree_set, document=document, pair=mined).partition(_CITED)[0]
    space = space_view(tree_set, palette)
    return _template().render(
        names=names,
        palette=palette,
        trees=tree_views(tree_set, mined=mined, palette=palette, genes=genes, colour=colour),
        scores=tree_set.scores,
        summary=tree_set.pair,
        scale=tree_set.settings.scale,
        has_rows=pair is not None,
        pair_rows=pair_rows(tree_set, shown, pair),
        attributes=() if pair is None or pair.n_attributes > MOST_NAMES else pair.attributes,
        used=attributes_in_trees(tree_set),
        checkup=checkup,
        settings=setting_rows(tree_set, shown),
        differences=_differences(tree_set, pair, mined),
        cells=difference_cells(tree_set, palette),
        space=space,
        methods=_html(methods),
        references=_references(methods, has_space=space is not None),
        glossary=GLOSSARY,
        program=PROGRAM,
        versions={PROGRAM: program_version()} | library_versions(),
        **_chance(document, names, palette),
    )


@lru_cache(maxsize=1)
def _template() -> Template:
    """The template; every value is escaped, and shown on one line without characters that steer a reader."""
    environment = Environment(
        loader=PackageLoader("ksdt_core.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: one_line(value) if type(value) is str else value,
    )
    return environment.get_template(TEMPLATE)


def _chance(document: Mapping[str, Any], names: TableNames, palette: Palette) -> dict[str, Any]:
    """The tests against chance and the cross-validation, where they were made."""
    part = document.get("significance")
    tested = Significance.of_document(part) if part else None
    titles = {
        "left": f"Classes of {names.left} shuffled",
        "right": f"Classes of {names.right} shuffled",
        "matching": f"Attributes of {names.right} matched at random",
    }
    return {
        "tested": tested,
        "nulls": [] if tested is None else [(titles[null], found) for null, found in tested.nulls],
        "null_drawing": Markup("" if tested is None else null_svg(tested, names, palette=palette)),
        "validated": document.get("cross_validated"),
    }


def _differences(tree_set: TreeSet, pair: DatasetPair | None, mined: DatasetPair | None) -> list[str] | None:
    """A sentence for each node at which the tables part most; None without the rows."""
    if pair is None or mined is None:
        return None
    numbers = mined_rows(pair, tree_set.settings.holdout)
    found = alignable_differences(tree_set, mined, row_numbers=numbers)
    return [difference_sentence(difference, found) for difference in found.found]


def _html(markdown: str) -> Markup:
    """Our own paragraph, names in it escaped, as HTML without its heading; it can hold no tag, link or picture."""
    reader = MarkdownIt("commonmark", {"html": False}).disable(
        ["link", "image", "autolink", "html_inline", "html_block"]
    )
    return Markup(reader.render(markdown.partition("\n")[2]))


def _references(methods: str, *, has_space: bool) -> list[tuple[str, str]]:
    """What the text cites, by key; the trees as points rest on a publication of their own."""
    cited = set(_KEY.findall(methods)) | ({"KPD06"} if has_space else set())
    found = [(key, source) for key, source in SOURCES.items() if key in cited]
    program = f"{PROGRAM} developers: {PROGRAM}: Diversified Sets of Shared Decision Trees. Computer program"
    return [*found, ("ksdt", f"{program}, version {program_version()}.")]
