"""All messages stand in one file that people review; a changed text shows up there, and nowhere else."""

from __future__ import annotations

from difflib import unified_diff

from tests.messages.rendering import SNAPSHOT, rendered


def test_messages_are_those_of_the_snapshot():
    before, now = SNAPSHOT.read_text("utf-8").splitlines(), rendered().splitlines()
    difference = "\n".join(unified_diff(before, now, "snapshot.md", "now", lineterm="", n=1))
    assert before == now, f"read this, then run make texts:\n{difference}"
