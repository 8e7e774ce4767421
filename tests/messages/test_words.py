"""Words that readers do not see: for each there is a plainer one, and one word stands for one concept."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.messages.raised import ROOT

INSTEAD: Mapping[str, str] = {
    r"mend(s|ed|ing)?": "fix",
    r"parted( by)?|parts the rows|(tables|mixes) part": "separated, differ",
    r"anew": "again",
    r"work(s|ed|ing)? out": "compute",
    r"is no (number|table|class|tree|attribute|discovery|proof|estimate)|are no proof": "is not a ...",
    r"stands? in the way|(what|that) stands? (there|in)|stands? in its place": "problem, what is there, replace",
    r"by lot": "at random",
    r"(told|tells?|telling) (the classes )?apart|tells? the class(es)?": "distinguish, predict the class",
    r"the usual": "default",
    r"(leave|leaves|left|leaving) ((it|this|them|that|the \w+|these \w+) )?out( of)?": "exclude",
    r"nothing is lost without": "0 = none",
    r"(go|goes|went) on|put away|putting away|take along|taken along": "continue, archive, export",
    r"(a|an|one) (\w+ )?of (its|their) own": "its own, separate",
    r"(shows|is|be|hardly more than|are) chance": "could be due to chance",
    r"(row|rows) mined|as mined|on which it was mined|mined rows?|rows that were not mined": "training rows",
    r"(rows|tables|trees) it was mined on": "training rows, mined from",
    r"being new|how new": "diversity, difference from the other trees",
    r"likeness|class mixes|mix(es)? the classes": "similarity, class shares",
    r"at hand": "available",
    r"perhaps for want|for want of": "because there is no",
    r"lies? elsewhere|spreads? otherwise": "has a different centre or spread",
    r"good to know|what to think about": "notes, warnings",
    r"asks? nothing of|other options win|great discovery|takes care of it|to be scaled at will": "say it plainly",
    r"(say|says|saying) (on \w+ )?which (\w+ )?(is|are) (which|the same)|which is which": "match",
    r"(bring|brings|brought|put|puts) (\w+ )?back|take (it|all|them) back|turned down": "restore, remove, reject",
    r"(answers?|answered|answering) (alike|otherwise|differently|as|the largest)": "predict, make the same predictions",
    r"taken? for (the same|another|those)|take them for": "match",
    r"(does|do) not (hold|fit) together": "is inconsistent",
    r"yardsticks?": "standard method, for comparison",
    r"by hand|by a person's map": "manually",
    r"missing cells?": "missing values",
    r"flatters?": "is optimistic",
    r"commonest": "most common",
    r"for good": "permanently",
    r"(is|are|was) whole|what is whole": "undamaged, complete",
    r"(table|it) was turned|turn the table": "transpose",
    r"passed over": "skipped",
    r"(said|says) more": "has the details",
}
"""For each expression what to write: the table of words to replace."""

OF_OPTIONS: Mapping[str, str] = {
    r"weight vectors?|vectors of the pool|a sweep|sweeps": "weightings; compare 36 weightings",
    r"\d+ points": "weightings",
    r"(fewest|most) (cells|rows of a leaf)": "minimum, maximum",
}
"""The same, where the program speaks of its own work; documents may explain these words."""

OF_LABELS: Mapping[str, str] = {r".*\b(at most|at least)": "Maximum ..., Minimum ..."}
"""What the label of a control may not say."""

ON_SCREEN: Mapping[str, str] = {r"(first|second|left|right) table('s)?": "the name of the table"}
"""What pages may not say; a place for a table that is not chosen yet has no other name."""

NO_TABLE_YET = ("First table", "Second table")

DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    *(f"docs/{name}.md" for name in ("methods", "security", "reliability", "cluster", "index")),
)
SOURCES = [path for name in ("ksdt_core", "pages") for path in sorted((ROOT / name).rglob("*.py"))]
SOURCES += [ROOT / "app.py", ROOT / "serve.py"]
TEMPLATES = [path for path in (ROOT / "ksdt_core" / "reports").rglob("*") if path.suffix in {".j2", ".typ"}]
SCRIPTS = sorted((ROOT / "assets" / "components").glob("*.js"))
Said = Callable[[Path], Iterable[tuple[int, str]]]
CONTROLS = frozenset({
    "button", "checkbox", "number_input", "radio", "selectbox", "segmented_control", "slider", "text_input", "toggle",
})  # fmt: skip
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


def hits_in(paths: Iterable[Path], words: Mapping[str, str], said: Said) -> list[str]:
    """Every word of the list that a reader would see, with its place."""
    return [
        f"{path.relative_to(ROOT)}:{line}: {hit}"
        for path in paths
        for line, text in said(path)
        if " " in text
        for hit in found_in(text, words)
    ]


def labels_in(path: Path) -> Iterator[tuple[int, str]]:
    """Labels of options and of the controls of pages: the first argument, or the one that is called label."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        given = [word.value for word in node.keywords if word.arg == "label"]
        given += node.args[:1] if name in CONTROLS else []
        yield from (
            (node.lineno, label.value)
            for label in given
            if isinstance(label, ast.Constant) and isinstance(label.value, str)
        )


def help_in(path: Path) -> Iterator[tuple[int, str]]:
    """What commands say of themselves: the docstrings of their functions are their help."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.lineno, ast.get_docstring(node) or ""


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Lines of a text, without comments of scripts."""
    lines = path.read_text("utf-8").splitlines()
    return ((line, text) for line, text in enumerate(lines, 1) if not text.lstrip().startswith("//"))


def test_texts_of_the_program_use_plain_words() -> None:
    assert hits_in(SOURCES, {**INSTEAD, **OF_OPTIONS}, said_in) == []


def test_labels_say_minimum_and_maximum() -> None:
    assert hits_in(SOURCES, OF_LABELS, labels_in) == []


def test_pages_name_the_tables() -> None:
    pages = [path for path in SOURCES if "pages" in path.parts]
    assert [hit for hit in hits_in(pages, ON_SCREEN, said_in) if not any(name in hit for name in NO_TABLE_YET)] == []


def test_help_of_commands_uses_plain_words() -> None:
    assert hits_in(sorted((ROOT / "ksdt_core" / "cli").glob("*.py")), {**INSTEAD, **OF_OPTIONS}, help_in) == []


@pytest.mark.parametrize("name", [*DOCUMENTS, *SNAPSHOTS])
def test_documents_and_snapshots_use_plain_words(name: str) -> None:
    lines = enumerate((ROOT / name).read_text("utf-8").splitlines(), 1)
    said = [(line, text) for line, text in lines if not text.startswith("## tests/")]
    assert [f"{name}:{line}: {hit}" for line, text in said for hit in found_in(text, INSTEAD)] == []


def test_templates_and_scripts_use_plain_words() -> None:
    assert len(TEMPLATES) > 3
    assert len(SCRIPTS) > 3
    assert hits_in([*TEMPLATES, *SCRIPTS], INSTEAD, lines_of) == []


def test_the_list_finds_what_it_is_for() -> None:
    assert found_in("3 things to mend, worked\nout anew", INSTEAD) != []
    assert found_in("The commended recommendation", INSTEAD) == []
