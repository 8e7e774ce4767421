"""What the Spectrum page says: what a tree relies on in each table, and what the set does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ksdt_core.text import counted, in_letters, percent, printable, score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CLOSE = 0.05  # indices of two tables that differ by less are called equal: some hundred rows tell no more
FLAT = 1e-12
Totals = Mapping[str, float]
Names = tuple[str, str]


def top(totals: Totals) -> str | None:
    """The attribute with the largest index; none where the predictions never vary."""
    name = max(totals, key=lambda each: totals[each], default=None)
    return name if name is not None and totals[name] > 0 else None


def lead(who: str, totals: tuple[Totals, Totals], names: Names) -> str:
    """The answer of the page in one sentence: what a tree relies on, in either table."""
    first, second = (top(each) for each in totals)
    left, right = (printable(name) for name in names)
    if first is None and second is None:
        return f"{who} predicts one class for all inputs of both tables, so it relies on no attribute."
    if first is None or second is None:
        flat, other, name = (left, right, second) if first is None else (right, left, first)
        value = totals[1 if first is None else 0][str(name)]
        return f"In {flat} {who} predicts one class for all rows; in {other} it relies most on {name} ({score(value)})."
    if first != second:
        values = score(totals[0][first]), score(totals[1][second])
        return f"{who} relies most on {first} in {left} ({values[0]}), and on {second} in {right} ({values[1]})."
    one, two = (each[first] for each in totals)
    sides = [f"{left} ({score(one)})", f"{right} ({score(two)})"]
    if abs(one - two) < CLOSE:
        return f"{who} relies most on {first}, about equally in {sides[0]} and {sides[1]}."
    more, less = sides if one > two else sides[::-1]
    return f"{who} relies most on {first}, and more in {more} than in {less}."


def lead_of_all_inputs(who: str, totals: Totals) -> str:
    """The same where every input counts, whichever table."""
    name = top(totals)
    if name is None:
        return f"{who} predicts one class for all inputs, so it relies on no attribute."
    return f"{who} relies most on {name} ({score(totals[name])})."


def set_sentence(n_trees: int, totals: tuple[Totals, Totals], names: Names) -> str:
    """What the mean answer of all trees relies on, in either table."""
    first, second = (top(each) for each in totals)
    if n_trees == 1 or first is None or second is None:
        return ""
    left, right = (printable(name) for name in names)
    values = score(totals[0][first]), score(totals[1][second])
    depend = f"All {in_letters(n_trees)} trees together depend most on"
    if totals[0] == totals[1]:
        return f"{depend} {first} ({values[0]})."
    if first != second:
        return f"{depend} {first} in {left} ({values[0]}) and on {second} in {right} ({values[1]})."
    return f"{depend} {first} ({values[0]} in {left}, {values[1]} in {right})."


def agreement_sentences(above: NDArray[np.float64], name: str) -> str:
    """The two trees that agree most and least in one table."""
    k = above.shape[0]
    pairs = [(float(above[i, j]), i + 1, j + 1) for i in range(k) for j in range(i + 1, k)]
    most, least = max(pairs), min(pairs)
    if len(pairs) == 1:
        return f"In {printable(name)} the two trees agree on {percent(most[0])} of the rows."
    return (
        f"In {printable(name)}, trees {most[1]} and {most[2]} agree most ({percent(most[0])} of the rows), "
        f"trees {least[1]} and {least[2]} least ({percent(least[0])})."
    )


def without_effect(totals: tuple[Totals, Totals]) -> str:
    """What an effect of 0 means, where a tested attribute has none in either table."""
    if all(max(each[name] for each in totals) > FLAT for name in totals[0]):
        return ""
    return " Effect 0: the tree tests the attribute, but no prediction depends on it."


def hidden(n_hidden: int) -> str:
    """How many attributes a chart omits."""
    return f" {counted(n_hidden, 'attribute')} with smaller values not shown." if n_hidden else ""
