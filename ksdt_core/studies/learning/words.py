"""A learned tree in words: what it predicts beside guessing, its nodes as lines, how it was pruned."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.options import options_of, words_for
from ksdt_core.studies.learning.learned import Learned, Quality, most_common
from ksdt_core.studies.learning.learned_rules import learned_rules, way_words
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.text import counted, lined_up, number, percent, printable, score
from ksdt_core.trees.learned_tree import branches, depth_of

INDENT = "│  "
METHODS = dict(options_of(LearnSettings)["method"].choices or {})
PRUNED = {
    "none": "not pruned",
    "error-based": "pruned by expected errors",
    "reduced-error": "pruned on held-out rows",
    "cost-complexity": "pruned by cost-complexity",
    "mdl": "pruned to the shortest description in bits",
    "size-plus-errors": "pruned to the fewest nodes + errors",
}


def headline(learned: Learned) -> str:
    """What the tree predicts, in one sentence: held-out rows first where there are any."""
    held, training = learned.held_out, learned.training
    judged = held or training
    where = held_out_words(learned) if held else "training rows (optimistic)"
    size = counted(learned.tree.n_leaves, "leaf", "leaves")
    if learned.tree.numbers is not None:
        return (
            f"A tree of {size} predicts {printable(learned.target)} with an error of {number(judged.error)} on "
            f"{where}; always predicting the mean gives {number(judged.baseline)}."
        )
    name, _ = most_common(learned)
    return (
        f"A tree of {size} is correct for {percent(1 - judged.error, 1)} of the {where}; always predicting "
        f"{printable(name)!r} gives {percent(1 - judged.baseline, 1)}."
    )


def held_out_words(learned: Learned) -> str:
    """What the held-out rows are; those that chose the size of the tree flatter it."""
    return "held-out rows used to choose its size (optimistic)" if learned.is_chosen_by_held_out else "held-out rows"


def parts_words(learned: Learned) -> str:
    """How rows with missing values are counted; nothing where they are whole."""
    is_in_parts = learned.table.missing and learned.settings.missing_way == "fractions"
    return "Rows with missing values count in parts, one in each leaf that they reach." if is_in_parts else ""


def judged_words(learned: Learned, n_rows: int) -> str:
    """The rows that rules were pruned by."""
    if learned.table.held_out:
        return f"{n_rows:,} held-out rows"
    return f"the {n_rows:,} training rows, which is optimistic; hold out rows to judge them on others"


def quality_words(learned: Learned, quality: Quality, rows: str) -> str:
    """How well the tree does on some rows, beside the baseline."""
    n = f"{quality.rows:,.0f} {rows}"
    if learned.tree.numbers is not None:
        return (
            f"{n}: error {number(quality.error)} (root mean square, in units of {printable(learned.target)}), "
            f"baseline {number(quality.baseline)}, R² {score(quality.explained)}"
        )
    return f"{n}: accuracy {score(1 - quality.error)}, baseline {score(1 - quality.baseline)}"


def method_words(learned: Learned) -> str:
    """Method, criterion and pruning."""
    settings = learned.settings
    criterion = options_of(LearnSettings)["criterion"]
    by = "variance" if settings.regression else words_for(criterion, settings.valuing.criterion).lower()
    how = "" if settings.method == "random" else f" by {by}"
    size = f"{learned.tree.n_nodes:,} of {learned.grown_nodes:,} nodes kept"
    kept = f" ({size})" if settings.pruning != "none" else ""
    return f"{METHODS[settings.method]}{how}, {PRUNED[settings.pruning]}{kept}"


def tree_lines(learned: Learned) -> list[str]:
    """The tree, a node a line: the answer that leads to it, what it predicts, its rows."""
    tree, words, children = learned.tree, way_words(learned.tree), branches(learned.tree)
    cells, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        path = words[node]
        arrow = "→ " if node not in children else ""
        test = path[-1] if path else "all rows"
        counts = ", ".join(map(number, tree.counts[node].tolist()))
        held = "" if tree.held_out is None else f"held out ({', '.join(map(number, tree.held_out[node]))})"
        if tree.numbers is not None:
            mean, sd = number(float(tree.numbers.mean[node])), number(float(tree.numbers.sd[node]))
            cells.append((f"{INDENT * len(path)}{test}", f"{arrow}{mean}", f"± {sd}", f"n {tree.rows[node]:.0f}"))
        else:
            label = printable(tree.tree.class_names[int(tree.tree.label[node])])
            cells.append((f"{INDENT * len(path)}{test}", f"{arrow}{label}", f"({counts})", held))
        waiting += reversed(children.get(node, ()))
    return list(lined_up(cells, widest=60))


def learned_lines(learned: Learned) -> Iterator[str]:
    """The whole document as text; names are safe for a terminal."""
    table = learned.table
    yield headline(learned)
    yield ""
    rows = f"{counted(table.rows, 'row', 'rows')} learned from"
    held = f", {counted(table.held_out, 'row', 'rows')} held out" if table.held_out else ""
    gaps = f", {counted(table.missing, 'missing value', 'missing values')}" if table.missing else ""
    yield f"{printable(table.name)}: {rows}{held}, {counted(table.attributes, 'attribute', 'attributes')}{gaps}"
    yield f"  target {printable(learned.target)}; {method_words(learned)}"
    yield f"  {quality_words(learned, learned.training, 'training rows')}"
    if learned.held_out is not None:
        yield f"  {quality_words(learned, learned.held_out, held_out_words(learned))}"
    if parts_words(learned):
        yield f"  {parts_words(learned)}"
    yield ""
    leaves = counted(learned.tree.n_leaves, "leaf", "leaves")
    classes = "" if learned.tree.numbers is not None else f"; rows of {', '.join(map(printable, _classes(learned)))}"
    yield f"Tree: {counted(learned.tree.n_nodes, 'node', 'nodes')}, {leaves}, depth {depth_of(learned.tree)}{classes}"
    yield from (f"  {line}" for line in tree_lines(learned))
    yield "Rules"
    yield from (f"  {printable(rule.sentence(learned.target))}" for rule in learned_rules(learned))
    yield from _curve_lines(learned)


def _classes(learned: Learned) -> tuple[str, ...]:
    return learned.tree.tree.class_names


def _curve_lines(learned: Learned) -> Iterator[str]:
    if len(learned.curve) < 2:
        return
    yield "Error by number of leaves of the grown tree (training, held out)"
    cells = []
    for position, point in enumerate(learned.curve):
        held = "" if point.held_out is None else number(point.held_out)
        mark = "← fewest errors on held-out rows" if position == learned.chosen else ""
        cells.append((f"{point.leaves:,}", number(point.training), held, mark))
    yield from (f"  {line}" for line in lined_up(cells))
