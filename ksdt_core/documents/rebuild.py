"""From a checked document back to the values it was written from."""

from __future__ import annotations

import numpy as np

from ksdt_core.data.dataset import Categories
from ksdt_core.data.value_matching import value_matches
from ksdt_core.documents.check_settings import weights_of
from ksdt_core.documents.shape import ConfigPart, NodePart, ResultPart, SetScoresPart, SidePart, TreePart
from ksdt_core.measures.valuing import Valuing
from ksdt_core.mining.tree_set import PairSummary, SetScores, Settings, SideSummary, TreeSet
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree

NO_NUMBER = float("nan")


def rebuild_tree_set(part: ResultPart) -> TreeSet:
    """The set of trees. A document knows only the attributes that the trees test: these, sorted, are the set's."""
    used = {node.attribute for tree in part.trees for node in tree.nodes if node.attribute is not None}
    attributes = tuple(sorted(used))
    values = {attribute: tuple(values) for attribute, values in part.pair.values.items()}
    categories: Categories = tuple(values.get(attribute) for attribute in attributes)
    root = part.trees[0].nodes[0]
    pair = PairSummary(
        left=_side(part.pair.left, n_mined=sum(root.cdv_left)),
        right=_side(part.pair.right, n_mined=sum(root.cdv_right)),
        n_attributes=part.pair.attributes,
        class_names=tuple(part.pair.classes),
        values=tuple(values.items()),
        fingerprint=part.pair.fingerprint,
        assumed=tuple((left, right) for left, right in part.pair.assumed),
        value_matches=value_matches(part.pair.value_map),
        renamed_classes=tuple(part.pair.class_map.items()),
    )
    return TreeSet(
        pair=pair,
        settings=_settings(part.config),
        trees=tuple(_shared_tree(tree, attributes, categories, class_names=pair.class_names) for tree in part.trees),
        tpd=np.array(part.tpd, dtype=np.float64),
        scores=set_scores(part.scores),
        attributes=attributes,
        categories=categories,
    )


def set_scores(part: SetScoresPart) -> SetScores:
    """The scores of a set, or of one entry of a sweep."""
    return SetScores(sa=part.sa, ds=part.ds, td=part.td, sdtsq=part.sdtsq)


def _side(part: SidePart, *, n_mined: int) -> SideSummary:
    gained = n_mined - part.rows if part.gained is None else part.gained
    return SideSummary(name=part.name, rows=part.rows, gained=gained, filled=part.filled, held_out=part.held_out)


def _settings(config: ConfigPart) -> Settings:
    return Settings(
        k=config.k,
        method=config.method,
        weights=weights_of(config.weights, "config.weights", method=config.method),
        aus=config.aus,
        atd=config.atd,
        ell=config.ell,
        attr_fraction=config.attr_fraction,
        min_size=config.min_size,
        max_depth=config.max_depth,
        traversal=config.traversal,
        scale=config.scale,
        balance=config.balance,
        missing=config.missing,
        seed=config.seed,
        exclude=tuple(config.exclude),
        roots=tuple(config.roots),
        holdout=config.holdout,
        preset=config.preset,
        valuing=Valuing.of(config.criterion, config.costs, cost_rule=config.cost_rule, cost_weight=config.cost_weight),
    )


def _shared_tree(
    part: TreePart, attributes: tuple[str, ...], categories: Categories, *, class_names: tuple[str, ...]
) -> SharedTree:
    nodes = part.nodes
    position = {attribute: index for index, attribute in enumerate(attributes)}
    class_position = {name: index for index, name in enumerate(class_names)}

    def numbers(key: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        found = [getattr(node, key) for node in nodes]
        return np.array([NO_NUMBER if number is None else number for number in found], dtype=np.float64)

    def children(key: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        return np.array([LEAF if (child := getattr(node, key)) is None else child for node in nodes], dtype=np.int32)

    def category(node: NodePart) -> int:
        if node.attribute is None or node.category is None:
            return -1
        return (categories[position[node.attribute]] or ()).index(node.category)

    tested = [LEAF if node.attribute is None else position[node.attribute] for node in nodes]
    tree = Tree(
        attributes=attributes,
        categories=categories,
        class_names=class_names,
        attribute=np.array(tested, dtype=np.int32),
        threshold=numbers("threshold"),
        category=np.array([category(node) for node in nodes], dtype=np.int32),
        left=children("left"),
        right=children("right"),
        label=np.array([class_position[node.label] for node in nodes], dtype=np.int32),
    )
    return SharedTree(
        tree=tree,
        threshold_left=numbers("threshold_left"),
        threshold_right=numbers("threshold_right"),
        cdv_left=np.array([node.cdv_left for node in nodes], dtype=np.int64),
        cdv_right=np.array([node.cdv_right for node in nodes], dtype=np.int64),
        dsn=numbers("dsn"),
        accuracy_left=part.scores.accuracy_left,
        accuracy_right=part.scores.accuracy_right,
        sa=part.scores.sa,
        ds=part.scores.ds,
        sdtq=part.scores.sdtq,
    )
