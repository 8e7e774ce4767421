"""What each file of a bundle is, for whoever opens it years later."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator

from ksdt_core.figures.display_names import DisplayNames
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.versions import PROGRAM, program_version
from ksdt_core.text import encodable, percent, printable, score

WIDTH = 100
_FILES = {
    "methods.md": "methods paragraph for a paper: settings, rows, tests against chance",
    "references.bib": "BibTeX entries of the publications and of this program",
    "result.json": "the complete result; ksdt show, ksdt rules, ksdt export and the page Runs read it",
    "settings.json": "every setting of the run including defaults, and the software versions",
    "data-hashes.json": "fingerprints of the pair, of both original tables (if known), and of both tables with "
    "only the shared attributes, to check whether data are the same",
    "tables/nodes.csv": "one row for each node of each tree: path, test, thresholds in the units of both tables, "
    "rows of each class in both tables, similarity (DSN)",
    "tables/rules.csv": "one row for each path of each tree: rows and correct predictions in both tables, "
    f"{percent(0.95)} intervals, lift, similarity, and a test of whether the tables differ",
    "tables/rules.md": "the same as a Markdown table",
    "tables/rules-reduced.csv": "shortened rules; the first rule that matches gives the class, and a default "
    "rule covers all other rows",
    "tables/rules-reduced.md": "the same as a Markdown table",
    "tables/differences.csv": "nodes of similar trees at which the two tables differ, with the rows responsible",
}
_NEEDS_ROWS = [name for name in _FILES if name.startswith(("tables/rules", "tables/differences"))]


def readme_text(
    tree_set: TreeSet, names: Collection[str], *, has_rows: bool, display: DisplayNames | None = None
) -> str:
    """Plain text with a paragraph for each file that is there, and one for those that are not."""
    lines = [*_head(tree_set), ""]
    for name, what in _FILES.items():
        if name in names:
            lines += _entry(name, what)
    for name in names:
        if name.startswith("tables/replication-"):
            lines += _entry(name, ("every split of the trees on another table: its rows there, and whether it holds"))
        if name.startswith("figures/"):
            lines += _entry(name, _figure_words(tree_set, name))
    if not has_rows:
        missing = ", ".join(_NEEDS_ROWS)
        lines += ["", *_wrapped(f"Not included, because the rows of the tables were not available: {missing}.")]
    if display and display.names:
        shown = "; ".join(f"{_name(name)} is shown as {_name(own)}" for name, own in display.names)
        lines += ["", *_wrapped(f"Names in figures: {shown}. Tables and documents use the original names.")]
    lines += ["", *_wrapped(_reading(tree_set)), "", f"Written by {PROGRAM} {program_version()}."]
    return "".join(f"{line}\n" for line in lines)


def _head(tree_set: TreeSet) -> Iterator[str]:
    pair, scores = tree_set.pair, tree_set.scores
    title = f"Shared decision trees of {_name(pair.left.name)} and {_name(pair.right.name)}"
    yield from _wrapped(title)
    yield ""
    diversity = "" if scores.td is None else f", TD {score(scores.td)}"
    word, n_trees = "balanced " if pair.is_balanced else "", len(tree_set.trees)
    scored = f"SA {score(scores.sa)}, DS {score(scores.ds)}{diversity}"
    yield f"{n_trees} tree{'' if n_trees == 1 else 's'}; {word}SDTSQ {score(scores.sdtsq)} ({word}{scored})"
    if pair.is_balanced:
        yield from _wrapped(
            "Balanced: these scores, dsn in nodes.csv, dsn lowest and dsn mean in rules.csv and cdv in "
            "result.json include oversampled rows. All other counts are of original rows, each counted once."
        )


def _reading(tree_set: TreeSet) -> str:
    classes = ", ".join(_name(name) for name in tree_set.pair.class_names)
    return (
        f"Class counts are in the order of the classes: {classes}. In figures, the bar at the left of a node "
        f"(square ends) is {_name(tree_set.pair.left.name)}, and the bar at the right (round ends) is "
        f"{_name(tree_set.pair.right.name)}. In CSV files, an apostrophe precedes text that a spreadsheet would "
        "read as a formula."
    )


def _figure_words(tree_set: TreeSet, name: str) -> str:
    start = name.removeprefix("figures/")
    kind = {
        "svg": "vector drawing that can be edited",
        "pdf": "for print",
        "png": "image, 300 dpi",
        "dot": "Graphviz source that can be edited",
    }
    ending = kind[start.rpartition(".")[2]]
    if not start.startswith("tree-"):
        key = "" if ending == kind["dot"] else " with one key"
        return f"all trees{key}, {ending}"
    number = int(start.split("-")[1].partition(".")[0])
    return f"tree {number}, which starts from {_name(root_name(tree_set.trees[number - 1]))}, {ending}"


def _entry(name: str, what: str) -> list[str]:
    return [name, *textwrap.wrap(what, WIDTH, initial_indent="    ", subsequent_indent="    ")]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH)


def _name(name: str) -> str:
    return printable(encodable(name))
