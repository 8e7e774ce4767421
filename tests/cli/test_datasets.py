"""`ksdt datasets`: what is listed can be mined by the very command that is shown."""

from __future__ import annotations

import json
import shlex

from ksdt_core.data.samples.catalogue import catalogue, catalogue_pairs


def test_every_dataset_and_pair_is_listed(ksdt):
    code, out, error = ksdt("datasets")
    assert (code, error) == (0, "")
    for entry in catalogue():
        assert any(line.split()[:1] == [entry.name] and entry.title in line for line in out.splitlines())
    for pair in catalogue_pairs():
        assert pair.title in out
        assert f"    ksdt mine {pair.left} {pair.right} " in out


def test_the_same_as_json(ksdt, folder):
    assert ksdt("datasets", "--json", "-o", "list.json") == (0, "", "")
    listed = json.loads((folder / "list.json").read_text(encoding="utf-8"))
    assert [entry["name"] for entry in listed["datasets"]] == [entry.name for entry in catalogue()]
    assert all(entry["licence"] and entry["source"] for entry in listed["datasets"])
    assert len(listed["pairs"]) == len(catalogue_pairs()) >= 2


def test_the_command_of_each_pair_mines_it(ksdt, folder):
    pairs = json.loads(ksdt("datasets", "--json")[1])["pairs"]
    for pair in pairs:
        program, *words = shlex.split(pair["command"])
        assert program == "ksdt"
        code, out, error = ksdt(*words, "-k", "2", "--max-depth", "1")
        assert (code, out) == (0, ""), error
        result = json.loads((folder / words[-1]).read_text(encoding="utf-8"))
        assert (result["pair"]["left"]["name"], result["pair"]["right"]["name"]) == (pair["left"], pair["right"])
