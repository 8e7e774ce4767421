"""Pruning of shared trees: no larger than the evidence of both tables."""
