"""What a report says of the two tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.mining.tree_set import SideSummary, TreeSet
from ksdt_core.reports.report_blocks import Block, Cell, Section, Table, cells, paragraph
from ksdt_core.text import percent
from ksdt_core.trees.tree import LEAF

MOST_NAMES = 100  # more attributes than these are counted, not listed

_MISSING = (
    "The tables were not available for this report, and the document does not contain the original class counts. "
    "The class counts below are of the training rows and include oversampled rows."
)
_Row = tuple[Cell, ...]


def tables_section(tree_set: TreeSet, document: Mapping[str, Any], pair: DatasetPair | None) -> Section:
    """Both tables and what they have in common; `document` without folders."""
    summary = tree_set.pair
    head = ("", f"■ {summary.left.name}", f"● {summary.right.name}")
    blocks: list[Block] = [Table(tuple(_pair_rows(tree_set, document, pair)), head, has_names=True)]
    if pair is None and not tree_set.trees[0].rows_known:
        blocks.append(paragraph(_MISSING, "muted"))
    blocks.append(paragraph(f"{_common(tree_set, pair)} {_asked(tree_set)}"))
    if summary.assumed:
        matches = "; ".join(f"{one} with {other}" for one, other in summary.assumed)
        blocks.append(paragraph(f"Matched manually: {matches}."))
    return Section("tables", "The two tables", tuple(blocks), short="Tables")


def _common(tree_set: TreeSet, pair: DatasetPair | None) -> str:
    excluded = tree_set.settings.exclude
    n = tree_set.pair.n_attributes - len(excluded)
    names = ""
    if pair is not None and pair.n_attributes <= MOST_NAMES:
        names = f": {', '.join(name for name in pair.attributes if name not in excluded)}"
    said = f"Both tables have {n:,} attribute{'' if n == 1 else 's'} in common that could be mined{names}."
    sparse = tree_set.pair.sparse
    if sparse:
        said += f" Excluded because too many values are missing: {', '.join(sparse)}."
    return said


def _asked(tree_set: TreeSet) -> str:
    used = attributes_in_trees(tree_set)
    if not used:
        return "No tree uses any of them."
    asked = (f"{name} (tree{'s' if ',' in numbers else ''} {numbers})" for name, numbers in used)
    return f"The trees use {'; '.join(asked)}."


def _pair_rows(tree_set: TreeSet, document: Mapping[str, Any], pair: DatasetPair | None) -> list[_Row]:
    """Files, rows and classes of both tables; without the pair, those of the trees' root."""
    sides = (tree_set.pair.left, tree_set.pair.right)
    rows = []
    source = document.get("source")
    if source:
        parts = (source["left"], source["right"])
        rows.append(cells("File", *("bundled" if part.get("bundled") else part["table"] for part in parts)))
        if any(part.get("target") for part in parts):
            rows.append(cells("Class column", *(part.get("target") or "detected automatically" for part in parts)))
    rows.append(_counts("Training rows", sides, "rows"))
    for name, field in (
        ("Held-out rows", "held_out"),
        ("Rows added by oversampling", "gained"),
        ("Missing values filled", "filled"),
    ):
        if any(getattr(side, field) for side in sides):
            rows.append(_counts(name, sides, field))
    if pair is not None and any(pair.n_rows_dropped):
        rows.append(cells("Rows dropped for missing values", *(f"{n:,}" for n in pair.n_rows_dropped)))
    return rows + _class_rows(tree_set, pair)


def _counts(name: str, sides: tuple[SideSummary, SideSummary], field: str) -> _Row:
    return cells(name, *(f"{getattr(side, field):,}" for side in sides))


def _class_rows(tree_set: TreeSet, pair: DatasetPair | None) -> list[_Row]:
    """Rows of each class and their share: of the whole tables, or of the training rows where these are not here."""
    if pair is None:
        first = tree_set.trees[0]
        left, right = first.rows_left[0], first.rows_right[0]
    else:
        m = len(pair.class_names)
        left, right = (np.bincount(domain.classes, minlength=m) for domain in (pair.left, pair.right))
    return [
        cells(
            f"Rows of class {name}",
            *(f"{int(counts[at]):,} ({percent(counts[at] / max(counts.sum(), 1), 1)})" for counts in (left, right)),
        )
        for at, name in enumerate(tree_set.pair.class_names)
    ]


def attributes_in_trees(tree_set: TreeSet) -> list[tuple[str, str]]:
    """The attributes that trees test, with the numbers of these trees; those that most trees test come first."""
    found: dict[str, list[int]] = {}
    for number, shared in enumerate(tree_set.trees, start=1):
        tested = dict.fromkeys(int(at) for at in shared.tree.attribute.tolist() if at != LEAF)
        for at in tested:
            found.setdefault(shared.tree.attributes[at], []).append(number)
    ordered = sorted(found.items(), key=lambda each: -len(each[1]))
    return [(name, ", ".join(map(str, trees))) for name, trees in ordered]
