"""Stability of attributes by complementary halves, from its definition: every half mined, every choice counted."""

from __future__ import annotations

from ksdt_core.mining.miners import mine
from ksdt_core.studies.attributes.halves import halves_of


def tested_names(tree_set):
    """The attributes that the nodes of the document test."""
    return {node["attribute"] for tree in tree_set.to_document()["trees"] for node in tree["nodes"]} - {None}


def stability(pair, tree_set, pairs, tau):
    """Share of each attribute, mean number selected q, stable attributes, bound q² / ((2τ − 1) p)."""
    choices = []
    for number in range(pairs):
        for half in halves_of(pair, number):
            mined = mine(half, parameters=tree_set.parameters, weights=tree_set.settings.weights)
            choices.append(tested_names(mined))
    shares = {name: sum(name in chosen for chosen in choices) / len(choices) for name in pair.attributes}
    q = sum(len(chosen) for chosen in choices) / len(choices)
    p = sum(name not in tree_set.settings.exclude for name in pair.attributes)
    stable = {name for name, share in shares.items() if share >= tau}
    return shares, q, stable, q**2 / ((2 * tau - 1) * p)
