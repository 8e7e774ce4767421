"""What a page shows for an error, so that tests name its code and not its words."""

from __future__ import annotations

from typing import Any

from ksdt_core.errors import KsdtError
from pages.common.messages import for_page
from pages.common.wording import as_markdown


def says(code: str, **facts: Any) -> str:
    """The message of a page for the error of this code."""
    return as_markdown(for_page(KsdtError(code, **facts)))
