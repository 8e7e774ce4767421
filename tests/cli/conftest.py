"""A folder with two tables, and the command to try on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Here, write_tables


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    write_tables(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ksdt(folder, capfd) -> Here:
    return Here(capfd)
