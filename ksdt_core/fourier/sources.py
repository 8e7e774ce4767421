"""What the functions of this package take for an ensemble: one tree, several, a mined set, a whole sweep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.boxes import BoxFunction
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.tree_boxes import tree_function
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree


def trees_of(source: object) -> tuple[Tree, ...]:
    """The trees of a source: a tree, what has a `tree`, `trees` or `entries` of such, or any sequence of sources."""
    return tuple(tree_of_part(part) for part in parts_of(source))


def tree_of_part(part: Tree | ValueTree) -> Tree:
    """The tests of a part, whatever it answers."""
    return part.tree if isinstance(part, ValueTree) else part


def parts_of(source: object) -> tuple[Tree | ValueTree, ...]:
    """The trees of a source, those that answer numbers with their numbers."""
    parts = tuple(_flattened(source))
    if not parts:
        raise InvalidParameterError("no-trees")
    trees = [tree_of_part(part) for part in parts]
    classes = trees[0].class_names
    for position, tree in enumerate(trees):
        if tree.class_names != classes:
            raise InvalidParameterError(
                "tree-of-other-classes", tree=position + 1, classes=tree.class_names, expected=classes
            )
    return parts


def _flattened(source: object) -> Iterable[Tree | ValueTree]:
    if isinstance(source, Tree | ValueTree):
        yield source
        return
    for name in ("tree", "trees", "entries"):
        part = getattr(source, name, None)
        if part is not None:
            yield from _flattened(part)
            return
    if not isinstance(source, Iterable) or isinstance(source, str | bytes):
        raise InvalidParameterError("not-trees", given=type(source).__name__)
    for part in source:
        yield from _flattened(part)


def box_functions(source: object, *, domain: CellDomain | None = None) -> tuple[BoxFunction, ...]:
    """The trees of a source as functions on one domain, by default their own; functions are taken as they are.

    A tree with numbers at its leaves is the function of these numbers.
    """
    if isinstance(source, BoxFunction):
        source = (source,)
    if isinstance(source, Sequence) and source and all(isinstance(part, BoxFunction) for part in source):
        functions = tuple(source)
        wanted = domain or functions[0].domain
        if any(function.domain != wanted for function in functions):
            raise InvalidParameterError("functions-of-different-domains")
        return functions
    parts = parts_of(source)
    domain = domain or domain_of(tuple(tree_of_part(part) for part in parts))
    return tuple(
        tree_function(tree_of_part(part), domain, values=part.values if isinstance(part, ValueTree) else None)
        for part in parts
    )
