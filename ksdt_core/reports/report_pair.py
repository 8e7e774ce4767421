"""What a report says of the two tables, and every setting of the run, as rows of tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ksdt_core.data.pair import DatasetPair
from ksdt_core.mining.tree_set import Settings, SideSummary, TreeSet
from ksdt_core.trees.tree import LEAF

MOST_NAMES = 100  # more attributes than these are counted, not listed

_METHODS = {
    "parallel": "in turns, one split at a time (PKSDT)",
    "sequential": "one after the other (SKSDT)",
    "single": "a single tree (SDT)",
}
_SCALES = {"none": "units of the tables", "zscore": "standard deviations (z-scores)", "rank": "ranks, as percentiles"}
_CRITERIA = {"gain": "information gain (IG)", "gain-ratio": "gain ratio", "gini": "Gini reduction"}
_USAGE = {"lnc": "level-normalised counts (lnc)", "llc": "counts listed by level (llc)"}
_AGGREGATES = {"avg": "mean difference (avg)", "min": "smallest difference (min)"}
_MISSING = {
    "fail": "refused, so there were none",
    "common": "filled with the median or most common value of the column",
    "class-common": "filled with the median or most common value of the class",
    "drop-rows": "their rows left out",
    "drop-columns": "their attributes left out",
}


@dataclass(frozen=True, slots=True)
class PairRow:
    """One fact about both tables."""

    name: str
    left: str
    right: str


def pair_rows(tree_set: TreeSet, document: Mapping[str, Any], pair: DatasetPair | None) -> list[PairRow]:
    """Files, rows and classes of both tables; `document` without folders. Without the pair classes are as mined."""
    sides = (tree_set.pair.left, tree_set.pair.right)
    rows = []
    source = document.get("source")
    if source:
        parts = (source["left"], source["right"])
        rows.append(PairRow("File", *("bundled" if part.get("bundled") else part["table"] for part in parts)))
        if any(part.get("target") for part in parts):
            rows.append(PairRow("Class column", *(part.get("target") or "found by itself" for part in parts)))
    rows.append(_counts("Rows mined", sides, "rows"))
    for name, field in (
        ("Rows held out of mining", "held_out"),
        ("Rows drawn again to balance classes", "gained"),
        ("Missing cells filled", "filled"),
    ):
        if any(getattr(side, field) for side in sides):
            rows.append(_counts(name, sides, field))
    if pair is not None and any(pair.n_rows_dropped):
        rows.append(PairRow("Rows left out for missing cells", *(f"{n:,}" for n in pair.n_rows_dropped)))
    return rows + _class_rows(tree_set, pair)


def _counts(name: str, sides: tuple[SideSummary, SideSummary], field: str) -> PairRow:
    return PairRow(name, *(f"{getattr(side, field):,}" for side in sides))


def _class_rows(tree_set: TreeSet, pair: DatasetPair | None) -> list[PairRow]:
    """Rows of each class and their share: of the whole tables, or of the rows as mined where these are not here."""
    if pair is None:
        first = tree_set.trees[0]
        left, right = first.cdv_left[0], first.cdv_right[0]
    else:
        m = len(pair.class_names)
        left, right = (np.bincount(domain.classes, minlength=m) for domain in (pair.left, pair.right))
    return [
        PairRow(
            f"Rows of class {name}",
            *(f"{int(counts[at]):,} ({counts[at] / max(counts.sum(), 1):.1%})" for counts in (left, right)),
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


def setting_rows(tree_set: TreeSet, document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every setting of the run in words, defaults resolved."""
    settings, weights = tree_set.settings, tree_set.settings.weights
    parts = [f"gain {weights.ig:g}", f"similarity {weights.ds:g}"]
    if weights.atd is not None:
        parts.append(f"difference {weights.atd:g}")
    rows = [
        ("Trees asked for (k)", f"{settings.k}"),
        ("Grown", _METHODS[settings.method]),
        ("Weights", ", ".join(parts)),
    ]
    pool = document.get("pool")
    if pool:
        rows.append(("Weights chosen from", f"the {pool['vectors']} vectors of the pool {pool['name']}, by SDTSQ"))
    if weights.atd is not None:
        rows += [
            ("Use of attributes (AUS)", _USAGE[settings.aus]),
            ("Difference from other trees (ATD)", _atd(settings)),
        ]
    rows += [
        ("Deepest tree", f"{settings.max_depth} splits" if settings.max_depth else "no bound"),
        ("Order of nodes", "depth first" if settings.traversal == "depth" else "level by level"),
        ("Fewest rows of a table to split a node", f"{settings.min_size:g}"),
        ("Share of attributes considered", f"{settings.attr_fraction:g}"),
        ("Value of a split", _CRITERIA[settings.valuing.criterion]),
        ("Values compared in", _SCALES[settings.scale]),
        ("Missing cells", _MISSING[settings.missing]),
        ("Class ratios balanced", "yes" if settings.balance else "no"),
        ("Share of rows held out", f"{settings.holdout:g}" if settings.holdout else "none"),
        ("Seed", f"{settings.seed}"),
    ]
    return rows + _optional_rows(settings, document)


def _atd(settings: Settings) -> str:
    if settings.atd == "avgmin":
        return f"mean of the {settings.ell} smallest differences (avgmin)"
    return _AGGREGATES[str(settings.atd)]


def _optional_rows(settings: Settings, document: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    if settings.exclude:
        rows.append(("Attributes not to be used", ", ".join(settings.exclude)))
    if settings.roots:
        rows.append(("Attributes to start from", ", ".join(settings.roots)))
    if settings.valuing.costs:
        costs = ", ".join(f"{name} ({cost:g})" for name, cost in settings.valuing.costs)
        rows.append((f"Costs of attributes, {settings.valuing.cost_rule} rule", costs))
    if settings.preset:
        rows.append(("Preset", settings.preset))
    source = document.get("source") or {}
    for name, field in (("Classes renamed", "class_map"), ("Attributes matched by hand", "attribute_map")):
        if source.get(field):
            rows.append((name, "; ".join(f"{old} → {new}" for old, new in source[field].items())))
    for pruned in document.get("pruned") or ():
        change = f"{pruned['method']}, from {pruned['tests_before']} to {pruned['tests_after']} tests"
        rows.append(("Pruned afterwards", change))
    return rows
