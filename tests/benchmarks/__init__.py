"""Tests of the studies and measurements in benchmarks."""
