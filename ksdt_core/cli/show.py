"""`ksdt show`: a result as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.output import OutputOption, check_places, deliver_lines
from ksdt_core.cli.result_options import ResultOptions
from ksdt_core.text import p_text, score

if TYPE_CHECKING:
    from ksdt_core.evidence.effects import Effects
    from ksdt_core.formats.any_document import Shown
    from ksdt_core.formats.result import Result
    from ksdt_core.measures.valuing import Valuing
    from ksdt_core.mining.tree_set import SetScores, SideSummary

MOST_ASSUMED = 10
INDENT = "  "


@command_of(only(ResultOptions, "result"), OutputOption)
def show_command(given: Given) -> None:
    """Show a document: scores, trees and rules of a result, or the pairs of an atlas."""
    from ksdt_core.formats.any_document import read_document

    result, output = given.of(ResultOptions).result, given.of(OutputOption).output
    check_places({"-o": output}, [result], forms=("text",))
    deliver_lines(_lines_of(read_document(result)), output)


def _lines_of(found: Shown) -> Iterator[str]:
    """A document of any kind that can be shown, a line at a time."""
    from ksdt_core.cli.apply_text import replication_lines
    from ksdt_core.cli.evidence_text import evidence_lines
    from ksdt_core.cli.patterns_text import patterns_lines
    from ksdt_core.cli.show_atlas import atlas_lines
    from ksdt_core.cli.weights_text import cells_lines
    from ksdt_core.evidence.pair_evidence import Evidence
    from ksdt_core.evidence.replicated import Replication
    from ksdt_core.formats.rules_text import rules_lines
    from ksdt_core.mining.cells.weight_cells import WeightCells
    from ksdt_core.patterns.pattern import Patterns
    from ksdt_core.rules.rules_view import RulesView
    from ksdt_core.studies.atlas.view import AtlasView
    from ksdt_core.studies.learning.ensemble_study import EnsembleStudy
    from ksdt_core.studies.learning.ensemble_words import study_lines
    from ksdt_core.studies.learning.learned import Learned
    from ksdt_core.studies.learning.model import Model
    from ksdt_core.studies.learning.model_words import model_lines
    from ksdt_core.studies.learning.words import learned_lines

    match found:
        case AtlasView():
            return atlas_lines(found)
        case Evidence():
            return evidence_lines(found)
        case Patterns():
            return patterns_lines(found)
        case Replication():
            return replication_lines(found)
        case EnsembleStudy():
            return study_lines(found)
        case Learned():
            return learned_lines(found)
        case Model():
            return model_lines(found)
        case RulesView():
            return rules_lines(found)
        case WeightCells():
            return cells_lines(found)
        case _:
            return result_lines(found)


def result_lines(result: Result) -> Iterator[str]:
    """The whole result, a line at a time; names are safe for a terminal."""
    from ksdt_core.evidence.effects import effects_of
    from ksdt_core.trees.text import TableNames, balanced, rule_sentences, tree_lines

    yield from _evidence_lines(result)
    yield from _pair_lines(result)
    yield from _settings_lines(result)
    yield from _score_lines(result)
    effects = effects_of(result.tree_set, result.document)
    yield from _effect_lines(result, effects)
    yield from _replication_lines(result)
    names = TableNames(result.tree_set.pair.left.name, result.tree_set.pair.right.name)
    for number, shared in enumerate(result.tree_set.trees, start=1):
        yield ""
        counted_on = " on balanced rows" if shared.is_balanced and not result.tree_set.settings.holdout else ""
        yield (
            f"Tree {number}: {balanced(shared)}SDTQ {score(shared.sdtq)}, SA {score(shared.sa)}, "
            f"DS {score(shared.ds)}, accuracy "
            f"{score(shared.accuracy_left)} | {score(shared.accuracy_right)}{counted_on}"
        )
        yield from (INDENT + line for line in _tree_effects(effects, number - 1, result))
        yield from (INDENT + line for line in _tree_chance_lines(result, number - 1))
        yield from (INDENT + line for line in tree_lines(shared, names))
        yield "Rules"
        yield from (INDENT + sentence for sentence in rule_sentences(shared, names))


def _evidence_lines(result: Result) -> Iterator[str]:
    """The verdict on the pair, where the document carries it."""
    from ksdt_core.cli.evidence_text import verdict_lines
    from ksdt_core.evidence.effects import effects_of
    from ksdt_core.evidence.verdict import new_rows_of
    from ksdt_core.formats.check_evidence import evidence_of_document

    part = result.document.get("evidence")
    if part:
        new_rows = new_rows_of(effects_of(result.tree_set, result.document))
        yield from verdict_lines(evidence_of_document(part), new_rows)
        yield ""


def _replication_lines(result: Result) -> Iterator[str]:
    """Whether the trees hold in further tables, where the document tells."""
    from ksdt_core.evidence.replication_text import headline, splits_sentence
    from ksdt_core.formats.check_replication import replications_of_document
    from ksdt_core.text import printable

    for found in replications_of_document(result.replications or [], result.tree_set):
        yield printable(f"{headline(found)} {splits_sentence(found)}")


def _pair_lines(result: Result) -> Iterator[str]:
    from ksdt_core.cli.show_preparation import preparation_lines
    from ksdt_core.data.matching.value_matching import value_map_of
    from ksdt_core.text import counted, printable

    pair = result.tree_set.pair
    yield f"{printable(pair.left.name)} : {printable(pair.right.name)}"
    for side in (pair.left, pair.right):
        yield f"{INDENT}{printable(side.name)}: {_side_words(side)}"
    classes = ", ".join(printable(name) for name in pair.class_names)
    yield f"{INDENT}{counted(pair.n_attributes, 'shared attribute', 'shared attributes')}, classes {classes}"
    if pair.renamed_classes:
        renamed = ", ".join(f"{printable(old)} as {printable(new)}" for old, new in pair.renamed_classes)
        yield f"{INDENT}classes renamed by the class map: {renamed}"
    if pair.assumed:
        shown = ", ".join(f"{printable(left)} is {printable(right)}" for left, right in pair.assumed[:MOST_ASSUMED])
        more = f" and {len(pair.assumed) - MOST_ASSUMED:,} more" if len(pair.assumed) > MOST_ASSUMED else ""
        yield f"{INDENT}matched only by the attribute map: {shown}{more}"
    for name, left_of in value_map_of(pair.value_matches).items():
        shown = ", ".join(f"{printable(right)} is {printable(left)}" for right, left in left_of.items())
        yield f"{INDENT}values of {printable(name)} by the value map: {shown}"
    yield from (INDENT + line for line in preparation_lines(result.tree_set))


def _side_words(side: SideSummary) -> str:
    from ksdt_core.text import counted

    words = [counted(side.rows, "training row", "training rows")]
    if side.held_out:
        words.append(f"{counted(side.held_out, 'row', 'rows')} held out")
    if side.gained:
        words.append(f"{counted(side.gained, 'row', 'rows')} added by oversampling")
    if side.filled:
        words.append(f"{counted(side.filled, 'missing value', 'missing values')} filled")
    return ", ".join(words)


def _settings_lines(result: Result) -> Iterator[str]:
    from ksdt_core.text import printable

    settings = result.tree_set.settings
    parts = zip(("IG", "DS", "ATD"), settings.weights.parts, strict=False)
    weights = ", ".join(f"{name} {part:g}" for name, part in parts)
    depth = f"depth {settings.max_depth}" if settings.max_depth else "any depth"
    yield f"{INDENT}{settings.method}, k {settings.k}, weights {weights}, {depth}, scale {settings.scale}"
    if result.tree_set.choice is not None:
        yield INDENT + result.tree_set.choice.sentence
    yield from _valuing_lines(settings.valuing)
    for what, names in (("without", settings.exclude), ("roots among", settings.roots)):
        if names:
            yield f"{INDENT}{what} {', '.join(printable(name) for name in names)}"


def _valuing_lines(valuing: Valuing) -> Iterator[str]:
    """The criterion and the costs, where they are not the defaults."""
    from ksdt_core.text import printable

    if valuing.criterion != "gain":
        yield f"{INDENT}split criterion {valuing.criterion}"
    if valuing.costs:
        weight = f" with w {valuing.cost_weight:g}" if valuing.cost_rule == "exponential" else ""
        costs = ", ".join(f"{printable(name)} {cost:g}" for name, cost in valuing.costs)
        yield f"{INDENT}gain relative to costs ({valuing.cost_rule}{weight}): {costs}; 1 for all others"


def _score_lines(result: Result) -> Iterator[str]:
    from ksdt_core.evidence.effect_text import best_by_words

    yield ""
    word = "Balanced " if result.tree_set.pair.is_balanced else ""
    yield f"{word}{_scores_words(result.tree_set.scores)}"
    for step in result.document.get("pruned") or ():
        tests, before = f"{step['tests_after']} of {step['tests_before']} tests remain", step["scores_before"]["sdtsq"]
        yield f"Pruned by {step['method']}: {tests}, SDTSQ before {score(before)}"
    if result.sweep:
        qualities = [entry.scores.sdtsq for entry in result.sweep]
        asked = f" of {result.pool_size}" if result.pool_size and result.pool_size > len(qualities) else ""
        by = best_by_words(result.document.get("pool"))
        spread = f"SDTSQ {score(min(qualities))} to {score(max(qualities))}"
        yield f"Best of {len(qualities)}{asked} weightings by {by}; {spread}"
    yield from _robustness_lines(result.document.get("robustness"))
    if result.significance:
        yield from _significance_lines(result)
    if result.cross_validated:
        validated = result.cross_validated
        yield f"Cross-validated SA {score(validated['sa'])} ({validated['folds']} folds)"


def _effect_lines(result: Result, effects: Effects) -> Iterator[str]:
    """What the vote predicts beside each table's baseline and beside common learners; counts are of original rows."""
    from ksdt_core.evidence.effect_text import baseline_words, vote_lines, yardstick_lines
    from ksdt_core.evidence.yardsticks import YARDSTICKS

    if effects.judged_on is None:
        yield ("Baselines are unknown, because this document counts oversampled rows. Mine the pair again to get them.")
        return
    classes, yardsticks = result.tree_set.pair.class_names, result.document.get("yardsticks")
    said = baseline_words(effects.judged_on[1], classes)
    yield f"{said[:1].upper()}{said[1:]}"
    yield from vote_lines(effects, classes, k=len(result.tree_set.trees))
    if yardsticks:
        yield from yardstick_lines(YARDSTICKS.read(yardsticks))


