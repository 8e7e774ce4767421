"""Which function recomputes which number of a report.

`CLAIMS` is the list: a section, the words of a sentence or of a row, and the function that gives its numbers in the
order in which they are printed, from the files alone. A sentence with numbers that no claim knows fails the test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import stats

from tests.acceptance import chance_again as chance
from tests.acceptance import mining_again as mining
from tests.acceptance import recounting as plain
from tests.acceptance.everything_again import SIDES, Again
from tests.acceptance.report_lines import Line

Numbers = Sequence[float]


Recount = Callable[[Again, Line, str], Numbers]


@dataclass(frozen=True)
class Claim:
    """A sentence or row that is known by its section and words, and what recomputes its numbers."""

    section: str
    words: str
    recount: Recount

    def is_about(self, line: Line, sentence: str) -> bool:
        return bool(re.search(self.section, line.section)) and bool(re.search(self.words, sentence))


def fixed(*numbers: float) -> Recount:
    """Numbers that explain, and are the same in every report."""
    return lambda again, line, sentence: numbers


def _summary(classes: np.ndarray, said: np.ndarray, n_classes: int) -> list[float]:
    """Accuracy with its interval, balanced accuracy, sensitivity and specificity in per cent.

    Of two classes those of the second one, of more those of each.
    """
    right = int((classes == said).sum())
    shares = [float((said[classes == c] == c).mean()) for c in range(n_classes)]
    low, high = plain.wilson(right, classes.size)
    found = [right / classes.size, low, high, float(np.mean(shares))]
    for c in range(1 if n_classes == 2 else 0, n_classes):
        found += [shares[c], float((said[classes != c] != c).mean())]
    return [100 * each for each in found]


def _vote(answers: np.ndarray, n_classes: int) -> np.ndarray:
    """The class that most trees answer, the first on a tie."""
    return np.array([(answers == c).sum(axis=0) for c in range(n_classes)]).argmax(axis=0)


def _guessing(classes: np.ndarray) -> float:
    """What always answering the largest class of these rows reaches."""
    return float(np.bincount(classes).max() / classes.size)


def _of_heading(again: Again, line: Line) -> tuple[list[np.ndarray], Sequence[np.ndarray]]:
    return next(found for heading, found in again.answered.items() if line.heading.startswith(heading))


def prediction_row(again: Again, line: Line, sentence: str) -> Numbers:
    """Accuracy, its interval, balanced accuracy, AUC of the vote, sensitivity and specificity, for both tables."""
    name, n = line.cells[0], again.n_classes
    found: list[float] = [again.study.k] if name.startswith("Vote") else [float(name.split()[1])]
    for at, (own, classes) in enumerate(zip(*_of_heading(again, line), strict=True)):
        answer = _vote(own, n) if name.startswith("Vote") else own[int(name.split()[1]) - 1]
        numbers = _summary(classes, answer, n)
        auc = [chance.area(own.mean(axis=0), classes == 1)] if name.startswith("Vote") and n == 2 else []
        found += [*numbers[:4], *auc, *numbers[4:]]
        lacking = "not clearly better" if (answer == classes).mean() > _guessing(classes) else "no better"
        said = [words for words in ("no better", "not clearly better") if f"{words} than" in line.cells[1 + 3 * at]]
        assert said == ([lacking] if _is_weak(answer, classes) else []), line.words
    return found


def _is_weak(answer: np.ndarray, classes: np.ndarray) -> bool:
    right = int((answer == classes).sum())
    return bool(stats.binomtest(right, classes.size, _guessing(classes), "greater").pvalue >= 0.05)


def baseline_row(again: Again, line: Line, sentence: str) -> Numbers:
    _, classes = _of_heading(again, line)
    return [each for own in classes for each in (100 * _guessing(own), 100 / again.n_classes)]


def yardstick_row(again: Again, line: Line, sentence: str) -> Numbers:
    learner = "logistic" if line.cells[0].startswith("Logistic") else "forest"
    how = "cv" if "cross-validated" in line.cells[0] else "transfer"
    found: list[float] = [again.n_folds] if how == "cv" else []
    for at in SIDES:
        chances, classes = again.yardsticks[learner, how, at], again.study.classes[at]
        found += _summary(classes, chances.argmax(axis=1), again.n_classes)[:4]
        found += [chance.area(chances[:, 1], classes == 1)] if again.n_classes == 2 else []
    return found


def expected_shares(again: Again, line: Line, sentence: str) -> Numbers:
    said, classes = again.on_new_rows
    right = [float((_vote(said[at], again.n_classes) == classes[at]).mean()) for at in SIDES]
    return [100 * each for each in (*right, *map(_guessing, classes))]


def used(again: Again) -> set[int]:
    return {attribute for tree in again.trees for attribute, _ in tree.splits}


def what_is_shared(again: Again, line: Line, sentence: str) -> Numbers:
    more = len(used(again)) - 5
    return [again.study.k, *([more] if more > 0 else [])]


def used_and_claimed(again: Again, line: Line, sentence: str) -> Numbers:
    """The attributes of the trees; of those that predict alone, each is named, or so many more are counted."""
    names = {again.study.kinds.names[attribute] for attribute in used(again)}
    alone = {name for name in names if again.evidence.attributes[name].p <= 0.05}
    named = set(re.search(r"used, (.+?)(?: and \d+ more)? predicts?\b", sentence)[1].split(", "))
    assert named <= alone
    assert len(named) == min(5, len(alone))
    return [len(names), *([len(alone) - 5] if len(alone) > 5 else [])]


def claimed(again: Again, line: Line, sentence: str) -> Numbers:
    return [sum(each.p <= 0.05 for each in again.evidence.attributes.values()), again.evidence.p_shared]


def separate_ps(again: Again, line: Line, sentence: str) -> Numbers:
    return [again.p(null) for null in chance.NULLS]


def weak_trees(again: Again, line: Line, sentence: str) -> Numbers:
    """Trees whose answers for rows that they have not seen beat the baseline of no table, or of one."""
    said, classes = again.on_new_rows
    beaten = [sum(not _is_weak(said[at][tree], classes[at]) for at in SIDES) for tree in range(again.study.k)]
    wanted = 0 if "neither" in sentence else 1
    return [tree + 1 for tree, n in enumerate(beaten) if n == wanted]


def weakest(again: Again, line: Line, sentence: str) -> Numbers:
    return [min(again.set_scores[key] for key in ("sa", "ds", "td"))]


def card(again: Again, line: Line, sentence: str) -> Numbers:
    return [again.set_scores[key] for key in ("sdtsq", "sa", "ds", "td")]


def n_weightings(again: Again, sentence: str) -> Numbers:
    """Said where there are several to choose from."""
    assert ("best of" in sentence) == (len(again.study.pool) > 1)
    return [len(again.study.pool)] if len(again.study.pool) > 1 else []


def tree_number(again: Again, line: Line, sentence: str) -> Numbers:
    number = int(re.match(r"Tree (\d+)", sentence)[1])
    first = again.trees[number - 1].root.attribute
    assert sentence.endswith(again.study.kinds.names[first])
    return [number]


def shown_tree(line: Line) -> int:
    return int(re.match(r"Tree (\d+)", line.heading)[1]) - 1


def tree_scores(again: Again, line: Line, sentence: str) -> Numbers:
    tree = shown_tree(line)
    nodes = list(again.trees[tree].nodes())
    return [*again.scores[tree][2:], len(nodes), sum(not node.children for node in nodes)]


def rule_row(again: Again, line: Line, sentence: str) -> Numbers:
    """The printed conditions choose the rows; their counts, share, interval, lowest DSN of the path, p."""
    path = [] if line.cells[0] == "all rows" else line.cells[0].split(" and ")
    counts, classes = again.counts(path), again.study.class_names
    answer = classes.index(line.cells[1])
    tree = again.trees[shown_tree(line)]
    leaf = [rows_of(again, node) for node, _ in _leaves(tree)].index(counts)
    node, lowest = _leaves(tree)[leaf]
    assert node.label == answer
    before = sum(len(_leaves(each)) for each in again.trees[: shown_tree(line)])
    shares = []
    for own in counts:
        k, n = own[answer], sum(own)
        shares += [k, n, 100 * k / n, *(100 * each for each in plain.wilson(k, n))]
    printed = [float(each) for each in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", line.cells[0])]
    return [*printed, *shares, lowest, again.rule_ps[before + leaf]]


def _leaves(tree: mining.Tree) -> list[tuple[mining.Node, float]]:
    """Each leaf with the lowest balanced DSN on its path."""
    found, stack = [], [(tree.root, 1.0)]
    while stack:
        node, lowest = stack.pop()
        lowest = min(lowest, plain.cosine(*node.cdv))
        if not node.children:
            found.append((node, lowest))
        stack += [(child, lowest) for child in reversed(node.children)]
    return found


def rows_of(again: Again, node: mining.Node) -> tuple[plain.Counts, plain.Counts]:
    left, right = (
        np.bincount(again.study.classes[at][node.rows[at]], minlength=again.n_classes).tolist() for at in SIDES
    )
    return left, right


def evidence_row(again: Again, line: Line, sentence: str) -> Numbers:
    found = again.evidence.attributes[line.cells[0]]
    assert (found.p_difference <= 0.05) == line.cells[5].startswith("yes")
    sides = [each for at in SIDES for each in (found.effects[at], *found.intervals[at])]
    return [found.p, *sides, *([found.p_difference] if line.cells[5].startswith("yes") else [])]


def evidence_question(again: Again, line: Line, sentence: str) -> Numbers:
    return [again.evidence.p_shared, again.evidence.p["left"], again.evidence.p["right"]]


def not_listed(again: Again, line: Line, sentence: str) -> Numbers:
    rows = [each for each in again.lines if each.section == line.section and each.head and each.cells]
    shown = [again.evidence.attributes[each.cells[0]].p for each in rows]
    ps = sorted(each.p for each in again.evidence.attributes.values())
    assert shown == ps[: len(shown)]
    assert "the same or" in sentence or ps[len(shown)] > shown[-1], "others may have the same p"
    return [len(ps) - len(shown)]


def score_row(again: Again, line: Line, sentence: str) -> Numbers:
    number = int(line.cells[0])
    own = again.scores[number - 1]
    n_leaves = len(_leaves(again.trees[number - 1]))
    return [number, 100 * own[0], 100 * own[1], *own[2:], n_leaves]


def null_row(again: Again, line: Line, sentence: str) -> Numbers:
    values = again.reached[_null(again, line.cells[0])]
    return [values.mean(), values.std(), values.max(), again.p(_null(again, line.cells[0]))]


def _null(again: Again, words: str) -> str:
    if not re.search("[Cc]lasses of", words):
        return "matching"
    return "left" if re.search(rf"lasses of {re.escape(again.names[0])} ", words) else "right"


def tree_p_row(again: Again, line: Line, sentence: str) -> Numbers:
    tree = int(line.cells[0]) - 1
    ps = [again.p_tree(null, tree) for null in chance.NULLS]
    assert (line.cells[-1] == "yes") == (max(ps[:2]) <= 0.05)
    return [tree + 1, *ps]


def unseen(again: Again, line: Line, sentence: str) -> Numbers:
    own = [(again.folds[at] == again.study.classes[at]).mean(axis=1) for at in SIDES]
    return [again.n_folds, np.minimum(*own).mean(), *(100 * each.mean() for each in own)]


def table_row(again: Again, line: Line, sentence: str) -> Numbers:
    name = line.cells[0]
    if name.startswith("Rows of class"):
        at = again.study.class_names.index(name.removeprefix("Rows of class "))
        return [
            each
            for table in again.whole_tables
            for each in (table.all_counts[at], 100 * table.all_counts[at] / table.n_rows)
        ]
    return {
        "Held-out rows": [] if again.held is None else [own.size for own in again.held.classes],
        "Training rows": [table.n_rows for table in again.tables],
        "Rows added by oversampling": again.gained,
        "Missing values filled": [int(np.isnan(cells).sum()) for cells in again.study.cells],
    }[name]


def common_attributes(again: Again, line: Line, sentence: str) -> Numbers:
    if sentence.startswith("The trees use"):
        found = re.findall(r"(\S+) \(trees? ([\d, ]+)\)", sentence)
        for name, numbers in found:
            at = again.study.kinds.names.index(name)
            own = [n for n, tree in enumerate(again.trees, 1) if at in {attribute for attribute, _ in tree.splits}]
            assert [int(each) for each in numbers.split(", ")] == own
        assert len(found) == len(used(again))
        return [int(each) for _, numbers in found for each in numbers.split(", ")]
    return [len(again.study.kinds.names)]


def ensemble(again: Again, line: Line, sentence: str) -> Numbers:
    if "two trees differ" in sentence:
        kinds = [] if sentence.startswith("No two") else [n_places(again)]
        return [len(again.trees), *kinds, max(100 * float((a != b).mean()) for a, b in combinations(again.grid, 2))]
    needed = int(np.searchsorted(again.variances.cumsum(), 0.9 - 1e-12)) + 1
    return [needed, 90]


def space_figure(again: Again, line: Line, sentence: str) -> Numbers:
    if line.kind == "title":
        return [len(again.trees), n_places(again), 100 * again.variances[0], 100 * again.variances[1]]
    axis = re.match(r"(first|second) component", sentence)
    if axis:
        return [100 * again.variances[0 if axis[1] == "first" else 1]]
    return _same_place(again, [int(each) for each in sentence.split(", ")])


def _same_place(again: Again, printed: Sequence[int]) -> Numbers:
    """The trees that are at the place of the first one that is printed there."""
    alike = [(own == again.grid[printed[0] - 1]).all() for own in again.grid]
    return [tree for tree, is_there in enumerate(alike, 1) if is_there]


def n_places(again: Again) -> int:
    return len({tuple(own.tolist()) for own in again.grid})


def diversity_row(again: Again, line: Line, sentence: str) -> Numbers:
    at = int(line.cells[0].split()[0]) - 1
    return [at + 1, *(each for column, each in enumerate(again.differences[at]) if column != at)]


CLAIMS = (
    Claim(r"^$", r"decision trees? appl", what_is_shared),
    Claim(r"^Trees and rules", r"^Units converted", lambda again, line, said: again.conversions),
    Claim(r"^$", r"^At their nodes", lambda again, line, said: [again.set_scores["ds"], 1]),
    Claim(r"^$", r"on (its|their) own\.$", used_and_claimed),
    Claim(r"^$", r"attributes? predicts? the class in both", claimed),
    Claim(r"^$", r"^The tables alone cannot show", fixed(20)),
    Claim(r"^$", r"airing the columns at random", lambda again, line, said: [again.p_pairing]),
    Claim(
        r"^$", r"shuffles are too few",
        lambda again, line, said: [again.n_shuffles, 1 / (1 + again.n_shuffles)],
    ),
    Claim(
        r"^$", r"^The mean quality of the trees \(SDTQ\) is .* with shuffles",
        lambda again, line, said: [again.statistic, max(values.max() for values in again.reached.values())],
    ),
    Claim(r"^$", r"^Each p-value: ", separate_ps),
    Claim(r"^$", r"^(How useful\. )?Expect", expected_shares),
    Claim(r"^$", r"^(Limitations\. )?Trees? [\d, ]+ predicts?", weak_trees),
    Claim(r"^$", r"matched manually", lambda again, line, said: [again.n_mapped]),
    Claim(
        r"^$", r"^The checks of the tables found",
        lambda again, line, said: [
            sum(each.words.startswith("Warning") and "Excluded from" not in each.words for each in again.lines)
        ],
    ),
    Claim(r"^$", r"^Weakest score", weakest),
    Claim(r"^$", r"^\s*Quality of a set", card),
    Claim(r"^Trees and rules", r"1 means the same class shares", fixed(1)),
    Claim(r"^Trees and rules", r"its 95 % interval", fixed(95)),
    Claim(r"^Trees and rules", r"^Tree \d+: ", tree_number),
    Claim(r"^Trees and rules", r"^Shared decision tree \d", lambda again, line, said: [shown_tree(line) + 1]),
    Claim(r"^Trees and rules", r"^(Balanced )?SA 0", tree_scores),
    Claim(r"^Trees and rules", r"cross-validated, \d+ folds", lambda again, line, said: [again.n_folds]),
    Claim(r"^Trees and rules", r" of \d+, ", rule_row),
    Claim(r"^Shared signal", r"^The pair was tested", fixed(999)),
    Claim(r"^Shared signal", r"^Intervals are 95", fixed(95)),
    Claim(r"^Shared signal", r"^p = .* \(twice", evidence_question),
    Claim(r"^Shared signal", r"^p = .* paired at random", lambda again, line, said: [again.p_pairing]),
    Claim(r"^Shared signal", r"\(0\.\d+ to", evidence_row),
    Claim(r"^Shared signal", r"more attributes?", not_listed),
    Claim(r"^Predictions", r"intervals are in brackets", fixed(95)),
    Claim(r"^Predictions", r"one-sided binomial", fixed(0.05)),
    Claim(r"^Predictions", r"^Cross-validated, ", lambda again, line, said: [again.n_folds]),
    Claim(r"^Predictions", r"^ ?Baseline ", baseline_row),
    Claim(r"^Predictions", r"^ ?(Vote of the|Tree \d)", prediction_row),
    Claim(r"^Predictions", r"^Two common learners", lambda again, line, said: [len(again.study.kinds.names), 100]),
    Claim(r"^Predictions", r"^ ?(Logistic|Random forest)", yardstick_row),
    Claim(r"^Scores", r"(:|;|is) 1 if ", fixed(1)),
    Claim(r"^Scores", r"^The mean quality of the trees \(SDTQ\)", lambda again, line, said: [again.statistic]),
    Claim(r"^Scores", r"the choice among", lambda again, line, said: [len(again.study.pool)]),
    Claim(
        r"^Scores", r"^Each null distribution below has",
        lambda again, line, said: [again.n_shuffles, *n_weightings(again, said)],
    ),
    Claim(r"^Scores", r"shuffled 0|at random 0", null_row),
    Claim(r"^Scores", r"(not shown|yes)$", tree_p_row),
    Claim(r"^Scores", r"^ \d+ \S+ [\d.]+ %", score_row),
    Claim(r"^Scores", r"^In \d+-fold cross-validation", unseen),
    Claim(r"^The two tables", r"^ (Rows|Missing|Training|Held-out)", table_row),
    Claim(r"^The two tables", r"^Both tables have|^The trees use", common_attributes),
    Claim(r"^Diversity", r"^Difference \(TPD\)", fixed(0, 1)),
    Claim(r"^Diversity", r"^The mean is the diversity", lambda again, line, said: [again.set_scores["td"]]),
    Claim(r"^Diversity", r"^[\s\d]*$", lambda again, line, said: range(1, again.study.k + 1)),
    Claim(r"^Diversity", r"^ \d+ \S+ ", diversity_row),
    Claim(r"^Ensemble", r"two trees differ|components? explains? ", ensemble),
    Claim(r"^Ensemble", r"component, \d+ %|^\d[\d, ]*$", space_figure),
)  # fmt: skip
