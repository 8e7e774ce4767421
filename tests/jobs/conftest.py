"""What the tests of jobs borrow: a folder with tables, the command, a store."""

from __future__ import annotations

from tests.cli.conftest import folder, ksdt
from tests.tasks.conftest import kept

__all__ = ["folder", "kept", "ksdt"]
