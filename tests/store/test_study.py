"""A study in one file: what is opened is what was saved, with the same bytes, and hostile files are refused."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.store import study_file
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair, kept_pair
from ksdt_core.store.runs import add_to_run, keep_run, kept_run, list_runs, note_run, pin_run, rename_run, run_id
from ksdt_core.store.study import SavedRun, SavedTable, Study, keep_study, study_of
from ksdt_core.store.study_file import LIST, read_study, study_bytes
from ksdt_core.store.uploads import keep_upload, upload_id_of
from tests.refusals import refused
from tests.store.kept_documents import document_of
from tests.store.test_exchange import significance_of

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TABLE = b"a,b,class\n" + b"".join(b"%d,%d,%s\n" % (n, n % 7, b"yes" if n % 2 else b"no") for n in range(30))


@st.composite
def studies(draw: st.DrawFn) -> Study:
    contents = draw(st.lists(st.tuples(TEXT, st.binary(max_size=60)), max_size=3, unique=True))
    tables = {upload_id_of(name, data): SavedTable(upload_id_of(name, data), name, data) for name, data in contents}
    sides = [
        *(TableRequest("upload", id_, draw(TEXT), draw(st.none() | TEXT), draw(CUTS)) for id_ in sorted(tables)),
        TableRequest.bundled("wine-red"),
    ]
    names = st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple)
    made = st.builds(
        PairRequest,
        st.sampled_from(sides),
        st.sampled_from(sides),
        class_map=names,
        right_class_map=names,
        attribute_map=names,
        scale=st.sampled_from(["none", "rank"]),
        exclude=st.lists(TEXT, max_size=2).map(tuple),
        value_map=st.lists(st.tuples(TEXT, TEXT, TEXT), max_size=2).map(tuple),
    )
    pairs = {pair.id: pair for pair in draw(st.lists(made, max_size=3))}
    runs = {}
    for seed in draw(st.sets(st.integers(0, 3), min_size=1)):
        document = document_of(seed)
        if draw(st.booleans()):
            document["significance"] = significance_of(document, p=0.2)
        seconds, pinned = draw(st.floats(0, 1e6)), draw(st.booleans())
        pair = draw(st.none() | st.sampled_from(sorted(pairs))) if pairs else None
        run = SavedRun(run_id(document), pair, draw(TEXT), draw(TEXT), pinned, seconds, document)
        runs[run.id] = run
    ordered = (tuple(found[id_] for id_ in sorted(found)) for found in (tables, pairs, runs))
    return Study(*ordered)


CUTS = st.none() | st.lists(st.floats(-9, 9), min_size=1, max_size=2, unique=True).map(tuple)


@pytest.mark.slow
@given(studies())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_what_is_read_is_what_was_written_and_the_bytes_are_the_same_each_time(study):
    content = study_bytes(study)
    again = read_study("study.ksdt", content)
    assert again == study
    assert study_bytes(again) == content


@pytest.mark.slow
@given(studies())
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_a_study_goes_through_a_store_unchanged(tmp_path_factory, study):
    used = {side.id for pair in study.pairs for side in (pair.left, pair.right)}
    named = {run.pair for run in study.runs}
    study = replace(study, pairs=tuple(pair for pair in study.pairs if pair.id in named))
    used = {side.id for pair in study.pairs for side in (pair.left, pair.right)}
    study = replace(study, tables=tuple(table for table in study.tables if table.id in used))
    study = replace(study, runs=tuple(replace(run, name=run.name.strip()) for run in study.runs))
    store = open_store(tmp_path_factory.mktemp("kept"))
    keep_study(store, study)
    assert study_of(store) == study


@pytest.fixture
def filled(store):
    """A store with one uploaded pair, its run with evidence, name and note, and a run of another pair."""
    uploads = [keep_upload(store, name, content=TABLE) for name in ("left.csv", "right.csv")]
    left, right = (TableRequest("upload", upload.id, upload.file_name[:-4]) for upload in uploads)
    pair = PairRequest(left, right, scale="rank", exclude=("b",))
    keep_pair(store, pair)
    document = document_of()
    run = keep_run(store, document, pair=pair.id, seconds=2.0)
    add_to_run(store, run, {"significance": significance_of(document, p=0.2)})
    rename_run(store, run, "first")
    note_run(store, run, "look at tree 2")
    pin_run(store, run, pinned=True)
    keep_run(store, document_of(1), pair=None)
    return store


def test_a_study_opens_in_another_store_with_its_tables_evidence_and_notes(filled, tmp_path):
    content = study_bytes(study_of(filled))
    other = open_store(tmp_path / "other")
    opened = keep_study(other, read_study("study.ksdt", content))
    assert opened.known == frozenset()
    (run,) = (run for run in list_runs(other) if run.pair is not None)
    assert (run.name, run.note, run.pinned, run.seconds) == ("first", "look at tree 2", True, 2.0)
    assert run.summary["p_value"] == 0.2
    request = kept_pair(other, run.pair)
    assert request.exclude == ("b",)
    assert requested_pair(other, request).left.n_rows == 30
    assert study_bytes(study_of(other)) == content
    again = keep_study(other, read_study("study.ksdt", content))
    assert again.known == set(again.runs)


def test_only_the_chosen_runs_are_saved_and_one_that_is_not_there_is_refused(filled):
    (run,) = (run.id for run in list_runs(filled) if run.pair is None)
    study = study_of(filled, [run])
    assert ([saved.id for saved in study.runs], study.tables, study.pairs) == ([run], (), ())
    with refused("study-without-runs", missing=1):
        study_of(filled, [run, "ffff"])


def test_a_note_that_is_here_stays(filled, tmp_path):
    content = study_bytes(study_of(filled))
    (run,) = (run.id for run in list_runs(filled) if run.pair is not None)
    note_run(filled, run, "my own")
    keep_study(filled, read_study("study.ksdt", content))
    assert kept_run(filled, run).note == "my own"


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: dict[str, bytes], change=None) -> bytes:
    """A zip of these parts; the list's digests follow unless the list itself is changed."""
    listed = json.loads(parts[LIST])
    listed["digests"] = {name: study_file._digest(data) for name, data in parts.items() if name != LIST}
    if change is not None:
        change(listed)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**parts, LIST: json.dumps(listed).encode()}.items():
            archive.writestr(name, data)
    return stream.getvalue()


