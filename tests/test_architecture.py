"""The house keeps its shape: imports point one way, package files only name, nothing names a machine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.import_rules import code_in_package_file, import_cycle, wrong_imports

ROOT = Path(__file__).resolve().parents[1]
SOURCE_FOLDERS = ("ksdt_core", "pages", "benchmarks", "tests")
TEXT_SUFFIXES = {".py", ".md", ".toml", ".txt", ".cfg", ".ini", ".yml", ".yaml", ".json", ".svg", ".bib", ".html", ""}
SKIPPED_FOLDERS = {".git", ".venv", "build", "dist", "__pycache__", "test-results"}
SKIPPED_FILES = {".git"}  # in a worktree, a file that names the folder of the repository
CACHE_FOLDER = re.compile(r"^\..*_cache$|^\.hypothesis$")

# Written so that these lines do not match themselves.
MACHINE_PATH = re.compile(r"(?<![\w.~:/<-])/(?:work|tmp|root|home|Users|opt|mnt)[/](?=\w)")
REGISTRY_HOST = re.compile(
    r"pypi[.]org|pythonhosted[.]org|anaconda[.]org|npmjs[.]org|deb[.]debian[.]org|googleapis[.]com|jsdelivr[.]net|unpkg[.]com"
)


def read_modules(*folders: str) -> dict[str, str]:
    modules = {}
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            modules[name] = path.read_text(encoding="utf-8")
    for script in ("app", "serve"):
        modules[script] = (ROOT / f"{script}.py").read_text(encoding="utf-8")
    return modules


def text_files(root: Path = ROOT) -> Iterator[Path]:
    for path in sorted(root.iterdir()):
        if path.is_dir():
            if path.name not in SKIPPED_FOLDERS and not CACHE_FOLDER.match(path.name):
                yield from text_files(path)
        elif path.suffix in TEXT_SUFFIXES and path.name not in SKIPPED_FILES and not path.name.startswith(".coverage"):
            yield path


def test_imports_point_one_way():
    assert wrong_imports(read_modules(*SOURCE_FOLDERS)) == []


LONG_FUNCTIONS = {"ksdt_core.mining.split_kernel.promising_splits"}  # a kernel is compiled as a whole
MOST_LINES = 60


def long_functions(modules: dict[str, str]) -> set[str]:
    """Functions with more lines than one reads at a glance, decorators counted."""
    return {
        f"{name}.{node.name}"
        for name, text in modules.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - min([node.lineno, *(each.lineno for each in node.decorator_list)]) >= MOST_LINES
    }


def test_no_function_is_longer_than_sixty_lines():
    assert long_functions(read_modules("ksdt_core", "pages")) - LONG_FUNCTIONS == set()


def test_a_long_function_is_found():
    fits, is_long = ("@cached\ndef work():\n" + "    pass\n" * n_lines for n_lines in (58, 59))
    assert long_functions({"fits": fits}) == set()
    assert long_functions({"room": is_long}) == {"room.work"}


def test_no_modules_import_each_other_in_a_ring():
    assert import_cycle(read_modules(*SOURCE_FOLDERS)) is None


def test_a_file_name_stands_in_two_rooms_at_most():
    """A room is a folder of the core, or all pages together."""
    rooms: dict[str, set[str]] = {}
    for folder in ("ksdt_core", "pages"):
        for path in (ROOT / folder).rglob("*.py"):
            inside = path.relative_to(ROOT).parts[:-1]
            rooms.setdefault(path.name, set()).add("/".join(inside[:1] if folder == "pages" else inside[:2]))
    del rooms["__init__.py"]
    assert {name: sorted(found) for name, found in rooms.items() if len(found) > 2} == {}


def test_architecture_names_paths_that_there_are():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:ksdt_core|pages|assets|tests|docs)/[\w./]+)`", text))
    assert len(named) > 40
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def test_package_files_only_name_things():
    found = {
        str(path.relative_to(ROOT)): code
        for folder in SOURCE_FOLDERS
        for path in sorted((ROOT / folder).rglob("__init__.py"))
        if (code := code_in_package_file(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY_HOST], ids=["machine path", "registry host"])
def test_no_file_names_a_machine_or_a_registry(pattern):
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in text_files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if pattern.search(line)
    ]
    assert found == []


def test_constraints_pin_exact_versions_by_name_alone():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line.strip() and not line.startswith("#")]
    assert pins
    assert [pin for pin in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", pin)] == []


class TestCheckerFindsBadExamples:
    """The rules above are worth something only if a broken house breaks them."""

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            ("ksdt_core.trees.tree", "from ksdt_core.mining.mine import mine"),
            ("ksdt_core.mining.mine", "import ksdt_core.fourier.spectrum"),
            ("ksdt_core.fourier.spectrum", "from ksdt_core.mining import weights"),
            ("ksdt_core.mining.mine", "def f():\n    from ksdt_core.figures import tree_dot"),
            (
                "ksdt_core.mining.mine",
                "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import ksdt_core.cli.main",
            ),
            ("ksdt_core.errors", "from ksdt_core.data.model.dataset import Dataset"),
            ("ksdt_core.parallel.executor", "import ksdt_core.mining.mine"),
            ("ksdt_core.figures.tree_dot", "import streamlit as st"),
            ("ksdt_core.mining.mine", "import plotly.graph_objects as go"),
            ("ksdt_core.cli.main", "from graphviz import Digraph"),
            ("ksdt_core.data.model.pair", "from pages.common import compute"),
            ("ksdt_core.data.model.pair", "from . import dataset"),
            ("ksdt_core.data.model.pair", "import ksdt_core"),
            ("ksdt_core.newroom.thing", "import ksdt_core.data.model.pair"),
            ("pages.common.compute", "from pages.trees import draw"),
            ("pages.trees", "import app"),
            ("pages.trees", "import serve"),
            ("pages.trees", "from tests.oracles import miner"),
        ],
    )
    def test_wrong_direction(self, module, line):
        assert len(wrong_imports({module: line})) == 1

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            ("ksdt_core.mining.mine", "from ksdt_core.measures.quality import set_quality"),
            ("ksdt_core.data.model.pair", "from ksdt_core.errors import KsdtError"),
            ("ksdt_core.figures.tree_dot", "import graphviz"),
            ("ksdt_core", "from ksdt_core.mining.mine import mine"),
            ("pages.common.compute", "import streamlit as st\nfrom pages.common import state\nimport ksdt_core"),
        ],
    )
    def test_right_direction(self, module, line):
        assert wrong_imports({module: line}) == []

    def test_ring(self):
        ring = {"a.x": "from a.y import f", "a.y": "def g():\n    import a.z", "a.z": "from a import x"}
        assert set(import_cycle(ring)) == {"a.x", "a.y", "a.z"}
        assert import_cycle({**ring, "a.z": "import numpy"}) is None

    def test_code_in_a_package_file(self):
        assert code_in_package_file('"""Doc."""\nfrom a import b\n__all__ = ["b"]\n__version__ = "1"') == []
        lazy = "import lazy_loader\n__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)"
        assert code_in_package_file(lazy) == []
        assert len(code_in_package_file(lazy.replace("lazy_loader.attach_stub", "something.else_"))) == 1
        assert len(code_in_package_file("def f(): ...\nx = 1\nprint(2)\n__all__ = names()")) == 4

    @pytest.mark.parametrize("start", ["/work", "/tmp", "/root", "/home", "/Users"])
    def test_machine_path(self, start):
        assert MACHINE_PATH.search(f'open("{start}/someone/file.csv")')
        assert not MACHINE_PATH.search(f"the frame{start}/load of a network")

    def test_registry_host(self):
        assert REGISTRY_HOST.search("https://" + "pypi" + ".org/simple")
