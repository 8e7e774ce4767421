"""What a report opens with: the answer. What is shared, how sure that is, how useful, and what limits it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.verdict import pairing_sentence
from ksdt_core.evidence.verdict import verdict as pair_verdict
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.report_blocks import Block, Items, Paragraph, Run
from ksdt_core.reports.report_effects import effect_sentences
from ksdt_core.reports.report_pair import attributes_in_trees
from ksdt_core.reports.report_scores import set_verdict
from ksdt_core.text import counted, score
from ksdt_core.trees.text import TableNames

MOST_NAMED = 5  # attributes


def answer_blocks(
    tree_set: TreeSet,
    names: TableNames,
    effects: Effects,
    tested: Significance | None,
    shared: Evidence | None,
    checkup: Checkup | None,
) -> tuple[Block, ...]:
    """Four short paragraphs, the most important first."""
    parts = (
        ("What is shared", _shared(tree_set, names, shared)),
        ("How certain", _sure(tested, shared, names)),
        ("How useful", effect_sentences(tree_set, effects)),
        ("Limitations", " ".join(_limits(tree_set, effects, tested, shared, checkup))),
    )
    return (Items(tuple(Paragraph((Run(f"{lead}. ", "strong"), Run(said))) for lead, said in parts)),)


def _shared(tree_set: TreeSet, names: TableNames, shared: Evidence | None) -> str:
    """Attributes that predict the class on their own come first: a tree also has splits by others."""
    found = [name for name, _ in attributes_in_trees(tree_set)]
    if not found:
        return f"No split separates the classes of {names.left} and of {names.right} alike."
    claimed = set() if shared is None else {entry.attribute for entry in shared.claimed}
    used = sorted(found, key=lambda name: name not in claimed)
    named = ", ".join(used[:MOST_NAMED])
    more = f" and {counted(len(used) - MOST_NAMED, 'other', 'others')}" if len(used) > MOST_NAMED else ""
    trees = "One decision tree applies" if len(tree_set.trees) == 1 else f"{len(tree_set.trees)} decision trees apply"
    balanced = "balanced " if tree_set.settings.balance else ""
    return (
        f"{trees} the same splits to {names.left} and {names.right}, by {named}{more}. At their nodes the "
        f"{balanced}distribution similarity (DS) of the two tables is {score(tree_set.scores.ds)} on average, where 1 "
        "means equal class shares."
        f"{_of_these([name for name in used if name in claimed], len(used), shared)}"
    )


def _of_these(claimed: Sequence[str], n_used: int, shared: Evidence | None) -> str:
    """Which of the attributes are known to predict the class in both tables; nothing where that was not tested."""
    if shared is None:
        return ""
    if not claimed:
        return " None of these attributes is shown to predict the class in both tables on its own."
    named = ", ".join(claimed[:MOST_NAMED])
    more = f" and {len(claimed) - MOST_NAMED} more" if len(claimed) > MOST_NAMED else ""
    predict, its = ("predicts", "its") if len(claimed) == 1 else ("predict", "their")
    used = counted(n_used, "attribute", "attributes")
    return f" Of {used} used, {named}{more} {predict} the class in both tables on {its} own."


def _sure(tested: Significance | None, shared: Evidence | None, names: TableNames) -> str:
    """The test of the pair itself where it is known, then that of the set."""
    if shared is None:
        return set_verdict(tested, names)
    of_the_set = "" if tested is None else f" Test of these trees: {set_verdict(tested, names)}"
    return f"{' '.join([*pair_verdict(shared), pairing_sentence(shared)])}{of_the_set}"


def weak_trees(effects: Effects, n_trees: int) -> list[int]:
    """The numbers of trees that are not clearly better than the baseline in one of the tables."""
    verdicts = [effects.verdict(tree) for tree in range(n_trees)]
    return [number for number, found in enumerate(verdicts, start=1) if found is not None and not all(found.predicts)]


def warned(n: int) -> str:
    """How many warnings of the checks limit what the set says."""
    return f"The checks of the tables found {counted(n, 'warning', 'warnings')}, listed below."


def _limits(
    tree_set: TreeSet,
    effects: Effects,
    tested: Significance | None,
    shared: Evidence | None,
    checkup: Checkup | None,
) -> Iterator[str]:
    neither = [tree + 1 for tree in effects.without_predictive()]
    one = [number for number in weak_trees(effects, len(tree_set.trees)) if number not in neither]
    for weak, what in ((neither, "neither table"), (one, "only one of the tables")):
        if weak:
            trees, predict = ("Tree", "predicts") if len(weak) == 1 else ("Trees", "predict")
            yield f"{trees} {', '.join(map(str, weak))} {predict} {what} clearly better than its baseline."
    if tested is None and shared is None:
        yield "Nothing here was tested against chance."
    if tree_set.settings.balance:
        yield "Scores count oversampled rows (balanced)."
    if tree_set.pair.assumed:
        matched = counted(len(tree_set.pair.assumed), "attribute was", "attributes were")
        yield f"{matched} matched manually."
    excluded = tree_set.settings.exclude
    found = () if checkup is None else checkup.findings
    warnings = [each for each in found if each.level != "info" and not each.is_settled_by(excluded)]
    if warnings:
        yield warned(len(warnings))
    scores = {"shared accuracy (SA)": tree_set.scores.sa, "similarity (DS)": tree_set.scores.ds}
    if tree_set.scores.td is not None:
        scores["diversity (TD)"] = tree_set.scores.td
    weakest = min(scores, key=scores.__getitem__)
    yield f"Weakest score: {weakest}, {score(scores[weakest])}."
