"""The published studies again: `python -m benchmarks.reproduction` writes docs/reproduction.md."""
