"""Shares of the weight triangle in words, and how robust a set is against other weights."""

from __future__ import annotations

from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.text import PERCENT_SIGN

SMALL_SHARE = 0.001
"""A set that holds for less than this share of all weightings depends on the weights."""


def share_text(share: float) -> str:
    r"""A share in percent with as many digits as it takes to distinguish it from 0, up to four, and from all.

    >>> share_text(0.0248), share_text(0.00002), share_text(0.43), share_text(1.0), share_text(0.99999975)
    ('2.5\u202f%', '0.002\u202f%', '43\u202f%', '100\u202f%', '99.99997\u202f%')
    """
    percent = 100 * share
    if share >= 1 or percent >= 10:
        rest = 100 - percent
        if share >= 1 or rest >= 0.5:
            return f"{percent:.0f}{PERCENT_SIGN}"
        digits = next((n for n in range(1, 9) if rest >= 0.5 * 10.0**-n), 8)
        return f"{percent:.{digits}f}{PERCENT_SIGN}"
    if percent >= 1:
        return f"{percent:.1f}{PERCENT_SIGN}"
    return f"{percent:.1g}{PERCENT_SIGN}" if percent >= 1e-4 else f"< 0.0001{PERCENT_SIGN}"


def filled_by(cells: WeightCells, share: float) -> int | None:
    """How many of the largest regions fill this share of the triangle; None where all found fill less."""
    filled = 0.0
    for n, region in enumerate(cells.regions, start=1):
        filled += region.share
        if filled >= share:
            return n
    return None
