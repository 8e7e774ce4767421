"""Every package that the Makefile installs is locked: an exact version, hashes of its files, no host."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
from packaging.markers import Marker

from benchmarks.lock import BUILT_HERE, EXTRAS_OF_TESTS, build_requirements, differences, layers, written
from benchmarks.lock_files import (
    FOLDER,
    LAYERS,
    Locked,
    brought_by,
    declared,
    locked_in,
    names_of,
    pins,
    read_layer,
    read_locks,
)
from tests.delivery.building import ROOT

ALL = read_locks()
VERSIONS = {each.name: each.version for each in ALL}
NEEDED = {"build": ["build"], "app": ["app"], "test": EXTRAS_OF_TESTS, "bench": ["bench", "cluster"]}
PLATFORMS = [
    {"python_full_version": f"{python}.0", "sys_platform": platform, "platform_python_implementation": "CPython"}
    for python in ("3.11", "3.12", "3.13")
    for platform in ("linux", "darwin", "win32")
]


@pytest.mark.parametrize("layer", LAYERS)
def test_every_line_is_a_known_option_a_release_or_a_hash(layer):
    text = (FOLDER / f"{layer}.txt").read_text(encoding="utf-8")
    options = r"--require-hashes|--only-binary :all:|--no-binary [\w-]+|-r \w+\.txt"
    release = r"[a-z0-9.-]+==[\w.!+]+( ; [^\\]+)? \\"
    known = re.compile(rf"# .*|{options}|{release}|    --hash=sha256:[0-9a-f]{{64}}( \\)?|    # via [\w., -]+")
    assert [line for line in text.splitlines() if not known.fullmatch(line)] == []


@pytest.mark.parametrize("layer", LAYERS)
def test_no_lock_names_a_host(layer):
    text = (FOLDER / f"{layer}.txt").read_text(encoding="utf-8")
    assert re.findall(r"\w+://|index|find-links|trusted|@|\.(?:org|com|net|io)\b", text) == []


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_every_release_has_hashes(each):
    assert each.hashes
    assert len(set(each.hashes)) == len(each.hashes)


def test_versions_are_the_pins_and_no_package_is_locked_twice():
    assert pins() == VERSIONS
    assert len(ALL) == len(VERSIONS)


@pytest.mark.parametrize("layer", LAYERS)
def test_what_is_declared_is_locked_in_a_version_that_fits(layer):
    upto = LAYERS[: LAYERS.index(layer) + 1]
    there = {each.name for name in upto for each in read_layer(name)}
    asked = [each for key in NEEDED[layer] for each in declared()[key]]
    assert asked
    assert brought_by(names_of(asked), ALL) - there == set()
    assert [str(each) for each in asked if VERSIONS[min(names_of([each]))] not in each.specifier] == []


def test_every_extra_belongs_to_a_lock():
    assert set(declared()) == {key for keys in NEEDED.values() for key in keys}


def test_the_app_needs_no_package_of_the_tests():
    names = {each.name for layer in ("build", "app") for each in read_layer(layer)}
    assert not {"pytest", "hypothesis", "playwright", "ruff", "mypy", "distributed", "survset", "uv"} & names


@pytest.mark.parametrize("where", PLATFORMS, ids=lambda where: " ".join(where.values()))
def test_markers_exclude_only_what_other_systems_need(where):
    left_out = {each.name for each in ALL if each.marker and not Marker(each.marker).evaluate(where)}
    windows_only, old_only = {"colorama"}, {"importlib-metadata", "lazy-importer", "zipp"}
    expected = set() if where["sys_platform"] == "win32" else set(windows_only)
    expected |= old_only if where["python_full_version"] >= "3.12" else set()
    expected |= {"linux": set(), "darwin": {"watchdog"}, "win32": {"uvloop"}}[where["sys_platform"]]
    linux_only = {"catboost", "lightgbm", "shap", "slicer", "six", "xgboost-cpu"}  # models and peers that tests import
    expected |= set() if where["sys_platform"] == "linux" else linux_only
    assert left_out == expected


def test_only_releases_without_a_wheel_are_built_and_with_locked_packages():
    text = "".join((FOLDER / f"{layer}.txt").read_text(encoding="utf-8") for layer in LAYERS)
    assert text.count("--only-binary :all:") == 1  # a second one would make pip forget the exceptions
    assert set(re.findall(r"--no-binary (\S+)", text)) == set(BUILT_HERE)
    assert {re.split(r"[<>=]", line)[0] for line in build_requirements()} <= {each.name for each in read_layer("build")}


def test_the_files_are_what_the_lock_command_writes():
    for layer, lines in written(ALL).items():
        assert (FOLDER / f"{layer}.txt").read_text(encoding="utf-8") == "\n".join(lines) + "\n"


@pytest.mark.skipif(shutil.which("make") is None, reason="make installs; here is none")
@pytest.mark.parametrize("target", ["app", "test", "bench"])
def test_make_installs_nothing_without_hashes_but_this_project(target, tmp_path):
    command = ["make", "--dry-run", f"VENV={tmp_path}", f"PYTHON={sys.executable}", f"{tmp_path}/.installed-{target}"]
    shown = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    installs = re.findall(r"pip install (.*)", shown)
    assert any(f"-r locks/{target}.txt" in line for line in installs)
    assert installs[0].endswith("--require-hashes -r locks/build.txt")
    for line in installs:
        of_project = line.endswith("--no-deps --no-build-isolation -e .")
        assert of_project or re.search(r"--require-hashes .*-r locks/\w+\.txt$", line), line


@pytest.mark.skipif(shutil.which("make") is None, reason="make installs; here is none")
@pytest.mark.parametrize("lock", ["build", "app", "test"])
def test_make_installs_again_after_a_lock_has_changed(lock, tmp_path):
    for name in ("bin/python", ".installed-test"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    command = ["make", "--dry-run", f"VENV={tmp_path}", f"{tmp_path}/.installed-test"]
    quiet = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert "pip install" not in quiet
    loud = subprocess.run([*command, "-W", f"locks/{lock}.txt"], cwd=ROOT, check=True, capture_output=True, text=True)
    assert "-r locks/test.txt" in loud.stdout


class TestLockCommand:
    ZEROS, ONES = "0" * 64, "1" * 64

    def test_it_reads_what_uv_writes(self):
        text = (
            f"Zope_Thing==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:{self.ONES} \\\n"
            f"    --hash=sha256:{self.ZEROS}\n    # via numpy, -c constraints.txt, ksdt (pyproject.toml)\n"
            f"numpy==2 \\\n    --hash=sha256:{self.ZEROS}\n    # via -r -\n"
        )
        first, second = locked_in(text)
        assert first == Locked(
            "zope-thing", "1.0", "sys_platform == 'win32'", (self.ZEROS, self.ONES), ("numpy", "ksdt")
        )
        assert second == Locked("numpy", "2", "", (self.ZEROS,), ())
        assert list(locked_in("\n".join([*first.lines(), *second.lines()]))) == [first, second]

    def test_it_names_pins_that_are_missing_or_not_needed(self):
        locked = [Locked("numpy", "2", "", (self.ZEROS,), ()), Locked("new", "1", "", (self.ZEROS,), ("numpy",))]
        found = list(differences(locked, {"numpy": "2", "old": "3"}))
        assert [each.partition(":")[0] for each in found] == ["add new==1", "remove old"]

    def test_each_package_goes_into_the_first_file_that_needs_it(self):
        found = {each.name: layer for layer, added in layers(ALL).items() for each in added}
        wanted = {"packaging": "build", "numpy": "app", "pytest": "test", "survset": "test", "shapiq": "bench"}
        assert wanted.items() <= found.items()
