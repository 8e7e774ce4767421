"""What trees rely on, as bars: one table's to the left of the names, the other's to the right, round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import printable, score

TOPS = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Ends of the scale; the smallest that holds every bar is taken."""
NAME_WIDTH = 22  # letters
HEIGHT, LOW, HIGH = 290, 28, 46  # of all bars in pixels, and of one at least and at most
END = 46  # pixels beyond the scale, for the number of the longest bar
QUARTERS = (0.25, 0.5, 0.75, 1.0)  # of the scale, where lines stand


@dataclass(frozen=True, slots=True)
class ImportanceBar:
    """An attribute: its name, what the tree asks about it, and its index in each table, or in all inputs alone."""

    name: str
    question: str
    values: tuple[float, ...]


def scale_end(bars: Sequence[ImportanceBar]) -> float:
    """Where the scale of some bars ends."""
    largest = max((value for bar in bars for value in bar.values), default=0.0)
    return next((top for top in TOPS if largest <= top + 1e-9), 1.0)


def importance_html(bars: Sequence[ImportanceBar], tables: Sequence[str], *, palette: Palette = LIGHT) -> str:
    """The bars as HTML that fits its container; with one value a bar they go to the right only."""
    end = scale_end(bars)
    mirrored = len(tables) == 2
    heads = [f"■ {tables[0]}", f"● {tables[1]}"] if mirrored else [tables[0]]
    named = (xml_text(one_line(words)) for words in heads)
    head = "".join(f"<span title='{words}'>{words}</span>" for words in named)
    rows = "".join(_row(bar, end, mirrored=mirrored) for bar in bars)
    label = "; ".join(f"{printable(bar.name)} {', '.join(map(score, bar.values))}" for bar in bars)
    high = min(HIGH, max(LOW, HEIGHT // max(1, len(bars))))
    return (
        f"{_style(palette)}<div class='ksdt-ib {'two' if mirrored else 'one'}' style='--high:{high}px' role='img' "
        f"aria-label='{xml_text(label)}'><div class='ib-head'>{head}</div>{rows}{_axis(end, mirrored=mirrored)}</div>"
    )


def _row(bar: ImportanceBar, end: float, *, mirrored: bool) -> str:
    asked = f"<small>{xml_text(one_line(bar.question))}</small>" if bar.question else ""
    name = xml_text(shorten(one_line(bar.name), NAME_WIDTH))
    named = f"<div class='ib-name' title='{xml_text(one_line(bar.name))}'><b>{name}</b>{asked}</div>"
    sides = ("left", "right") if mirrored else ("right",)
    bars = [_bar(value, end, side) for value, side in zip(bar.values, sides, strict=True)]
    return f"{bars[0]}{named}{bars[1]}" if mirrored else f"{named}{bars[0]}"


def _bar(value: float, end: float, side: str) -> str:
    width = 100 * min(value, end) / end
    drawn = f"<i style='width:calc((100% - {END}px) * {width / 100:.4f})'></i>"
    return f"<div class='ib-bar {side}'>{drawn}<span>{score(value)}</span></div>"


def _axis(end: float, *, mirrored: bool) -> str:
    texts = [f"<span>{value:g}</span>" for value in (0, end / 2, end)]
    right = f"<div class='ib-axis right'>{''.join(texts)}</div>"
    if not mirrored:
        return f"<div></div>{right}"
    return f"<div class='ib-axis left'>{''.join(reversed(texts))}</div><div></div>{right}"


def _grid(side: str, palette: Palette) -> str:
    """Lines of the scale behind the bars of one side, which grow away from the names."""
    line = f"linear-gradient({palette.line},{palette.line})"
    start = "left" if side == "right" else "right"
    return ",".join(f"{line} {start} calc({part} * (100% - {END}px)) top 0/1px 100% no-repeat" for part in QUARTERS)


def _style(palette: Palette) -> str:
    return (
        "<style>.ksdt-ib{display:grid;align-items:center;font-size:13px;font-variant-numeric:tabular-nums}"
        ".ksdt-ib.two{grid-template-columns:minmax(0,1fr) minmax(84px,max-content) minmax(0,1fr)}"
        ".ksdt-ib.one{grid-template-columns:minmax(84px,max-content) minmax(0,1fr)}"
        ".ib-head{grid-column:1/-1;display:flex;gap:12px;font-weight:600;padding-bottom:6px}"
        ".ib-head span{flex:1 1 0;text-align:center;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}"
        f".ib-name{{text-align:center;padding:2px 10px;line-height:16px;overflow-wrap:anywhere}}"
        f".ib-name small{{display:block;font-size:11px;color:{palette.muted}}}"
        ".ksdt-ib.one .ib-name{text-align:right}"
        f".ib-bar{{display:flex;align-items:center;gap:6px;height:100%;min-height:var(--high)}}"
        f".ib-bar i{{display:block;height:16px;min-width:1px;background:{palette.ink}}}"
        f".ib-bar.left{{flex-direction:row-reverse;border-right:1px solid {palette.faint};"
        f"background:{_grid('left', palette)}}}"
        f".ib-bar.right{{border-left:1px solid {palette.faint};"
        f"background:{_grid('right', palette)}}}.ib-bar.right i{{border-radius:0 8px 8px 0}}"
        ".ib-bar span{min-width:40px}.ib-bar.left span{text-align:right}"
        f".ib-axis{{display:flex;justify-content:space-between;font-size:11px;color:{palette.muted};padding-top:2px}}"
        f".ib-axis.left{{padding-left:{END - 10}px}}.ib-axis.right{{padding-right:{END - 10}px}}</style>"
    )
