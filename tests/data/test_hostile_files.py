"""A corpus of hostile files: what can be read is kept to the letter, what cannot is refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from ksdt_core.data import Dataset
from ksdt_core.errors import KsdtError
from tests.data.hostile import broken_files, good_files, nasty_tables
from tests.data.tables import cells_of, read_bytes_as

NASTY_CASES = list(nasty_tables())
BROKEN = broken_files()


def test_the_corpus_is_large() -> None:
    assert len(NASTY_CASES) + len(BROKEN) >= 200


@pytest.mark.parametrize(("case", "place", "text", "data"), NASTY_CASES, ids=[f"{c} {p}" for c, p, _, _ in NASTY_CASES])
def test_names_and_cells_are_kept_to_the_letter(case: str, place: str, text: str, data: bytes) -> None:
    table = read_bytes_as(data)
    found = {"attribute": table.attributes[0], "value": cells_of(table)["y"][0] if place == "value" else None}
    found["class"] = table.class_names[table.classes[0]]
    assert found[place] == text


@pytest.mark.parametrize("kind", good_files())
def test_the_seeds_of_broken_files_are_good(kind: str) -> None:
    table = read_bytes_as(good_files()[kind])
    assert table.n_rows >= 3
    assert table.n_attributes >= 2


@pytest.mark.parametrize("case", BROKEN)
def test_broken_files_end_in_a_table_or_in_one_sentence(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        table = read_bytes_as(BROKEN[case], file="hostile.dat")
    except KsdtError as error:
        message = str(error)
        assert message.startswith("hostile")
        assert message.endswith(".")
        assert "\n" not in message
        assert len(message) < 500
    else:
        assert isinstance(table, Dataset)
        assert table.n_rows > 0
    assert list(tmp_path.iterdir()) == []  # nothing was run, nothing was written


@pytest.mark.parametrize("case", ["pickle", "old pickle", "pickle in gzip", "json", "old excel", "zip of nothing"])
def test_some_files_are_never_read(case: str) -> None:
    with pytest.raises(KsdtError):
        read_bytes_as(BROKEN[case])
