"""`python -m benchmarks.lock`: locks/*.txt from pyproject.toml and the versions in constraints.txt.

uv asks the package index for the hashes of all files of each release, so that one lock serves every platform. `make
app` and `make test` install only files with these hashes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.lock_files import FOLDER, LAYERS, ROOT, Locked, brought_by, declared, locked_in, names_of, pins

LOWEST_PYTHON = "3.11"
BUILT_HERE = {"liac-arff": "setuptools"}  # releases without a wheel, and what builds them
EXTRAS_OF_TESTS = ("test", "dev", "genes", "models")  # every other extra goes into the last file
COMPILE = (
    *("pip", "compile", "pyproject.toml", "-", "--all-extras", "--constraints", "constraints.txt", "--no-config"),
    *("--universal", "--python-version", LOWEST_PYTHON, "--generate-hashes", "--annotation-style", "line"),
    *("--no-header", "--quiet"),
)


def main() -> int:
    done = subprocess.run(
        [sys.executable, "-m", "uv", *COMPILE], input="\n".join(build_requirements()),
        cwd=ROOT, env=os.environ | {"NO_COLOR": "1"}, check=False, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        print(f"uv could not lock the packages:\n{done.stderr}", file=sys.stderr)
        return 2
    locked = list(locked_in(done.stdout))
    if wrong := list(differences(locked, pins())):
        print("constraints.txt does not fit pyproject.toml:", *wrong, sep="\n  ", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for layer, lines in written(locked).items():
        _write_if_changed(FOLDER / f"{layer}.txt", "\n".join(lines) + "\n")
    return 0


def _write_if_changed(path: Path, text: str) -> None:
    """A file that stays the same keeps its time, so that make installs nothing again."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def build_requirements() -> list[str]:
    """What builds this project and the releases without a wheel. pip would fetch it without looking at hashes."""
    return sorted({*map(str, declared()["build"]), *BUILT_HERE.values()})


def differences(locked: list[Locked], pinned: dict[str, str]) -> Iterator[str]:
    versions = {each.name: each.version for each in locked}
    yield from (f"add {name}=={versions[name]}" for name in sorted(versions.keys() - pinned.keys()))
    yield from (f"remove {name}: nothing needs it" for name in sorted(pinned.keys() - versions.keys()))


def layers(locked: list[Locked]) -> dict[str, list[Locked]]:
    """Which packages each file adds to the ones before it."""
    asked = declared()
    roots = {
        "build": names_of(asked["build"]) | set(BUILT_HERE.values()),
        "app": names_of(asked["app"]),
        "test": names_of(each for extra in EXTRAS_OF_TESTS for each in asked[extra]),
        "bench": {each.name for each in locked},
    }
    left, found = {each.name: each for each in locked}, {}
    for layer in LAYERS:
        names = sorted(brought_by(roots[layer], locked) & left.keys())
        found[layer] = [left.pop(name) for name in names]
    return found


def written(locked: list[Locked]) -> dict[str, list[str]]:
    return {layer: [*_head(layer, added), *_body(added)] for layer, added in layers(locked).items()}


def _head(layer: str, added: list[Locked]) -> Iterator[str]:
    """Where a file starts: nothing is built on installation but what has no wheel."""
    yield "# Written by `make lock` from pyproject.toml and constraints.txt; do not edit by hand."
    before = LAYERS.index(layer) - 1
    yield f"-r {LAYERS[before]}.txt" if before >= 0 else "--require-hashes\n--only-binary :all:"
    yield from (f"--no-binary {each.name}" for each in added if each.name in BUILT_HERE)


def _body(added: list[Locked]) -> Iterator[str]:
    for each in added:
        yield from each.lines()


if __name__ == "__main__":
    sys.exit(main())
