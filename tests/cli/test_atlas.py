"""`ksdt atlas`: files, names and folders; one sentence for mistakes; stopped or killed, it goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import LEFT, RIGHT, environment
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
    assert "--class-map" in document["pairs"][2]["problem"]
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


def test_two_workers_write_the_same_bytes(ksdt, folder, tables):
    for workers in ("1", "2"):
        assert ksdt("atlas", str(tables), *SMALL, "--workers", workers, "-o", f"{workers}.json")[0] == 0
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tables/a.csv",), "two or more tables"),
        (("tables", "tables/a.csv"), "'tables/a.csv' is given twice"),
        (("empty",), "holds no table"),
        (("tables", "nowhere.csv"), "nowhere.csv is not there"),
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
def test_a_mistake_is_one_sentence(ksdt, folder, tables, words, said):
    (folder / "empty").mkdir()
    code, out, error = ksdt("atlas", *words, *SMALL)
    assert (code, out) == (2, "")
    assert error.startswith("ksdt: ")
    assert len(error.splitlines()) == 1
    assert said in error


def test_where_no_pair_can_be_mined_this_is_told(ksdt, folder):
    (folder / "one.csv").write_text("x,class\n1,a\n2,b\n", encoding="utf-8")
    (folder / "two.csv").write_text("y,class\n1,a\n2,b\n", encoding="utf-8")
    code, _, error = ksdt("atlas", "one.csv", "two.csv", "-o", "atlas.json")
    assert code == 0, "the document says why of each pair"
    assert error.startswith("ksdt: 1 of 1 pairs could not be mined; one : two: one and two share no attribute")
    assert read(folder / "atlas.json")["pairs"][0]["problem"]


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
    assert said == [
        f"ksdt: interrupted; {done} of 6 pairs were finished, they are in 'atlas.json'; the same command goes on from "
        "there."
    ]
    assert len((folder / "atlas.json.pairs.jsonl").read_text(encoding="utf-8").split()) > 0
    assert ksdt(*command)[0] == 0
    assert ksdt(*command[:-1], "through.json")[0] == 0
    assert (folder / "atlas.json").read_bytes() == (folder / "through.json").read_bytes()


@posix
def test_a_second_ctrl_c_says_where_the_finished_pairs_are(folder, tables):
    code, _, said = interrupted("stuck-atlas", folder, command=("atlas", "tables", *SMALL, "-o", "x.json"), times=2)
    assert code == 130
    assert said == [
        "ksdt: interrupted; finished pairs are in 'x.json.pairs.jsonl', the same command goes on from there."
    ]
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
        assert any(line == b"READY\n" for line in iter(process.stderr.readline, b""))
        wait_until(lambda: finished_in(kept) == 2)  # the third pair never comes
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
