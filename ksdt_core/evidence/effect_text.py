"""What a set predicts, in words: baseline, accuracies with intervals, and whether a tree predicts at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ksdt_core.evidence.answers import Answers, PairAnswers, Vote
from ksdt_core.evidence.effects import Effects, Rows, TreeVerdict
from ksdt_core.evidence.yardsticks import LEARNERS, Scored, Yardsticks
from ksdt_core.measures.answers import sensitivities, specificities
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.unit_words import converted_units
from ksdt_core.text import counted, percent, printable, score
from ksdt_core.trees.alignment import names_tested

Written = Callable[[str], str]


def rows_words(rows: Rows, folds: int | None = None) -> str:
    """Which rows were counted."""
    if rows == "cross_validated":
        return "cross-validated" if folds is None else f"cross-validated, {counted(folds, 'fold', 'folds')}"
    return {"training": "training rows", "held_out": "held-out rows"}[rows]


def baseline_words(found: PairAnswers, class_names: Sequence[str], *, written: Written = printable) -> str:
    """`baseline (always "positive"): 59.0 % | 72.6 %`: the share of each table's own largest class."""
    classes = [f"“{written(class_names[side.baseline_class])}”" for side in found.sides]
    shares = " | ".join(percent(side.baseline, 1) for side in found.sides)
    return f"baseline (always {' | '.join(dict.fromkeys(classes))}): {shares}"


def interval_words(answers: Answers) -> str:
    """`74.2 % (66.1–80.9)`: accuracy with its 95 % interval."""
    return f"{percent(answers.accuracy, 1)} ({_range(answers.interval)})"


def balanced_words(answers: Answers) -> str:
    """The same of the balanced accuracy."""
    return f"{percent(answers.balanced_accuracy, 1)} ({_range(answers.balanced_interval)})"


def auc_words(found: Vote | Scored | None) -> str:
    """An AUC with three decimals; a dash where there is none."""
    return "–" if found is None or found.auc is None else score(found.auc)


def best_by_words(pool: Mapping[str, Any] | None) -> str:
    """What made a set the best of its pool, from that part of a document."""
    if (pool or {}).get("best_by") == "cv":
        return f"cross-validated shared accuracy ({(pool or {}).get('folds')} folds)"
    return "SDTSQ"


def vote_name(n_trees: int) -> str:
    return "The tree" if n_trees == 1 else f"Vote of the {n_trees} trees"


def class_words(answers: Answers, class_names: Sequence[str], *, written: Written = printable) -> str:
    """`ill 71.0 % / 88.2 %, well ...`: sensitivity and specificity of each class. Of two classes the second alone."""
    return ", ".join(words_of_classes(answers, class_names, written=written))


def words_of_classes(answers: Answers, class_names: Sequence[str], *, written: Written = printable) -> tuple[str, ...]:
    """The same, class by class. With two classes the sensitivity of one is the specificity of the other."""
    shares = list(zip(class_names, sensitivities(answers.confusion), specificities(answers.confusion), strict=True))
    return tuple(
        f"{written(name)} {_share(found)} / {_share(other)}"
        for name, found, other in (shares[1:] if len(shares) == 2 else shares)
    )


def lacking_words(*found: Answers) -> str:
    """`no better than`, or `not clearly better than` where more rows are right, but chance may explain it."""
    return "not clearly better than" if any(each.accuracy > each.baseline for each in found) else "no better than"


def verdict_words(
    verdict: TreeVerdict, left: str, right: str, *, folds: int | None = None, written: Written = printable
) -> str:
    """Whether a tree predicts each table better than its baseline, and on which rows this was found."""
    names = (written(left), written(right))
    fails = [name for name, does in zip(names, verdict.predicts, strict=True) if not does]
    lacking = f"{lacking_words(*verdict.failing)} the baseline in {_both(fails)}"
    if not verdict.on_new_rows:
        if not fails:
            return "Not checked on new rows."
        return f"{lacking[:1].upper()}{lacking[1:]}, even on the training rows."
    where = rows_words(verdict.rows, folds)
    if not fails:
        return f"Predicts both tables ({where})."
    if len(fails) == 2:
        return f"{lacking[:1].upper()}{lacking[1:]} ({where})."
    predicted = next(name for name, does in zip(names, verdict.predicts, strict=True) if does)
    return f"Predicts {predicted}; {lacking} ({where})."


def short_verdict(verdict: TreeVerdict, left: str, right: str) -> str:
    """The same in a few words, for a card."""
    does_left, does_right = verdict.predicts
    if not verdict.on_new_rows and does_left and does_right:
        return "not checked on new rows"
    if does_left and does_right:
        return "predicts both tables"
    lacking = f"{lacking_words(*verdict.failing)} guessing"
    if not (does_left or does_right):
        return lacking
    predicted, fails = (left, right) if does_left else (right, left)
    if not verdict.on_new_rows:
        return f"in {fails} {lacking}"  # the table first: a narrow card cuts the end
    return f"predicts {predicted} only"


