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


def test_everything_is_there(shown):
    lines = shown(made.full_document()).splitlines()
    assert lines[:15] == [
        'red wine : white "wine"',
        "  red wine: 18 rows mined, 2 rows gained by balancing",
        '  white "wine": 20 rows mined, 5 missing cells filled',
        "  3 shared attributes, classes neg, pos",
        "  parallel, k 2, weights IG 0.3, DS 0.4, ATD 0.3, depth 3, scale none",
        "",
        "Balanced SDTSQ 0.454: shared accuracy SA 0.700, similarity DS 0.969, diversity TD 0.600",
        "Best of 2 of 3 weight vectors by SDTSQ; SDTSQ 0.000 to 0.454",
        "Shuffled tables do as well too often: these trees may show chance (mean SDTQ 0.590; 9 shuffles for each "
        "question).",
        "  Would trees mined with the classes of red wine shuffled do as well? p = 0.1",
        '  Would trees mined with the classes of white "wine" shuffled do as well? p = 0.2',
        "Cross-validated SA 0.650 (5 folds)",
        "Baseline (always “neg”): 55.6 % | 50.0 %",
        "",
        "Tree 1: balanced SDTQ 0.717, SA 0.800, DS 0.991, accuracy 0.800 | 0.850 on balanced rows",
    ]
    assert "  │  age ≤ 4.5        → neg  (7, 1) | (7, 0)     balanced DSN 0.994" in lines
    assert '  If age ≤ 4.5, then neg (red wine 7 of 8, white "wine" 7 of 7).' in lines
    assert sum(line.startswith("Tree ") for line in lines) == 2
    assert sum(line.startswith("  If ") for line in lines) == 6


def test_a_single_tree_and_constraints(shown):
    assert "diversity" not in shown(made.single_set().to_document())
    out = shown(made.ordinary_set(exclude=("bad\x07",), roots=("age", made.NAMES[2]), max_depth=0).to_document())
    assert "any depth" in out
    assert "  without bad\\x07\n" in out
    assert '  roots among age, size <&> "größe"\\n\n' in out


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
    assert written.decode().startswith("red wine : white")
    done = in_process_of_its_own("show", "-", cwd=folder, input=text.encode())
    assert (done.returncode, done.stdout) == (0, written)


def test_a_terminal_that_knows_few_characters(folder, monkeypatch):
    (folder / "result.json").write_text(json.dumps(made.full_document()), encoding="utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = in_process_of_its_own("show", "result.json", cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"age \u2264 4.5" in done.stdout


def test_matches_that_only_a_map_makes_are_named(ksdt, folder):
    (folder / "here.csv").write_text("height,b,class\n1,1,x\n2,2,y\n3,1,x\n4,2,y\n", encoding="utf-8")
    (folder / "there.csv").write_text("sensor,b,class\n1,1,x\n2,2,y\n3,1,x\n4,2,y\n", encoding="utf-8")
    (folder / "map.csv").write_text("height,sensor\n", encoding="utf-8")
    mined = ksdt("mine", "here.csv", "there.csv", "--attribute-map", "map.csv", "-o", "assumed.json")
    assert mined == (0, "", "")
    code, out, _ = ksdt("show", "assumed.json")
    assert code == 0
    assert "assumed by the attribute map, not by name: height is sensor" in out


def test_show_says_what_was_done_to_the_attributes(shown):
    lines = shown(settled_set().to_document()).splitlines()
    assert "  age of red wine converted by *2" in lines
    assert "  codes, not scaled: sex" in lines
    assert "  excluded because too many values are missing: ca, th=al" in lines
    assert '  many values of age were missing and filled: 0 % in red wine, 20 % in white "wine"' in lines
