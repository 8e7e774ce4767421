"""`python -m benchmarks.licences`: everything that an installation brings, and its licences, in docs/licences.md."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from packaging.utils import canonicalize_name

from benchmarks.licence_terms import WHY, asks_of
from ksdt_core.reports.licences import EXTRAS, Library, all_libraries, names_brought

OUTPUT = Path(__file__).resolve().parents[1] / "docs" / "licences.md"


def main() -> int:
    found = all_libraries()
    absent = names_brought(EXTRAS) - {str(canonicalize_name(library.name)) for library in found}
    if absent or not found:
        print(
            f"not installed: {', '.join(sorted(absent)) or 'ksdt'}; install ksdt[{','.join(EXTRAS)}]", file=sys.stderr
        )
        return 2
    OUTPUT.write_text("\n".join(page(found)) + "\n", encoding="utf-8")
    return 0


def page(found: list[Library]) -> Iterator[str]:
    yield "# Licences of what comes along"
    yield ""
    yield (
        "Written by `python -m benchmarks.licences` from what the installed packages say of themselves; do not edit by "
        "hand."
    )
    yield ""
    yield (
        "KSDT Explorer is under the MIT licence. Its wheel holds none of the packages below: `pip` fetches them from "
        "their makers and each stays under its own licence. They are used unchanged, by calling them."
    )
    yield ""
    yield "## With every installation"
    yield ""
    yield from table(library for library in found if not library.is_optional)
    yield ""
    yield (
        "Wheels of `numpy`, `scipy` and `scikit-learn` hold runtime libraries of GCC (GPL 3 with the GCC Runtime "
        "Library Exception, which lets programs under any licence be made with them), those of `pillow` and others "
        "further compiled libraries; the texts lie in the `.dist-info` folder of each."
    )
    yield ""
    yield "## Only with an extra"
    yield ""
    yield (
        "`pip install 'ksdt[cluster]'` adds Dask and what it needs; `pip install 'ksdt[genes]'` adds `SurvSet`, a "
        "package of tables under GPL 3. Nothing of it is in this program, which reads two of its tables if somebody "
        "has chosen to install it and runs without. Whoever passes on an installation that holds it has the GPL to "
        "follow."
    )
    yield ""
    yield from table(library for library in found if library.is_optional)


def table(found: Iterable[Library]) -> Iterator[str]:
    yield "| package | version | licence | what it asks |"
    yield "|---|---|---|---|"
    for each in found:
        yield f"| {each.name} | {each.version} | {each.licence} | {WHY[asks_of(each.licence)]} |"


if __name__ == "__main__":
    sys.exit(main())
