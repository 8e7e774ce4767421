"""Slow, plain definitions that the fast code is measured against."""
