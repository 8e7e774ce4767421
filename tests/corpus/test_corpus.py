"""The comparison of two corpora finds what differs, and every command of `ksdt` is in the corpus."""

from __future__ import annotations

import json

import pytest

from ksdt_core.cli.main import app
from tests.corpus.commands import commands
from tests.corpus.comparing import differences

NOT_RECORDED = {"app", "verify", "backup", "restore", "save", "open"}  # a server, and the data folder


def test_every_command_is_run_with_good_and_at_least_forty_runs():
    good = [words[0] for words, is_bad in commands() if not is_bad]
    known = {command.name for command in app.registered_commands}
    assert known - set(good) <= NOT_RECORDED
    assert len(good) >= 40


@pytest.fixture
def corpora(tmp_path):
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.json").write_text(json.dumps({"k": [1, {"b": 2}]}), encoding="utf-8")
        (tmp_path / name / "a.svg").write_text("<svg/>", encoding="utf-8")
    return tmp_path / "old", tmp_path / "new"


def test_equal_corpora_have_no_difference(corpora):
    assert list(differences(*corpora)) == []


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("a.json", '{"k": [1, {"b": 3}]}', "$.k[1].b was 2 and is 3"),
        ("a.json", '{"k": [1, {"b": 2, "c": 0}]}', "$.k[1].c is only in the new document"),
        ("a.svg", "<svg></svg>", "2 lines differ"),
        ("b.txt", "", "only in the new corpus"),
    ],
)
def test_a_difference_is_named(corpora, name, text, word):
    (corpora[1] / name).write_text(text, encoding="utf-8")
    assert word in "\n".join(differences(*corpora))
