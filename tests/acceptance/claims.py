"""Which function recomputes which number of a report.

`CLAIMS` is the list: a section, the words of a sentence or of a row, and the function that gives its numbers in the
order in which they are printed, from the files alone. A sentence with numbers that no claim knows fails the test.
"""

from __future__ import annotations

import math
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


def _summary(classes: np.ndarray, said: np.ndarray) -> list[float]:
    """Accuracy with its interval, and balanced accuracy, in per cent."""
    right = int((classes == said).sum())
    shares = [float((said[classes == c] == c).mean()) for c in (0, 1)]
    low, high = plain.wilson(right, classes.size)
    return [100 * each for each in (right / classes.size, low, high, np.mean(shares), shares[1], shares[0])]


def prediction_row(again: Again, line: Line, sentence: str) -> Numbers:
    """Accuracy, its interval, balanced accuracy, AUC of the vote, sensitivity and specificity, for both tables."""
    said = again.folds if line.heading.startswith("Cross-validated") else again.training
    name = line.cells[0]
    found: list[float] = [again.study.k] if name.startswith("Vote") else [float(name.split()[1])]
    for at in SIDES:
        classes, own = again.study.classes[at], said[at]
        votes = own.sum(axis=0)
        answer = (votes > len(own) / 2).astype(int) if name.startswith("Vote") else own[int(name.split()[1]) - 1]
        numbers = _summary(classes, answer)
        auc = [chance.area(votes / len(own), classes == 1)] if name.startswith("Vote") else []
        found += [*numbers[:4], *auc, *numbers[4:]]
        weak = stats.binomtest(int((answer == classes).sum()), classes.size, again.baselines[at], "greater").pvalue
        assert (weak >= 0.05) == ("no better than the baseline" in line.cells[1 + 3 * at]), line.words
    return found


def baseline_row(again: Again, line: Line, sentence: str) -> Numbers:
    return [each for at in SIDES for each in (100 * again.baselines[at], 50)]


def yardstick_row(again: Again, line: Line, sentence: str) -> Numbers:
    learner = "logistic" if line.cells[0].startswith("Logistic") else "forest"
    how = "cv" if "cross-validated" in line.cells[0] else "transfer"
    found: list[float] = [again.n_folds] if how == "cv" else []
    for at in SIDES:
        chances, classes = again.yardsticks[learner, how, at], again.study.classes[at]
        found += [*_summary(classes, chances.argmax(axis=1))[:4], chance.area(chances[:, 1], classes == 1)]
    return found


def expected_shares(again: Again, line: Line, sentence: str) -> Numbers:
    votes = [(own.sum(axis=0) > again.study.k / 2).astype(int) for own in again.folds]
    right = [100 * float((votes[at] == again.study.classes[at]).mean()) for at in SIDES]
    return [*right, *(100 * each for each in again.baselines)]


def used(again: Again) -> set[int]:
    return {attribute for tree in again.trees for attribute, _ in tree.splits}


def what_is_shared(again: Again, line: Line, sentence: str) -> Numbers:
    more = len(used(again)) - 5
    return [again.study.k, *([more] if more > 0 else [])]


def claimed(again: Again, line: Line, sentence: str) -> Numbers:
    return [sum(each.p <= 0.05 for each in again.evidence.attributes.values()), again.evidence.p_shared]


def separate_ps(again: Again, line: Line, sentence: str) -> Numbers:
    return [again.p(null) for null in chance.NULLS]


def weak_trees(again: Again, line: Line, sentence: str) -> Numbers:
    """Trees whose cross-validated answers beat the baseline of no table, or of one."""
    beaten = []
    for tree in range(again.study.k):
        right = [int((again.folds[at][tree] == again.study.classes[at]).sum()) for at in SIDES]
        sizes = [classes.size for classes in again.study.classes]
        tests = [stats.binomtest(right[at], sizes[at], again.baselines[at], "greater").pvalue < 0.05 for at in SIDES]
        beaten.append(sum(tests))
    wanted = 0 if "neither" in sentence else 1
    return [tree + 1 for tree, n in enumerate(beaten) if n == wanted]


def weakest(again: Again, line: Line, sentence: str) -> Numbers:
    return [min(again.set_scores[key] for key in ("sa", "ds", "td"))]


def card(again: Again, line: Line, sentence: str) -> Numbers:
    return [again.set_scores[key] for key in ("sdtsq", "sa", "ds", "td")]


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
    leaf = [_rows_of(again, node) for node, _ in _leaves(tree)].index(counts)
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


