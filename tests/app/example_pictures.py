"""The miniature trees on the cards of Start: `python -m tests.app.example_pictures` draws them again."""

from __future__ import annotations

from ksdt_core.data.samples.catalogue import CataloguePair, catalogue_pairs
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.mining.miners import mine
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.pair_request import PairRequest, requested_pair
from pages.start.blocks import EXAMPLES


def drawn(store: Store, entry: CataloguePair) -> dict[str, str]:
    """The files of a pair: the first of its trees under the default settings, in both themes."""
    first = mine(requested_pair(store, PairRequest.of_catalogue(entry))).trees[0]
    return {
        f"{entry.left}-{entry.right}-{colours.name}.svg": tree_svg(
            first, style=CARD, palette=colours, prefix=entry.left
        )
        for colours in (LIGHT, DARK)
    }


if __name__ == "__main__":
    for each in catalogue_pairs():
        for name, svg in drawn(open_store(), each).items():
            (EXAMPLES / name).write_text(svg, encoding="utf-8")
