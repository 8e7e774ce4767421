"""The wheel carries the app inside the package and installs nothing else at the top level."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytest.importorskip("hatchling", reason="hatchling builds the wheel; pip install ksdt[test]")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return zipfile.ZipFile(next(folder.glob("ksdt-*.whl")))


def test_only_the_package_is_at_the_top_level(wheel):
    tops = {name.split("/", 1)[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"ksdt_core"}


@pytest.mark.parametrize(
    "name",
    [
        *("app.py", "pages/shared/frame.py", ".streamlit/config.toml"),
        *("assets/logo.svg", "assets/references.bib", "assets/data/catalogue.json"),
    ],
)
def test_the_app_travels_inside(wheel, name):
    assert f"ksdt_core/_app/{name}" in wheel.namelist()
    assert wheel.read(f"ksdt_core/_app/{name}") == (ROOT / name).read_bytes()


def test_nothing_of_a_working_copy_is_in_it(wheel):
    unwanted = ("__pycache__", "tests/", "test-results", "screenshots", ".nbi", ".nbc")
    assert [name for name in wheel.namelist() if any(part in name for part in unwanted)] == []


def test_command_is_declared(wheel):
    entry_points = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "ksdt = ksdt_core.cli.main:main" in wheel.read(entry_points).decode()


@pytest.mark.parametrize("name", ["report.html.j2", "report.css.j2"])
def test_templates_of_reports_travel_too(wheel, name):
    assert f"ksdt_core/reports/templates/{name}" in wheel.namelist()
