"""`ksdt prune`: the pruned result, the report and the table of what went."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from ksdt_core.formats.result import read_result
from tests.formats import made


@pytest.fixture
def held(ksdt, folder):
    """A result with held-out rows of two tables large enough for them."""
    mined = ksdt("mine", "cm1", "pc1", "--scale", "rank", "-k", "3", "--holdout", "0.3", "-o", "held.json")
    assert mined == (0, "", "")
    return "held.json"


@pytest.fixture
def whole(ksdt, folder):
    assert ksdt("mine", "cm1", "pc1", "-k", "3", "-o", "whole.json") == (0, "", "")
    return "whole.json"


def test_the_pruned_document_the_report_and_the_table(ksdt, folder, held):
    code, out, error = ksdt("prune", held, "-o", "pruned.json", "--report", "report.json", "--csv", "removed.csv")
    assert (code, error) == (0, "")
    before, after = read_result("held.json"), read_result("pruned.json")
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert report["method"] == "reduced-error"
    assert report["scores"]["before"] == before.tree_set.scores.to_document()
    assert report["scores"]["after"] == after.tree_set.scores.to_document()
    assert after.tree_set.scores.sa >= before.tree_set.scores.sa
    assert after.source == before.source
    assert after.document["pruned"][0]["removed"] == report["removed"]
    table = list(csv.DictReader(io.StringIO((folder / "removed.csv").read_text(encoding="utf-8"))))
    assert [(int(row["tree"]) - 1, int(row["node"]), row["attribute"]) for row in table] == [
        (removed["tree"], removed["node"], removed["attribute"]) for removed in report["removed"]
    ]
    lines = out.splitlines()
    assert lines[0].startswith("cm1 : pc1, ")
    assert " reduced-error: " in lines[0]
    assert any(line.startswith("Set: SDTSQ ") and " → " in line for line in lines)
    assert sum(line.startswith("Tree ") for line in lines) == 3
    assert sum(line.startswith("  tree ") for line in lines) == len(table) > 0


def test_the_report_moves_to_standard_error_where_the_document_takes_standard_output(ksdt, held):
    code, out, error = ksdt("prune", held, "--method", "mdl")
    assert code == 0
    assert json.loads(out)["pruned"][0]["method"] == "mdl"
    assert error.startswith("cm1 : pc1, ")
    assert " mdl: " in error
    assert "Traceback" not in error


def test_all_rows_mined_need_no_table_and_are_pruned_by_description_length(ksdt, folder, approved):
    (folder / "result.json").write_text(json.dumps(made.full_document()), encoding="utf-8")
    code, out, error = ksdt("prune", "result.json", "-o", "pruned.json")
    assert (code, error) == (0, "")
    assert " mdl: " in out
    approved("\n".join(line for line in out.splitlines()[1:] if line.startswith("  removed, ")))
    document = json.loads((folder / "pruned.json").read_text(encoding="utf-8"))
    assert not {"sweep", "significance", "cross_validated"} & set(document)
    assert all(character.isprintable() or character == "\n" for character in out)


def test_alpha_and_its_sequence(ksdt, folder, whole):
    code, out, _ = ksdt("prune", whole, "--method", "cost-complexity", "--alpha", "1", "-o", "stumps.json")
    assert code == 0
    assert len(re.findall(r"^  alpha 1; .*: 0 \(\d", out, re.MULTILINE)) == 3
    assert [len(tree["nodes"]) for tree in json.loads((folder / "stumps.json").read_text())["trees"]] == [1, 1, 1]


def test_pruning_again_keeps_the_story_and_show_tells_it(ksdt, folder, whole):
    assert ksdt("prune", whole, "--method", "cost-complexity", "--alpha", "0", "-o", "one.json")[0] == 0
    assert ksdt("prune", "one.json", "--method", "mdl", "-o", "two.json")[0] == 0
    code, out, error = ksdt("show", "two.json")
    assert (code, error) == (0, "")
    steps = [line for line in out.splitlines() if line.startswith("Pruned by")]
    assert [line.split(":")[0] for line in steps] == ["Pruned by cost-complexity", "Pruned by mdl"]
    code, out, _ = ksdt("prune", "two.json", "--method", "mdl", "-o", "three.json")
    assert code == 0
    assert "Nothing was removed." in out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--method", "reduced-error"), ("--method reduced-error", "held out")),
        (("--method", "fast"), ("--method 'fast'", "cost-complexity")),
        (("--method", "mdl", "--alpha", "0.1"), ("--alpha 0.1", "cost-complexity")),
        (("--method", "cost-complexity", "--alpha", "-1"), ("--alpha -1", "0 or more")),
        (("--method", "cost-complexity", "--alpha", "nan"), ("--alpha nan",)),
        (("--alpha", "few"), ("option --alpha",)),
        (("-o", "whole.json"), ("whole.json", "another file")),
        (("-o", "x.json", "--csv", "x.json"), ("-o and --csv", "x.json")),
        (("--csv", "no folder/x.csv"), ("no folder",)),
        (("--left", "none.csv"), ("none.csv", "--left")),
        (("--left", "left.csv"), ("left.csv", "--left")),
    ],
)
def test_bad_requests(ksdt, folder, whole, words, named, approved):
    code, out, error = ksdt("prune", whole, *words)
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert all(name in error for name in named), error
    approved(error)
    assert not (folder / "x.json").exists()


def test_a_table_that_is_gone(ksdt, folder):
    (folder / "wide.csv").write_text("a,class\n" + "".join(f"{i},{'xy'[i % 3 > 0]}\n" for i in range(30)))
    assert ksdt("mine", "wide.csv", "wide.csv", "-k", "1", "--holdout", "0.3", "-o", "r.json")[0] == 0
    (folder / "wide.csv").rename(folder / "moved.csv")
    code, _, error = ksdt("prune", "r.json")
    assert code == 2
    assert "--left FILE" in error
    assert ksdt("prune", "r.json", "--left", "moved.csv", "--right", "moved.csv", "-o", "p.json")[0] == 0


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"tests_after": 99}, "pruned[0].tests_after"),
        ({"tests_before": 0}, "pruned[0].tests_"),
        ({"method": "magic"}, "pruned[0].method"),
        ({"scores_before": {"sa": 0.5, "ds": 0.5, "td": 0.5, "sdtsq": 0.9}}, "pruned[0].scores_before"),
    ],
)
def test_a_document_changed_by_hand_is_refused(ksdt, folder, whole, change, place):
    assert ksdt("prune", whole, "-o", "pruned.json")[0] == 0
    document = json.loads((folder / "pruned.json").read_text(encoding="utf-8"))
    document["pruned"][0] |= change
    (folder / "pruned.json").write_text(json.dumps(document), encoding="utf-8")
    code, _, error = ksdt("show", "pruned.json")
    assert code == 2
    assert place in error
