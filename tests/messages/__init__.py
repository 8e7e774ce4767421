"""Every message in one file for review: `python -m tests.messages` writes it again."""
