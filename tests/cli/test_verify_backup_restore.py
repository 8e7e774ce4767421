"""`ksdt verify`, `ksdt backup` and `ksdt restore`: what is whole is known, kept twice, and put back."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.serving import free_port
from ksdt_core.background.queue import put_job
from ksdt_core.errors import KsdtError
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.folder import FILE, SETTING
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.quick_check import damage_found, quick_problem
from ksdt_core.store.runs import keep_run, list_runs
from ksdt_core.store.schema import STEPS
from ksdt_core.store.uploads import keep_upload, list_uploads, upload_content
from ksdt_core.store.verifying import NOT_JSON, NOT_TEXT, OTHERWISE
from tests.cli.running import COMMAND, LEFT, RIGHT, environment
from tests.refusals import refused
from tests.reliability.works import run_document
from tests.store.damaging import change_bytes, change_value
from tests.waiting import PATIENCE, wait_until

BACKUP = "backup.sqlite3"


@pytest.fixture
def kept(tmp_path, monkeypatch) -> Store:
    """A store with two tables, a pair, three runs and a job, which the commands use."""
    monkeypatch.setenv(SETTING, str(tmp_path / "kept"))
    store = open_store()
    tables = [
        TableRequest("upload", keep_upload(store, f"{name}.csv", content=text.encode()).id, name)
        for name, text in (("left", LEFT), ("right", RIGHT))
    ]
    pair = keep_pair(store, PairRequest(*tables))
    for number in range(3):
        keep_run(store, run_document(number), pair=None)
    put_job(store, "null", subject=pair, request={"pair": pair})
    store.engine.dispose()
    return store


def content(place: Path) -> list[list[tuple[object, ...]]]:
    """All rows of all tables, read without the product."""
    with closing(sqlite3.connect(place)) as connection:
        return [
            connection.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()
            for table in ("uploads", "pairs", "runs", "jobs")
        ]


def told(error: KsdtError) -> str:
    """How the list of problems says it."""
    return str(error).rstrip(".")


def is_one_sentence(said: str) -> bool:
    return said.startswith("ksdt: ") and said.endswith(".\n") and said.count("\n") == 1


def test_a_whole_store_is_whole_and_stays_as_it_is(ksdt, kept):
    before = {path.name: path.read_bytes() for path in kept.folder.iterdir()}
    for words in ([], [str(kept.folder)], [str(kept.folder / FILE)]):
        code, out, error = ksdt("verify", *words)
        assert (code, error) == (0, "")
        assert out.splitlines()[0].endswith(f"bytes, format {1 + len(STEPS)}")
        for line in ("structure  whole", "uploads    2 whole", "pairs      1 whole", "runs       3 whole"):
            assert f"  {line}\n" in out
        assert out.endswith("\nNo damage found.\n")
    assert {path.name: path.read_bytes() for path in kept.folder.iterdir()} == before


@pytest.mark.parametrize("left", ["open", "killed"])
def test_a_store_in_use_or_left_by_a_kill_is_checked_as_it_is(ksdt, kept, left):
    code = (
        "import os, pathlib, sys; from ksdt_core.store.database import open_store; "
        "from ksdt_core.store.uploads import keep_upload; "
        "keep_upload(open_store(pathlib.Path(sys.argv[1])), 'late.csv', content=b'1'); os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", code, str(kept.folder)], env=environment(), check=False, timeout=PATIENCE)
    if left == "open":
        list_uploads(kept)
    code, out, _ = ksdt("verify")
    assert code == 0
    assert "uploads    3 whole" in out


@pytest.mark.parametrize(
    ("table", "column", "value", "said"),
    [
        ("runs", "summary", b"{", NOT_JSON),
        ("runs", "name", b"\xff", NOT_TEXT),
        ("runs", "document", b"{}", OTHERWISE),
        ("uploads", "content", b"1,2", told(KsdtError("stored-bytes-changed", file="left.csv"))),
        ("uploads", "file_name", b"\x1b[31mred", told(KsdtError("stored-bytes-changed", file="\x1b[31mred"))),
        ("pairs", "request", b"[]", OTHERWISE),
        ("jobs", "request", b"{", NOT_JSON),
    ],
)
def test_what_is_damaged_is_named_and_the_rest_is_counted(ksdt, kept, table, column, value, said):
    (row, *_), *_ = content(kept.folder / FILE)[("uploads", "pairs", "runs", "jobs").index(table)]
    name = "left.csv"
    if table == "uploads":
        row = next(upload.id for upload in list_uploads(kept) if upload.file_name == name)
    change_value(kept.folder, table, column, value, row=row)
    code, out, error = ksdt("verify")
    assert (code, error) == (2, "")
    assert f"{table} {row}: {said}" in out
    assert "1 damaged\n" in out
    assert "\x1b" not in out
    assert "Problems: 1. " in out
    assert "ksdt restore FILE" in out


def test_altered_trees_are_found(ksdt, kept):
    with closing(sqlite3.connect(kept.folder / FILE)) as connection:
        (text, run) = connection.execute("SELECT document, id FROM runs").fetchone()
    start = text.index('"trees"')
    at = next(i for i in range(start, len(text)) if text[i].isdigit() and text[i - 1] == ".")
    change_value(
        kept.folder, "runs", "document", f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}".encode(), row=run
    )
    code, out, _ = ksdt("verify")
    assert code == 2
    assert f"runs {run}: {told(KsdtError('stored-trees-changed'))}" in out


def break_a_page(store: Store) -> None:
    """Noise in the place of the page where the index of runs begins."""
    store.engine.dispose()
    path = store.folder / FILE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'runs_by_use'").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : (page - 1) * size + 64] = bytes(range(100, 164))
    path.write_bytes(data)


def test_a_broken_page_is_found_also_by_the_quick_check_before_the_app_starts(ksdt, kept, tmp_path, approved):
    assert damage_found(kept.folder) is None
    break_a_page(kept)
    code, out, _ = ksdt("verify")
    assert code == 2
    assert re.search(r"structure  \d+ damaged", out)
    assert "runs       3 whole" in out, "the rows themselves are"
    sentence = damage_found(kept.folder)
    reason = quick_problem(kept.folder / FILE, 10)
    assert (str(kept.folder) in sentence, reason in sentence) == (True, True)
    approved(sentence.replace(str(kept.folder), "FOLDER").replace(reason, "REASON"))
    errors = tmp_path / "errors"
    with errors.open("wb") as stream:
        app = subprocess.Popen(
            [*COMMAND, "app", "--port", str(free_port())], env=environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=stream, start_new_session=True,
        )  # fmt: skip
    try:
        wait_until(lambda: str(kept.folder).encode() in errors.read_bytes())
        assert app.poll() is None, "what can be read is shown"
    finally:
        os.killpg(app.pid, signal.SIGKILL)
        app.wait(PATIENCE)


def test_the_quick_check_takes_no_longer_than_it_may(kept):
    keep_upload(kept, "large.csv", content=bytes(30_000_000))
    kept.engine.dispose()
    assert damage_found(kept.folder, seconds=0) is None


@pytest.mark.parametrize("what", ["nothing", "empty", "noise", "other", "newer", "json"])
def test_what_is_no_store_is_a_sentence(ksdt, kept, tmp_path, what):
    path = tmp_path / "given"
    if what == "newer":
        path.write_bytes((kept.folder / FILE).read_bytes())
    if what in ("other", "newer"):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE mine (x)")
            connection.execute(f"PRAGMA user_version = {99 if what == 'newer' else 1}")
    elif what != "nothing":
        path.write_bytes({"empty": b"", "noise": bytes(range(256)) * 50, "json": b"{}"}[what])
    for words in (("verify", str(path)), ("restore", str(path), "--force")):
        before = content(kept.folder / FILE)
        code, out, error = ksdt(*words)
        assert (code, out) == (2, "")
        assert is_one_sentence(error)
        assert content(kept.folder / FILE) == before


def test_a_backup_has_everything_and_does_not_replace_a_store_unasked(ksdt, kept, approved):
    before = content(kept.folder / FILE)
    code, out, error = ksdt("backup", BACKUP)
    assert (code, out) == (0, "")
    assert (BACKUP in error, re.findall(r"\b\d\b", error)) == (True, ["2", "1", "3", "1"])
    approved(error)
    assert stat.S_IMODE(Path(BACKUP).stat().st_mode) == 0o600
    assert content(Path(BACKUP)) == before
    assert ksdt("verify", BACKUP)[0] == 0
    code, _, error = ksdt("restore", BACKUP)
    assert code == 2
    assert "force" in error
    assert content(kept.folder / FILE) == before


HOLDS = """\
import pathlib, sys
from ksdt_core.store.database import open_store
from ksdt_core.store.uploads import list_uploads
store = open_store(pathlib.Path(sys.argv[1]))
list_uploads(store)
print("open", flush=True)
sys.stdin.read()
"""


def test_the_store_of_an_app_that_runs_is_not_replaced(ksdt, kept):
    ksdt("backup", BACKUP)
    before = content(kept.folder / FILE)
    command = [sys.executable, "-c", HOLDS, str(kept.folder)]
    with subprocess.Popen(command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
        assert app.stdout.readline() == b"open\n"
        ksdt.refused("restore", BACKUP, "--force", code="store-in-use", folder=kept.folder)
        app.stdin.close()
        app.wait(PATIENCE)
    assert content(kept.folder / FILE) == before
    assert not list(kept.folder.glob("ksdt-replaced-*"))
    assert ksdt("restore", BACKUP, "--force")[0] == 0


def test_restore_keeps_the_store_that_was_there(ksdt, kept):
    ksdt("backup", BACKUP)
    backed_up = content(Path(BACKUP))
    keep_upload(kept, "later.csv", content=b"1")
    kept.engine.dispose()
    later = content(kept.folder / FILE)
    code, _, error = ksdt("restore", BACKUP, "--force")
    assert code == 0
    (aside,) = kept.folder.glob("ksdt-replaced-*.sqlite3")
    assert aside.name in error
    assert content(kept.folder / FILE) == backed_up
    assert content(aside) == later
    assert sorted(path.name for path in kept.folder.iterdir()) == sorted([FILE, aside.name])
    assert len(list_runs(open_store())) == 3
    assert Path(BACKUP).is_file()


@pytest.mark.parametrize("damage", ["noise", "empty", "journal", "gone"])
def test_restore_in_the_place_of_what_is_damaged(ksdt, kept, damage):
    ksdt("backup", BACKUP)
    path, journal = kept.folder / FILE, kept.folder / f"{FILE}-wal"
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"" if damage == "empty" else b"noise" * 5000)
    if damage in ("journal", "gone"):
        journal.write_bytes(b"changes of the old store" * 50)
    code, _, error = ksdt("restore", BACKUP, *(("--force",) if damage in ("noise", "journal") else ()))
    assert (code, error.count("\n")) == (0, 1)
    assert not journal.exists()
    assert len(list_runs(open_store())) == 3
    assert len(list(kept.folder.glob("ksdt-replaced-*.sqlite3"))) == (damage != "gone")


def test_a_damaged_backup_changes_nothing(ksdt, kept):
    ksdt("backup", BACKUP)
    with closing(sqlite3.connect(BACKUP)) as connection:
        connection.execute("UPDATE uploads SET content = x'00'")
        connection.commit()
    before = content(kept.folder / FILE)
    said = ksdt.refused("restore", BACKUP, "--force", code="backup-damaged")
    assert "(uploads " in said
    assert content(kept.folder / FILE) == before
    assert [path.name for path in kept.folder.iterdir()] == [FILE]


def test_a_damaged_store_does_not_replace_a_good_backup(ksdt, kept, approved):
    ksdt("backup", BACKUP)
    good = content(Path(BACKUP))
    upload = next(upload for upload in list_uploads(kept) if upload.file_name == "left.csv")
    change_bytes(kept, b"5,11,blue,pos", b"5,11,blue,neg")
    with refused("table-damaged"):
        upload_content(kept, upload.id)
    kept.engine.dispose()
    ksdt.refused("backup", BACKUP, code="backup-of-damaged-store", folder=kept.folder)
    assert content(Path(BACKUP)) == good
    code, _, error = ksdt("backup", BACKUP, "--force")
    assert code == 0
    approved(error)
    assert not list(Path().glob(".ksdt-*"))


def test_a_backup_never_overwrites_the_store(ksdt, kept):
    for name in (FILE, f"{FILE}-wal"):
        ksdt.refused("backup", str(kept.folder / name), code="backup-is-the-store")
    assert len(list_runs(kept)) == 3


def test_backups_while_the_app_writes_are_whole_and_lose_nothing_that_was_kept(ksdt, kept):
    stop, sent = threading.Event(), []

    def write() -> None:
        store = open_store()
        while not stop.is_set():
            sent.append(keep_upload(store, f"{len(sent)}.csv", content=os.urandom(50_000)).id)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        for _ in range(5):
            surely = set(sent)
            code, _, error = ksdt("backup", BACKUP)
            assert code == 0, error
            assert surely <= {row[0] for row in content(Path(BACKUP))[0]}
            assert ksdt("verify")[0] == 0, "nor is the store in use taken for damaged"
    finally:
        stop.set()
        writer.join(PATIENCE)
    assert len(sent) > 5


def test_a_full_disk_or_a_folder_that_is_not_there_is_a_sentence(ksdt, kept):
    said = ksdt.refused("backup", "nowhere/backup.sqlite3", code="store-not-replaced")
    assert "nowhere/backup.sqlite3" in said


def test_the_examples_work(ksdt, kept):
    for command in ("backup", "verify", "restore"):
        words = shlex.split(re.search(r"Example: ksdt (.*)", ksdt(command, "--help")[1])[1])
        assert ksdt(*words)[0] == 0


def test_a_study_is_saved_and_opened_by_commands(kept, ksdt, folder, tmp_path, monkeypatch):
    for name in ("one.ksdt", "two.ksdt"):
        code, out, error = ksdt("save", name)
        assert (code, out) == (0, "")
        assert "3 runs" in error
    assert (folder / "one.ksdt").read_bytes() == (folder / "two.ksdt").read_bytes()
    monkeypatch.setenv(SETTING, str(tmp_path / "elsewhere"))
    code, out, error = ksdt("open", "one.ksdt")
    assert (code, error) == (0, "")
    assert out.splitlines()[0].endswith("3 runs")
    opened = {run.id for run in list_runs(open_store())}
    assert opened == {run.id for run in list_runs(kept)}
    assert ksdt("open", "one.ksdt")[1].count("already here") == 3
    (folder / "cut.ksdt").write_bytes((folder / "one.ksdt").read_bytes()[:-9])
    for name in ("cut.ksdt", "nowhere.ksdt"):
        code, out, error = ksdt("open", name)
        assert (code, out, error.count("\n")) == (2, "", 1)
    one = sorted(opened)[0]
    assert "1 run" in ksdt("save", "chosen.ksdt", "--runs", one)[2]
    assert ksdt("save", "none.ksdt", "--runs", "ffff")[0] == 2
