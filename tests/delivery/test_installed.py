"""The wheel alone brings the whole program: no checkout, no Internet, nothing forgotten."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from random import Random

import pytest

from benchmarks.serving import serving
from ksdt_core.background.queue import cancel_job, open_jobs
from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.store.pairs import keep_pair
from pages.common.navigation import PAGES
from tests.delivery.building import ROOT
from tests.delivery.installing import PATIENCE, Installed, install
from tests.reliability.clients import Reader

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="an environment is laid out as on POSIX systems"),
    pytest.mark.timeout(600),  # the kernels are compiled again for each installation
]


@pytest.fixture(scope="module", params=["beside libraries", pytest.param("empty", marks=pytest.mark.soak)])
def installed(request, built, tmp_path_factory) -> Installed:
    return install(built.wheel, tmp_path_factory.mktemp("installed"), is_empty=request.param == "empty")


def test_it_is_the_wheel_that_answers(installed):
    python = str(installed.environment / "bin" / "python")
    seen = installed.run(python, "-c", "import ksdt_core, sys; print(ksdt_core.__file__, *sys.path, sep='\\n')")
    package, *paths = seen.splitlines()
    assert Path(package).is_relative_to(installed.environment)
    assert str(ROOT) not in paths
    assert installed.run(installed.command, "--version").startswith("ksdt ")
    assert "wine-red" in installed.run(installed.command, "datasets")


@pytest.fixture(scope="module")
def mined(installed) -> Path:
    """A set of trees of a bundled pair; the kernels are compiled by now."""
    installed.run(installed.command, "mine", "spect-train", "spect-test", "-k", "2", "-o", "trees.json")
    return installed.folder / "trees.json"


def test_it_mines_a_bundled_pair_and_writes_reports(installed, mined):
    assert len(json.loads(mined.read_text())["trees"]) == 2
    for form in ("html", "report-pdf"):
        installed.run(installed.command, "export", mined.name, "--format", form, "-o", "report")
    assert {path.suffix for path in (installed.folder / "report").iterdir()} == {".html", ".pdf"}


@pytest.mark.usefixtures("mined")
def test_it_serves_every_page(installed, tmp_path):
    store = open_store(tmp_path)
    entry = next(entry for entry in catalogue_pairs() if entry.left == "spect-train")
    pair = keep_pair(store, PairRequest.of_catalogue(entry))
    pages = [entry.address for entry in PAGES]
    with serving(tmp_path, (installed.command, "app", "--port"), cwd=installed.folder) as server:
        reader = Reader(server.socket, pair, Random(0), patience=PATIENCE)
        asyncio.run(reader.look(*pages))
        for job in open_jobs(store):
            cancel_job(store, job.id)
    assert reader.problems == []
    assert len(reader.seconds) == len(pages)
