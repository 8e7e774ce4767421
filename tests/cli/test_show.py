"""`ksdt show`: the whole result as text."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import in_process_of_its_own
from tests.formats import made
from tests.formats.test_settled_keys import settled_set


@pytest.fixture
def shown(ksdt, folder):
    def show(document: dict) -> str:
        (folder / "result.json").write_text(json.dumps(document), encoding="utf-8")
        code, out, error = ksdt("show", "result.json")
        assert (code, error) == (0, "")
        return out

    return show


def test_everything_is_there(shown, approved):
    document = made.full_document()
    out = shown(document)
    scores = document["scores"]
    for number in (scores["sdtsq"], scores["sa"], scores["ds"], scores["td"], document["cross_validated"]["sa"]):
        assert f"{number:.3f}" in out
    for name, null in document["significance"]["nulls"].items():
        assert null is None or f"p = {null['p']:g}" in out, name
    assert out.count("(7, 1) | (7, 0)") == 1, "the counts of a node in both tables"
    approved(out)


def test_a_single_tree_and_constraints(shown, approved):
    single = shown(made.single_set().to_document())
    assert "TD" not in single.replace("ATD", "")
    out = shown(made.ordinary_set(exclude=("bad\x07",), roots=("age", made.NAMES[2]), max_depth=0).to_document())
    assert out.count("bad\\x07\n") == 1
    assert out.count('age, size <&> "größe"\\n\n') == 1, "both roots"
    approved(single)
    approved(out)


def test_hostile_names_cannot_steer_the_terminal(shown):
    document = made.full_document()
    document["pair"]["left"]["name"] = "evil\x1b]0;title\x07\n\u202eevil"
    document["pool"]["name"] = "\x1b[2J"
    document["significance"]["nulls"]["\x1b[31m"] = {"p": "\x1b"}
    out = shown(document)
    assert all(character.isprintable() or character == "\n" for character in out)
    assert r"evil\x1b]0;title\x07\n\u202eevil" in out


def test_a_file_and_standard_input(ksdt, folder):
    text = json.dumps(made.full_document())
    (folder / "result.json").write_text(text, encoding="utf-8")
    assert ksdt("show", "result.json", "-o", "text.txt") == (0, "", "")
    written = (folder / "text.txt").read_bytes()
    assert json.loads(text)["pair"]["left"]["name"] in written.decode().splitlines()[0]
    done = in_process_of_its_own("show", "-", cwd=folder, input=text.encode())
    assert (done.returncode, done.stdout) == (0, written)


def test_a_terminal_that_knows_few_characters(folder, monkeypatch):
    (folder / "result.json").write_text(json.dumps(made.full_document()), encoding="utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = in_process_of_its_own("show", "result.json", cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"age \u2264 4.5" in done.stdout


def test_matches_that_only_a_map_makes_are_named(ksdt, folder, approved):
    (folder / "here.csv").write_text("height,b,class\n1,1,x\n2,2,y\n3,1,x\n4,2,y\n", encoding="utf-8")
    (folder / "there.csv").write_text("sensor,b,class\n1,1,x\n2,2,y\n3,1,x\n4,2,y\n", encoding="utf-8")
    (folder / "map.csv").write_text("height,sensor\n", encoding="utf-8")
    mined = ksdt("mine", "here.csv", "there.csv", "--attribute-map", "map.csv", "-o", "assumed.json")
    assert mined == (0, "", "")
    code, out, _ = ksdt("show", "assumed.json")
    assert code == 0
    approved("\n".join(line for line in out.splitlines() if "sensor" in line))


def test_show_says_what_was_done_to_the_attributes(shown, approved):
    out = shown(settled_set().to_document())
    done = [line for line in out.partition("\n\n")[0].splitlines() if line.startswith("  ")]
    for fact in ("× 2", "sex", "ca, th=al", "20 %"):
        assert any(fact in line for line in done), fact
    approved("\n".join(done))
