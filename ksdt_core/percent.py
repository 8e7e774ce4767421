"""How a share is written, everywhere: `53 %`."""

from __future__ import annotations


def percent(share: float, digits: int = 0) -> str:
    """A share in percent, with so many digits after the point.

    >>> percent(0.534), percent(0.534, 1)
    ('53 %', '53.4 %')
    """
    return f"{100 * share:.{digits}f} %"
