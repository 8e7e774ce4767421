"""Bad input: exit code 2, one sentence on standard error that names the culprit, nothing written."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import LEFT, Here, in_process_of_its_own, said, write_tables
from tests.formats import made

TABLES: dict[str, bytes] = {
    "empty.csv": b"",
    "blank.csv": b"\n\n\n",
    "header.csv": b"age,height,colour,class\n",
    "garbage.csv": bytes(range(256)) * 8,
    "nul.csv": b"\x00" * 400,
    "broken.csv.gz": gzip.compress(LEFT.encode())[:40],
    "unclassed.csv": b"age,height,colour\n1,2,red\n2,3,blue\n",
    "only-class.csv": b"class\nneg\npos\n",
    "one-class.csv": b"age,height,colour,class\n1,10,red,neg\n2,11,red,neg\n3,12,blue,neg\n",
    "other-names.csv": b"x,y,class\n1,2,neg\n3,4,pos\n5,6,pos\n",
    "other-classes.csv": b"age,height,colour,class\n1,10,red,no\n2,11,red,yes\n3,12,blue,yes\n",
    "infinite.csv": LEFT.replace("3,10,blue", "inf,10,blue").encode(),
    "missing.csv": LEFT.replace("3,10,blue", ",10,blue").encode(),
    "hole.csv": LEFT.replace("3,10,blue,neg", "3,10,blue,").encode(),
    "hostile\n\x1b[31m.csv": b"x\n1\n",
    "negative.txt": b"0.5,0.6,-0.1\n",
    "words.txt": b"a,b,c\n",
    "vectors-of-two.txt": b"0.5,0.5\n",
    "no-vector.txt": b"# nothing\n",
    "binary.txt": b"\xff\xfe\x00",
    "one-column.csv": b"age\nheight\n",
    "strange-map.csv": b"age,weight\n",
    "twice.csv": b"age,height\ncolour,height\n",
    "many-to-one.csv": b"age,height\nage,colour\n",
    "empty-map.csv": b"",
}

GOOD = ("mine", "left.csv", "right.csv")
HUGE = "9" * 30

# What is typed, and what the sentence must name.
MINE: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("mine", "none.csv", "right.csv"), ("none.csv", "bundled table")),
    (("mine", "left.csv", "none.csv"), ("none.csv",)),
    (("mine", "no-such-dataset", "right.csv"), ("no-such-dataset",)),
    (("mine", "left.csv", "a folder"), ("a folder",)),
    (("mine", "empty.csv", "right.csv"), ("empty.csv",)),
    (("mine", "blank.csv", "right.csv"), ("blank.csv",)),
    (("mine", "left.csv", "header.csv"), ("header.csv",)),
    (("mine", "garbage.csv", "right.csv"), ("garbage.csv",)),
    (("mine", "nul.csv", "right.csv"), ("nul.csv",)),
    (("mine", "broken.csv.gz", "right.csv"), ("broken.csv.gz",)),
    (("mine", "left\0.csv", "right.csv"), ("left",)),
    (("mine", "", "right.csv"), ()),
    (("mine", "unclassed.csv", "right.csv"), ("unclassed.csv", "'class'", "--target")),
    (("mine", "left.csv", "unclassed.csv"), ("unclassed.csv", "'class'")),
    ((*GOOD, "--target", "mood"), ("'mood'", "left.csv")),
    ((*GOOD, "--right-target", "mood"), ("'mood'", "right.csv")),
    (("mine", "only-class.csv", "right.csv"), ("only-class",)),
    (("mine", "one-class.csv", "one-class.csv"), ("one-class", "'neg'")),
    (("mine", "left.csv", "one-class.csv"), ("one-class", "only the class 'neg'")),
    (("mine", "left.csv", "other-names.csv"), ("other-names", "--attribute-map")),
    (("mine", "left.csv", "other-classes.csv"), ("other-classes", "--class-map")),
    (("mine", "infinite.csv", "right.csv"), ("infinite", "'age'")),
    (("mine", "missing.csv", "right.csv"), ("missing", "--missing")),
    (("mine", "hole.csv", "right.csv"), ("hole",)),
    (("mine", "hostile\n\x1b[31m.csv", "right.csv"), ("hostile",)),
    ((*GOOD, "-k", "0"), ("-k 0",)),
    ((*GOOD, "-k", "-3"), ("-k -3",)),
    ((*GOOD, "-k", "five"), ("option -k needs a whole number",)),
    ((*GOOD, "-k", "2.5"), ("option -k needs a whole number",)),
    ((*GOOD, "-k", "99999999999999999999999"), ("-k 9", "10,000")),
    ((*GOOD, "--ell", "99999999999999999999999"), ("--ell",)),
    ((*GOOD, "--max-depth", "99999999999999999999999"), ("--max-depth",)),
    ((*GOOD, "--permutations", "99999999999999999999999"), ("--permutations",)),
    ((*GOOD, "--workers", "100000"), ("--workers",)),
    ((*GOOD, "--max-size", "-1"), ("--max-size -1 ",)),
    ((*GOOD, "--sheet", "cells"), ("left.csv", "'cells'", "--sheet")),
    (("mine", "cm1", "pc1", "--sheet", "cells"), ("'cm1'", "'cells'", "--sheet")),
    (("mine", "left.csv", "pc1", "--right-sheet", "cells"), ("'pc1'", "'cells'", "workbook")),
    (("mine", "cm1", "pc1", "--encoding", "latin-1"), ("'cm1'", "--encoding 'latin-1'")),
    (("mine", "cm1", "pc1", "--max-rows", "300"), ("cm1", "--max-rows")),
    (("mine", "cm1", "pc1", "--max-columns", "3"), ("cm1", "--max-columns")),
    (("mine", "cm1", "pc1", "--max-values", "100"), ("cm1", "--max-values")),
    ((*GOOD, "--max-values", "0"), ("--max-values 0 ",)),
    (("mine", "cm1", "pc1", "--cut", "3"), ("cm1", "--cut")),
    ((*GOOD, "--weights", "0.5,0.6,-0.1"), ("--weights 0.5, 0.6, -0.1",)),
    ((*GOOD, "--weights", "0,0.5,0.5"), ("--weights 0.0, 0.5, 0.5",)),
    ((*GOOD, "--weights", "a,b,c"), ("--weights 'a,b,c'",)),
    ((*GOOD, "--weights", "nan,0.5,0.5"), ("--weights nan",)),
    ((*GOOD, "--weights", "inf,0.5,0.5"), ("--weights inf",)),
    ((*GOOD, "--weights", "0.3,0.4,0.300000002"), ("0.300000002 sum to 1.000000002", "sum to 1")),
    ((*GOOD, "--weights", "0.3,0.3,0.3"), ("--weights 0.3, 0.3, 0.3", "sum to 1")),
    ((*GOOD, "--weights", "0.5,0.5"), ("--weights", "three weights", "0.3,0.4,0.3")),
    ((*GOOD, "--weights", "1"), ("1 weights",)),
    ((*GOOD, "--weights", ""), ("--weights ''",)),
    ((*GOOD, "--method", "single", "--weights", "0.3,0.4,0.3"), ("two weights",)),
    ((*GOOD, "--weights", "0.3,0.4,0.3", "--pool", "wvp1"), ("--weights", "--pool")),
    ((*GOOD, "--pool", "wvp3"), ("--pool 'wvp3'", "wvp1")),
    ((*GOOD, "--pool", "grid:0.3"), ("--pool grid:0.3",)),
    ((*GOOD, "--pool", "grid:x"), ("grid:x",)),
    ((*GOOD, "--pool", "grid:nan"), ("grid:nan",)),
    ((*GOOD, "--pool", "a folder"), ("a folder",)),
    ((*GOOD, "--pool", "negative.txt"), ("negative.txt", "line 1")),
    ((*GOOD, "--pool", "words.txt"), ("words.txt", "line 1")),
    ((*GOOD, "--pool", "vectors-of-two.txt"), ("vectors-of-two.txt", "line 1")),
    ((*GOOD, "--pool", "no-vector.txt"), ("no-vector.txt",)),
    ((*GOOD, "--pool", "binary.txt"), ("binary.txt",)),
    ((*GOOD, "--methid", "single"), ("--methid", "--method")),
    ((*GOOD, "--qqqqqq"), ("--qqqqqq", "ksdt mine --help")),
    ((*GOOD, "-q"), ("-q",)),
    ((*GOOD, "--weights"), ("--weights", "needs a value")),
    ((*GOOD, "--class-map", "a=b", "--class-map", "c=d"), ("--class-map", "2 times", "once")),
    ((*GOOD, "--max-depth", "2", "--max-depth", "3"), ("--max-depth", "2 times")),
    ((*GOOD, "third.csv"), ("third.csv",)),
    (("mine", "left.csv"), ("RIGHT",)),
    (("mine",), ("LEFT",)),
    (("mien", "left.csv", "right.csv"), ("'mien'", "did you mean mine?")),
    (("--frobnicate",), ("--frobnicate",)),
    ((*GOOD, "--method", "fast"), ("--method 'fast'", "parallel")),
    ((*GOOD, "--aus", "x"), ("--aus 'x'", "lnc")),
    ((*GOOD, "--atd", "x"), ("--atd 'x'", "avgmin")),
    ((*GOOD, "--ell", "0"), ("--ell 0",)),
    ((*GOOD, "--attr-fraction", "0"), ("--attr-fraction 0",)),
    ((*GOOD, "--attr-fraction", "1.5"), ("--attr-fraction 1.5",)),
    ((*GOOD, "--attr-fraction", "nan"), ("nan",)),
    ((*GOOD, "--min-size", "-1"), ("--min-size -1",)),
    ((*GOOD, "--min-size", "inf"), ("min",)),
    ((*GOOD, "--max-depth", "-1"), ("--max-depth -1",)),
    ((*GOOD, "--traversal", "x"), ("--traversal 'x'",)),
    ((*GOOD, "--holdout", "1"), ("--holdout 1",)),
    ((*GOOD, "--holdout", "-0.1"), ("--holdout -0.1",)),
    ((*GOOD, "--criterion", "chi"), ("--criterion 'chi'", "gini")),
    ((*GOOD, "--cost-rule", "squared"), ("--cost-rule", "--costs")),
    ((*GOOD, "--costs", "none.csv"), ("costs 'none.csv'", "CSV")),
    ((*GOOD, "--costs", "left.csv"), ("costs 'left.csv', line 1", "cost")),
    ((*GOOD, "--scale", "log"), ("--scale 'log'", "rank")),
    ((*GOOD, "--missing", "guess"), ("--missing 'guess'", "drop-rows")),
    ((*GOOD, "--preset", "quick"), ("--preset 'quick'", "published")),
    ((*GOOD, "--permutations", "-1"), ("--permutations -1",)),
    ((*GOOD, "--cv", "1"), ("--cv 1",)),
    ((*GOOD, "--cv", "-5"), ("--cv -5",)),
    ((*GOOD, "--cv", "50"), ("50 folds", "'neg'", "left")),
    ((*GOOD, "--holdout", "0.001"), ("--holdout", "left")),
    ((*GOOD, "--workers", "0"), ("--workers 0",)),
    ((*GOOD, "--seed", "-1"), ("--seed -1",)),
    ((*GOOD, "--seed", "x"), ("--seed",)),
    ((*GOOD, "--exclude", "nose"), ("--exclude", "'nose'")),
    ((*GOOD, "--exclude", "age,,height"), ("--exclude",)),
    ((*GOOD, "--exclude", "age,height,colour"), ("--exclude",)),
    ((*GOOD, "--roots", "agee"), ("--roots", "'agee'", "'age'")),
    ((*GOOD, "--roots", "age", "--exclude", "age"), ("--roots", "--exclude", "'age'")),
    ((*GOOD, "--method", "single", "--weights", "0.3,0.4,0.3"), ("--weights", "two weights")),
    ((*GOOD, "--class-map", "neg"), ("--class-map", "'neg'")),
    ((*GOOD, "--class-map", "=x"), ("--class-map", "'=x'")),
    ((*GOOD, "--class-map", "neg=a,neg=b"), ("--class-map", "'neg'")),
    ((*GOOD, "--class-map", "sick=a"), ("'sick'",)),
    ((*GOOD, "--class-map", "neg=pos"), ("'pos'",)),
    ((*GOOD, "--attribute-map", "none.csv"), ("none.csv",)),
    ((*GOOD, "--attribute-map", "a folder"), ("a folder",)),
    ((*GOOD, "--attribute-map", "binary.txt"), ("binary.txt",)),
    ((*GOOD, "--attribute-map", "one-column.csv"), ("one-column.csv", "line 1")),
    ((*GOOD, "--attribute-map", "strange-map.csv"), ("'weight'",)),
    ((*GOOD, "--attribute-map", "twice.csv"), ("'height'", "line 2")),
    ((*GOOD, "--attribute-map", "many-to-one.csv"), ("'age'",)),
    ((*GOOD, "--attribute-map", "empty-map.csv"), ("empty-map.csv",)),
]

SHOW: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("show",), ("RESULT",)),
    (("show", "none.json"), ("none.json",)),
    (("show", "a folder"), ("a folder",)),
    (("show", "left.csv"), ("left.csv", "not JSON")),
    (("show", "empty.csv"), ("empty.csv", "empty")),
    (("show", "garbage.csv"), ("garbage.csv", "UTF-8")),
    (("show", "newer.json"), ("newer.json", "'ksdt-result/2'", "update ksdt")),
    (("show", "atlas.json"), ("atlas.json", "make the atlas again")),
    (("show", "edited.json"), ("edited.json", "trees[1].nodes[3].dsn is 0.9 but the counts give 0.948683")),
    (("show", "good.json", "--tree"), ("--tree",)),
    (("datasets", "extra"), ("extra",)),
    (("datasets", "--jsn"), ("--jsn", "--json")),
    (("atlas", "cm1", "pc1", "--encoding", "latin-1"), ("'cm1'", "--encoding 'latin-1'")),
    (("atlas", "left.csv", "right.csv", "-k", HUGE), ("-k 9", "10,000")),
    (("atlas", "left.csv", "right.csv", "--ell", HUGE), ("--ell 9",)),
    (("atlas", "left.csv", "right.csv", "--max-depth", HUGE), ("--max-depth 9",)),
    (("check", "left.csv", "right.csv", "--what-if", "-k", HUGE), ("-k 9",)),
    (("odt", "left.csv", "right.csv", "--trees", HUGE), ("--trees 9",)),
    (("odt", "left.csv", "right.csv", "--tree-depth", HUGE), ("--tree-depth 9",)),
    (("odt", "left.csv", "right.csv", "--min-leaf", HUGE), ("--min-leaf 9",)),
    (("odt", "left.csv", "right.csv", "--seed", str(2**32)), ("--seed 4294967296",)),
    (("prune", "good.json", "--method", "cost-complexity", "--alpha", "1e308"), ("--alpha 1e+308",)),
    (("stability", "generated", "--limit", "inf"), ("--limit inf",)),
    (("stability", "generated", "--limit", "nan"), ("--limit nan",)),
    (("stability", "generated", "--target", "mood"), ("--target",)),
    (("stability", "generated", "--chunk", HUGE), ("--chunk 9",)),
    (("stability", "generated", "--max-depth", HUGE), ("--max-depth 9",)),
    (("stability", "generated", "--seed", str(2**32)), ("--seed 4294967296",)),
    (("app", "--port", "0"), ("--port 0",)),
    (("app", "--port", "70000"), ("--port 70000",)),
    (("app", "--port", "web"), ("option --port needs a whole number",)),
]


@pytest.fixture
def workshop(tmp_path, monkeypatch) -> Path:
    """A folder with good tables, and everything that can be wrong with others."""
    write_tables(tmp_path)
    (tmp_path / "a folder").mkdir()
    for name, data in TABLES.items():
        (tmp_path / name).write_bytes(data)
    document = made.full_document()
    (tmp_path / "good.json").write_text(json.dumps(document), encoding="utf-8")
    for name, edit in EDITS.items():
        (tmp_path / name).write_bytes(made.edited(document, edit))
    monkeypatch.chdir(tmp_path)
    return tmp_path


EDITS: dict[str, Callable[[dict], object]] = {
    "newer.json": lambda d: d.update(format="ksdt-result/2"),
    "atlas.json": lambda d: d.update(format="ksdt-atlas/1"),
    "edited.json": lambda d: d["trees"][1]["nodes"][3].update(dsn=0.9),
}


def contents(folder: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


def assert_one_sentence(error: str, names: tuple[str, ...]) -> None:
    assert error.endswith((".\n", "?\n"))
    assert error.startswith("ksdt: ")
    assert error.count("\n") == 1
    assert error.rstrip("\n").isprintable()
    for name in names:
        assert name in error
    assert "Traceback" not in error
    assert "Usage" not in error
    assert "----" not in error


@pytest.mark.parametrize(("arguments", "names"), MINE, ids=[" ".join(a[1:]) or "mine" for a, _ in MINE])
def test_mine(workshop, capfd, arguments, names):
    (workshop / "out.json").write_bytes(b"what was there")
    before = contents(workshop)
    output = ("-o", "out.json") if arguments[0] == "mine" else ()
    code, out, error = Here(capfd)(*arguments[:1], *output, *arguments[1:])
    assert (code, out) == (2, "")
    assert_one_sentence(error, names)
    assert contents(workshop) == before


@pytest.mark.parametrize(("arguments", "names"), SHOW, ids=[" ".join(a) for a, _ in SHOW])
def test_other_commands(workshop, capfd, arguments, names):
    before = contents(workshop)
    code, out, error = Here(capfd)(*arguments)
    assert (code, out) == (2, "")
    assert_one_sentence(error, names)
    assert contents(workshop) == before


@pytest.mark.parametrize("command", [GOOD, ("show", "good.json"), ("datasets",)], ids=["mine", "show", "datasets"])
@pytest.mark.parametrize(
    "output", ["a folder", "no/such/out.json", "left.csv/out.json", "x" * 300, "a\0b", ""],
    ids=["folder", "no folder", "file as folder", "long", "NUL", "nothing"],
)  # fmt: skip
def test_an_output_that_cannot_be_written(workshop, capfd, command, output):
    before = contents(workshop)
    code, out, error = Here(capfd)(*command, "-o", output)
    assert (code, out) == (2, "")
    assert_one_sentence(error, ("cannot write",))
    assert contents(workshop) == before


@pytest.mark.parametrize(
    "arguments",
    [
        (*GOOD, "-o", "left.csv"),
        (*GOOD, "-o", "./right.csv"),
        (*GOOD, "--attribute-map", "twice.csv", "-o", "twice.csv"),
        (*GOOD, "--pool", "words.txt", "-o", "words.txt"),
        ("show", "good.json", "-o", "good.json"),
    ],
    ids=" ".join,
)
def test_an_output_that_is_an_input_is_refused(workshop, capfd, arguments):
    before = contents(workshop)
    code, out, error = Here(capfd)(*arguments)
    assert (code, out) == (2, "")
    assert_one_sentence(error, ("the output", arguments[-1]))
    assert contents(workshop) == before


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("check", "left.csv", "right.csv", "--write-map", "m.csv", "-o", "m.csv"), ("-o and --write-map",)),
        (("check", "left.csv", "right.csv", "--write-map", "m.csv", "-o", "a folder/../m.csv"), ("--write-map",)),
        (("check", "left.csv", "right.csv", "--write-value-map", "m.csv", "-o", "link.csv"), ("--write-value-map",)),
        (("prune", "good.json", "-o", "p.json", "--report", "./p.json"), ("-o and --report",)),
        (("prune", "good.json", "--report", "-"), ("-o and --report", "'-'")),
        (("check", "left.csv", "right.csv", "--write-map", "left.csv"), ("'left.csv'", "with --write-map")),
    ],
    ids=[0, 1, 2, 3, 4, 5],
)
def test_two_outputs_that_are_one_file(workshop, capfd, arguments, names):
    (workshop / "link.csv").symlink_to(workshop / "m.csv")
    before = contents(workshop)
    code, out, error = Here(capfd)(*arguments)
    assert (code, out) == (2, "")
    assert_one_sentence(error, names)
    assert contents(workshop) == before


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("mine", "left.csv", "other-classes.csv"), ("--class-map",)),
        ((*GOOD, "--methid", "single"), ("--method",)),
        (("mine", "hostile\n\x1b[31m.csv", "right.csv"), (r"hostile\n\x1b[31m.csv",)),
        (("show", "edited.json"), ("trees[1].nodes[3].dsn",)),
    ],
    ids=["classes", "option", "hostile name", "document"],
)
def test_as_a_shell_sees_it(workshop, arguments, names):
    before = contents(workshop)
    done = in_process_of_its_own(*arguments, cwd=workshop)
    assert (done.returncode, done.stdout) == (2, b"")
    assert_one_sentence(done.stderr.decode(), names)
    assert contents(workshop) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device to write to")
def test_a_full_standard_output(workshop):
    with Path("/dev/full").open("wb") as full:
        done = in_process_of_its_own(*GOOD, cwd=workshop, stdout=full)
    assert done.returncode == 2
    assert_one_sentence(said(done.stderr), ("standard output", "output"))
