"""What an answer that looks at no attribute reaches on a pair: the measure for the accuracy of its trees."""

from __future__ import annotations

from collections.abc import Mapping

from ksdt_core.studies.atlas.view import AtlasView

Counts = Mapping[str, int]  # rows of each class


def one_class_accuracies(atlas: AtlasView) -> dict[tuple[str, str], float]:
    """For every pair the shared accuracy SA of always answering the class for which it is highest.

    Left out are pairs of an atlas that drops rows with missing cells: it does not say how many of each class stay.
    """
    if atlas.settings.get("missing") == "drop-rows":
        return {}
    classes: dict[str, Counts] = {table["name"]: table["classes"] for table in atlas.tables}
    is_balanced = bool(atlas.settings.get("balance"))
    return {
        (entry.left, entry.right): one_class_accuracy(classes[entry.left], classes[entry.right], balance=is_balanced)
        for entry in atlas.mined
        if entry.left in classes and entry.right in classes
    }


def one_class_accuracy(left: Counts, right: Counts, *, balance: bool = False) -> float:
    """max over classes c of min(share of c in the left table, share of c in the right table).

    >>> one_class_accuracy({"clean": 90, "defect": 10}, {"clean": 80, "defect": 120})
    0.4
    """
    if balance:
        left, right = _raised(left, right), _raised(right, left)
    return max((min(_share(left, name), _share(right, name)) for name in left), default=0.0)


def _raised(counts: Counts, other: Counts) -> Counts:
    """The rows of each class after balancing, see `ksdt_core.data.balancing`."""
    n_rows = sum(counts.values())
    return {
        name: max(count, round(n_rows * max(_share(counts, name), _share(other, name)))) if count else 0
        for name, count in counts.items()
    }


def _share(counts: Counts, name: str) -> float:
    return counts.get(name, 0) / max(sum(counts.values()), 1)
