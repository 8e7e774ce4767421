"""Words that readers do not see: for each there is a plainer one, and one word stands for one concept."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.messages.raised import ROOT

INSTEAD: Mapping[str, str] = {
    r"mend(s|ed|ing)?": "fix",
    r"parted|parts the rows|(tables|mixes) part": "separated, differ",
    r"anew": "again",
    r"work(s|ed)? out": "compute",
    r"is no (number|table|class|tree|attribute|discovery)": "is not a ...",
    r"stands? in the way|(what|that) stands? (there|in)": "problem, what is there",
    r"by lot": "at random",
    r"(told|tells?|telling) (the classes )?apart|tells? the class(es)?": "distinguish, predict the class",
    r"the usual": "default",
    r"leave (it|this|them|that) out|leaves it out|leave out|nothing is lost without": "exclude, remove, 0 = none",
    r"(go|goes|went) on|put away|putting away|take along|taken along": "continue, archive, export",
    r"one of (its|their) own": "its own",
    r"(shows|is|be|hardly more than) chance": "could be due to chance",
    r"(row|rows) mined|as mined|on which it was mined|rows it was mined on": "training rows",
    r"being new|how new": "diversity, difference from the other trees",
    r"likeness": "similarity",
    r"at hand": "available",
    r"perhaps for want|for want of": "because there is no",
    r"lies? elsewhere|spreads? otherwise": "has a different centre or spread",
    r"good to know|what to think about": "notes, warnings",
    r"asks? nothing of|other options win|great discovery|takes care of it|to be scaled at will": "say it plainly",
}
"""For each expression what to write: the table of words to replace."""

OF_OPTIONS: Mapping[str, str] = {
    r"weight vectors?|vectors of the pool|a sweep|sweeps": "weightings; compare 36 weightings",
    r"(fewest|most) rows of a leaf": "minimum, maximum",
}
"""The same, where the program speaks of its own work; documents may explain these words."""

DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    *(f"docs/{name}.md" for name in ("methods", "security", "reliability", "cluster", "index")),
)
SNAPSHOTS = ("tests/messages/snapshot.md", "tests/messages/texts.md")


def said_in(path: Path) -> Iterator[tuple[int, str]]:
    """Lines with the texts of a module that a reader may see; f-strings have … for what is filled in."""
    tree = ast.parse(path.read_text("utf-8"))
    seen = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            seen.update(id(part) for part in node.values)
            parts = (str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in seen:
            yield node.lineno, node.value


def found_in(text: str, words: Mapping[str, str]) -> list[str]:
    """
    >>> found_in("Problems to mend", INSTEAD)
    ["'mend': write fix"]
    """
    joined = " ".join(text.split())
    return [
        f"{hit.group()!r}: write {instead}"
        for word, instead in words.items()
        for hit in re.finditer(rf"(?<![\w-])(?:{word})(?![\w-])", joined, re.IGNORECASE)
    ]


@pytest.mark.parametrize("name", ["ksdt_core", "pages"])
def test_texts_of_the_program_use_plain_words(name: str) -> None:
    hits = [
        f"{path.relative_to(ROOT)}:{line}: {hit}"
        for path in sorted((ROOT / name).rglob("*.py"))
        for line, text in said_in(path)
        if " " in text
        for hit in found_in(text, {**INSTEAD, **OF_OPTIONS})
    ]
    assert hits == []


@pytest.mark.parametrize("name", [*DOCUMENTS, *SNAPSHOTS])
def test_documents_and_snapshots_use_plain_words(name: str) -> None:
    lines = enumerate((ROOT / name).read_text("utf-8").splitlines(), 1)
    said = [(line, text) for line, text in lines if not text.startswith("## tests/")]
    assert [f"{name}:{line}: {hit}" for line, text in said for hit in found_in(text, INSTEAD)] == []


def test_templates_of_reports_use_plain_words() -> None:
    files = [path for path in (ROOT / "ksdt_core" / "reports").rglob("*") if path.suffix in {".html", ".typ"}]
    assert files
    assert [f"{path.name}: {hit}" for path in files for hit in found_in(path.read_text("utf-8"), INSTEAD)] == []


def test_the_list_finds_what_it_is_for() -> None:
    assert found_in("3 things to mend, worked\nout anew", INSTEAD) != []
    assert found_in("The commended recommendation", INSTEAD) == []
