"""docs/spectra-travel.md: the commands of its example run as they are printed, and print what the page shows."""

from __future__ import annotations

import re
import shlex

from tests.cli.running import ROOT

PAGE = (ROOT / "docs" / "spectra-travel.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh)?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SITES = ("north", "south", "west")


def commands(block):
    """The commands of a block; what the page shows for one site alone is done at all three."""
    for line in re.findall(r"^ksdt (.+)$", block.replace("\\\n", ""), re.MULTILINE):
        words = shlex.split(line, comments=True)
        if words[:2] != ["spectrum", "north.json"]:
            yield words
            continue
        for site in SITES:
            own = list(words)
            own[1], own[-1] = (word.replace("north", site) for word in (words[1], words[-1]))
            yield own


def test_the_example_prints_what_the_page_shows(ksdt, folder):
    head, *rows = (ROOT / "assets" / "data" / "votes.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    for part in range(6):  # what the command `awk` of the page does: it counts lines from 1
        own = [row for number, row in enumerate(rows, start=2) if number % 6 == part]
        (folder / f"part{part}.csv").write_text("".join([head, *own]), encoding="utf-8")
    said, shown = "", []
    for kind, block in BLOCKS:
        if kind != "sh":
            shown.append(block)
            words = block.split()
            assert said.split()[: len(words)] == words  # of the last one without the tree
            continue
        for words in commands(block):
            code, out, error = ksdt(*words)
            assert (code, error[:6]) == ((2, "ksdt: ") if "own.json" in words[1] else (0, ""))
            said = error or out
    assert len(shown) == 3
