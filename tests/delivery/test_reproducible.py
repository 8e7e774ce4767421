"""The same sources give the same bytes, whenever, wherever and by whomever they are built."""

from __future__ import annotations

import os
import shutil
import tarfile

import pytest

from tests.delivery.building import ROOT, build, files_of_checkout

LITTER = (
    *(".venv/pyvenv.cfg", ".streamlit/secrets.toml", "ksdt_core/__pycache__/errors.cpython-311.pyc", "dist/old.whl"),
    *("pages/common/__pycache__/kernel.nbi", "build/study/part.json", "test-results/page.png", ".hypothesis/tmp/a"),
)
pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX systems")


def test_another_folder_day_and_user_build_the_same_bytes(built, tmp_path):
    source = tmp_path / "elsewhere"
    for position, name in enumerate(sorted(files_of_checkout(), reverse=True)):
        copy = source / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, copy)
        copy.chmod(0o600 if position % 2 else 0o664)
        os.utime(copy, (10**9 + position, 10**9 + position))
    for name in LITTER:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("of this machine alone")
    again = build(source, tmp_path / "again", umask=0o077)
    assert again.sdist.read_bytes() == built.sdist.read_bytes()
    assert again.wheel.read_bytes() == built.wheel.read_bytes()


def test_the_sdist_builds_the_same_again(built, tmp_path):
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    again = build(next(tmp_path.glob("ksdt-*")), tmp_path / "again")
    assert again.wheel.read_bytes() == built.wheel.read_bytes()
    assert again.sdist.read_bytes() == built.sdist.read_bytes()
