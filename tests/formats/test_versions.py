"""Documents of older versions open, of newer ones it is said what to do; one of each kind is told from the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats import result
from ksdt_core.formats.result import parse_result, read_result, up_to_date
from tests.cli.running import ROOT

FIRST = Path(__file__).with_name("older") / "result-1.json"  # by the first version of the product that wrote any
KINDS = {
    kind for path in (ROOT / "ksdt_core").rglob("*.py") for kind in re.findall(r'"(ksdt-[a-z]+)/1"', path.read_text())
}


def test_the_first_result_document_still_opens():
    read = read_result(FIRST)
    assert (len(read.tree_set.trees), len(read.sweep), read.pool.name) == (2, 10, "wvp2")
    assert read.significance["permutations"] == 3
    assert read.cross_validated["folds"] == 2


def test_the_first_result_document_can_be_shown_and_drawn(tmp_path, capfd, monkeypatch):
    from ksdt_core.cli.main import run

    monkeypatch.chdir(tmp_path)
    for command in (["show", str(FIRST)], ["export", str(FIRST), "--format", "dot", "-o", "out"]):
        assert run(command) == 0, capfd.readouterr().err


def test_every_kind_of_document_is_known_here():
    assert {"ksdt-result", "ksdt-tree", "ksdt-spectrum", "ksdt-atlas", "ksdt-settings", "ksdt-rules"} <= KINDS


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_newer_document_is_refused_with_a_sentence(kind):
    with pytest.raises(InvalidDocumentError) as found:
        parse_result(f'{{"format": "{kind}/2"}}'.encode())
    assert found.value.code == ("document-newer" if kind == "ksdt-result" else "document-of-another-kind")
    assert found.value.facts == {"found": [f"{kind}/2"], "known": "ksdt-result/1"}


def test_a_document_of_version_1_goes_all_steps_to_a_later_version(monkeypatch):
    text = FIRST.read_bytes().replace(b'"seed"', b'"start"').replace(b'"holdout"', b'"kept_back"')

    def renamed(document, old, new):
        config = {new if name == old else name: value for name, value in document["config"].items()}
        return document | {"config": config}

    steps = (lambda old: renamed(old, "start", "seed"), lambda old: renamed(old, "kept_back", "holdout"))
    monkeypatch.setattr(result, "STEPS", steps)
    assert parse_result(text).tree_set.to_document() == read_result(FIRST).tree_set.to_document()


def test_steps_are_done_in_order_from_the_version_that_was_found():
    steps = [lambda old: old | {"path": old["path"] + "2"}, lambda old: old | {"path": old["path"] + "3"}]
    for version, path in ((1, "23"), (2, "3"), (3, "")):
        old = {"format": f"ksdt-x/{version}", "path": ""}
        assert up_to_date(old, "ksdt-x/3", steps=steps) == {"format": "ksdt-x/3", "path": path}
