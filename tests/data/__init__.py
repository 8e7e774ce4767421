"""Tests of reading, matching, preparing and checking tables."""
