"""The effect of every attribute in both tables as a small drawing, with names where there is room."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.figures.effect_points import CROWD, DOT, EffectPlane, crowd, hover_lines
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.null_svg import ticks
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.svg_parts import FONT, number, rect, text
from ksdt_core.figures.tree_words import shorten

WIDTH, NARROW, HEIGHT = 584.0, 350.0, 212.0  # pixels; narrow for a phone
MARGIN = (58.0, 8.0, 6.0, 46.0)  # left, right, top, bottom
LETTERS = 11.0  # pixels
NAME_LENGTH = 14
MOST_NAMED = 15
MOST_TOLD = 100
RADIUS, SMALL = 3.5, 2.0  # of claimed attributes, and of a few others


def effect_card_svg(found: Evidence, *, width: float = WIDTH, palette: Palette = LIGHT) -> str:
    """A point for each attribute. For two classes the effect is the AUC, and the lines at 0.5 are chance."""
    is_area = len(found.pair.classes) <= 2
    plane = _plane(found, width)
    name = shorten(one_line(next((entry.class_name for entry in found.attributes), "")), 20)
    parts = [
        _axes(found, plane, palette, name=name if is_area else None),
        *([_chance(plane, palette), _corners(found, plane, palette, name=name)] if is_area else []),
        _crowd(found, plane, palette),
        *(_mark(entry, plane, palette) for entry in found.claimed),
        *(
            text(said, x, y + 0.36 * LETTERS, size=LETTERS, fill=palette.ink)
            for _, said, x, y in plane.names(found.claimed, most=MOST_NAMED, letters=NAME_LENGTH, size=LETTERS)
        ),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {HEIGHT:g}" width="{width:g}" '
        f'height="{HEIGHT:g}" font-family="{FONT}">'
        f'<g transform="translate({MARGIN[0]:g} {MARGIN[2]:g})">{"".join(parts)}</g></svg>'
    )


def told_points(found: Evidence, *, width: float = WIDTH) -> Iterator[tuple[float, float, str]]:
    """What each claimed attribute says when it is pointed at, and where it is as shares of width and height."""
    plane = _plane(found, width)
    for entry in found.claimed[:MOST_TOLD]:
        x, y = plane.place(entry)
        yield (MARGIN[0] + x) / width, (MARGIN[2] + y) / HEIGHT, _words(entry)


def _plane(found: Evidence, width: float) -> EffectPlane:
    return EffectPlane.of(found, width - MARGIN[0] - MARGIN[1], HEIGHT - MARGIN[2] - MARGIN[3])


def _axes(found: Evidence, plane: EffectPlane, palette: Palette, *, name: str | None) -> str:
    """Lines of a grid with their numbers, and what the axes are."""
    parts = []
    for value in ticks(*plane.across):
        x = plane.width * (value - plane.across[0]) / (plane.across[1] - plane.across[0])
        parts.append(rect(x - 0.5, 0, 1, plane.height, fill=palette.line))
        parts.append(text(f"{value:.4g}", x, plane.height + 13, size=LETTERS, fill=palette.muted))
    for value in ticks(*plane.upward):
        y = plane.height * (plane.upward[1] - value) / (plane.upward[1] - plane.upward[0])
        parts.append(rect(0, y - 0.5, plane.width, 1, fill=palette.line))
        parts.append(text(f"{value:.4g}", -5, y + 4, size=LETTERS, fill=palette.muted, anchor="end"))
    left, right = (shorten(one_line(table.name), 20) for table in (found.pair.left, found.pair.right))
    said = [f"Cramér’s V in {left}"]
    if name is not None:
        said = [f"effect in {left} (AUC)", f"chance that a row of “{shorten(name, 16)}” has the higher value"]
    for line, words in enumerate(said):
        place = plane.height + 27 + 13 * line
        parts.append(text(words, plane.width / 2, place, size=LETTERS, fill=palette.muted))
    upright = text(
        f"effect in {right}" if name is not None else f"Cramér’s V in {right}", 0, 0, size=LETTERS, fill=palette.muted
    )
    parts.append(f'<g transform="translate(-44 {number(plane.height / 2)}) rotate(-90)">{upright}</g>')
    return "".join(parts)


def _chance(plane: EffectPlane, palette: Palette) -> str:
    x = plane.width * (0.5 - plane.across[0]) / (plane.across[1] - plane.across[0])
    y = plane.height * (plane.upward[1] - 0.5) / (plane.upward[1] - plane.upward[0])
    return rect(x - 0.5, 0, 1, plane.height, fill=palette.edge) + rect(0, y - 0.5, plane.width, 1, fill=palette.edge)


def _corners(found: Evidence, plane: EffectPlane, palette: Palette, *, name: str) -> str:
    """What it means to lie in a corner; a corner with a claimed attribute explains itself by the name there."""
    words = {
        (True, True): f"higher in {name}, both tables",
        (False, False): f"lower in {name}, both tables",
        (False, True): "opposite directions",
        (True, False): "opposite directions",
    }
    taken = {(entry.effect_left > 0.5, entry.effect_right > 0.5) for entry in found.claimed}
    return "".join(
        text(
            said, plane.width - 3 if is_right else 3, 12 if is_top else plane.height - 5, size=LETTERS,
            fill=palette.muted, anchor="end" if is_right else "start",
        )
        for (is_right, is_top), said in words.items()
        if (is_right, is_top) not in taken
    )  # fmt: skip


def _crowd(found: Evidence, plane: EffectPlane, palette: Palette) -> str:
    """Attributes that are not claimed: a few as points that say what they are, many as the squares of one line."""
    rest = crowd(found)
    if len(rest) < CROWD:
        return "".join(_point(entry, plane, SMALL, palette.faint) for entry in rest)
    places = (plane.place(entry) for entry in rest)
    line = "".join(f"M{x - DOT / 2:.4g} {y:.4g}h{DOT}" for x, y in places)
    return f'<path d="{line}" stroke="{palette.faint}" stroke-width="{DOT}" stroke-opacity="0.6" fill="none"/>'


def _mark(entry: AttributeEvidence, plane: EffectPlane, palette: Palette) -> str:
    if not entry.differs:
        return _point(entry, plane, RADIUS, palette.ink)
    (x, y), size = plane.place(entry), 1.4 * RADIUS
    line = f"M{x:.4g} {y - size:.4g}l{size:.3g} {size:.3g} {-size:.3g} {size:.3g} {-size:.3g} {-size:.3g}z"
    return f'<path class="differs" d="{line}" fill="{palette.ink}">{_told(entry)}</path>'


def _point(entry: AttributeEvidence, plane: EffectPlane, radius: float, colour: str) -> str:
    x, y = plane.place(entry)
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius:g}" fill="{colour}">{_told(entry)}</circle>'


def _told(entry: AttributeEvidence) -> str:
    return f"<title>{xml_text(_words(entry))}</title>"


def _words(entry: AttributeEvidence) -> str:
    return "; ".join(map(one_line, hover_lines(entry)))
