"""Attributes of a result: where they are used, how they are distributed, how stable their choice is."""
