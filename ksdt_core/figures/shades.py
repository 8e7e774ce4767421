"""Numbers as shades of the scale from poor to good, and text that can be read on them."""

from __future__ import annotations

from ksdt_core.figures.palette import Palette, contrast, mix

READABLE = 4.5  # contrast of text, WCAG 2.2, 1.4.3


def quality_scale(palette: Palette) -> list[tuple[float, str]]:
    """The scale as plotly takes it: places from 0 to 1 and their colours."""
    last = len(palette.quality) - 1
    return [(step / last, colour) for step, colour in enumerate(palette.quality)]


def shade(share: float, palette: Palette) -> str:
    """The colour at this place of the scale, 0 poor and 1 good."""
    last = len(palette.quality) - 1
    place = min(max(share, 0.0), 1.0) * last
    step = min(int(place), last - 1)
    return mix(palette.quality[step + 1], palette.quality[step], share=place - step)


def text_on(colour: str, palette: Palette) -> str:
    """Ink or page, whichever stands out more; on shades in the middle, where neither is read well, black or white."""
    best = max((palette.ink, palette.page), key=lambda text: contrast(text, colour))
    if contrast(best, colour) >= READABLE:
        return best
    return max(("#000000", "#FFFFFF"), key=lambda text: contrast(text, colour))
