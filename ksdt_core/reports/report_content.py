"""What a report of a result holds, gathered once: every file format shows the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.effects import effects_of
from ksdt_core.figures.display_names import DisplayNames
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.palette import GREY, LIGHT, Palette
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.bundle import without_paths
from ksdt_core.reports.methods_text import methods_text
from ksdt_core.reports.report_answer import answer_blocks
from ksdt_core.reports.report_blocks import Block, Section
from ksdt_core.reports.report_differences import differences_section, diversity_section
from ksdt_core.reports.report_doctor import doctor_section
from ksdt_core.reports.report_effects import effects_section
from ksdt_core.reports.report_evidence import evidence_of, evidence_section
from ksdt_core.reports.report_methods import methods_sections
from ksdt_core.reports.report_pair import tables_section
from ksdt_core.reports.report_replication import replication_section
from ksdt_core.reports.report_scores import robustness_blocks, score_card, scores_section, tested_of
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
    in_app: bool = False,
    made_from: Sequence[tuple[str, str]] = (),
    display: DisplayNames | None = None,
) -> Report:
    """The report of a result: the answer first, then the trees, then what they rest on.

    `document` is the whole result document, its tests against chance included.

    `pair` is the whole pair that was mined, rows held out included, and `checkup` what the doctor says of its tables;
    what needs them is omitted without them, and the report says so. The same result gives the same report. A report
    made `in_app` names no option of the command line; `made_from` are rows that tell how its pair was made. `display`
    renames attributes and classes in the drawings.
    """
    palette = GREY if grey else LIGHT
    mined = None if pair is None else mined_pair(pair, tree_set)
    shown = without_paths(document)
    names = TableNames(tree_set.pair.left.name, tree_set.pair.right.name)
    tested, shared = tested_of(document), evidence_of(document)
    effects = effects_of(tree_set, document, pair)
    methods = methods_text(tree_set, document=document, pair=mined)
    heading = f"{names.left} and {names.right}"
    return Report(
        title=f"{heading}: shared decision trees",
        heading=heading,
        opening=answer_blocks(tree_set, names, effects, tested, shared, checkup),
        scores=(*score_card(tree_set), *robustness_blocks(document)),
        sections=(
            trees_section(
                tree_set,
                effects,
                mined=mined,
                palette=palette,
                genes=genes,
                colour=colour,
                in_app=in_app,
                display=display,
            ),
            *evidence_section(shared),
            effects_section(tree_set, effects, document),
            *replication_section(document, tree_set, effects, palette),
            scores_section(tree_set, document, names, tested, palette, in_app=in_app),
            differences_section(tree_set, pair, mined),
            tables_section(tree_set, shown, pair),
            doctor_section(checkup, left_out=frozenset(tree_set.settings.exclude), in_app=in_app),
            settings_section(shown, made_from),
            diversity_section(tree_set, palette),
            space_section(tree_set, palette),
            *methods_sections(methods, fingerprint=tree_set.pair.fingerprint, has_space=len(tree_set.trees) > 1),
        ),
        palette=palette,
    )
