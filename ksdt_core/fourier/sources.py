"""What the functions of this package take for an ensemble: one tree, several, a mined set, a whole sweep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.boxes import BoxFunction
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.tree_boxes import tree_function
from ksdt_core.trees.tree import Tree


def trees_of(source: object) -> tuple[Tree, ...]:
    """The trees of a source: a tree, what has a `tree`, `trees` or `entries` of such, or any sequence of sources."""
    trees = tuple(_flattened(source))
    if not trees:
        raise InvalidParameterError("no-trees")
    classes = trees[0].class_names
    for position, tree in enumerate(trees):
        if tree.class_names != classes:
            raise InvalidParameterError(
                "tree-of-other-classes", tree=position + 1, classes=tree.class_names, expected=classes
            )
    return trees


def _flattened(source: object) -> Iterable[Tree]:
    if isinstance(source, Tree):
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
    """The trees of a source as functions on one domain, by default their own; functions are taken as they are."""
    if isinstance(source, BoxFunction):
        source = (source,)
    if isinstance(source, Sequence) and source and all(isinstance(part, BoxFunction) for part in source):
        functions = tuple(source)
        wanted = domain or functions[0].domain
        if any(function.domain != wanted for function in functions):
            raise InvalidParameterError("functions-of-different-domains")
        return functions
    trees = trees_of(source)
    domain = domain or domain_of(trees)
    return tuple(tree_function(tree, domain) for tree in trees)
