"""Sentences that say what a test against chance found, and names made safe for Markdown."""

from __future__ import annotations

import re

from ksdt_core.mining.significance import NullSummary, Significance
from ksdt_core.trees.printable import printable
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames

CHANCE_LEVEL = 0.05
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def as_markdown(text: str) -> str:
    """A name or a message as Markdown that shows it verbatim: every sign that could be markup is escaped."""
    return _PUNCTUATION.sub(r"\\\1", printable(text))


def headline(tested: Significance) -> str:
    """The verdict in one line."""
    if tested.p_value > CHANCE_LEVEL:
        return "Shuffled tables often do as well: these trees may show chance"
    return "Shuffled tables rarely do as well"


def null_sentences(tested: Significance, names: TableNames) -> list[str]:
    """One sentence for each null: what was shuffled, how often it did as well, what p follows."""
    subjects = {
        "left": f"Shuffling the classes of {names.left}",
        "right": f"Shuffling the classes of {names.right}",
        "matching": f"Matching the attributes of {names.left} and {names.right} at random",
    }
    return [_null_sentence(subjects[null], summary, tested) for null, summary in tested.nulls]


def _null_sentence(subject: str, summary: NullSummary | None, tested: Significance) -> str:
    if summary is None:
        return f"{subject} was not tried: both tables keep their units, and units alone would make it fail."
    n_tries = tested.permutations
    n_reached = round(summary.p * (n_tries + 1)) - 1
    found = f"{subject} reached {tested.statistic:.4f} or more in {n_reached} of {n_tries} tries"
    if n_reached:
        return f"{found}, so p = {n_reached + 1}/{n_tries + 1}, about {summary.p:.2g}."
    return (
        f"{found}; the best try reached {summary.max:.4f}. So p = 1/{n_tries + 1}, about {summary.p:.2g}, "
        f"the smallest value that {n_tries} tries can give."
    )


def p_value_sentence(tested: Significance) -> str:
    """The p-value that stands for all nulls."""
    return f"Taken together p = {tested.p_value:.2g}, the largest of these: similarity must beat every null."


def choice_sentence(n_seen: int) -> str:
    """What a try repeats, and what it leaves out."""
    repeats = "Each try mines the set again with these weights."
    if n_seen <= 1:
        return repeats
    return f"{repeats} You have looked at {n_seen} weightings of this pair; p does not cover choosing among them."


def limit_sentence(sa: float, ds: float, td: float | None) -> str:
    """Which of the scores holds the set's quality down."""
    if td is None:
        return "One tree has no diversity; its set is worth what the tree is worth."
    names = {"SA": "shared accuracy (SA)", "DS": "distribution similarity (DS)", "TD": "tree diversity (TD)"}
    scores = {"SA": sa, "DS": ds, "TD": td}
    lowest = min(scores, key=lambda name: scores[name])
    mean = sum(scores.values()) / 3
    return f"SDTSQ = smallest × mean = {scores[lowest]:.4f} × {mean:.4f}. What limits it here is the {names[lowest]}."


def majority_sentence(shared: SharedTree, names: TableNames) -> str:
    """What an answer that looks at no attribute would reach, as Markdown."""
    label = int(shared.tree.label[0])
    shares = [
        f"{cdv[0, label] / cdv[0].sum():.1%} of {as_markdown(name)}"
        for name, cdv in ((names.left, shared.cdv_left), (names.right, shared.cdv_right))
    ]
    answer = as_markdown(shared.tree.class_names[label])
    return f"For comparison: always answering “{answer}” is right for {' and '.join(shares)}."
