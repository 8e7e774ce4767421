"""Shares of the weight triangle in words, and how robust a set is against other weights."""

from __future__ import annotations

from ksdt_core.mining.cells.weight_cells import WeightCells

SMALL_SHARE = 0.001
"""A set that holds for less than this share of all weightings hangs on the weights."""


def share_text(share: float) -> str:
    """A share in percent with as many digits as it takes to tell it from 0 and from all.

    >>> share_text(0.0248), share_text(0.00002), share_text(0.43), share_text(1.0), share_text(0.99999975)
    ('2.5 %', '0.002 %', '43 %', '100 %', '99.99997 %')
    """
    percent = 100 * share
    if share >= 1 or percent >= 10:
        rest = 100 - percent
        if share >= 1 or rest >= 0.5:
            return f"{percent:.0f} %"
        digits = next((n for n in range(1, 9) if rest >= 0.5 * 10.0**-n), 8)
        return f"{percent:.{digits}f} %"
    if percent >= 1:
        return f"{percent:.1f} %"
    return f"{percent:.1g} %" if percent >= 1e-4 else f"{percent:.0e} %"


def filled_by(cells: WeightCells, share: float) -> int | None:
    """How many of the largest regions fill this share of the triangle; None where all found fill less."""
    filled = 0.0
    for n, region in enumerate(cells.regions, start=1):
        filled += region.share
        if filled >= share:
            return n
    return None
