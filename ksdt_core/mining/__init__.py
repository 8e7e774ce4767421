"""Mining diversified sets of shared decision trees."""

from ksdt_core.mining.cross_validation import CrossValidation, cross_validate
from ksdt_core.mining.growing import kernels_compiled
from ksdt_core.mining.miners import mine, mine_with
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.significance import Significance, significance
from ksdt_core.mining.sweeps import Sweep, iter_sweep, sweep
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightPool, WeightVector, weight_pool
from ksdt_core.mining.what_if import WhatIf, class_mappings, what_if

__all__ = [
    "CrossValidation",
    "MiningParameters",
    "Significance",
    "Sweep",
    "TreeSet",
    "WeightPool",
    "WeightVector",
    "WhatIf",
    "class_mappings",
    "cross_validate",
    "iter_sweep",
    "kernels_compiled",
    "mine",
    "mine_with",
    "significance",
    "sweep",
    "weight_pool",
    "what_if",
]
