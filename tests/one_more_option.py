"""Runs with the field that CONTRIBUTING adds to `MiningParameters`, and prints what each surface makes of it as JSON.

`python -m tests.one_more_option FOLDER`: the option is in the parameters of this process only.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CHANGED, BEFORE = "ksdt_core.mining.parameters", "    def __post_init__(self) -> None:\n"
_get_code = SourceFileLoader.get_code


def field_of_contributing() -> str:
    """The field as step 1 of "Add an option" shows it."""
    found = re.search(r"```python\n(   patience: .*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL)
    assert found, "CONTRIBUTING shows no field"
    return "".join(f" {line}\n" for line in found[1].rstrip().splitlines())


def _get_changed_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
    if fullname != CHANGED:
        return _get_code(loader, fullname)
    source = loader.get_source(fullname)
    assert source is not None
    assert source.count(BEFORE) == 1
    return compile(source.replace(BEFORE, f"{field_of_contributing()}\n{BEFORE}"), loader.path, "exec")


def surfaces(folder: Path) -> dict[str, Any]:
    from ksdt_core.cli.main import run
    from ksdt_core.formats.result import read_result
    from ksdt_core.mining.comparison import compare_sets
    from ksdt_core.reports.provenance import provenance_rows
    from ksdt_core.reports.report_settings import setting_label, setting_words
    from pages.mine import settings

    def said(*words: str) -> tuple[int, str]:
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
            return run(list(words)), out.getvalue()

    mine = ("mine", str(folder / "left.csv"), str(folder / "right.csv"), "-k", "1", "-o")
    asked, usual = folder / "asked.json", folder / "usual.json"
    codes = [said(*mine, str(asked), "--patience", "0")[0], said(*mine, str(usual))[0]]
    found, other = read_result(asked), read_result(usual)
    wrong = json.loads(asked.read_text("utf-8"))
    wrong["config"]["patience"] = "long"
    (folder / "wrong.json").write_text(json.dumps(wrong), "utf-8")
    return {
        "codes": codes,
        "help": "--patience" in said("mine", "--help")[1],
        "refused": said(*mine, str(asked), "--patience", "12"),
        "written": [json.loads(path.read_text("utf-8"))["config"].get("patience") for path in (asked, usual)],
        "read": [result.tree_set.settings.patience for result in (found, other)],  # type: ignore[attr-defined]
        "parameters": found.tree_set.parameters.patience,  # type: ignore[attr-defined]
        "damaged": said("show", str(folder / "wrong.json")),
        "rows": [row for row in provenance_rows(found.document) if row[0] == "Patience"],
        "label": [setting_label("patience"), setting_words("patience", 0)],
        "compared": [row for row in compare_sets(found.tree_set, other.tree_set).settings if row[0] == "patience"],
        "widget": "patience" in settings._MORE,
    }


if __name__ == "__main__":
    SourceFileLoader.get_code = _get_changed_code  # type: ignore[method-assign, assignment]
    print(json.dumps(surfaces(Path(sys.argv[1]))))
