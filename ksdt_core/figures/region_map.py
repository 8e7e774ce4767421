"""The weight triangle drawn as its regions: plain values for the picture, each region in the colour of its score.

The corner of information gain is on top, that of similarity at the left, that of difference at the right. Places are
whole numbers from 0 to `UNIT`, x from the left and y from the top.
"""

from __future__ import annotations

from typing import Any

from ksdt_core.figures.palette import Palette, shade
from ksdt_core.figures.ternary import number_text
from ksdt_core.mining.cells.shares import share_text
from ksdt_core.mining.cells.weight_cells import Corner, WeightCells, WeightRegion
from ksdt_core.mining.map_points import Score
from ksdt_core.mining.weights import WeightVector

UNIT = 10_000
SMALLEST_WITH_BORDER = 0.004
"""Borders are drawn around regions of at least this share; others would be nothing but borders."""


def region_map_values(cells: WeightCells, *, score: Score, palette: Palette) -> dict[str, Any]:
    """Everything that the picture shows, but for the weights that are chosen."""
    values = [_value(region, score) for region in cells.regions]
    low, high = min(values), max(values)
    width = high - low
    shares = [(value - low) / width if width > 0 else 0.7 for value in values]
    return {
        "unit": UNIT,
        "cells": [
            [c for corner in cell for c in place_of(corner)] for region in cells.regions for cell in region.cells
        ],
        "regionOf": [number for number, region in enumerate(cells.regions) for _ in region.cells],
        "fills": [shade(share, palette) for share in shares],
        "said": [_said(region) for region in cells.regions],
        "bordered": sum(region.share >= SMALLEST_WITH_BORDER for region in cells.regions),
        "best": list(place_of_weights(cells.best.weights)),
        "scale": {
            "colours": list(palette.quality),
            "ticks": [number_text(low + share * width, score) for share in (0.0, 0.5, 1.0)],
        },
        "ink": palette.ink,
        "page": palette.page,
        "muted": palette.muted,
        "edge": palette.edge,
    }


def place_of(corner: Corner) -> tuple[int, int]:
    """Where weights lie in the picture."""
    ig, _, atd = corner
    return round(UNIT * (atd + ig / 2)), round(UNIT * (1 - ig))


def place_of_weights(weights: WeightVector) -> tuple[int, int]:
    """Where a weight vector lies in the picture."""
    return place_of((weights.ig, weights.ds, weights.atd or 0.0))


def _value(region: WeightRegion, score: Score) -> float:
    return float(region.nodes) if score == "nodes" else region.score(score)


def _said(region: WeightRegion) -> str:
    """What is said of a region when it is pointed at; two lines."""
    scores = region.scores
    td = "" if scores.td is None else f", TD {scores.td:.3f}"
    share = f"This set holds for {share_text(region.share)} of all weightings"
    return f"{share}\nSDTSQ {scores.sdtsq:.4f}: SA {scores.sa:.3f}, DS {scores.ds:.3f}{td}"
