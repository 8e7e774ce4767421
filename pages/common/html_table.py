"""The one table style: real rows that wrap, scroll inside their frame, and can be read aloud."""

from __future__ import annotations

import html
from collections.abc import Collection, Sequence

from ksdt_core.text import printable


def table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    caption: str,
    numbers: Collection[int] = (),
    height: int | None = None,
) -> str:
    """A table as HTML: every cell is escaped, columns of numbers are set to the right, long tables scroll."""
    head = "".join(f"<th scope='col'{_side(at, numbers)}>{_text(name)}</th>" for at, name in enumerate(headings))
    body = "".join(
        f"<tr>{''.join(f'<td{_side(at, numbers)}>{_text(cell)}</td>' for at, cell in enumerate(row))}</tr>"
        for row in rows
    )
    tall = f" style='max-height:{height}px' tabindex='0'" if height is not None else ""
    return (
        f"<div class='ksdt-scroll'{tall}><table class='ksdt-rows'><caption class='ksdt-unseen'>{_text(caption)}"
        f"</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _side(position: int, numbers: Collection[int]) -> str:
    return " class='ksdt-right'" if position in numbers else ""


def _text(cell: str) -> str:
    return html.escape(printable(cell))