def auc_note(class_names: Sequence[str], *, written: Written = printable) -> str:
    """What the AUC of the vote is of."""
    return f"area under the curve (AUC) of the share of trees that predict “{written(class_names[1])}”"


def vote_lines(effects: Effects, class_names: Sequence[str], *, k: int) -> Iterator[str]:
    """The vote on each kind of rows that was counted, the rows it did not see first."""
    for rows, found in effects.by_rows:
        left, right = found.left.vote, found.right.vote
        if left is None or right is None:
            continue
        auc = ""
        if left.auc is not None or right.auc is not None:
            auc = f", {auc_note(class_names)} {auc_words(left)} | {auc_words(right)}"
        yield (
            f"{vote_name(k)}, {rows_words(rows, effects.folds)}: accuracy {interval_words(left)} | "
            f"{interval_words(right)}, balanced accuracy {balanced_words(left)} | {balanced_words(right)}{auc}"
        )


def tree_lines(effects: Effects, tree: int, class_names: Sequence[str]) -> Iterator[str]:
    """One tree on each kind of rows that was counted."""
    for rows, found in effects.by_rows:
        left, right = found.left.trees[tree], found.right.trees[tree]
        yield (
            f"{rows_words(rows, effects.folds)}: accuracy {interval_words(left)} | {interval_words(right)}, balanced "
            f"accuracy {percent(left.balanced_accuracy, 1)} | {percent(right.balanced_accuracy, 1)}, sensitivity / "
            f"specificity {class_words(left, class_names)} | {class_words(right, class_names)}"
        )


def yardstick_lines(found: Yardsticks) -> Iterator[str]:
    """Each learner, cross-validated on each table and trained on the other."""
    for each in found.learners:
        name = LEARNERS[each.learner]
        yield (
            f"{name}, cross-validated ({found.folds} folds): accuracy {interval_words(each.cv_left.answers)} | "
            f"{interval_words(each.cv_right.answers)}{_aucs(each.cv_left, each.cv_right)}"
        )
        yield (
            f"{name}, trained on the other table: accuracy {interval_words(each.left_from_right.answers)} | "
            f"{interval_words(each.right_from_left.answers)}{_aucs(each.left_from_right, each.right_from_left)}"
        )


def figure_notes(effects: Effects, trees: TreeSet, chosen: Iterable[int]) -> Iterator[str]:
    """For the key of a figure: what guessing gives, which of the chosen trees do no better, and converted units."""
    chosen = tuple(chosen)
    tested = {name for tree in chosen for name in names_tested(trees.trees[tree].tree)}
    units = converted_units(trees.pair, tested)
    if units:
        yield f"units converted: {units}"
    if effects.judged_on is None:
        return
    yield baseline_words(effects.judged_on[1], trees.pair.class_names)
    for tree in chosen:
        verdict = effects.verdict(tree)
        if verdict is not None and not all(verdict.predicts):
            said = verdict_words(verdict, trees.pair.left.name, trees.pair.right.name, folds=effects.folds)
            yield f"tree {tree + 1}: {said[:1].lower()}{said[1:].rstrip('.')}"


def expected_words(effects: Effects, left: str, right: str, *, written: Written = printable) -> str | None:
    """`Expect 74.2 % and 79.1 % correct on new rows; always guessing gives 59.0 % and 72.6 %.` None without a check."""
    if effects.judged_on is None or effects.judged_on[0] == "training":
        return None
    found = effects.judged_on[1]
    votes = [side.vote for side in found.sides]
    if votes[0] is None or votes[1] is None:
        return None
    unclear = [
        written(name) for name, vote in zip((left, right), votes, strict=True) if vote and not vote.beats_baseline
    ]
    caution = f" This does not clearly beat guessing in {_both(unclear)}." if unclear else ""
    return (
        f"Expect {percent(votes[0].accuracy, 1)} ({written(left)}) and {percent(votes[1].accuracy, 1)} "
        f"({written(right)}) correct on new rows from the vote; always guessing gives "
        f"{percent(found.left.baseline, 1)} and {percent(found.right.baseline, 1)}.{caution}"
    )


def _aucs(left: Scored, right: Scored) -> str:
    return "" if left.auc is None and right.auc is None else f", AUC {auc_words(left)} | {auc_words(right)}"


def _range(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share, 1)


def _both(names: Sequence[str]) -> str:
    return " and ".join(names)
