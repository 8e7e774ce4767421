"""What the components of the Trees page were given, and what the page shows as HTML."""

from __future__ import annotations

import json
import re


def component(page, part: str) -> dict:
    """What the component of the page that takes this part was given."""
    (found,) = (each for each in map(given, page.get("bidi_component")) if part in each)
    return found


def given(element) -> dict:
    return json.loads(element.proto.json or "{}")


def drawings(page) -> list[dict]:
    """What the drawing of the page was given: a tree each."""
    return component(page, "legend")["trees"]


def tabs(page) -> list[dict]:
    """The tabs of the trees."""
    (found,) = (
        each["trees"] for each in map(given, page.get("bidi_component")) if "trees" in each and "legend" not in each
    )
    return found


def texts(page) -> str:
    """Everything that the page shows as HTML, without its markup."""
    return re.sub(
        "<style>.*?</style>|<[^>]*>", " ", " ".join(part.proto.body for part in page.get("html")), flags=re.DOTALL
    )
