"""The tables of the study in DH14, for any atlas: weight vectors, miners and single trees by pair."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.mining.sweeps import SCORE_TIE
from ksdt_core.mining.weights import WeightVector
from ksdt_core.studies.atlas.entry import Found, PairEntry
from ksdt_core.studies.atlas.one_class import one_class_accuracies
from ksdt_core.studies.atlas.view import AtlasView

Cell = str | int | float | None
ONE_CLASS = "SA of one class"


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A header and a row a pair; numbers are plain, shares are not yet per cent."""

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
            rows.append((*ends, *(None,) * 9, *tests, entry.problem))
            continue
        best, worst = entry.found.best, entry.found.worst
        scores = best.scores
        rows.append(
            (*ends, _text(best.weights), scores.sdtsq, scores.sa, one_class.get((entry.left, entry.right)), scores.ds,
             scores.td, _text(worst.weights), worst.scores.sdtsq, entry.found.gain, *tests, None)
        )  # fmt: skip
    header = (
        "left", "right", "shared attributes", "best weights", "best SDTSQ", "SA", ONE_CLASS, "DS", "TD",
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
    """ours / theirs − 1; None where that is no number."""
    return ours / theirs - 1 if theirs > 0 else None


def _by_method(entry: PairEntry, own: str) -> dict[str, Found]:
    return {} if entry.found is None else {own: entry.found, **dict(entry.compared)}


def _better(ours: float, theirs: float, our_name: str, their_name: str) -> str:
    if abs(ours - theirs) <= SCORE_TIE:
        return "equal"
    return our_name if ours > theirs else their_name


def _text(weights: WeightVector) -> str:
    return ", ".join(f"{part:g}" for part in weights.parts)
