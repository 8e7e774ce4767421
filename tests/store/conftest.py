"""What the tests of the store share."""

from __future__ import annotations

from pathlib import Path

import pytest

from ksdt_core.store.database import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path)
