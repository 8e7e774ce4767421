"""Drawings of trees, sets and studies, and the files they are exported to."""
