"""The trees of a set as points of the plane of their first two components, as a still drawing."""

from __future__ import annotations

import math

from ksdt_core.figures.escaping import xml_text
from ksdt_core.figures.label_places import Box, Dot, number_places
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.space_layout import axis_title
from ksdt_core.figures.svg_parts import FONT, rect, text
from ksdt_core.figures.text_width import text_width
from ksdt_core.studies.tree_space import TreeSpace

WIDTH, HEIGHT = 520.0, 330.0  # pixels
LEFT, RIGHT, TOP, BOTTOM = 34.0, 12.0, 12.0, 34.0
INSET = 26.0  # between the outermost points and the frame
RADIUS, LETTERS = 5.5, 12.0
DIGITS = 0.74  # height of a digit, of the font size


def space_svg(space: TreeSpace, *, palette: Palette = LIGHT, prefix: str = "space") -> str:
    """A dot for each place with the numbers of its trees; both axes have one scale, so distances can be compared."""
    places = space.places()
    points = [tuple(float(value) for value in space.projection.points[members[0], :2]) for members in places]
    pixels = _in_frame(points)
    frame = rect(
        LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, fill=palette.panel, stroke=palette.line, stroke_width=1
    )
    words = [", ".join(str(space.points[member].number) for member in members) for members in places]
    dots = [
        Dot(x, y, RADIUS * math.sqrt(len(members)), (text_width(label, LETTERS, bold=True), DIGITS * LETTERS))
        for members, (x, y), label in zip(places, pixels, words, strict=True)
    ]
    numbers = number_places(dots, Box(LEFT, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM))
    drawn = [
        f'<circle class="place" cx="{dot.x:.5g}" cy="{dot.y:.5g}" r="{dot.radius:.4g}" fill="{palette.quality[3]}" '
        f'stroke="{palette.page}"/>'
        for dot in dots
    ]
    drawn += [  # above all dots
        text(words[i], box.left, box.bottom, size=LETTERS, fill=palette.ink, anchor="start", bold=True)
        for i, (_, box) in numbers.items()
    ]
    horizontal, vertical = axis_title(space, 0), axis_title(space, 1)
    titles = text(horizontal, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, size=11, fill=palette.muted)
    middle = (TOP + HEIGHT - BOTTOM) / 2
    upright = text(vertical, 0, 0, size=11, fill=palette.muted)
    titles += f'<g transform="translate(20 {middle:g}) rotate(-90)">{upright}</g>'
    title = f"{len(space.points)} trees at {len(places)} places; across: {horizontal}; up: {vertical}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="space" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}" '
        f'height="{HEIGHT:g}" font-family="{FONT}" role="img" aria-labelledby="{prefix}-title">'
        f'<title id="{prefix}-title">{xml_text(title)}</title>{frame}{"".join(drawn)}{titles}</svg>'
    )


def _in_frame(points: list[tuple[float, ...]]) -> list[tuple[float, float]]:
    """The points in pixels, around the middle of the frame."""
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    room = (WIDTH - LEFT - RIGHT - 2 * INSET, HEIGHT - TOP - BOTTOM - 2 * INSET)
    spans = (max(xs) - min(xs), max(ys) - min(ys))
    scale = min((pixels / span for pixels, span in zip(room, spans, strict=True) if span > 0), default=1.0)
    middle = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2
    centre = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return [(middle[0] + (x - centre[0]) * scale, middle[1] - (y - centre[1]) * scale) for x, y in points]
