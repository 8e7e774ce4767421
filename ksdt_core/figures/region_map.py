"""The weight triangle as plain values for one picture: its regions, or some points, in the colour of a score.

The corner of gain is on top, that of similarity at the left, that of diversity at the right. Places are whole numbers
from 0 to `UNIT`, x from the left and y from the top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ksdt_core.figures.palette import Palette, shade, text_on
from ksdt_core.figures.tree_words import shorten
from ksdt_core.mining.cells.shares import share_text
from ksdt_core.mining.cells.weight_cells import Corner, WeightCells
from ksdt_core.mining.map_points import MapPoint, Score, best_point
from ksdt_core.mining.weights import WeightVector
from ksdt_core.text import printable
from ksdt_core.text import score as score_text

UNIT = 10_000
SMALLEST_WITH_BORDER = 0.004
"""Borders are drawn around regions of at least this share; others would be nothing but borders."""
POOR_SHARE = 0.15
"""The poorest part of the triangle has one colour, so that the scale shows differences between good sets."""
RANKED = 12
FINE = 60  # maps with more points have smaller discs, without numbers
SCORE_WORDS: Mapping[Score, str] = {
    "sdtsq": "quality (SDTSQ)",
    "sa": "shared accuracy (SA)",
    "ds": "similarity (DS)",
    "td": "diversity (TD)",
    "nodes": "nodes of all trees",
}


def region_map_values(cells: WeightCells, *, score: Score, palette: Palette) -> dict[str, Any]:
    """Everything that the picture of all regions shows, but for the weights that are chosen."""
    regions = cells.regions
    values = [region.score(score) for region in regions]
    low, high = _ends(values, [region.share for region in regions])
    shares = [share_text(region.share) for region in regions]
    sets = [(value, _names(region.roots)) for value, region in zip(values, regions, strict=True)]
    return {
        "cells": [[c for corner in cell for c in place_of(corner)] for region in regions for cell in region.cells],
        "regionOf": [number for number, region in enumerate(regions) for _ in region.cells],
        "fills": _fills(values, low, high, palette),
        "said": [
            _said(score, value, f" · {share} of the triangle", names)
            for share, (value, names) in zip(shares, sets, strict=True)
        ],
        "bordered": sum(region.share >= SMALLEST_WITH_BORDER for region in regions),
        "best": list(place_of_weights(cells.best.weights)),
        "bestScore": cells.best.score(score),
        "ranked": _ranked(sets, shares),
        **_common(score, palette, low, high, clipped=low > min(values)),
    }


def point_map_values(points: Sequence[MapPoint], chosen: MapPoint, *, score: Score, palette: Palette) -> dict[str, Any]:
    """The same of some points of the triangle; without any, the chosen weights alone."""
    shown = [*points] or [chosen]
    values = [point.score(score) for point in shown]
    low, high = _ends(values, [1 / len(values)] * len(values))
    fills = _fills(values, low, high, palette)
    is_fine = len(shown) > FINE
    sets = [(value, _names(point.roots)) for value, point in zip(values, shown, strict=True)]
    best = best_point(points) if points else None
    return {
        "points": [list(place_of_weights(point.weights)) for point in shown],
        "fills": fills,
        "disc": 19 if is_fine else 36,
        "texts": None if is_fine else [number_text(value, score) for value in values],
        "textFills": [text_on(fill, palette) for fill in fills],
        "said": [
            _said(score, value, f" · {_weights(p)}", names) for (value, names), p in zip(sets, shown, strict=True)
        ],
        "best": None if best is None else list(place_of_weights(best.weights)),
        "bestScore": None if best is None else best.score(score),
        "ranked": _ranked(sets, [_weights(point) for point in shown]) if points else [],
        **_common(score, palette, low, high, clipped=low > min(values), is_scale=len(points) > 1),
    }


def place_of(corner: Corner) -> tuple[int, int]:
    """Where weights lie in the picture."""
    ig, _, atd = corner
    return round(UNIT * (atd + ig / 2)), round(UNIT * (1 - ig))


def place_of_weights(weights: WeightVector) -> tuple[int, int]:
    """Where a weight vector lies in the picture."""
    return place_of((weights.ig, weights.ds, weights.atd or 0.0))


def number_text(number: float, of: Score) -> str:
    """A score with three decimals; a count as it is."""
    return f"{number:.0f}" if of == "nodes" else score_text(number)


def _ends(values: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """The ends of the scale: the value that `POOR_SHARE` of the triangle stays below, and the best."""
    passed, total, high = 0.0, sum(shares), max(values)
    for value, share in sorted(zip(values, shares, strict=True)):
        passed += share
        if passed > POOR_SHARE * total:
            return value, high
    return min(values), high


def _fills(values: Sequence[float], low: float, high: float, palette: Palette) -> list[str]:
    width = high - low
    return [shade((value - low) / width if width > 0 else 0.7, palette) for value in values]


def _common(
    of: Score, palette: Palette, low: float, high: float, *, clipped: bool, is_scale: bool = True
) -> dict[str, Any]:
    ends = [f"{'≤ ' if clipped else ''}{number_text(low, of)}", number_text((low + high) / 2, of)]
    return {
        "unit": UNIT,
        "scoreName": SCORE_WORDS[of],
        "scale": {
            "colours": list(palette.quality),
            "ticks": [*ends, number_text(high, of)] if is_scale and high > low else [],
        },
        **{name: getattr(palette, name) for name in ("ink", "page", "panel", "line", "muted", "edge")},
    }


def _said(of: Score, value: float, where: str, names: str) -> str:
    """What is said of a set when it is pointed at; three lines."""
    name = SCORE_WORDS[of].partition(" (")[0]
    return f"{name[:1].upper()}{name[1:]} {number_text(value, of)}{where}\nRoots: {names}\nClick to use these weights"


def _names(roots: Sequence[str | None]) -> str:
    named = ["no split" if root is None else printable(shorten(root, 20)) for root in roots[:6]]
    return ", ".join(named) + (", …" if len(roots) > len(named) else "")


def _weights(point: MapPoint) -> str:
    return ", ".join(f"{part:.2f}" for part in point.weights.parts)


def _ranked(sets: Sequence[tuple[float, str]], aside: Sequence[str]) -> list[dict[str, Any]]:
    """The best sets as a list, for screens without room for a triangle."""
    order = sorted(range(len(sets)), key=lambda number: (-sets[number][0], number))[:RANKED]
    return [
        {
            "number": number,
            "rank": f"{rank}.",
            "score": score_text(sets[number][0]),
            "names": sets[number][1],
            "share": aside[number],
        }
        for rank, number in enumerate(order, start=1)
    ]
