"""Names of blocks, controls and styles: what one page calls something means nothing on another.

Streamlit keeps the state of a control by its key, whatever page it is on, and a rule of a style sheet holds for every
element with the class. So a key or a rule that two pages have would change the other page.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from pages.common.navigation import PAGES

ROOT = Path(__file__).resolve().parents[1]
COMMON = "common"
LAYOUT = ("roomy_", "third_", "table_line_", "reserved_")  # starts that pages/common/look.py gives a look
RULE = re.compile(r"([^{}]*)\{")
KEYED = re.compile(r"st-key-([\w-]+)")
OWN_CLASS = re.compile(r"\.((?!st-|stApp|js-plotly)[a-z][\w]*-[\w-]+)")


def sources() -> dict[str, list[str]]:
    """The text of all modules by page."""
    folders = [*(entry.folder for entry in PAGES), COMMON]
    return {folder: [path.read_text("utf-8") for path in (ROOT / "pages" / folder).glob("*.py")] for folder in folders}


def keys_of(texts: list[str]) -> set[str]:
    """Every key that is written out; of one that is put together, what it starts with and an asterisk."""
    found = set()
    for node in (node for text in texts for node in ast.walk(ast.parse(text))):
        if not isinstance(node, ast.keyword) or node.arg != "key":
            continue
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.add(node.value.value)
        elif isinstance(node.value, ast.JoinedStr) and isinstance(start := node.value.values[0], ast.Constant):
            found.add(f"{start.value}*")
    return found


def sheets_of(texts: list[str]) -> Iterator[str]:
    """Strings that are style sheets."""
    for node in (node for text in texts for node in ast.walk(ast.parse(text))):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.search(r"[\w\])]\s*\{\{?\s*[\w-]+:", node.value)
        ):
            yield node.value


def styled_by(texts: list[str]) -> set[str]:
    """Keys and classes of our own that rules of a page are about."""
    selectors = [selector for sheet in sheets_of(texts) for selector in RULE.findall(sheet)]
    keys = {f"key {name}" for selector in selectors for name in KEYED.findall(selector)}
    return keys | {f"class {name}" for selector in selectors for name in OWN_CLASS.findall(selector)}


def in_two(names: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """What two pages have, with these pages."""
    by_name = defaultdict(list)
    for page, found in names.items():
        for name in found:
            by_name[name].append(page)
    return {name: sorted(pages) for name, pages in by_name.items() if len(pages) > 1}


def same_start(names: Mapping[str, set[str]]) -> list[tuple[str, str, str, str]]:
    """A key that is put together on one page, and a key of another page that it may become."""
    return [
        (page, key, other, theirs)
        for page, found in names.items()
        for key in found
        if key.endswith("*") and len(key) > 2 and not key.startswith(LAYOUT)
        for other, others in names.items()
        if other != page
        for theirs in others
        if theirs.rstrip("*").startswith(key[:-1])
    ]


def test_no_key_belongs_to_two_pages():
    names = {page: keys_of(texts) for page, texts in sources().items()}
    assert in_two(names) == {}
    assert same_start(names) == []


def test_no_key_or_class_is_styled_by_two_pages():
    """A page may say more about what all pages share; what is one page's alone, no other page may style."""
    styled = {page: styled_by(texts) for page, texts in sources().items()}
    shared = styled.pop(COMMON)
    assert {name: pages for name, pages in in_two(styled).items() if name not in shared} == {}


def test_a_collision_is_found():
    texts = {
        "a": [
            "st.button(key='go'); st.box(key=f'card_{n}'); STYLE = '.st-key-go { gap: 1px; } .a-title { margin: 0; }'"
        ],
        "b": [
            "st.button(key='go'); st.box(key='card_big'); STYLE = '.st-key-card { gap: 2px; } .a-title b { gap: 0; }'"
        ],
    }
    keys = {page: keys_of(found) for page, found in texts.items()}
    assert in_two(keys) == {"go": ["a", "b"]}
    assert same_start(keys) == [("a", "card_*", "b", "card_big")]
    assert in_two({page: styled_by(found) for page, found in texts.items()}) == {"class a-title": ["a", "b"]}
