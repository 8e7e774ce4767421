"""Runs out of one store and into another."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.store import exchange
from ksdt_core.store.database import open_store
from ksdt_core.store.exchange import exported, exported_zip, file_name, import_runs
from ksdt_core.store.runs import add_to_run, keep_run, kept_run, list_runs, note_run, rename_run, run_result
from tests.refusals import refused
from tests.store.kept_documents import document_of


def significance_of(document: dict[str, Any], *, p: float) -> dict[str, Any]:
    """A significance part that fits the document."""
    observed = [tree["scores"]["sdtq"] for tree in document["trees"]]
    null = {"p": p, "mean": 0.4, "sd": 0.1, "max": 0.45}
    nulls = {"left": null, "right": null, "matching": None}
    statistic = sum(observed) / len(observed)
    return {"permutations": 9, "statistic": statistic, "p_value": p, "nulls": nulls, "sdtsq": nulls}


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.fixture
def other(tmp_path):
    return open_store(tmp_path / "other")


def test_run_travels_with_its_name_and_note(store, other):
    run = keep_run(store, document_of(), pair=None, seconds=2.0)
    rename_run(store, run, "wine <b>")
    note_run(store, run, "look at tree 2")
    (arrived,) = import_runs(other, "wine.json", content=exported(store, run))
    found = kept_run(other, arrived)
    assert (arrived, found.name, found.note, found.seconds, found.pair) == (
        run,
        "wine <b>",
        "look at tree 2",
        2.0,
        None,
    )
    assert run_result(other, arrived).document == document_of()


def test_several_runs_travel_in_a_zip(store, other):
    ids = [keep_run(store, document_of(seed), pair=None) for seed in range(3)]
    assert import_runs(other, "runs.zip", content=exported_zip(store, ids)) == ids
    assert len(list_runs(other)) == 3


def test_importing_again_keeps_once_and_loses_nothing(store):
    run = keep_run(store, document_of(), pair=None)
    content = exported(store, run)
    note_run(store, run, "mine")
    rename_run(store, run, "name")
    assert import_runs(store, "a.json", content=content) == [run]
    (found,) = list_runs(store)
    assert (found.note, found.name) == ("mine", "name")


def test_a_known_run_without_words_gets_those_that_come_along(store, other):
    run = keep_run(store, document_of(), pair=None)
    rename_run(store, run, "wine")
    note_run(store, run, "look at tree 2")
    content = exported(store, run)
    keep_run(other, document_of(), pair=None)
    assert import_runs(other, "a.json", content=content) == [run]
    assert (kept_run(other, run).name, kept_run(other, run).note) == ("wine", "look at tree 2")


def test_what_was_tested_elsewhere_comes_along(store):
    run = keep_run(store, document_of(), pair=None)
    document = {**document_of(), "significance": significance_of(document_of(), p=0.1)}
    import_runs(store, "a.json", content=json.dumps(document).encode())
    assert kept_run(store, run).summary["p_value"] == 0.1
    add_to_run(store, run, {"significance": significance_of(document_of(), p=0.2)})
    import_runs(store, "a.json", content=json.dumps(document).encode())
    assert kept_run(store, run).summary["p_value"] == 0.2, "what is known here stays"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"{", "not JSON"),
        (b"\xff\xfe\x00", "not a UTF-8 text"),
        (b"[1, 2]", "not a JSON object"),
        (b'{"format": "ksdt-result/9"}', "update ksdt"),
        (b'{"format": "ksdt-result/1"}', "pair"),
        (zipped({"readme.txt": b"hello"}), "0 JSON files"),
        (zipped({"a.json": b"{"}), "a.json"),
        (zipped({"a.json": b"{}" * 5000}).replace(b"a.json", b"a.json\xff" + b"\xff", 1), "cannot be unpacked"),
        (b'{"format": "' + b"x" * 5000 + b'"}', "but ksdt-result/1 is needed"),
        (zipped({"a.json": b"{}" * 5000})[:-30] + b"PK\5\6" + b"\0" * 18, ""),
    ],
)
def test_bad_file_gives_one_sentence_that_names_it(store, content, said):
    assert_refused_in_one_sentence(store, content, said)


def test_a_number_that_is_not_finite_is_refused(store):
    content = json.dumps({**document_of(), "more": "@"}).replace('"@"', "1e999").encode()
    assert_refused_in_one_sentence(store, content, "1e999 is not a finite number")


def assert_refused_in_one_sentence(store, content, said):
    with pytest.raises(InvalidDocumentError) as error:
        import_runs(store, "odd <file>.json", content=content)
    sentence = str(error.value)
    assert "odd <file>.json" in sentence
    assert said in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 500
    assert list_runs(store) == []


def test_document_that_was_changed_by_hand_is_refused(store):
    document = document_of()
    document["scores"]["sdtsq"] = 0.999
    with pytest.raises(InvalidDocumentError, match=r"'a.json'.*sdtsq"):
        import_runs(store, "a.json", content=json.dumps(document).encode())


def test_one_bad_document_of_a_zip_keeps_none(store):
    good = json.dumps(document_of()).encode()
    with refused("document-refused", InvalidDocumentError, source="z.zip: bad.json"):
        import_runs(store, "z.zip", content=zipped({"good.json": good, "bad.json": b"{}"}))
    assert list_runs(store) == []


def test_zip_that_unpacks_to_too_much_is_refused(store, monkeypatch):
    monkeypatch.setattr(exchange, "LARGEST_DOCUMENT", 10_000)
    for files in ({"a.json": b" " * 20_000}, {f"{i}.json": b" " * 9_000 for i in range(5)}):
        with refused("import-too-large", InvalidDocumentError, file="bomb.zip"):
            import_runs(store, "bomb.zip", content=zipped(files))


@pytest.mark.parametrize(
    "about", ["text", None, {"name": 7, "note": [], "seconds": "x"}, {"name": "\ud800"}, {"seconds": 10**400}]
)
def test_odd_notes_in_a_document_do_no_harm(store, about):
    document = {**document_of(), "run": about}
    (run,) = import_runs(store, "a.json", content=json.dumps(document).encode())
    assert kept_run(store, run).name in ("", "?")


@pytest.mark.parametrize("name", ["<script>", "../../etc/passwd", "a/b\\c", "", "...", "x" * 500])
def test_file_names_hold_nothing_odd(store, name):
    run = keep_run(store, document_of(), pair=None)
    rename_run(store, run, name)
    found = file_name(kept_run(store, run))
    assert found.endswith(f"-{run}.json")
    assert len(found) < 100
    assert not set(found) & set('/\\<>:"|?* ')
    assert not found.startswith(".")
