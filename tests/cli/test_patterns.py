"""`ksdt patterns`: the answer first, a document that `ksdt show` reads, one message for what is wrong."""

from __future__ import annotations

import json

TABLES = ("left.csv", "right.csv")


def test_text_and_document_say_the_same(ksdt, folder):
    code, out, error = ksdt("patterns", *TABLES)
    assert (code, error) == (0, "")
    assert ksdt("patterns", *TABLES, "-o", "patterns.json") == (0, "", "")
    document = json.loads((folder / "patterns.json").read_text("utf-8"))
    assert document["format"] == "ksdt-patterns/1"
    assert f"{len(document['patterns']):,} pattern" in out.splitlines()[0]
    assert ksdt("show", "patterns.json") == (0, out, "")


def test_too_many_itemsets_name_the_flags_that_help(ksdt):
    code, out, error = ksdt("patterns", *TABLES, "--max-itemsets", "1", "--no-trees")
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert "--min-support" in error
    assert "--max-length" in error
