"""Write the snapshots again: the messages of errors, and what commands, pages and reports say."""

from __future__ import annotations

import os
import sys

import pytest

from tests import approved
from tests.messages.rendering import SNAPSHOT, rendered

SNAPSHOT.write_text(rendered(), encoding="utf-8")
os.environ[approved.SETTING] = "1"
files = [str(path) for path in (approved.ROOT / "tests").rglob("test_*.py") if "approved" in path.read_text("utf-8")]
sys.exit(pytest.main(["-q", "-n", "0", "-m", "not browser", *files]))
