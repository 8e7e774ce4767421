"""Elements of an SVG drawing as text; whatever text they are given is escaped here and nowhere else."""

from __future__ import annotations

from ksdt_core.figures.escaping import xml_text

FONT = "sans-serif"  # converters know this name; others may lose the text


def number(value: float) -> str:
    """A coordinate as text."""
    return f"{value:.5g}"


def text(
    words: str, x: float, y: float, *, size: float, fill: str, anchor: str = "middle", bold: bool = False,
    italic: bool = False,
) -> str:  # fmt: skip
    """A line of text on the baseline y."""
    style = (' font-weight="700"' if bold else "") + (' font-style="italic"' if italic else "")
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size:.5g}"{place} fill="{fill}"{style}>{xml_text(words)}</text>'


def rect(
    x: float, y: float, width: float, height: float, *, fill: str, radius: float = 0, stroke: str = "",
    stroke_width: float = 0, more: str = "",
) -> str:  # fmt: skip
    """A rectangle, its corners rounded by `radius`; `more` is further attributes, already safe."""
    corner = f' rx="{radius:.5g}"' if radius else ""
    line = f' stroke="{stroke}" stroke-width="{stroke_width:.5g}"' if stroke else ""
    return (
        f'<rect x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"{corner} fill="{fill}"{line}{more}/>'
    )


def path(data: str, fill: str) -> str:
    return f'<path d="{data}" fill="{fill}"/>'


def bar(
    counts: tuple[int, ...], colours: list[str], size: tuple[float, float], *, smallest: float, gap: float, page: str
) -> str:
    """A bar of classes from the top down, with its upper left corner at the origin; a thin line between classes."""
    width, height = size
    parts, lines, top = [], [], 0.0
    for colour, part in zip(colours, bar_parts(counts, height, smallest), strict=True):
        if part:
            parts.append(rect(0, top, width, part, fill=colour))
            if top:
                lines.append(rect(0, top - gap / 2, width, gap, fill=page))
            top += part
    return "".join(parts + lines)


def bar_parts(counts: tuple[int, ...], height: float, smallest: float) -> list[float]:
    """Heights of the parts of a bar: shares of rows, none with rows below the smallest; the largest part gives way."""
    total = sum(counts)
    if not total:
        return [0.0] * len(counts)
    parts = [max(smallest, height * n / total) if n else 0.0 for n in counts]
    parts[parts.index(max(parts))] += height - sum(parts)
    return parts
