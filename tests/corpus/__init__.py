"""Outputs of every command and page, saved before a change of structure and compared after it."""
