"""A report printed as PDF beside the same report in HTML: which sentences and numbers only one of them has."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.acceptance.report_lines import Line

WRITTEN = re.compile(r"\d[\d,.]*")


def printed_pages(pdf: bytes) -> list[str]:
    """The text of each page without its number and the line above it, which names the tables."""
    from pypdf import PdfReader

    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    above = {page.partition("\n")[0] for page in pages}
    assert len(above) == 1
    texts = (page.partition("\n")[2] for page in pages)
    return [re.sub(rf"^{at} / {len(pages)}$", "", text, flags=re.M) for at, text in enumerate(texts, start=1)]


def unlike(lines: Sequence[Line], pages: Sequence[str]) -> Iterator[str]:
    """Sentences, rows and texts of drawings with numbers that are not printed, and numbers of one report alone.

    What hovering over a drawing says cannot be printed.
    """
    seen, printed = [line for line in lines if line.kind != "title"], _flat("".join(pages))
    for line in seen:
        for piece in [line.words] if line.cells else line.sentences:
            if WRITTEN.search(piece) and _flat(piece) not in printed:
                yield f"not printed: {piece}"
    shown, told = (Counter(_numbers(texts)) for texts in ([line.words for line in seen], pages))
    if shown != told:
        yield f"only in HTML: {dict(shown - told)}; only printed: {dict(told - shown)}"


def _flat(text: str) -> str:
    return re.sub(r"\s", "", text)


def _numbers(texts: Sequence[str]) -> Iterator[str]:
    return (found.rstrip(".,") for text in texts for found in WRITTEN.findall(text))
