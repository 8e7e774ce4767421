"""What a report of a result holds, gathered once: every file format shows the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ksdt_core.data.doctor.checkup import Checkup
from ksdt_core.data.pair import DatasetPair
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.palette import GREY, LIGHT, Palette
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.bundle import without_paths
from ksdt_core.reports.methods_text import methods_text
from ksdt_core.reports.report_blocks import Block, Section, paragraph
from ksdt_core.reports.report_differences import differences_section, diversity_section
from ksdt_core.reports.report_doctor import doctor_section
from ksdt_core.reports.report_methods import methods_sections
from ksdt_core.reports.report_pair import tables_section
from ksdt_core.reports.report_scores import score_card, scores_section, tested_of
from ksdt_core.reports.report_settings import settings_section
from ksdt_core.reports.report_space import space_section
from ksdt_core.reports.report_trees import trees_section
from ksdt_core.trees.text import TableNames


@dataclass(frozen=True, slots=True)
class Report:
    """A report, before it is HTML or PDF."""

    title: str
    heading: str
    opening: tuple[Block, ...]
    scores: tuple[Block, ...]
    sections: tuple[Section, ...]
    palette: Palette


def report_content(
    tree_set: TreeSet,
    *,
    document: Mapping[str, Any],
    pair: DatasetPair | None = None,
    checkup: Checkup | None = None,
    genes: bool = False,
    grey: bool = False,
    colour: ColourBy = "dsn",
) -> Report:
    """The report of a result. `document` is the whole result document, its tests against chance included.

    `pair` is the whole pair that was mined, rows held out included, and `checkup` what the doctor says of its tables;
    what needs them is left out without them, and the report says so. The same result gives the same report.
    """
    palette = GREY if grey else LIGHT
    mined = None if pair is None else mined_pair(pair, tree_set)
    shown = without_paths(document)
    names = TableNames(tree_set.pair.left.name, tree_set.pair.right.name)
    tested = tested_of(document)
    methods = methods_text(tree_set, document=document, pair=mined)
    heading = f"{names.left} and {names.right}"
    return Report(
        title=f"{heading}: shared decision trees",
        heading=heading,
        opening=(paragraph(_opening(len(tree_set.trees))),),
        scores=score_card(tree_set, tested),
        sections=(
            tables_section(tree_set, shown, pair),
            doctor_section(checkup, left_out=frozenset(tree_set.settings.exclude)),
            settings_section(tree_set, shown),
            scores_section(tree_set, document, names, tested, palette),
            trees_section(tree_set, mined=mined, palette=palette, genes=genes, colour=colour),
            differences_section(tree_set, pair, mined),
            diversity_section(tree_set, palette),
            space_section(tree_set, palette),
            *methods_sections(methods, fingerprint=tree_set.pair.fingerprint, has_space=len(tree_set.trees) > 1),
        ),
        palette=palette,
    )


def _opening(n_trees: int) -> str:
    ask = "A decision tree that asks" if n_trees == 1 else f"{n_trees} decision trees that ask"
    return (
        f"{ask} the rows of both tables the same questions: what the two have in common, how sure that is, and where "
        "they part."
    )
