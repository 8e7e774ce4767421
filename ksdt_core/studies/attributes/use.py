"""In how many trees of a set an attribute is tested, and at which levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ksdt_core.codec import COUNT, Codec, record
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF


@dataclass(frozen=True, slots=True)
class AttributeUse:
    """How a set of trees uses one attribute."""

    trees: int  # trees that test it
    roots: int  # trees that test it first
    tests: int
    levels: tuple[tuple[int, int], ...]  # level and number of tests there, the root being level 1


LEVELS: Codec[tuple[tuple[int, int], ...]] = Codec(
    lambda levels: {str(level): count for level, count in levels},
    lambda found: tuple((int(level), int(count)) for level, count in found.items()),
)
USE = record(AttributeUse, {"trees": COUNT, "roots": COUNT, "tests": COUNT, "levels": LEVELS})
UNUSED = AttributeUse(trees=0, roots=0, tests=0, levels=())


def attribute_uses(trees: Sequence[SharedTree]) -> dict[str, AttributeUse]:
    """The use of every attribute that some tree tests."""
    used: Counter[str] = Counter()
    roots: Counter[str] = Counter()
    levels: dict[str, Counter[int]] = {}
    for shared in trees:
        tree = shared.tree
        tested = set()
        for level, column in zip(tree.levels.tolist(), tree.attribute.tolist(), strict=True):
            if column != LEAF:
                name = tree.attributes[column]
                levels.setdefault(name, Counter())[level] += 1
                roots[name] += level == 1
                tested.add(name)
        used.update(tested)
    return {
        name: AttributeUse(used[name], roots[name], sum(counts.values()), tuple(sorted(counts.items())))
        for name, counts in levels.items()
    }
