"""What tests against chance and cross-validation found, in sentences for a paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ksdt_core.evidence.chance_level import why_no_matching
from ksdt_core.evidence.set_chance import NullSummary, Significance
from ksdt_core.evidence.tree_chance import METHOD, earlier_sentences, is_beyond_chance, shuffles_sentence
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import markdown_escaped, p_text, percent, score

UNTESTED = "The set was not tested against chance."
UNCHECKED = "It was not cross-validated."


def chance_sentences(tree_set: TreeSet, document: Mapping[str, Any]) -> Iterator[str]:
    """The nulls and the cross-validation of a result document, or that there are none."""
    left, right = (markdown_escaped(side.name) for side in (tree_set.pair.left, tree_set.pair.right))
    part = document.get("significance")
    if part:
        yield from _tested(Significance.of_document(part), left, right, scale=tree_set.settings.scale)
    else:
        yield UNTESTED
    checked = document.get("cross_validated")
    if not checked:
        yield UNCHECKED
        return
    is_chosen = bool(document.get("pool")) or bool(part and Significance.of_document(part).n_vectors > 1)
    repeated = "preparation and choice of weights" if is_chosen else "preparation"
    yield (
        f"In stratified {checked['folds']}-fold cross-validation, with {repeated} repeated on the training rows of "
        f"every fold, shared accuracy (SA) was {score(checked['sa'])} (accuracy "
        f"{percent(checked['accuracy_left'], 1)} on {left} and {percent(checked['accuracy_right'], 1)} on {right})."
    )


def _tested(tested: Significance, left: str, right: str, *, scale: str) -> Iterator[str]:
    again = "mined again with the same settings"
    if tested.takes_largest:
        again += f", taking the largest value among the same {tested.n_vectors} weightings each time"
    elif tested.n_vectors > 1:
        again += f", taking the best of the same {tested.n_vectors} weightings each time"
    yield (
        f"The mean quality (SDTQ) of the trees, {score(tested.statistic)}, was compared with that of "
        f"{tested.permutations} shuffles for each null, {again}; p = (1 + shuffles that reach it) / (1 + "
        f"{tested.permutations})."
    )
    subjects = {
        "left": f"With the classes of {left} shuffled among its rows",
        "right": f"With the classes of {right} shuffled among its rows",
        "matching": f"With the attributes of {right} matched at random to those of {left}",
    }
    for null, summary in tested.nulls:
        if summary is not None:
            yield _null(subjects[null], summary, tested)
        elif null == "matching":
            yield f"Random matching of the attributes was not tested, because {why_no_matching(scale)}."
    stopping = shuffles_sentence(tested, left, right)
    if stopping:
        yield stopping
    if tested.trees:
        shown = sum(map(is_beyond_chance, tested.trees))
        yield f"Trees that are better than those of shuffled tables: {shown} of {len(tested.trees)}. {METHOD}"
    yield from earlier_sentences(tested, left, right)


def _null(subject: str, summary: NullSummary, tested: Significance) -> str:
    reached, permutations = tested.counts(summary.p)
    return (
        f"{subject}, {reached} of {permutations} reached it (mean {score(summary.mean)}, standard deviation "
        f"{score(summary.sd)}, largest {score(summary.max)}; {p_text(summary.p)})."
    )
