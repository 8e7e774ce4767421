"""Writes the widget tree of every page to standard output; runs inside the checkout that is recorded."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

PAGES = ("data", "mine", "trees", "diversity", "spectrum", "space", "stability", "atlas", "runs", "about")
PAIRS = ("wine-red", "kc1", "cmc-working")


def main(root: Path) -> None:
    """Start, then every page without a pair and with each of three bundled pairs and a set mined from it."""
    print(described("start", opened(root, "start", {})))
    for name in PAGES:
        print(described(f"{name}, nothing chosen", opened(root, name, {})))
    for left in PAIRS:
        place = kept_run_of(left)
        for name in PAGES:
            print(described(f"{name}, {left}", opened(root, name, place)))


def kept_run_of(left: str) -> dict[str, str]:
    """A bundled pair and a set mined from it, both kept in the store; returns their place in the address."""
    from ksdt_core.data import catalogue_pairs  # imported here: rooms move between versions
    from ksdt_core.mining.miners import mine
    from ksdt_core.store.database import open_store
    from ksdt_core.store.pair_request import PairRequest, requested_pair
    from ksdt_core.store.pairs import keep_pair
    from ksdt_core.store.runs import keep_run

    store = open_store()
    request = PairRequest.of_catalogue(next(entry for entry in catalogue_pairs() if entry.left == left))
    keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=3, max_depth=2)
    return {"pair": request.id, "run": keep_run(store, trees.to_document(), pair=request.id)}


def opened(root: Path, name: str, place: dict[str, str]) -> AppTest:
    """The page after its first run. Before pages were packages a page was one file."""
    page = AppTest.from_file(str(root / "app.py"), default_timeout=300)
    if name != "start":
        single = root / "pages" / f"{name}.py"
        if not single.is_file():
            page.run()
        page.switch_page(f"pages/{name}.py" if single.is_file() else f"pages/{name}/page.py")
    for key, value in place.items():
        page.query_params[key] = value
    return page.run()


def described(title: str, page: AppTest) -> str:
    """One line for each element of the page: its kind, key, label and value, indented by its depth."""
    lines = [f"# {title}"]
    lines += [f"  exception {error.value}" for error in page.exception]
    for part in (page.sidebar, page.main):
        lines += _lines(part, 1)
    return "\n".join(lines)


def _lines(block: Any, depth: int) -> list[str]:
    children = getattr(block, "children", None)
    if children is None:
        return [f"{'  ' * depth}{_text(block)}"]
    own = [f"{'  ' * depth}{block.type or 'block'}"]
    return own + [line for child in children.values() for line in _lines(child, depth + 1)]


def _text(element: Any) -> str:
    said = [str(element.type), *(_said(element, name) for name in ("key", "label", "value", "options"))]
    return " | ".join(part for part in said if part)


def _said(element: Any, name: str) -> str:
    try:
        found = getattr(element, name, None)
    except (NotImplementedError, AttributeError, KeyError, TypeError):
        return ""  # elements that the test kit does not know
    return "" if found is None or callable(found) else repr(found)[:400]


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
