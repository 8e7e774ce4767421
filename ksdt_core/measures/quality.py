"""What a tree (SDTQ) and a set of trees (SDTSQ) are worth."""

from __future__ import annotations


def tree_quality(sa: float, ds: float) -> float:
    """Quality of a shared tree, SDTQ [DH14, section 5.7]: min(SA, DS) · mean(SA, DS)."""
    return min(sa, ds) * (sa + ds) / 2


def set_quality(sa: float, ds: float, td: float | None) -> float:
    """Quality of a set of shared trees, SDTSQ [DH14, Def. 7]: min(SA, DS, TD) · mean(SA, DS, TD).

    SA and DS are means over the trees [DH14, Def. 3]. One tree has no diversity (TD is None): its set is worth what
    the tree is worth, SDTQ.
    """
    if td is None:
        return tree_quality(sa, ds)
    return min(sa, ds, td) * (sa + ds + td) / 3
