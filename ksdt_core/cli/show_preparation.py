"""What was done to the attributes of a pair before mining, as `ksdt show` says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ksdt_core.mining.tree_set import PairSummary, TreeSet

MOST_NAMED = 12


def preparation_lines(trees: TreeSet) -> Iterator[str]:
    """Conversions, codes left unscaled, sparse attributes, and tested attributes with many filled cells."""
    from ksdt_core.data.preparing.conversions import conversion_words
    from ksdt_core.data.preparing.filled import much_filled
    from ksdt_core.text import percent, printable

    pair = trees.pair
    for one in pair.conversions:
        yield f"{printable(one.attribute)} of {_table(pair, one.side)} converted: {conversion_words(one.formula)}"
    if pair.unscaled:
        yield f"codes, not scaled: {_names(pair.unscaled)}"
    if pair.sparse:
        yield f"excluded because too many values are missing: {_names(pair.sparse)}"
    filled = much_filled(pair.filled, (pair.left.rows, pair.right.rows))
    for name in trees.attributes:
        if name in filled:
            shares = zip(filled[name], (pair.left, pair.right), strict=True)
            told = ", ".join(f"{percent(share)} in {printable(side.name)}" for share, side in shares)
            yield f"many values of {printable(name)} were missing and filled: {told}"


def _table(pair: PairSummary, side: str) -> str:
    from ksdt_core.text import printable

    return printable(pair.left.name if side == "left" else pair.right.name)


def _names(names: tuple[str, ...]) -> str:
    from ksdt_core.text import printable

    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return ", ".join(printable(name) for name in names[:MOST_NAMED]) + more