def _tree_effects(effects: Effects, tree: int, result: Result) -> Iterator[str]:
    from ksdt_core.evidence.effect_text import tree_lines, verdict_words

    pair, verdict = result.tree_set.pair, effects.verdict(tree)
    if verdict is not None:
        yield verdict_words(verdict, pair.left.name, pair.right.name, folds=effects.folds)
        yield from tree_lines(effects, tree, pair.class_names)


def _robustness_lines(found: object) -> Iterator[str]:
    """How much of the weight triangle gives this set, where the document tells."""
    from ksdt_core.mining.cells.robustness import ROBUSTNESS, robustness_sentence

    if isinstance(found, dict):
        yield robustness_sentence(ROBUSTNESS.read(found))


def _scores_words(scores: SetScores) -> str:
    diversity = "" if scores.td is None else f", diversity TD {score(scores.td)}"
    both = f"shared accuracy SA {score(scores.sa)}, similarity DS {score(scores.ds)}"
    return f"SDTSQ {score(scores.sdtsq)}: {both}{diversity}"


def _significance_lines(result: Result) -> Iterator[str]:
    """Each p-value of the set with its question."""
    from ksdt_core.evidence.chance_level import headline, questions
    from ksdt_core.evidence.set_chance import Significance
    from ksdt_core.evidence.tree_chance import corrected_words, earlier_sentences, shuffles_sentence
    from ksdt_core.text import printable

    tested, pair = Significance.of_document(result.significance or {}), result.tree_set.pair
    how = f"mean SDTQ {score(tested.statistic)}; {tested.permutations} shuffles for each question"
    yield f"Test of these trees: {headline(tested)} ({how})."
    left, right = pair.left.name, pair.right.name
    for question, p in questions(tested, left, right):
        yield printable(f"{INDENT}{question} {p_text(p)}")
    if tested.n_vectors > 1:
        yield f"{INDENT}The p-values are {corrected_words(tested.n_vectors)}."
    stopping = shuffles_sentence(tested, left, right)
    for said in (*([stopping] if stopping else []), *earlier_sentences(tested, left, right)):
        yield printable(f"{INDENT}{said}")


def _tree_chance_lines(result: Result, tree: int) -> Iterator[str]:
    """Whether a tree is better than trees of shuffled tables, where that was tested."""
    from ksdt_core.evidence.set_chance import Significance
    from ksdt_core.evidence.tree_chance import tree_sentence
    from ksdt_core.text import printable

    tested = Significance.of_document(result.significance) if result.significance else None
    if tested is not None and tested.trees:
        pair = result.tree_set.pair
        yield printable(tree_sentence(tested.trees[tree], pair.left.name, pair.right.name))
