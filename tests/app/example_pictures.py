"""The pictures of Start, a tree and miniatures on cards: `python -m tests.app.example_pictures` draws them again."""

from __future__ import annotations

from ksdt_core.data.samples.catalogue import CataloguePair, catalogue_pairs
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.mining.miners import mine
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.pair_request import PairRequest, requested_pair
from ksdt_core.trees.text import TableNames
from pages.common.example import COHORT
from pages.start.blocks import EXAMPLES, PICTURES


def drawn(store: Store, entry: CataloguePair) -> dict[str, str]:
    """The files of a pair: the first of its trees under the default settings, in both themes."""
    first = mine(requested_pair(store, PairRequest.of_catalogue(entry))).trees[0]
    return {
        f"{entry.left}-{entry.right}-{colours.name}.svg": tree_svg(
            first, style=CARD, palette=colours, prefix=entry.left
        )
        for colours in (LIGHT, DARK)
    }


def large(store: Store, entry: CataloguePair) -> dict[str, str]:
    """The tree beside the introduction, two splits deep, in both themes."""
    trees = mine(requested_pair(store, PairRequest.of_catalogue(entry)), k=1, max_depth=2)
    names = TableNames(trees.pair.left.name, trees.pair.right.name)
    return {
        f"start-{colours.name}.svg": tree_svg(trees.trees[0], names, scale=trees.settings.scale, palette=colours)
        for colours in (LIGHT, DARK)
    }


if __name__ == "__main__":
    for each in catalogue_pairs():
        for name, svg in drawn(open_store(), each).items():
            (EXAMPLES / name).write_text(svg, encoding="utf-8")
        if each.left == COHORT:
            for name, svg in large(open_store(), each).items():
                (PICTURES / name).write_text(svg, encoding="utf-8")
