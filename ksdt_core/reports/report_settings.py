"""Every setting of the run, as a table of a report."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ksdt_core.mining.tree_set import Settings, TreeSet
from ksdt_core.reports.report_blocks import Section, Table, cells

_METHODS = {
    "parallel": "in turns, one split at a time (PKSDT)",
    "sequential": "one after the other (SKSDT)",
    "single": "a single tree (SDT)",
}
_SCALES = {"none": "units of the tables", "zscore": "standard deviations (z-scores)", "rank": "ranks, as percentiles"}
_CRITERIA = {"gain": "information gain (IG)", "gain-ratio": "gain ratio", "gini": "Gini reduction"}
_USAGE = {"lnc": "level-normalised counts (lnc)", "llc": "counts listed by level (llc)"}
_AGGREGATES = {
    "avg": "mean difference (avg)",
    "min": "smallest difference (min)",
    "avgmin": "mean of the smallest differences (avgmin)",
}
_TRAVERSALS = {"depth": "depth first", "breadth": "level by level"}
_MISSING = {
    "fail": "refused, so there were none",
    "common": "filled with the median or most common value of the column",
    "class-common": "filled with the median or most common value of the class",
    "drop-rows": "their rows left out",
    "drop-columns": "their attributes left out",
}
_NAMED = {
    "method": _METHODS,
    "scale": _SCALES,
    "criterion": _CRITERIA,
    "aus": _USAGE,
    "atd": _AGGREGATES,
    "traversal": _TRAVERSALS,
    "missing": _MISSING,
}


def settings_section(tree_set: TreeSet, document: Mapping[str, Any]) -> Section:
    """The settings; `document` without folders."""
    rows = tuple(cells(*row) for row in setting_rows(tree_set, document))
    return Section("settings", "Settings", (Table(rows, has_names=True),))


def setting_words(name: str, value: Any) -> str | None:
    """One setting of a result document in the words of a report; None where its value speaks for itself."""
    match name, value:
        case "min_size", float() | int():
            return f"{math.ceil(value):,}"
        case "attr_fraction", float() | int():
            return _considered(value)
        case "max_depth", 0:
            return "no bound"
        case _, str():
            return _NAMED.get(name, {}).get(value)
    return None


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
        ("Order of nodes", _TRAVERSALS[settings.traversal]),
        ("Fewest rows of a table to split a node", f"{settings.fewest_rows:,}"),
        ("Attributes considered", _considered(settings.attr_fraction)),
        ("Value of a split", _CRITERIA[settings.valuing.criterion]),
        ("Values compared in", _SCALES[settings.scale]),
        ("Missing cells", _MISSING[settings.missing]),
        ("Class ratios balanced", "yes" if settings.balance else "no"),
        ("Share of rows held out", f"{settings.holdout:g}" if settings.holdout else "none"),
        ("Seed", f"{settings.seed}"),
    ]
    return rows + _optional_rows(settings, document)


def _considered(share: float) -> str:
    return "all" if share >= 1 else f"{100 * share:g} %, those that rank highest by information gain in both tables"


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
    for name, renamed in (
        ("Classes renamed", document["pair"].get("class_map") or source.get("class_map")),
        ("Attributes matched by hand", source.get("attribute_map")),
    ):
        if renamed:
            rows.append((name, "; ".join(f"{old} → {new}" for old, new in renamed.items())))
    for attribute, left_of in (document["pair"].get("value_map") or {}).items():
        rows.append((f"Values of {attribute} renamed", "; ".join(f"{old} → {new}" for old, new in left_of.items())))
    for pruned in document.get("pruned") or ():
        change = f"{pruned['method']}, from {pruned['tests_before']} to {pruned['tests_after']} tests"
        rows.append(("Pruned afterwards", change))
    return rows
