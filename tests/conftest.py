"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]

# Shared machines are slow at times: an example may take as long as it needs, but what is drawn is the same each run.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("default", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that take minutes run only when they are asked for."""
    if "soak" in config.getoption("-m"):
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of large tables; tests that need it are skipped where there is none."""
    folder = Path(os.environ.get("KSDT_SHARED_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no tables in {folder}; set KSDT_SHARED_DATA to their folder")
    return folder
