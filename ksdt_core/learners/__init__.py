"""Trees and ensembles on one table or on a pair: classic learners of our own, and scikit-learn's."""

from ksdt_core.learners.c45 import c45
from ksdt_core.learners.cart import cart, cart_numbers
from ksdt_core.learners.conversion import trees_from
from ksdt_core.learners.ensembles import Ensemble, adaboost, bagging, forest, single_tree
from ksdt_core.learners.id3 import id3, n_multiway_splits
from ksdt_core.learners.learning import learn
from ksdt_core.learners.missing_cells import answers_with_missing, leaves_with_missing
from ksdt_core.learners.random_splits import random_tree
from ksdt_core.learners.stopping import Stopping

__all__ = [
    "Ensemble",
    "Stopping",
    "adaboost",
    "answers_with_missing",
    "bagging",
    "c45",
    "cart",
    "cart_numbers",
    "forest",
    "id3",
    "learn",
    "leaves_with_missing",
    "n_multiway_splits",
    "random_tree",
    "single_tree",
    "trees_from",
]
