"""Whether a tree is better than trees of shuffled tables, in words that every surface shows."""

from __future__ import annotations

from ksdt_core.evidence.chance_level import CHANCE_LEVEL
from ksdt_core.evidence.set_chance import SeparateP, Significance
from ksdt_core.text import p_text

QUESTION = "Is this tree better than trees of shuffled tables?"
METHOD = (
    "The p-value of a tree is the share of shuffles in which the best tree of the set has the same or a higher "
    "SDTQ. It is therefore corrected for the number of trees. A small value means that shuffled tables seldom give "
    "such a tree, and not that new rows are predicted better than by guessing."
)


def is_beyond_chance(found: SeparateP) -> bool:
    """Whether shuffling the classes of either table rarely gives a tree as good."""
    return max(found.left, found.right) <= CHANCE_LEVEL


def short_answer(found: SeparateP, left: str, right: str) -> str:
    """The answer on a card."""
    if is_beyond_chance(found):
        return "better than trees of shuffled tables"
    failing = [name for name, p in ((left, found.left), (right, found.right)) if p > CHANCE_LEVEL]
    return f"not clearly better than with shuffled classes of {' and '.join(failing)}"


def p_list(found: SeparateP, left: str, right: str) -> str:
    """The p-values, each with what was shuffled."""
    said = [f"{p_text(p)} (classes of {name} shuffled)" for p, name in ((found.left, left), (found.right, right))]
    if found.matching is not None:
        said.append(f"{p_text(found.matching)} (columns paired at random)")
    return ", ".join(said)


def tree_sentence(found: SeparateP, left: str, right: str) -> str:
    """The answer for one tree with its p-values."""
    return f"This tree is {short_answer(found, left, right)}: {p_list(found, left, right)}."


def corrected_words(n_vectors: int) -> str:
    """What the p-values are corrected for."""
    return "for these weights alone" if n_vectors <= 1 else f"corrected for the choice among {n_vectors} weightings"


def earlier_sentences(tested: Significance, left: str, right: str) -> tuple[str, ...]:
    """The earlier tests of the same set, with what they were corrected for."""
    return tuple(
        f"An earlier test, {corrected_words(test.n_vectors)} ({test.permutations:,} shuffles), gave "
        f"{p_list(test.p, left, right)}."
        for test in tested.earlier
    )


def shuffles_sentence(tested: Significance, left: str, right: str) -> str:
    """How many shuffles were made, where shuffling could end early; else nothing."""
    if tested.stop_after is None:
        return ""
    names = {"left": f"classes of {left}", "right": f"classes of {right}", "matching": "pairing of the columns"}
    made = ", ".join(f"{count:,} of the {names[null]}" for null, count in tested.shuffles)
    return (
        f"Shuffles: {made}. A null distribution stops after {tested.stop_after} of its shuffles have reached the "
        f"set and each of its trees. Then p = {tested.stop_after} / shuffles needed."
    )