def _rows_of(again: Again, node: mining.Node) -> tuple[plain.Counts, plain.Counts]:
    left, right = (np.bincount(again.study.classes[at][node.rows[at]], minlength=2).tolist() for at in SIDES)
    return left, right


def evidence_row(again: Again, line: Line, sentence: str) -> Numbers:
    found = again.evidence.attributes[line.cells[0]]
    assert (found.p_difference <= 0.05) == line.cells[5].startswith("yes")
    sides = [each for at in SIDES for each in (found.areas[at], *found.intervals[at])]
    return [found.p, *sides, *([found.p_difference] if line.cells[5].startswith("yes") else [])]


def evidence_question(again: Again, line: Line, sentence: str) -> Numbers:
    return [again.evidence.p_shared, again.evidence.p["left"], again.evidence.p["right"]]


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


def base_rate(again: Again, line: Line, sentence: str) -> Numbers:
    """Shares of the class that is named, and how many nodes differ beyond them."""
    named = again.study.class_names.index(re.search(r"% (\S+?); beyond", sentence)[1])
    shares = [100 * table.all_counts[named] / table.n_rows for table in again.tables]
    rows = difference_rows(again, line)
    differ = sum(p <= 0.05 for p in difference_ps(again, rows))
    return [*shares, differ, len(rows)]


def difference_rows(again: Again, line: Line) -> list[Line]:
    return [each for each in again.lines if each.section == line.section and each.head and each.cells]


def difference_ps(again: Again, rows: Sequence[Line]) -> list[float]:
    """z-test of the log odds ratio at each node against that of the whole tables; Holm over the nodes."""
    whole, ps = tuple(table.all_counts for table in again.tables), []
    for row in rows:
        node = again.counts(row.cells[0].split(" and "))
        ratios, variance = [], 0.0
        for mixes, sign in ((node, 1), (whole, -1)):
            a, b, c, d = (each + 0.5 for each in (mixes[0][1], mixes[0][0], mixes[1][1], mixes[1][0]))
            ratios.append(math.log(a * d / (b * c)))
            variance += sign * (1 / a + 1 / b + 1 / c + 1 / d)
        ps.append(float(2 * stats.norm.sf(abs(ratios[0] - ratios[1]) / math.sqrt(variance))))
    return plain.holm(ps)


