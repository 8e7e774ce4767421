"""What the replication matrix of an atlas says: its sentences, and a row for each pair and table."""

from __future__ import annotations

from ksdt_core.evidence.chance_level import CHANCE_LEVEL
from ksdt_core.studies.atlas.other_tables import OtherTable
from ksdt_core.studies.atlas.study_tables import Cell, StudyTable
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.text import counted, p_number, score

HEADER = (
    "left", "right", "table", "rows", "accuracy", "baseline", "balanced accuracy", "p", "q", "p of pairing",
    "splits that hold", "splits judged", "not measured", "problem",
)  # fmt: skip
MEANING = (
    "Each row is a pair, and each column is a table that its trees have not seen. Numbers are the balanced "
    "accuracy of the vote of the pair's best set. q is the p-value for shuffled classes, corrected for the "
    "number of tests (false discovery rate)."
)


def findings(atlas: AtlasView) -> str:
    """How many checks replicate, in one or two sentences; empty where none was asked for."""
    if not atlas.checks:
        return ""
    checked = [(cell, cell.checked.vote) for _, cell in atlas.checks if cell.checked is not None]
    if not checked:
        return "No set could be tested on another table."
    held = [vote for cell, vote in checked if cell.beyond_chance]
    useful = sum(vote.beats_baseline for vote in held)
    n, failed = counted(len(checked), "check", "checks"), len(atlas.checks) - len(checked)
    said = f"In {len(held)} of {n} the trees separate the classes better than chance (q ≤ {CHANCE_LEVEL:g})"
    said += f", in {useful} they also predict better than always guessing." if held else "."
    return f"{said} {counted(failed, 'check was', 'checks were')} not possible." if failed else said


def cell_text(cell: OtherTable | None) -> str:
    """`0.712, q 0.003`; a dash where the table could not be used, nothing where it belongs to the pair."""
    if cell is None:
        return ""
    if cell.checked is None:
        return "–"
    q = "" if cell.q_value is None else f", q {p_number(cell.q_value)}"
    return f"{score(cell.checked.vote.balanced_accuracy)}{q}"


def problems(atlas: AtlasView) -> tuple[tuple[str, str, str], ...]:
    """Reason, table and pairs of checks that were not possible, each reason once."""
    pairs: dict[tuple[str, str], list[str]] = {}
    for entry, cell in atlas.checks:
        if cell.problem is not None:
            pairs.setdefault((cell.table, cell.problem), []).append(f"{entry.left} : {entry.right}")
    return tuple((problem, table, ", ".join(names)) for (table, problem), names in pairs.items())


def checks_table(atlas: AtlasView) -> StudyTable:
    """A row for each pair and each other table."""
    rows: list[tuple[Cell, ...]] = []
    for entry, cell in atlas.checks:
        ends = (entry.left, entry.right, cell.table)
        if (found := cell.checked) is None:
            rows.append((*ends, *(None,) * 10, cell.problem))
            continue
        vote = found.vote
        rows.append(
            (*ends, found.rows, vote.accuracy, vote.baseline, vote.balanced_accuracy, vote.p_classes, cell.q_value,
             vote.p_pairing, found.hold, found.judged, ", ".join(found.not_measured), None)
        )  # fmt: skip
    return StudyTable(HEADER, tuple(rows))
