"""Whether counts of answers in a result document agree with its trees, its classes and each other."""

from __future__ import annotations

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.answers import SIDES, Answers
from ksdt_core.formats.agree import require_close, require_same
from ksdt_core.formats.shape import AnswersPart, CrossValidatedPart, ResultPart, TableAnswersPart
from ksdt_core.mining.tree_set import TreeSet

TREES = "the number of trees is"


def check_effects(part: ResultPart, tree_set: TreeSet) -> None:
    """Raise at the first count that cannot be: a shape, a sum of rows, or an accuracy that its counts do not give."""
    effects, checked = part.effects, part.cross_validated
    if effects is not None:
        for name, pair in (("training", effects.training), ("held_out", effects.held_out)):
            for side in () if pair is None else SIDES:
                _check_table(getattr(pair, side), f"effects.{name}.{side}", tree_set)
    if effects is not None and effects.training is not None:
        for side in SIDES:
            rows = sum(map(sum, getattr(effects.training, side).trees[0].confusion))
            mined = getattr(tree_set.pair, side).rows
            require_same(f"the rows of effects.training.{side}", rows, mined, source="the training rows are")
    if checked is not None and (checked.left is not None or checked.right is not None):
        _check_folds(checked, tree_set)
    for number, each in enumerate(part.yardsticks.learners if part.yardsticks is not None else ()):
        for name in ("cv_left", "cv_right", "left_from_right", "right_from_left"):
            _check_shape(getattr(each, name).answers, f"yardsticks.learners[{number}].{name}.answers", tree_set)


def _check_folds(checked: CrossValidatedPart, tree_set: TreeSet) -> None:
    """Accuracies pooled over folds are means over the trees."""
    for side in SIDES:
        table: TableAnswersPart | None = getattr(checked, side)
        if table is None:
            raise InvalidDocumentError("document-key-missing", where=f"cross_validated.{side}")
        _check_table(table, f"cross_validated.{side}", tree_set)
        mean = sum(_answers(tree).accuracy for tree in table.trees) / len(table.trees)
        where = f"cross_validated.accuracy_{side}"
        require_close(where, getattr(checked, f"accuracy_{side}"), mean, source="the counts of its trees give")


def _check_table(table: TableAnswersPart, where: str, tree_set: TreeSet) -> None:
    require_same(f"the length of {where}.trees", len(table.trees), len(tree_set.trees), source=TREES)
    sizes = [sum(row) for row in table.trees[0].confusion]
    every = [(f"{where}.trees[{number}]", tree) for number, tree in enumerate(table.trees)]
    every += [] if table.vote is None else [(f"{where}.vote", table.vote)]
    for place, answers in every:
        _check_answers(answers, place, sizes=sizes, tree_set=tree_set)


def _check_answers(answers: AnswersPart, where: str, *, sizes: list[int], tree_set: TreeSet) -> None:
    _check_shape(answers, where, tree_set)
    found = [sum(row) for row in answers.confusion]
    require_same(f"the rows of {where}.confusion", found, sizes, source="the first tree has")
    if answers.second is not None:
        k = len(tree_set.trees)
        wide = [len(row) for row in answers.second]
        require_same(f"the shape of {where}.second", wide, [k + 1, k + 1], source="two classes and the trees ask for")
        rows = [sum(row) for row in answers.second]
        require_same(f"the rows of {where}.second", rows, sizes, source="the first tree has")


def _check_shape(answers: AnswersPart, where: str, tree_set: TreeSet) -> None:
    m = len(tree_set.pair.class_names)
    shape = [len(row) for row in answers.confusion]
    require_same(f"the shape of {where}.confusion", shape, [m] * m, source="the classes ask for")


def _answers(part: AnswersPart) -> Answers:
    return Answers(tuple(tuple(row) for row in part.confusion))
