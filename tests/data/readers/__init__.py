"""Tests of the readers of files."""