def difference_row(again: Again, line: Line, sentence: str) -> Numbers:
    rows = difference_rows(again, line)
    counts = again.counts(line.cells[0].split(" and "))
    answer = again.study.class_names.index(line.cells[1])
    whole = tuple(table.all_counts for table in again.tables)
    shares = [each for own in counts for each in (own[answer], sum(own), 100 * own[answer] / sum(own))]
    printed = [float(each) for each in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", line.cells[0])]
    return [
        *printed,
        *shares,
        plain.odds_beyond(counts, whole, answer),
        difference_ps(again, rows)[[each.place for each in rows].index(line.place)],
    ]


def table_row(again: Again, line: Line, sentence: str) -> Numbers:
    name = line.cells[0]
    if name.startswith("Rows of class"):
        at = again.study.class_names.index(name.removeprefix("Rows of class "))
        return [
            each for table in again.tables for each in (table.all_counts[at], 100 * table.all_counts[at] / table.n_rows)
        ]
    return {
        "Rows mined": [table.n_rows for table in again.tables],
        "Rows drawn again to balance classes": again.gained,
        "Missing cells filled": [int(np.isnan(cells).sum()) for cells in again.study.cells],
    }[name]


def common_attributes(again: Again, line: Line, sentence: str) -> Numbers:
    if sentence.startswith("The trees ask"):
        found = re.findall(r"(\S+) \(trees? ([\d, ]+)\)", sentence)
        for name, numbers in found:
            at = again.study.kinds.names.index(name)
            own = [n for n, tree in enumerate(again.trees, 1) if at in {attribute for attribute, _ in tree.splits}]
            assert [int(each) for each in numbers.split(", ")] == own
        assert len(found) == len(used(again))
        return [int(each) for _, numbers in found for each in numbers.split(", ")]
    return [len(again.study.kinds.names)]


def ensemble(again: Again, line: Line, sentence: str) -> Numbers:
    if sentence.startswith("No two"):
        return [len(again.trees), max(100 * float((a != b).mean()) for a, b in combinations(again.grid, 2))]
    needed = int(np.searchsorted(again.variances.cumsum(), 0.9 - 1e-12)) + 1
    return [needed, 90]


def space_figure(again: Again, line: Line, sentence: str) -> Numbers:
    if line.kind == "title":
        places = len({tuple(own.tolist()) for own in again.grid})
        return [len(again.trees), places, 100 * again.variances[0], 100 * again.variances[1]]
    axis = re.match(r"(first|second) component", sentence)
    if axis:
        return [100 * again.variances[0 if axis[1] == "first" else 1]]
    return [float(sentence)] if int(sentence) in range(1, len(again.trees) + 1) else []


def diversity_row(again: Again, line: Line, sentence: str) -> Numbers:
    at = int(line.cells[0].split()[0]) - 1
    return [at + 1, *(each for column, each in enumerate(again.differences[at]) if column != at)]


def node_text(again: Again, line: Line, sentence: str) -> Numbers:
    """A text of a node: its test, DSN, shares or counts; which of them it is follows from how it is written."""
    tree = again.trees[shown_tree(line)]
    nodes = list(tree.nodes())
    node = nodes[again.ids[shown_tree(line)].index(line.node)]
    rows = _rows_of(again, node)
    if line.kind == "title":
        return _title_numbers(again, node, sentence)
    if re.match(r"[≤=]|in \{", sentence):
        name = again.study.kinds.names[node.attribute]
        passing = _rows_of(again, node.children[0])
        printed = f"{name} {sentence}"
        for at, table in enumerate(again.tables):
            here = pd_mask(table, node.rows[at]) & table.mask([re.sub(r"(\S+) \| (\S+)", rf"\{at + 1}", printed)])
            assert table.counts(here) == passing[at], printed
        return [float(each) for each in re.findall(r"\d+(?:\.\d+)?", sentence)]
    if "." in sentence:
        return [plain.cosine(*node.cdv)]
    shares = [100 * own[node.label] / sum(own) for own in rows] if not node.children else []
    number = float(sentence.lstrip("!").rstrip("%").replace(",", ""))
    counts = [*rows[0], *rows[1]]
    return [number] if number in counts or any(abs(number - each) <= 0.5 for each in shares) else [math.nan]


def pd_mask(table: plain.Table, rows: np.ndarray) -> np.ndarray:
    mask = np.zeros(table.n_rows, dtype=bool)
    mask[rows] = True
    return mask


def _title_numbers(again: Again, node: mining.Node, sentence: str) -> Numbers:
    """What hovering over a node says: first what it is, then the rows of each class of both tables, then its DSN."""
    first, *others = sentence.split("\n")
    rows = _rows_of(again, node)
    printed = [float(each) for each in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", first)]
    found: list[float] = [*printed, *rows[0], *rows[1]]
    for said in others[2:]:
        if "DSN" in said or "similarity" in said:
            found.append(plain.cosine(*node.cdv))
        elif " pass " in said or "most rows" in said:
            shares = (
                [100 * node.children[0].rows[at].size / node.rows[at].size for at in SIDES] if node.children else []
            )
            found += shares if "%" in said else []
    return found


def figure_key(again: Again, line: Line, sentence: str) -> Numbers:
    at = next(at for at in SIDES if again.names[at] in sentence)
    return [again.tables[at].n_rows, again.tables[at].n_rows + again.gained[at]]


def tick(again: Again, line: Line, sentence: str) -> Numbers:
    """A mark of an axis: a round number within what is drawn."""
    everything = [again.statistic, *np.concatenate(list(again.reached.values()))]
    number = float(sentence)
    return [number] if min(everything) - 1e-3 <= number <= max(everything) + 1e-3 else [math.nan]


def observed(again: Again, line: Line, sentence: str) -> Numbers:
    largest = [max(again.p(null) for null in chance.NULLS)] if line.kind == "title" else []
    return [again.statistic, *largest]


CLAIMS = (
    Claim(r"^$", r"decision trees? appl", what_is_shared),
    Claim(r"^$", r"^At their nodes", lambda again, line, said: [again.set_scores["ds"], 1]),
    Claim(r"^$", r"attributes? predicts? the class in both", claimed),
    Claim(r"^$", r"^The tables alone cannot show", fixed(20)),
    Claim(
        r"^$", r"^The mean SDTQ of the trees is .* with shuffles",
        lambda again, line, said: [again.statistic, max(values.max() for values in again.reached.values())],
    ),
    Claim(r"^$", r"^Each p-value: ", separate_ps),
    Claim(r"^$", r"^(How useful\. )?Expect", expected_shares),
    Claim(r"^$", r"^(What limits it\. )?Trees? [\d, ]+ predicts?", weak_trees),
    Claim(r"^$", r"matched by a person's map alone", lambda again, line, said: [again.n_mapped]),
    Claim(
        r"^$", r"^The checks of the tables give",
        lambda again, line, said: [sum(each.words.startswith("Warning") for each in again.lines)],
    ),
    Claim(r"^$", r"^Weakest score", weakest),
    Claim(r"^$", r"^\s*Quality of a set", card),
    Claim(r"^Trees and rules", r"1 where both tables mix", fixed(1)),
    Claim(r"^Trees and rules", r"its 95 % interval", fixed(95)),
    Claim(r"^Trees and rules", r"^Tree \d+: ", tree_number),
    Claim(r"^Trees and rules", r"^Shared decision tree \d", lambda again, line, said: [shown_tree(line) + 1]),
    Claim(r"^Trees and rules", r"^Balanced SA", tree_scores),
    Claim(r"^Trees and rules", r"cross-validated, \d+ folds", lambda again, line, said: [again.n_folds]),
    Claim(r"^Trees and rules", r" of \d+, ", rule_row),
    Claim(r"^Trees and rules", r"n = ", figure_key),
    Claim(r"^Trees and rules", r"^(1|\.99|\.97|\.95|\.90)$", lambda again, line, said: [float(said)]),
    Claim(r"^Shared signal", r"^The pair itself was tested", fixed(999)),
    Claim(r"^Shared signal", r"^Intervals are of", fixed(95)),
    Claim(r"^Shared signal", r"^p = .* \(twice", evidence_question),
    Claim(r"^Shared signal", r"\(0\.\d+ to", evidence_row),
    Claim(r"^Predictions", r"^Brackets hold", fixed(95)),
    Claim(r"^Predictions", r"one-sided binomial", fixed(0.05)),
    Claim(r"^Predictions", r"^Cross-validated, ", lambda again, line, said: [again.n_folds]),
    Claim(r"^Predictions", r"^ ?Baseline ", baseline_row),
    Claim(r"^Predictions", r"^ ?(Vote of the|Tree \d)", prediction_row),
    Claim(r"^Predictions", r"^Two common learners", lambda again, line, said: [len(again.study.kinds.names), 100]),
    Claim(r"^Predictions", r"^ ?(Logistic|Random forest)", yardstick_row),
    Claim(r"^Scores", r"; 1 when ", fixed(1)),
    Claim(r"^Scores", r"^The mean SDTQ|^Mean SDTQ of shuffled|^this set", observed),
    Claim(r"^Scores", r"^Each null below was tried", lambda again, line, said: [again.n_shuffles]),
    Claim(r"^Scores", r"shuffled 0|at random 0", null_row),
    Claim(r"^Scores", r"(not shown|yes)$", tree_p_row),
    Claim(r"^Scores", r"^ \d+ \S+ [\d.]+ %", score_row),
    Claim(r"^Scores", r"^In \d+-fold cross-validation", unseen),
    Claim(r"^Scores", r"^0\.\d+$", tick),
    Claim(r"^Where the tables differ", r"^The base rate", base_rate),
    Claim(r"^Where the tables differ", r"1 where the base rates", fixed(1)),
    Claim(r"^Where the tables differ", r" of \d+, ", difference_row),
    Claim(r"^The two tables", r"^ (Rows|Missing)", table_row),
    Claim(r"^The two tables", r"^Both tables have|^The trees ask for", common_attributes),
    Claim(r"^Diversity", r"^Difference \(TPD\)", fixed(0, 1)),
    Claim(r"^Diversity", r"^Their mean", lambda again, line, said: [again.set_scores["td"]]),
    Claim(r"^Diversity", r"^[\s\d]*$", lambda again, line, said: range(1, again.study.k + 1)),
    Claim(r"^Diversity", r"^ \d+ \S+ ", diversity_row),
    Claim(r"^Ensemble", r"^No two of|components? holds? ", ensemble),
    Claim(r"^Ensemble", r"component, \d+ %|^\d+$", space_figure),
)  # fmt: skip
