"""Write the snapshot of all messages again."""

from __future__ import annotations

from tests.messages.rendering import SNAPSHOT, rendered

SNAPSHOT.write_text(rendered(), encoding="utf-8")
