"""Tests of the core, the command line, the pages and what is delivered."""
