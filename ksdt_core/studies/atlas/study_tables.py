"""The tables of the study in DH14, for any atlas: weight vectors, miners and single trees by pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ksdt_core.data.preparing.balancing import balanced_counts
from ksdt_core.mining.sweeps import SCORE_TIE
from ksdt_core.mining.weights import WeightVector
from ksdt_core.studies.atlas.entry import Found, PairEntry
from ksdt_core.studies.atlas.view import AtlasView

Cell = str | int | float | None
Counts = Mapping[str, int]  # rows of each class
ONE_CLASS = "SA of one class"
GAIN = "gain over baseline"


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A header and a row a pair; numbers are plain, shares are not yet percent."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def mean(self, column: str) -> float | None:
        """The mean of a column over the pairs that have a number there."""
        at = self.header.index(column)
        numbers = [float(cell) for row in self.rows if isinstance(cell := row[at], int | float)]
        return sum(numbers) / len(numbers) if numbers else None


def weights_table(atlas: AtlasView) -> StudyTable:
    """Best and worst weight vector of every pair, and how much better the best is [DH14, section 5.6]."""
    rows: list[tuple[Cell, ...]] = []
    one_class = one_class_accuracies(atlas)
    for entry in atlas.entries:
        ends = (entry.left, entry.right, entry.n_attributes)
        tests = (entry.p_value, entry.q_value)
        if entry.found is None:
            rows.append((*ends, *(None,) * 10, *tests, entry.problem))
            continue
        best, worst = entry.found.best, entry.found.worst
        scores = best.scores
        rows.append(
            (*ends, entry.gain, _text(best.weights), scores.sdtsq, scores.sa,
             one_class.get((entry.left, entry.right)), scores.ds, scores.td, _text(worst.weights),
             worst.scores.sdtsq, entry.found.gain, *tests, None)
        )  # fmt: skip
    header = (
        "left", "right", "shared attributes", GAIN, "best weights", "best SDTSQ", "SA", ONE_CLASS, "DS", "TD",
        "worst weights", "worst SDTSQ", "best over worst", "p", "q", "problem",
    )  # fmt: skip
    return StudyTable(header, tuple(rows))


def sets_table(atlas: AtlasView) -> StudyTable | None:
    """PKSDT-Miner against SKSDT-Miner by their best sets [DH14, section 5.4]; None where only one was used."""
    rows: list[tuple[Cell, ...]] = []
    for entry in atlas.entries:
        by_method = _by_method(entry, atlas.settings["method"])
        if "parallel" in by_method and "sequential" in by_method:
            turns, one_by_one = (by_method[name].best.scores for name in ("parallel", "sequential"))
            rows.append(
                (entry.left, entry.right, turns.sdtsq, one_by_one.sdtsq, relative(turns.sdtsq, one_by_one.sdtsq),
                 turns.td, one_by_one.td, _better(turns.sdtsq, one_by_one.sdtsq, "PKSDT", "SKSDT"))
            )  # fmt: skip
    header = ("left", "right", "PKSDT SDTSQ", "SKSDT SDTSQ", "PKSDT over SKSDT", "PKSDT TD", "SKSDT TD", "better")
    return StudyTable(header, tuple(rows)) if rows else None


def trees_table(atlas: AtlasView) -> StudyTable | None:
    """The best single tree of the sets against that of SDT-Miner [DH14, section 5.7]; None where it was not used."""
    rows: list[tuple[Cell, ...]] = []
    for entry in atlas.entries:
        by_method = _by_method(entry, atlas.settings["method"])
        sets = by_method.get("parallel") or by_method.get("sequential")
        alone = by_method.get("single")
        if sets is not None and alone is not None:
            ours, theirs = sets.best_tree, alone.best_tree
            rows.append(
                (entry.left, entry.right, ours.sdtq, theirs.sdtq, relative(ours.sdtq, theirs.sdtq), ours.sa, theirs.sa,
                 ours.ds, theirs.ds, _better(ours.sdtq, theirs.sdtq, "KSDT", "SDT-Miner"))
            )  # fmt: skip
    header = (
        "left", "right", "KSDT SDTQ", "SDT-Miner SDTQ", "KSDT over SDT-Miner", "KSDT SA", "SDT-Miner SA", "KSDT DS",
        "SDT-Miner DS", "better",
    )  # fmt: skip
    return StudyTable(header, tuple(rows)) if rows else None


def relative(ours: float, theirs: float) -> float | None:
    """ours / theirs − 1; None where that is not a number."""
    return ours / theirs - 1 if theirs > 0 else None


def _by_method(entry: PairEntry, own: str) -> dict[str, Found]:
    return {} if entry.found is None else {own: entry.found, **dict(entry.compared)}


def _better(ours: float, theirs: float, our_name: str, their_name: str) -> str:
    if abs(ours - theirs) <= SCORE_TIE:
        return "equal"
    return our_name if ours > theirs else their_name


def _text(weights: WeightVector) -> str:
    return ", ".join(f"{part:g}" for part in weights.parts)


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
