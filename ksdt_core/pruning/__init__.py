"""Pruning of shared trees: no larger than the evidence of both tables."""

from ksdt_core.pruning.prune import Pruned, prune
from ksdt_core.pruning.report import PruningReport

__all__ = ["Pruned", "PruningReport", "prune"]
