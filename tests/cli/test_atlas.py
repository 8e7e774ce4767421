"""`ksdt atlas`: files, names and folders; one sentence for mistakes; stopped or killed, it goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ksdt_core.cli.stopping import STOPPED
from ksdt_core.studies.atlas.replication_words import findings
from ksdt_core.studies.atlas.view import ATLAS
from tests.cli.running import LEFT, RIGHT, environment, line_of
from tests.cli.test_interrupt import interrupted
from tests.waiting import wait_until

SMALL = ("-k", "2", "--max-depth", "2")


@pytest.fixture
def tables(folder: Path) -> Path:
    """Four tables in a folder, with notes beside them; the last has other classes."""
    place = folder / "tables"
    place.mkdir()
    (place / "a.csv").write_text(LEFT, encoding="utf-8")
    (place / "b.csv").write_text(RIGHT, encoding="utf-8")
    (place / "c.csv").write_text(LEFT.replace("5,", "3,"), encoding="utf-8")
    (place / "d.csv").write_text(LEFT.replace("pos", "ill"), encoding="utf-8")
    (place / "README.md").write_text("no table", encoding="utf-8")
    return place


def read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_folder_is_all_tables_in_it(ksdt, folder, tables):
    code, out, error = ksdt("atlas", str(tables), *SMALL, "-o", "atlas.json")
    assert (code, out, error) == (0, "", "")
    document = read(folder / "atlas.json")
    assert document["datasets"] == ["a", "b", "c", "d"]
    assert [pair["best"] is None for pair in document["pairs"]] == [False, False, True, False, True, True]
    assert "have different classes" in document["pairs"][2]["problem"]
    assert sorted(path.name for path in folder.glob("atlas.json*")) == ["atlas.json"], "nothing is left beside it"


def test_files_and_bundled_names_on_standard_output(ksdt, tables):
    options = ("--class-map", "pos=normal,neg=abnormal", "--permutations", "3", "--compare")
    code, out, _ = ksdt("atlas", str(tables / "a.csv"), str(tables / "b.csv"), "spect-train", *SMALL, *options)
    assert code == 0
    document = json.loads(out)
    assert document["settings"]["permutations"] == 3
    assert set(document["pairs"][0]["comparisons"]) == {"sequential", "single"}
    assert 0 < document["pairs"][0]["p_value"] <= document["pairs"][0]["q_value"] <= 1
    assert "share no attribute" in document["pairs"][1]["problem"]


def test_trees_are_tried_on_every_other_table(ksdt, folder, tables):
    code, _, error = ksdt("atlas", str(tables), *SMALL, "--replicate", "-o", "atlas.json")
    assert (code, error) == (0, "")
    document = read(folder / "atlas.json")
    first = document["pairs"][0]["replications"]
    assert [cell["table"] for cell in first] == ["c", "d"]
    assert 0 < first[0]["vote"]["p_classes"] <= first[0]["q_value"] <= 1
    assert (first[1]["vote"], first[1]["q_value"]) == (None, None)
    assert "different classes" in first[1]["problem"]
    code, out, _ = ksdt("show", "atlas.json")
    assert code == 0
    view = ATLAS.read(document)
    assert sum(cell.checked is None for _, cell in view.checks) == 3
    assert findings(view) in out


def test_two_workers_write_the_same_bytes(ksdt, folder, tables):
    for workers in ("1", "2"):
        assert ksdt("atlas", str(tables), *SMALL, "--workers", workers, "-o", f"{workers}.json")[0] == 0
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tables/a.csv",), ""),
        (("tables", "tables/a.csv"), "'tables/a.csv'"),
        (("empty",), "contains no table"),
        (("tables", "nowhere.csv"), "nowhere.csv"),
        (("tables", "--target", "colour2"), "--target"),
        (("tables", "--pool", "wvp7"), "--pool 'wvp7'"),
        (("tables", "--scale", "log"), "--scale 'log'"),
        (("tables", "--permutations", "-2"), "--permutations -2"),
        (("tables", "--workers", "0"), "--workers 0"),
        (("tables", "--class-map", "x=y"), "'x'"),
        (("tables", "-o", "tables/a.csv"), "is the input"),
        (("tables", "-o", "missing/atlas.json"), "missing/atlas.json"),
        (("tables", "a\0b"), "cannot be read"),
    ],
)
def test_a_mistake_is_one_sentence(ksdt, folder, tables, words, said, approved):
    (folder / "empty").mkdir()
    code, out, error = ksdt("atlas", *words, *SMALL)
    assert (code, out) == (2, "")
    assert error.startswith("ksdt: ")
    assert len(error.splitlines()) == 1
    assert said in error
    approved(error)


def test_where_no_pair_can_be_mined_this_is_told(ksdt, folder, approved):
    (folder / "one.csv").write_text("x,class\n1,a\n2,b\n", encoding="utf-8")
    (folder / "two.csv").write_text("y,class\n1,a\n2,b\n", encoding="utf-8")
    code, _, error = ksdt("atlas", "one.csv", "two.csv", "-o", "atlas.json")
    assert code == 0, "the document says why of each pair"
    problem = read(folder / "atlas.json")["pairs"][0]["problem"]
    assert ("one : two" in error, problem and problem in error, error.count("\n")) == (True, True, 1)
    approved(error)


posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX systems")


@posix
def test_ctrl_c_keeps_the_finished_pairs_and_the_same_command_goes_on(ksdt, folder, tables):
    command = ("atlas", "tables", *SMALL, "-o", "atlas.json")
    code, out, said = interrupted("atlas", folder, command=command)
    assert (code, out) == (130, b"")
    part = read(folder / "atlas.json")
    done = len(part["pairs"])
    assert 2 <= done < 6
    assert part["interrupted"] is True
    assert said == [line_of("atlas-stopped", why=STOPPED, done=done, asked=6, file="atlas.json")]
    assert len((folder / "atlas.json.pairs.jsonl").read_text(encoding="utf-8").split()) > 0
    assert ksdt(*command)[0] == 0
    assert ksdt(*command[:-1], "through.json")[0] == 0
    assert (folder / "atlas.json").read_bytes() == (folder / "through.json").read_bytes()


@posix
def test_a_second_ctrl_c_says_where_the_finished_pairs_are(folder, tables):
    code, _, said = interrupted("stuck-atlas", folder, command=("atlas", "tables", *SMALL, "-o", "x.json"), times=2)
    assert code == 130
    assert said == [line_of("atlas-stopped-with-work", file="x.json.pairs.jsonl")]
    assert not (folder / "x.json").exists()


def finished_in(work: Path) -> int:
    return work.read_bytes().count(b'"key"') if work.exists() else 0


@posix
def test_killed_in_the_middle_and_resumed_it_gives_the_same_bytes(ksdt, folder, tables):
    command = ("atlas", "tables", *SMALL, "--permutations", "2", "-o", "atlas.json")
    kept = folder / "atlas.json.pairs.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.cli.slowed", "stuck-atlas", *command],
        cwd=folder, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    with process:
        try:
            assert any(line == b"READY\n" for line in iter(process.stderr.readline, b""))
            wait_until(lambda: finished_in(kept) == 2)  # the third pair never comes
        finally:
            os.killpg(process.pid, signal.SIGKILL)
    assert not (folder / "atlas.json").exists()
    kept.write_bytes(kept.read_bytes()[:-5])  # as if the kill had come within a line
    assert ksdt(*command)[0] == 0
    assert not kept.exists()
    assert ksdt(*command[:-1], "through.json")[0] == 0
    assert (folder / "atlas.json").read_bytes() == (folder / "through.json").read_bytes()


def test_fresh_begins_again(ksdt, folder, tables):
    work = folder / "atlas.json.pairs.jsonl"
    work.write_text("{}\n", encoding="utf-8")
    assert ksdt("atlas", str(tables), *SMALL, "--fresh", "-o", "atlas.json")[0] == 0
    assert not work.exists()


def test_options_of_single_tables_by_every_name_that_a_table_has(ksdt, folder, tables):
    (tables / "e.csv").write_text(LEFT.replace("class", "outcome").replace("pos", "7").replace("neg", "2"), "utf-8")
    attributes = LEFT.splitlines()[0].split(",")[:-1]
    (folder / "map.csv").write_text(f"a,e.csv\n{attributes[0]},{attributes[0]}\n", encoding="utf-8")
    options = (
        "--target",
        "e=outcome",
        "--cut",
        "e.csv=5",
        "--class-map",
        "e:< 5=neg,>= 5=pos",
        "--class-map",
        "ill=pos",
    )
    more = ("--exclude", attributes[-1], "--exclude", f"tables/a.csv:{attributes[0]}", "--attribute-map", "map.csv")
    given = [f"tables/{name}.csv" for name in "ade"]
    code, _, error = ksdt("atlas", *given, *SMALL, *options, *more, "-o", "atlas.json")
    assert (code, error) == (0, "")
    document = read(folder / "atlas.json")
    assert [pair["problem"] for pair in document["pairs"]] == [None] * 3
    settings = document["settings"]
    assert settings["class_maps"] == {"e": {"< 5": "neg", ">= 5": "pos"}}
    assert (settings["exclude"], settings["excludes"]) == ([attributes[-1]], {"a": [attributes[0]]})
    assert settings["attribute_rows"] == [{"a": attributes[0], "e": attributes[0]}]
    assert [table["classes"].keys() for table in document["tables"]] == [{"neg", "pos"}] * 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--target", "x=class"), "'x'"),
        (("--target", "class", "--target", "class"), "twice"),
        (("--target", "a=class,a=class"), "twice"),
        (("--cut", "a=five"), "five"),
        (("--class-map", "a:nothing=b"), "'nothing'"),
        (("--exclude", "b:nothing"), "'nothing'"),
        (("--exclude", "nothing"), "'nothing'"),
        (("--attribute-map", "nowhere.csv"), "nowhere.csv"),
    ],
)
def test_options_that_name_what_is_not_there_are_one_sentence(ksdt, tables, options, said):
    code, out, error = ksdt("atlas", str(tables / "a.csv"), str(tables / "b.csv"), *SMALL, *options)
    assert (code, out) == (2, "")
    assert said in error
    assert error.count("\n") == 1


def test_atlas_is_shown_as_a_table_of_pairs(ksdt, folder, tables):
    assert ksdt("atlas", str(tables), *SMALL, "--permutations", "3", "-o", "atlas.json")[0] == 0
    code, out, error = ksdt("show", "atlas.json")
    assert (code, error) == (0, "")
    document = read(folder / "atlas.json")
    for pair in document["pairs"]:
        (line,) = (line for line in out.splitlines() if line.strip().startswith(f"{pair['left']} : {pair['right']} "))
        if pair["best"] is None:
            assert "was not mined" in line
        else:
            assert f"{pair['best']['scores']['sdtsq']:.3f}" in line
            assert f"{abs(pair['over_baseline']['gain']):.3f}" in line
    assert "59 or more" in out, "3 of 6 pairs were mined; 3 shuffles are too few"


@pytest.mark.parametrize(
    "change",
    [
        {"pairs": [{}]}, {"pairs": 3}, {"datasets": ["a"]}, {"datasets": ["a", "z", "c", "d"]}, {"clustering": None},
        {"clustering": {"order": [0, 0, 1, 2], "merges": []}}, {"format": "ksdt-atlas/9"},
    ],
)  # fmt: skip
def test_damaged_atlas_is_refused_in_one_sentence(ksdt, folder, tables, change):
    assert ksdt("atlas", str(tables), *SMALL, "-o", "atlas.json")[0] == 0
    (folder / "bad.json").write_text(json.dumps({**read(folder / "atlas.json"), **change}), encoding="utf-8")
    code, out, error = ksdt("show", "bad.json")
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
