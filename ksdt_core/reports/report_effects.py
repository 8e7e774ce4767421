"""What the trees predict: each table's baseline, the vote, every tree, and two common learners beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ksdt_core.evidence.answers import Answers, PairAnswers, Vote
from ksdt_core.evidence.effect_text import (
    auc_note,
    auc_words,
    baseline_words,
    expected_words,
    interval_words,
    lacking_words,
    rows_words,
    verdict_words,
    vote_name,
    words_of_classes,
)
from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.yardsticks import LEARNERS, YARDSTICKS, Scored, Yardsticks
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.report_blocks import Block, Cell, Heading, Section, Table, paragraph
from ksdt_core.text import percent
from ksdt_core.trees.text import TableNames

FIXED_SPACE = "\N{NO-BREAK SPACE}"
UNKNOWN = (
    "Baselines and accuracies on original rows are not known, because the document counts oversampled rows and "
    "its tables were not available."
)
_ABOUT = (
    "Every original row counts once, and oversampled copies do not count. "
    f"{percent(0.95)} intervals are in brackets. The "
    "baseline is the share of a table's largest class. A tree predicts a table if it is correct more often than "
    "the baseline (one-sided binomial test, p < 0.05). The vote is the class that most trees predict; if there "
    "is a tie, the class listed first."
)
_TRAINING = "The trees were mined on the training rows, so these accuracies are optimistic."


def plain(name: str) -> str:
    """Names as they are: whoever writes the file makes them safe."""
    return name


def effect_sentences(tree_set: TreeSet, effects: Effects) -> str:
    """The effect in one or two sentences, for the first page."""
    if effects.judged_on is None:
        return UNKNOWN
    pair = tree_set.pair
    expected = expected_words(effects, pair.left.name, pair.right.name, written=plain)
    if expected:
        return expected
    said = baseline_words(effects.judged_on[1], pair.class_names, written=plain)
    baseline = f"{said[:1].upper()}{said[1:]} ({pair.left.name} | {pair.right.name})."
    return f"How well the trees predict new rows was not measured. {baseline}"


def effects_section(tree_set: TreeSet, effects: Effects, document: Mapping[str, Any]) -> Section:
    """The vote and every tree on the rows that were counted, and the yardsticks."""
    names = TableNames(tree_set.pair.left.name, tree_set.pair.right.name)
    classes = tree_set.pair.class_names
    blocks: list[Block] = [paragraph(UNKNOWN)] if effects.judged_on is None else [paragraph(_ABOUT)]
    for rows, found in effects.by_rows:
        said = rows_words(rows, effects.folds)
        blocks.append(Heading(f"{said[:1].upper()}{said[1:]}"))
        if rows == "training":
            blocks.append(paragraph(_TRAINING, "muted"))
        blocks.append(_answers_table(found, names, classes))
    if effects.judged_on is not None and len(classes) == 2:
        blocks.append(paragraph(f"{auc_note(classes, written=plain)}: the score of a row is this share.", "muted"))
    yardsticks = document.get("yardsticks")
    if yardsticks:
        blocks += _yardsticks(YARDSTICKS.read(yardsticks), names)
    return Section("effects", "Predictions compared with the baseline", tuple(blocks), short="Predictions")


def tree_verdict(tree_set: TreeSet, effects: Effects, tree: int) -> str:
    """The sentence that is below a tree's drawing; empty where nothing was counted."""
    verdict, pair = effects.verdict(tree), tree_set.pair
    if verdict is None:
        return ""
    return verdict_words(verdict, pair.left.name, pair.right.name, folds=effects.folds, written=plain)


def _answers_table(found: PairAnswers, names: TableNames, classes: Sequence[str]) -> Table:
    votes = (found.left.vote, found.right.vote)
    rows = [_baseline_row(found)]
    if votes[0] is not None and votes[1] is not None:
        rows.append(_row(vote_name(len(found.left.trees)), votes[0], votes[1], classes))
    for number, both in enumerate(zip(found.left.trees, found.right.trees, strict=True), start=1):
        rows.append(_row(f"Tree {number}", *both, classes))
    columns = ("accuracy", "balanced accuracy", "sensitivity / specificity")
    head = ("", *(f"{name}, {column}" for name in (names.left, names.right) for column in columns))
    return Table(tuple(rows), head, numbers=(1, 2, 4, 5), look="wide", has_names=True)


def _baseline_row(found: PairAnswers) -> tuple[Cell, ...]:
    cells = [Cell("Baseline")]
    for side in found.sides:
        n_classes = sum(1 for row in side.trees[0].confusion if sum(row))
        cells += [Cell(percent(side.baseline, 1)), Cell(percent(1 / max(1, n_classes), 1)), Cell("")]
    return tuple(cells)


def _row(name: str, left: Answers, right: Answers, classes: Sequence[str]) -> tuple[Cell, ...]:
    return (Cell(name), *_cells(left, classes), *_cells(right, classes))


def _cells(answers: Answers, classes: Sequence[str]) -> Iterator[Cell]:
    beats = () if answers.beats_baseline else (f"{lacking_words(answers)} the baseline",)
    yield Cell(interval_words(answers), below=beats)
    auc = (f"AUC {auc_words(answers)}",) if isinstance(answers, Vote) and answers.auc is not None else ()
    yield Cell(percent(answers.balanced_accuracy, 1), below=auc)
    whole = f"{FIXED_SPACE}/{FIXED_SPACE}"  # both shares of a class stay on one line
    first, *others = (words.replace(" / ", whole) for words in words_of_classes(answers, classes, written=plain))
    yield Cell(first, below=tuple(others))


def _yardsticks(found: Yardsticks, names: TableNames) -> Iterator[Block]:
    yield Heading("Standard methods")
    yield paragraph(
        f"Two common learners on the same rows and folds, with {found.attributes:,} attributes: logistic regression "
        "(standardised columns, L2 penalty) and a random forest of 100 trees."
    )
    rows = []
    for each in found.learners:
        name = LEARNERS[each.learner]
        rows.append(_scored(f"{name}, cross-validated ({found.folds} folds)", each.cv_left, each.cv_right))
        rows.append(_scored(f"{name}, trained on the other table", each.left_from_right, each.right_from_left))
    head = ("", *(f"{name}, {what}" for name in (names.left, names.right) for what in ("accuracy", "balanced", "AUC")))
    yield Table(tuple(rows), head, numbers=(1, 2, 3, 4, 5, 6), look="wide", has_names=True)


def _scored(name: str, left: Scored, right: Scored) -> tuple[Cell, ...]:
    cells = [Cell(name)]
    for side in (left, right):
        cells += [
            Cell(interval_words(side.answers)),
            Cell(percent(side.answers.balanced_accuracy, 1)),
            Cell(auc_words(side)),
        ]
    return tuple(cells)
