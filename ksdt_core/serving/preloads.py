"""Links that make a browser fetch the scripts of what every page shows while it still loads the app.

The app fetches the script of a kind of element, such as a button, when the first one comes. Until then an empty box of
another height stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_IMPORTED = re.compile(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""")
_LINKED = re.compile(r"""\./static/js/([\w.-]+\.js)""")


def preloads(static: Path, kinds: Iterable[str]) -> str:
    """Links for the scripts of these kinds and for what they import, as far as the page of the app has none."""
    seen = set(_LINKED.findall((static / "index.html").read_text(encoding="utf-8")))
    names = (name for kind in kinds for name in _with_imports(static / "static" / "js", f"{kind}.*.js", seen))
    return "".join(f'<link rel="modulepreload" crossorigin href="./static/js/{name}">' for name in names)


def _with_imports(folder: Path, pattern: str, seen: set[str]) -> Iterator[str]:
    """The scripts with such a name and all that they need, but for those that were `seen`: these have a link."""
    for path in folder.glob(pattern):
        if path.name not in seen:
            seen.add(path.name)
            yield path.name
            for name in _IMPORTED.findall(path.read_text(encoding="utf-8")):
                yield from _with_imports(folder, name, seen)
