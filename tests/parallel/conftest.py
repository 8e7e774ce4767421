"""What the tests of jobs borrow: a folder with tables, the command, a store."""

from __future__ import annotations

from tests.background.conftest import kept
from tests.cli.conftest import folder, ksdt

__all__ = ["folder", "kept", "ksdt"]