def refusal(content: bytes) -> str:
    """The code inside the refusal, which is one sentence and names the file."""
    with pytest.raises(InvalidDocumentError) as caught:
        read_study("study.ksdt", content)
    assert caught.value.code == "study-refused"
    assert "\n" not in str(caught.value)
    return caught.value.facts["reason"].code


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "tables/../x", "C:\\x", "tables/zz", "runs/1.json/"]
)
def test_parts_with_other_names_are_refused(filled, name):
    parts = parts_of(study_bytes(study_of(filled)))
    assert refusal(packed({**parts, name: b"x"})) == "study-strange-part"


def test_links_and_locked_parts_are_refused(filled):
    parts = parts_of(study_bytes(study_of(filled)))
    for attributes, flags in ((stat.S_IFLNK | 0o777, 0), (stat.S_IFDIR | 0o777, 0)):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for name, data in parts.items():
                entry = zipfile.ZipInfo(name)
                entry.external_attr = (attributes if name.startswith("tables/") else stat.S_IFREG) << 16
                entry.flag_bits |= flags
                archive.writestr(entry, data)
        assert refusal(stream.getvalue()) == "study-part-not-a-file"


def test_bombs_are_refused_whatever_the_zip_says_of_sizes(filled, monkeypatch):
    content = study_bytes(study_of(filled))
    parts = parts_of(content)
    table = next(name for name in parts if name.startswith("tables/"))
    monkeypatch.setattr(study_file, "LARGEST_STUDY", 100_000)
    bomb = packed({**parts, table: b"0" * 200_000})
    assert refusal(bomb) == "study-too-large"
    lying = bomb.replace((200_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lying != bomb
    assert refusal(lying) in ("study-too-large", "study-damaged", "study-part-changed")
    monkeypatch.setattr(study_file, "MOST_ENTRIES", 2)
    assert refusal(content) == "study-too-many-parts"


def test_a_file_that_was_cut_short_anywhere_is_refused(filled):
    content = study_bytes(study_of(filled))
    for length in (0, 3, 30, len(content) // 2, len(content) - 1):
        assert refusal(content[:length]) in ("study-damaged", "study-not-a-zip")


@pytest.mark.slow
@given(st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_changed_byte_gives_the_same_study_or_a_refusal(filled, data):
    content = bytearray(study_bytes(study_of(filled)))
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= data.draw(st.integers(1, 255))
    with suppress(InvalidDocumentError):
        assert read_study("study.ksdt", bytes(content)) == study_of(filled)


def change(key, value):
    def changed(listed):
        listed[key] = value(listed[key]) if callable(value) else value

    return changed


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (change("format", "ksdt-study/2"), "document-newer"),
        (change("format", "ksdt-result/1"), "document-of-another-kind"),
        (change("format", None), "document-without-format"),
        (change("digests", lambda digests: dict.fromkeys(digests, "00")), "study-part-changed"),
        (change("digests", {}), "study-list-differs"),
        (change("tables", []), "study-part-unusable"),
        (change("pairs", []), "study-damaged"),
        (change("runs", lambda runs: runs[:1]), "study-list-differs"),
        (change("runs", lambda runs: [{**run, "note": 3} for run in runs]), "study-damaged"),
        (change("runs", lambda runs: [{**run, "seconds": 1e300} for run in runs]), "study-part-changed"),
        (change("tables", lambda tables: [{**table, "file_name": "x"} for table in tables]), "study-part-changed"),
        (change("runs", 3), "study-damaged"),
    ],
)
def test_lists_that_do_not_fit_are_refused(filled, changed, code):
    assert refusal(packed(parts_of(study_bytes(study_of(filled))), changed)) == code


@pytest.mark.parametrize(
    ("field", "value"),
    [("scale", "log"), ("class_map", 3), ("left", {}), ("cut", 1), ("balance", "often"), ("right", None), ("seed", -1)],
)
def test_pairs_that_cannot_be_used_are_refused(filled, field, value):
    parts = parts_of(study_bytes(study_of(filled)))
    name = next(name for name in parts if name.startswith("pairs/"))
    request = {**json.loads(parts[name]), field: value}
    assert refusal(packed({**parts, name: json.dumps(request).encode()})) == "study-part-unusable"


def test_a_run_that_was_changed_is_refused(filled):
    parts = parts_of(study_bytes(study_of(filled)))
    name = next(name for name in parts if name.startswith("runs/"))
    document = json.loads(parts[name])
    document["scores"]["sdtsq"] = 0.999
    assert refusal(packed({**parts, name: json.dumps(document).encode()})) == "document-refused"
