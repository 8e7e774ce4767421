"""Errors in the store: what was raised is what is read, and older texts stay readable."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ksdt_core.errors import InvalidDataError, KsdtError, Remedy
from ksdt_core.messages.stored import stored_error, stored_text
from ksdt_core.messages.templates import problem


def test_an_error_is_read_as_it_was_raised():
    inner = InvalidDataError("not-whole", option="k", value=0, minimum=np.int64(1))
    error = KsdtError(
        "held-out-rows-refused", share=0.25, reason=inner, remedies=(Remedy("k", "3"), Remedy("exclude", ("a", "b")))
    )
    read = stored_error(stored_text(error))
    assert (read.code, read.remedies, read.facts["share"]) == (error.code, error.remedies, 0.25)
    assert (read.facts["reason"].code, read.facts["reason"].facts) == ("not-whole", dict(inner.facts))
    assert problem(read) == problem(error)


def test_paths_become_texts():
    read = stored_error(stored_text(KsdtError("store-locked", folder=Path("a") / "b")))
    assert read.facts["folder"] == str(Path("a") / "b")


@pytest.mark.parametrize("text", ["the run was deleted.", "", "[]", "7", '"x"', "{}", '{"code": "fault"}'])
def test_other_texts_are_sentences(text):
    assert stored_error(text).code == text


def test_a_text_of_another_version_says_what_it_said_then():
    document = json.loads(stored_text(KsdtError("store-locked", folder="a")))
    document["facts"] = {"place": "a"}
    assert stored_error(json.dumps(document)).code == document["says"]
