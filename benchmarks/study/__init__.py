"""The study of shared tree sets again, and the power of the test: `python -m benchmarks.study` writes docs/study.md."""
