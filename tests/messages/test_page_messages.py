"""What pages say about errors: options by their labels, what to do in the words of the app."""

from __future__ import annotations

import re

import pytest

from ksdt_core.data.model.preparation import Preparation
from ksdt_core.errors import InvalidParameterError, KsdtError, Remedy
from ksdt_core.messages.catalogue import MESSAGES
from ksdt_core.options import options_of
from pages.common.messages import ADVICE, PROBLEMS, WAYS_OUT, for_page, labels
from tests.messages.raised import remedies_made
from tests.messages.rendering import examples

MISSING = options_of(Preparation)["missing"]
FLAG = re.compile(r"(?<![\w-])--[a-z]")


def test_remedies_are_found():
    assert len(remedies_made()) > 2


def test_every_remedy_has_words_on_pages():
    assert remedies_made() <= ADVICE.keys() | labels().keys()


def test_no_message_of_a_page_names_a_flag():
    known = {**MESSAGES, **PROBLEMS}
    said = [for_page(error) for code in known for error in examples(code, known[code])]
    assert [sentence for sentence in said if FLAG.search(sentence)] == []
    assert [sentence for sentence in said if not sentence.endswith((".", "?"))] == []


def test_ways_out_are_those_of_known_codes():
    assert WAYS_OUT.keys() <= MESSAGES.keys()


def test_options_have_their_labels():
    said = for_page(InvalidParameterError("not-whole", option="max_depth", value=-1, minimum=0))
    assert said.startswith(f"{labels()['max_depth']} -1 must be")


def test_what_to_do_follows_the_problem():
    error = KsdtError("run-deleted", run="4f", remedies=(Remedy("target"),))
    assert for_page(error).endswith(f". {WAYS_OUT['run-deleted']}"), "a place of the app comes before an option"


@pytest.mark.parametrize(
    ("remedy", "said"),
    [
        (Remedy("missing", "drop-rows"), f"Set “{MISSING.label}” to “{MISSING.choices['drop-rows']}”."),
        (Remedy("max_rows"), "Use fewer rows."),
        (Remedy("k"), "Change “Trees, k”."),
        (Remedy("class_map", ("ill=sick", "well=healthy")), "ill=sick, well=healthy"),
    ],
)
def test_remedies_in_the_words_of_the_app(remedy, said):
    assert said in for_page(KsdtError("cancelled", remedies=(remedy,)))


def test_two_ways_are_alternatives(approved):
    error = KsdtError("cancelled", remedies=(Remedy("max_rows"), Remedy("max_columns")))
    assert all(ADVICE[remedy.option].lower().rstrip(".") in for_page(error).lower() for remedy in error.remedies)
    approved(for_page(error))


def test_sentences_start_with_a_capital_and_names_stay():
    assert for_page(KsdtError("the end.")) == "The end."
    assert for_page(KsdtError("theatre.csv is odd.")) == "theatre.csv is odd."
    assert for_page(KsdtError("upload-empty", file="a.csv")).startswith("a.csv is")
    assert for_page(KsdtError("file-not-arrived")).startswith("The upload")
