"""How a set was found, in sentences for the methods section of a paper: every setting, every number of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.conversions import conversion_words
from ksdt_core.evidence.chance_text import chance_sentences
from ksdt_core.evidence.effect_text import best_by_words
from ksdt_core.glossary import SOURCES
from ksdt_core.mining.tree_set import PairSummary, SideSummary, TreeSet
from ksdt_core.mining.used_settings import Settings
from ksdt_core.reports.provenance import Setting, changed_settings, number_words, percent_words
from ksdt_core.reports.versions import PROGRAM, library_versions, program_version
from ksdt_core.rules.condition_text import listed
from ksdt_core.text import counted, markdown_escaped, percent, score

_METHODS = {
    "parallel": "grown in turns, one split at a time",
    "sequential": "grown one after the other",
    "single": "grown as a single tree",
}
_SCALES = {
    "none": "Values were compared in the units of the tables.",
    "zscore": "Every numeric attribute was turned into z-scores within each table before mining (population standard "
    "deviation); thresholds were converted back into the units of each table.",
    "rank": "Every numeric attribute was replaced by its average rank divided by the number of rows plus one, within "
    "each table, before mining; thresholds were converted back into the units of each table.",
}
_MISSING = {
    "common": "filled with the median of their column, or its most common value where it holds codes or categories",
    "class-common": "filled with the median of their column among the rows of the same class, or the most common value "
    "there where it holds codes or categories",
}
_SAID = frozenset(
    (
        "k", "method", "weights", "aus", "atd", "ell", "choose", "attr_fraction", "min_size",
        "max_depth", "traversal", "exclude", "roots", "holdout", "criterion", "costs",
        "cost_rule", "cost_weight", "missing", "scale", "balance", "convert", "seed", "preset", "Preset",
    )
)  # fmt: skip
_USAGE = {"lnc": "level-normalised counts", "llc": "counts listed by level"}
_CRITERIA = {
    "gain": "information gain",
    "gain-ratio": "gain ratio [Q93]",
    "gini": "decrease of the Gini index [BFOS84]",
}


def methods_text(tree_set: TreeSet, *, document: Mapping[str, Any], pair: DatasetPair | None = None) -> str:
    """The paragraph as Markdown; `document` is the result with its tests against chance, where they were made.

    The mined pair, where it is at hand, states how many rows and columns missing cells took away, and that rules were
    counted on its rows.
    """
    paragraphs = (
        " ".join(_data(tree_set, pair)),
        " ".join(_mining(tree_set, document)),
        " ".join(_found(tree_set, has_rules=pair is not None)),
        " ".join(chance_sentences(tree_set, document)),
        _software(),
    )
    body = "\n\n".join(paragraphs)
    cited = "".join(f"- {key}: {source}\n" for key, source in SOURCES.items() if f"[{key}]" in body)
    return f"# Methods\n\n{body}\n\n## Cited\n\n{cited}"


def _data(tree_set: TreeSet, pair: DatasetPair | None) -> Iterator[str]:
    summary, settings = tree_set.pair, tree_set.settings
    left, right = summary.left, summary.right
    classes = listed([f"“{_name(name)}”" for name in summary.class_names])
    yield (
        f"We compared {_rows_of(left)} with {_rows_of(right)} by the {counted(summary.n_attributes, 'attribute')} "
        f"that both tables share and the classes {classes}."
    )
    if summary.renamed_classes:
        renamed = listed([f"“{_name(old)}” as “{_name(new)}”" for old, new in summary.renamed_classes])
        yield f"Classes with different names were matched as follows: {renamed}."
    if summary.assumed:
        matches = listed([f"{_name(one)} with {_name(other)}" for one, other in summary.assumed])
        yield f"These attributes have different names and were matched manually: {matches}."
    if summary.value_matches:
        values = listed([f"{_name(new)} with {_name(old)} ({_name(name)})" for name, new, old in summary.value_matches])
        yield f"Values with different names were matched as follows: {values}."
    yield from _units_and_kinds(summary, settings)
    yield from _missing_cells(summary, settings, pair)
    yield _SCALES[settings.scale]
    if summary.unscaled:
        yield f"Integer codes were not scaled: {listed([_name(name) for name in summary.unscaled])}."
    if settings.balance:
        yield (
            "In each table, classes rarer than in the other table were oversampled at random, with replacement, "
            f"until the class ratios matched: {left.gained:,} rows of {_name(left.name)} and {right.gained:,} of "
            f"{_name(right.name)}."
        )
    if settings.holdout:
        yield (
            f"A share of {number_words(settings.holdout)} of the rows of every class was held out of mining "
            f"({left.held_out:,} of {_name(left.name)}, {right.held_out:,} of {_name(right.name)})."
        )
    yield f"The random seed was {settings.seed}."


def _units_and_kinds(summary: PairSummary, settings: Settings) -> Iterator[str]:
    names = {"left": summary.left.name, "right": summary.right.name}
    if summary.conversions:
        made = [
            f"{_name(one.attribute)} of {_name(names[one.side])} ({conversion_words(one.formula)})"
            for one in summary.conversions
        ]
        yield f"Units were converted (steps in the order given): {listed(made)}."
    if summary.sparse:
        dropped = listed([_name(name) for name in summary.sparse])
        most = percent_words(settings.preparation.max_missing)
        yield f"Attributes with more than {most} missing values in one of the tables were excluded: {dropped}."


def _missing_cells(summary: PairSummary, settings: Settings, pair: DatasetPair | None) -> Iterator[str]:
    left, right = summary.left, summary.right
    if settings.missing in _MISSING and (left.filled or right.filled):
        yield (
            f"Missing values ({left.filled:,} of {_name(left.name)}, {right.filled:,} of {_name(right.name)}) "
            f"were {_MISSING[settings.missing]}."
        )
    if settings.missing == "drop-rows":
        counts = "" if pair is None else f" ({pair.n_rows_dropped[0]:,} and {pair.n_rows_dropped[1]:,})"
        yield f"Rows with missing values{counts} were excluded."
    if settings.missing == "drop-columns":
        count = "" if pair is None else f" ({len(pair.columns_dropped):,})"
        yield f"Attributes with missing values{count} were excluded."


def _mining(tree_set: TreeSet, document: Mapping[str, Any]) -> Iterator[str]:
    settings, weights = tree_set.settings, tree_set.settings.weights
    kind = "One shared decision tree was" if settings.k == 1 else f"A set of {settings.k} shared decision trees was"
    yield f"{kind} mined [DH14], {_METHODS[settings.method]}."
    terms = [f"{_criterion(settings)} on the rows of both tables together (weight {number_words(weights.ig)})"]
    alike = "similarity of the class distributions of the two tables in its children"
    terms.append(f"{alike} (weight {number_words(weights.ds)})")
    if weights.atd is not None:
        terms.append(f"difference of the tree from the others (weight {number_words(weights.atd)})")
    yield f"At each node, the split with the highest weighted sum was chosen: {listed(terms)}."
    pool = document.get("pool")
    if pool:
        yield (
            f"These weights gave the set of highest {_chosen_by(pool)} among {pool['vectors']} weightings "
            f"({_name(str(pool['name']))})."
        )
    if weights.atd is not None:
        others = "the other trees" if settings.method == "parallel" else "the trees that were grown before"
        yield (
            f"Trees were compared by the {_USAGE[settings.aus]} of their attributes; the difference was "
            f"{_aggregate(settings)} to {others}."
        )
    depth = f"at most {counted(settings.max_depth, 'split')} deep" if settings.max_depth else "of any depth"
    order = "depth first" if settings.traversal == "depth" else "level by level"
    counted_rows = counted(settings.fewest_rows, "balanced row" if settings.balance else "row")
    yield (
        f"Trees were {depth}, grown {order}; a node with fewer than {counted_rows} of a "
        "table was not split, and neither was a node at which all rows of a table have the same class."
    )
    if settings.attr_fraction < 1:
        yield (
            f"Only the {percent_words(settings.attr_fraction)} of the attributes that ranked highest by information "
            "gain in both tables were considered."
        )
    if tree_set.choice is not None:
        yield tree_set.choice.sentence
    yield from _constraints(settings)
    for pruned in document.get("pruned") or ():
        yield (
            f"Afterwards the trees were pruned ({_name(str(pruned['method']))}), from {pruned['tests_before']} to "
            f"{pruned['tests_after']} tests."
        )


def _aggregate(settings: Settings) -> str:
    if settings.atd == "avgmin":
        return f"the mean of the (at most) {settings.ell} smallest differences"
    return "the smallest difference" if settings.atd == "min" else "the mean difference"


def _constraints(settings: Settings) -> Iterator[str]:
    if settings.exclude:
        yield f"Excluded attributes: {listed([_name(name) for name in settings.exclude])}."
    if settings.roots:
        yield f"Every tree had to start with one of {listed([_name(name) for name in settings.roots])}."
    if settings.valuing.costs:
        rule = settings.valuing.cost_rule
        costs = listed([f"{_name(name)} ({cost:g})" for name, cost in settings.valuing.costs])
        source = {"squared": "TS90", "exponential": "N91"}[rule]
        weight = f", w = {settings.valuing.cost_weight:g}" if rule == "exponential" else ""
        yield (
            f"Gains were reduced by the cost of the attributes ({rule} rule [{source}]{weight}): {costs}; all "
            "others had a cost of 1."
        )
    further = [each for each in changed_settings({"pair": {}, "config": settings.to_document()}) if _is_further(each)]
    if further:
        yield f"Further settings: {listed([f'{each.label.lower()} {_name(each.words)}' for each in further])}."
    if settings.preset:
        yield f"The settings are based on the preset “{_name(settings.preset)}”."


def _is_further(setting: Setting) -> bool:
    """Whether no other sentence says it: an option that is newer than these sentences."""
    return setting.name not in _SAID


def _criterion(settings: Settings) -> str:
    return _CRITERIA[settings.valuing.criterion]


def _found(tree_set: TreeSet, *, has_rules: bool) -> Iterator[str]:
    scores, trees = tree_set.scores, tree_set.trees
    left, right = _name(tree_set.pair.left.name), _name(tree_set.pair.right.name)
    diversity = "" if scores.td is None else f", a tree diversity (TD) of {score(scores.td)}"
    is_balanced, held_out = tree_set.pair.is_balanced, bool(tree_set.settings.holdout)
    word = "balanced " if is_balanced else ""
    yield (
        f"The result has a {word}shared accuracy (SA) of {score(scores.sa)}, a {word}distribution similarity (DS) of "
        f"{score(scores.ds)}{diversity} and a {word}quality (SDTSQ) of {score(scores.sdtsq)}."
    )
    mined = "balanced rows" if is_balanced else "rows"
    where = "held-out rows" if held_out else f"{mined} that the trees were mined from, so they are optimistic"
    whose = "The accuracy of the tree was" if len(trees) == 1 else "Accuracies of the trees were"
    yield (
        f"{whose} {_range([each.accuracy_left for each in trees])} on {left} and "
        f"{_range([each.accuracy_right for each in trees])} on {right}, counted on the {where}."
    )
    yield (
        "SA is the smaller of a tree's accuracies on the two tables, DS the mean over its nodes of the cosine of the "
        f"two tables' class counts{_set_words(len(trees))}."
    )
    if not has_rules:
        return
    yield (
        "For rules, every training row was counted once. Shares have Wilson intervals [W27], and differences "
        "between the tables were tested by Fisher's exact test with Holm's correction [H79]. Reduced rules "
        "follow rule post-pruning [Q87]. Nodes at which the tables differ are alignable differences [GM94]."
    )


def _set_words(n_trees: int) -> str:
    if n_trees == 1:
        return "; the quality is the smaller of SA and DS times their mean"
    return (
        ", both averaged over the trees; TD is the mean difference of two trees, and SDTSQ the smallest of the "
        "three times their mean"
    )


def _software() -> str:
    libraries = ", ".join(f"{name} {number}" for name, number in library_versions().items())
    return f"This text and the accompanying files were written by {PROGRAM} {program_version()} with {libraries}."


def _rows_of(side: SideSummary) -> str:
    return f"{_name(side.name)} ({counted(side.rows, 'row')})"


def _range(values: list[float]) -> str:
    low, high = percent(min(values), 1), percent(max(values), 1)
    return low if low == high else f"{low} to {high}"


def _name(name: str) -> str:
    return markdown_escaped(name)


def _chosen_by(pool: Mapping[str, Any]) -> str:
    return "quality (SDTSQ)" if pool.get("best_by") != "cv" else best_by_words(pool)
