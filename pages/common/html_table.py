"""The one table style: real rows that wrap, scroll inside their frame, and can be read aloud."""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from ksdt_core.text import printable


class Html(str):
    """A cell that is HTML already, made of escaped parts."""


def table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    caption: str,
    numbers: Collection[int] = (),
    height: int | None = None,
    about: Mapping[int, str] = MappingProxyType({}),
    stacked: bool = False,
) -> str:
    """A table as HTML: cells are escaped unless they are `Html`, numbers are set to the right, long tables scroll.

    `about` has the help texts of columns. On a phone the cells of a `stacked` row stand below each other with the names
    of their columns, but for the first, where columns side by side would leave a few letters to each.
    """
    head = "".join(
        f"<th scope='col'{_side(at, numbers)}{_about(about.get(at))}>{_text(name)}</th>"
        for at, name in enumerate(headings)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{_side(at, numbers)}{_named(headings[at]) if stacked and at else ''}>{_text(cell)}</td>"
            for at, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    tall = f" style='max-height:{height}px' tabindex='0'" if height is not None else ""
    kind = "ksdt-rows ksdt-stacked" if stacked else "ksdt-rows"
    return (
        f"<div class='ksdt-scroll'{tall}><table class='{kind}'><caption class='ksdt-unseen'>{_text(caption)}"
        f"</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _side(position: int, numbers: Collection[int]) -> str:
    return " class='ksdt-right'" if position in numbers else ""


def _named(heading: str) -> str:
    return f" data-name='{html.escape(printable(heading), quote=True)}'"


def _about(text: str | None) -> str:
    return f" title='{html.escape(printable(text), quote=True)}'" if text else ""


def _text(cell: str) -> str:
    return cell if isinstance(cell, Html) else html.escape(printable(cell))
