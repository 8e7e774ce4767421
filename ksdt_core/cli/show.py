"""`ksdt show`: a result as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ksdt_core.cli.output import Output, check_places, deliver_lines
from ksdt_core.cli.result_options import ResultFile

if TYPE_CHECKING:
    from ksdt_core.documents.result import Result
    from ksdt_core.measures.valuing import Valuing
    from ksdt_core.mining.tree_set import SetScores, SideSummary

MOST_ASSUMED = 10
INDENT = "  "
NULLS = ("left", "right", "matching")


def show_command(
    result: ResultFile,
    output: Output = "-",
) -> None:
    """Show a result: its scores, its trees as text, and each path as a rule."""
    from ksdt_core.documents.result import read_result

    check_places({"-o": output}, [result])
    deliver_lines(result_lines(read_result(result)), output)


def result_lines(result: Result) -> Iterator[str]:
    """The whole result, a line at a time; names are safe for a terminal."""
    from ksdt_core.trees.text import TableNames, rule_sentences, tree_lines

    yield from _pair_lines(result)
    yield from _settings_lines(result)
    yield from _score_lines(result)
    names = TableNames(result.tree_set.pair.left.name, result.tree_set.pair.right.name)
    for number, shared in enumerate(result.tree_set.trees, start=1):
        yield ""
        yield (
            f"Tree {number}: SDTQ {shared.sdtq:.3f}, SA {shared.sa:.3f}, DS {shared.ds:.3f}, "
            f"accuracy {shared.accuracy_left:.3f} | {shared.accuracy_right:.3f}"
        )
        yield from (INDENT + line for line in tree_lines(shared, names))
        yield "Rules"
        yield from (INDENT + sentence for sentence in rule_sentences(shared, names))


def _pair_lines(result: Result) -> Iterator[str]:
    from ksdt_core.data.cells import counted
    from ksdt_core.data.value_matching import value_map_of
    from ksdt_core.trees.printable import printable

    pair = result.tree_set.pair
    yield f"{printable(pair.left.name)} : {printable(pair.right.name)}"
    for side in (pair.left, pair.right):
        yield f"{INDENT}{printable(side.name)}: {_side_words(side)}"
    classes = ", ".join(printable(name) for name in pair.class_names)
    yield f"{INDENT}{counted(pair.n_attributes, 'shared attribute', 'shared attributes')}, classes {classes}"
    if pair.renamed_classes:
        renamed = ", ".join(f"{printable(old)} as {printable(new)}" for old, new in pair.renamed_classes)
        yield f"{INDENT}classes taken by the class map: {renamed}"
    if pair.assumed:
        shown = ", ".join(f"{printable(left)} is {printable(right)}" for left, right in pair.assumed[:MOST_ASSUMED])
        more = f" and {len(pair.assumed) - MOST_ASSUMED:,} more" if len(pair.assumed) > MOST_ASSUMED else ""
        yield f"{INDENT}assumed by the attribute map, not by name: {shown}{more}"
    for name, left_of in value_map_of(pair.value_matches).items():
        shown = ", ".join(f"{printable(right)} is {printable(left)}" for right, left in left_of.items())
        yield f"{INDENT}values of {printable(name)} by the value map: {shown}"


def _side_words(side: SideSummary) -> str:
    from ksdt_core.data.cells import counted

    words = [f"{counted(side.rows, 'row', 'rows')} mined"]
    if side.held_out:
        words.append(f"{counted(side.held_out, 'row', 'rows')} held out")
    if side.gained:
        words.append(f"{counted(side.gained, 'row', 'rows')} gained by balancing")
    if side.filled:
        words.append(f"{counted(side.filled, 'missing cell', 'missing cells')} filled")
    return ", ".join(words)


def _settings_lines(result: Result) -> Iterator[str]:
    from ksdt_core.trees.printable import printable

    settings = result.tree_set.settings
    parts = zip(("IG", "DS", "ATD"), settings.weights.parts, strict=False)
    weights = ", ".join(f"{name} {part:g}" for name, part in parts)
    depth = f"depth {settings.max_depth}" if settings.max_depth else "any depth"
    yield f"{INDENT}{settings.method}, k {settings.k}, weights {weights}, {depth}, scale {settings.scale}"
    yield from _valuing_lines(settings.valuing)
    for what, names in (("without", settings.exclude), ("roots among", settings.roots)):
        if names:
            yield f"{INDENT}{what} {', '.join(printable(name) for name in names)}"


def _valuing_lines(valuing: Valuing) -> Iterator[str]:
    """The criterion and the costs, where they are not the usual ones."""
    from ksdt_core.trees.printable import printable

    if valuing.criterion != "gain":
        yield f"{INDENT}splits valued by {valuing.criterion}"
    if valuing.costs:
        weight = f" with w {valuing.cost_weight:g}" if valuing.cost_rule == "exponential" else ""
        costs = ", ".join(f"{printable(name)} {cost:g}" for name, cost in valuing.costs)
        yield f"{INDENT}set against costs ({valuing.cost_rule}{weight}): {costs}; 1 for all others"


def _score_lines(result: Result) -> Iterator[str]:
    yield ""
    yield _scores_words(result.tree_set.scores)
    for step in result.document.get("pruned") or ():
        tests, before = f"{step['tests_after']} of {step['tests_before']} tests left", step["scores_before"]["sdtsq"]
        yield f"Pruned by {step['method']}: {tests}, SDTSQ before {before:.3f}"
    if result.sweep:
        qualities = [entry.scores.sdtsq for entry in result.sweep]
        asked = f" of {result.pool_size}" if result.pool_size and result.pool_size > len(qualities) else ""
        yield f"Best of {len(qualities)}{asked} weight vectors, SDTSQ {min(qualities):.3f} to {max(qualities):.3f}"
    if result.significance:
        yield _significance_words(result.significance)
    if result.cross_validated:
        validated = result.cross_validated
        yield f"Cross-validated SA {validated['sa']:.3f} ({validated['folds']} folds)"


def _scores_words(scores: SetScores) -> str:
    diversity = "" if scores.td is None else f", diversity TD {scores.td:.3f}"
    return f"SDTSQ {scores.sdtsq:.3f}: shared accuracy SA {scores.sa:.3f}, similarity DS {scores.ds:.3f}{diversity}"


def _significance_words(found: dict[str, Any]) -> str:
    from ksdt_core.mining.significance import Significance
    from ksdt_core.reports.chance_level import headline

    nulls = ", ".join(f"{name} {null['p']:.3g}" for name in NULLS if (null := found["nulls"][name]))
    return (
        f"p = {found['p_value']:.3g} for mean SDTQ {found['statistic']:.3f} "
        f"({nulls}; {found['permutations']} shuffles each). {headline(Significance.of_document(found))}."
    )
