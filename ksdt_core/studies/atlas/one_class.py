"""What an answer that looks at no attribute reaches on a pair: the measure for the accuracy of its trees."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ksdt_core.data.balancing import balanced_counts
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
    names = list({**left, **right})
    rows = [np.array([counts.get(name, 0) for name in names], dtype=np.intp) for counts in (left, right)]
    if balance:
        rows = list(balanced_counts(*rows))
    one, other = (counts / max(int(counts.sum()), 1) for counts in rows)
    return float(np.minimum(one, other).max(initial=0.0))
