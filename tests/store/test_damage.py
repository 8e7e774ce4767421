"""One damaged byte hides one thing, which is named; what is altered is refused; keeping it again repairs it."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from functools import partial

import pytest

from ksdt_core.background.queue import claim_job, kept_job, open_jobs, put_job
from ksdt_core.store.folder import FILE
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair, kept_pair
from ksdt_core.store.problems import DamagedError
from ksdt_core.store.runs import (
    add_to_run,
    document_of,
    keep_run,
    kept_run,
    list_runs,
    listed_runs,
    note_run,
    rename_run,
    run_result,
)
from ksdt_core.store.uploads import keep_upload, list_uploads, listed_uploads, upload_content
from tests.refusals import refused
from tests.reliability.works import run_document
from tests.store.damaging import change_bytes, change_value

TABLE = b"size,class\n" + b"".join(b"%d,%s\n" % (i, b"ab"[i % 2 :][:1]) for i in range(2000))


@pytest.fixture
def three(store) -> list[str]:
    ids = [keep_run(store, run_document(number), pair=None) for number in range(3)]
    rename_run(store, ids[1], "the second")
    note_run(store, ids[1], "worth keeping")
    store.engine.dispose()
    return ids


@pytest.mark.parametrize("column", ["name", "note", "summary"])
@pytest.mark.parametrize("value", [b"\xff{", b"{", b"[]", b"{}", b'{"pair": 1, "config": {}, "scores": null}'])
def test_a_damaged_run_is_named_and_the_others_are_listed(store, three, column, value):
    """An odd byte in one row made the whole list fail."""
    change_value(store.folder, "runs", column, value, row=three[1])
    found, damaged = listed_runs(store)
    if column != "summary" and value != b"\xff{":
        assert (len(found), damaged) == (3, []), "these are names and notes like others"
        return
    assert [run.id for run in found] == [run.id for run in list_runs(store)] == [three[2], three[0]]
    assert [row.id for row in damaged] == [three[1]]
    assert damaged[0].name == ("�{" if column == "name" else "the second")
    with refused("run-damaged", DamagedError, run=three[1]):
        kept_run(store, three[1])


def test_a_byte_anywhere_in_a_run_hides_no_other_run(store, three):
    """Real bytes of the file: those that tell about the run, and some of what lies behind them."""
    store.engine.dispose()
    path = store.folder / FILE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    begin = whole.find(b"the secondworth keeping")
    assert begin > 0
    chance = random.Random(8)
    own = 300  # bytes from there that are of this run
    for at in [*range(begin, begin + own, 3), *(begin + chance.randrange(own, 3000) for _ in range(40))]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :])
        found, damaged = listed_runs(store)
        assert (len(found) >= 2, len(found) + len(damaged)) == (True, 3), at
        assert at >= begin + own or {three[0], three[2]} <= {run.id for run in found}, at
        store.engine.dispose()


def test_trees_that_were_altered_are_refused(store, three):
    """Valid JSON with another number is not what was mined."""
    with closing(sqlite3.connect(store.folder / FILE)) as connection:
        (text,) = connection.execute("SELECT document FROM runs WHERE id = ?", (three[1],)).fetchone()
    start = text.index('"trees"')
    at = next(i for i in range(start, len(text)) if text[i].isdigit() and text[i - 1] == ".")
    other = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
    change_value(store.folder, "runs", "document", other.encode(), row=three[1])
    with refused("run-damaged", DamagedError, run=three[1]):
        run_result(store, three[1])


@pytest.mark.parametrize("column", ["summary", "document", "note"])
def test_mining_a_damaged_run_again_repairs_it(store, three, column):
    change_value(store.folder, "runs", column, b"worth keeping \xff", row=three[1])
    assert keep_run(store, run_document(1), pair=None) == three[1]
    found, damaged = listed_runs(store)
    assert (len(found), damaged) == (3, [])
    assert kept_run(store, three[1]).name == "the second"
    assert kept_run(store, three[1]).note.startswith("worth keeping")
    assert len(run_result(store, three[1]).tree_set.trees) == 2


@pytest.mark.parametrize(
    "read",
    [
        run_result,
        document_of,
        partial(document_of, without=("evidence",)),
        partial(add_to_run, parts={"evidence": {}}),
    ],
)
def test_a_document_that_is_cut_short_is_a_sentence(store, three, read):
    change_value(store.folder, "runs", "document", b'{"trees": [', row=three[0])
    with refused("run-damaged", DamagedError, run=three[0]):
        read(store, three[0])


def test_an_altered_upload_is_refused_until_it_is_uploaded_again(store):
    """Digits of a table were changed in the file of the store, and the table was mined with them."""
    upload = keep_upload(store, "sizes.csv", content=TABLE)
    other = keep_upload(store, "other.csv", content=b"1,2")
    change_bytes(store, b"1000,a", b"9000,a")
    for _ in range(2):
        with refused("table-damaged", DamagedError, table="sizes.csv"):
            upload_content(store, upload.id)
    assert upload_content(store, other.id) == b"1,2"
    assert keep_upload(store, "sizes.csv", content=TABLE).id == upload.id
    assert upload_content(store, upload.id) == TABLE


def test_every_altered_byte_of_an_upload_is_noticed(store):
    upload = keep_upload(store, "sizes.csv", content=TABLE)
    store.engine.dispose()
    chance = random.Random(1)
    for _ in range(60):
        at = chance.randrange(len(TABLE))
        altered = TABLE[:at] + bytes([TABLE[at] ^ (1 << chance.randrange(8))]) + TABLE[at + 1 :]
        with closing(sqlite3.connect(store.folder / FILE)) as connection:
            connection.execute("UPDATE uploads SET content = ?", (altered,))
            connection.commit()
        with pytest.raises(DamagedError):
            upload_content(store, upload.id)


def test_a_file_whose_name_is_damaged_is_named_and_the_others_are_listed(store):
    first, second = (keep_upload(store, f"{name}.csv", content=b"1") for name in ("first", "second"))
    change_value(store.folder, "uploads", "file_name", b"fir\xfft.csv", row=first.id)
    found, damaged = listed_uploads(store)
    assert found == list_uploads(store) == [second]
    assert [row.title for row in damaged] == [f"fir�t.csv ({first.id})"]
    with refused("table-damaged", DamagedError):
        upload_content(store, first.id)


@pytest.mark.parametrize("value", [b"\xff", b"{", b"{}", None])
def test_a_damaged_pair_is_refused_until_it_is_chosen_again(store, value):
    request = PairRequest(TableRequest.bundled("kc1"), TableRequest.bundled("pc1"))
    pair = keep_pair(store, request)
    altered = request.to_json().replace("kc1", "kc2").encode() if value is None else value
    change_value(store.folder, "pairs", "request", altered, row=pair)
    with refused("pair-damaged", DamagedError, pair=pair):
        kept_pair(store, pair)
    assert keep_pair(store, request) == pair
    assert kept_pair(store, pair) == request


@pytest.mark.parametrize("value", [b"\xff", b"{"])
def test_a_damaged_job_stops_no_other(store, value):
    """Every page lists the open jobs, and every worker takes the oldest."""
    first, second = (put_job(store, "null", subject="run", request={"number": number}).id for number in range(2))
    change_value(store.folder, "jobs", "request", value, row=first)
    assert [job.id for job in open_jobs(store)] == [second]
    with refused("job-damaged", DamagedError, job=first):
        kept_job(store, first)
    assert claim_job(store).id == second
    assert claim_job(store) is None
    with closing(sqlite3.connect(store.folder / FILE)) as connection:
        assert connection.execute("SELECT state FROM jobs WHERE id = ?", (first,)).fetchone() == ("failed",)
