"""What is delivered, built once from the checkout."""

from __future__ import annotations

import pytest

from tests.delivery.building import ROOT, Built, build

pytest.importorskip("hatchling", reason="hatchling builds the wheel; pip install ksdt[test]")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(ROOT, tmp_path_factory.mktemp("built"))
