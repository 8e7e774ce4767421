"""What a page shows for an error, so that tests name its code and not its words."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from ksdt_core.errors import KsdtError
from pages.common.messages import for_page
from pages.common.wording import as_markdown
from tests.app.conftest import words


def says(code: str, **facts: Any) -> str:
    """The message of a page for the error of this code."""
    return as_markdown(for_page(KsdtError(code, **facts)))


def line_with(page: AppTest, *facts: object) -> str:
    """The first text of a page that has all of these facts: numbers, names and the like."""
    texts = words(page).replace("\\", "").split("\n")
    found = [text for text in texts if all(str(fact) in text for fact in facts)]
    assert found, f"nothing with {facts}"
    return found[0]
