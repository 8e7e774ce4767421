"""The test of a set against shuffled tables, from its definition: every shuffle mined, every p counted on its own."""

from __future__ import annotations

from ksdt_core.evidence.significance import Trial, nulls_of, shuffled_pair
from ksdt_core.mining.miners import mine
from ksdt_core.mining.presorted import presort


def sequential(values, observed, most, stop_after):
    """(p, shuffles needed): draw one shuffle after the other until h reach the observed value, or N were drawn."""
    reached = drawn = 0
    while drawn < most:
        reached += values[drawn] >= observed
        drawn += 1
        if reached == stop_after:
            return stop_after / drawn, drawn
    return (1 + reached) / (1 + most), most


def shuffled_sets(pair, parameters, weights, null, permutations):
    """The sets of all shuffles of a null."""
    trial = Trial(pair, presort(pair), parameters, (), None)
    shuffles = [shuffled_pair(trial, null, number)[0] for number in range(permutations)]
    return [mine(shuffled, parameters=parameters, weights=weights) for shuffled in shuffles]


def significance(pair, observed, permutations, stop_after=None):
    """By null: p of the mean SDTQ, of SDTSQ, of each tree, and the shuffles that were needed for all of them."""
    found = {}
    for null in nulls_of(pair, observed.parameters.exclude):
        sets = shuffled_sets(pair, observed.parameters, observed.settings.weights, null, permutations)
        mean = [sum(shared.sdtq for shared in each.trees) / len(each.trees) for each in sets]
        largest = [max(shared.sdtq for shared in each.trees) for each in sets]
        own = sum(shared.sdtq for shared in observed.trees) / len(observed.trees)
        compared = [(mean, own), ([each.scores.sdtsq for each in sets], observed.scores.sdtsq)]
        compared += [(largest, shared.sdtq) for shared in observed.trees]
        answers = [sequential(values, value, permutations, stop_after) for values, value in compared]
        found[null] = ([p for p, _ in answers], max(n for _, n in answers))
    return found
