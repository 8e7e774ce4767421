"""The colours of every figure, in one place: classes, similarities and scores look the same wherever they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

ThemeName = Literal["light", "dark", "grey"]

DSN_STEPS = (0.99, 0.97, 0.95, 0.90)
"""Lower ends of the similarity classes; what lies below the last is the loudest."""

_TINT = {"light": 0.14, "dark": 0.22, "grey": 0.14}
READABLE = 4.5  # contrast of text, WCAG 2.2, 1.4.3
_PILL_INKS = {"light": ("#12171D", "#FFFFFF"), "dark": ("#12171D", "#FFFFFF"), "grey": ("#111111", "#FFFFFF")}


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour of one theme, as #RRGGBB.

    Classes are distinguished by the colours of Okabe and Ito, which people with any kind of colour vision can tell
    apart. Controls and lines are ink and grey, so that colour always means a class or a number.
    """

    name: ThemeName
    page: str
    panel: str
    line: str
    ink: str
    muted: str
    faint: str
    edge: str
    classes: tuple[str, ...]
    other_class: str  # classes beyond the list
    tints: tuple[str, ...]  # backgrounds of leaves; classes beyond the list are mixed
    dsn: tuple[str, ...]  # from most to least similar, see DSN_STEPS
    quality: tuple[str, ...]  # from poor to good

    def class_colour(self, position: int) -> str:
        """The colour of the class at this position of the sorted class names."""
        return self.classes[position] if position < len(self.classes) else self.other_class

    def class_tint(self, position: int) -> str:
        """A quiet background in the hue of a class."""
        if position < len(self.tints):
            return self.tints[position]
        return mix(self.class_colour(position), self.page, share=_TINT[self.name])

    def dsn_colours(self, dsn: float) -> tuple[str, str]:
        """Background and text of a similarity; loud when it is low. The colour follows the number as printed."""
        shown = round(dsn, 3)
        step = sum(shown < start for start in DSN_STEPS)
        fill = self.dsn[step]
        return fill, _readable(_PILL_INKS[self.name], fill)


LIGHT = Palette(
    name="light",
    page="#FFFFFF",
    panel="#F5F6F8",
    line="#DDE2E8",
    ink="#1B2430",
    muted="#5C6877",
    faint="#8A95A3",
    edge="#BCC5D0",
    classes=("#E69F00", "#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000"),
    other_class="#9AA3AE",
    tints=("#FDF3DC", "#E2EFF8"),
    dsn=("#F1EDF7", "#D9CDEA", "#B7A0D6", "#8764B8", "#55308A"),
    quality=("#F4F1E8", "#D6DEC8", "#A0C0A0", "#629878", "#2C6C56", "#0C4238"),
)

DARK = Palette(
    name="dark",
    page="#12171D",
    panel="#1A2129",
    line="#323C48",
    ink="#E8ECF1",
    muted="#A9B4C0",
    faint="#7A8694",
    edge="#465261",
    classes=("#E69F00", "#3A9BD9", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#FFFFFF"),
    other_class="#7A8694",
    tints=("#3A2E10", "#10304A"),
    dsn=("#2A2438", "#443560", "#64499A", "#9476CC", "#CDB9F0"),
    quality=("#0C4238", "#2C6C56", "#629878", "#A0C0A0", "#D6DEC8", "#F4F1E8"),
)

GREY = Palette(
    name="grey",
    page="#FFFFFF",
    panel="#F5F5F5",
    line="#DEDEDE",
    ink="#111111",
    muted="#444444",
    faint="#8A8A8A",
    edge="#C4C4C4",
    classes=("#C9C9C9", "#4A4A4A", "#8F8F8F", "#DEDEDE", "#111111", "#ADADAD", "#6C6C6C", "#7D7D7D"),
    other_class="#E6E6E6",
    tints=("#F7F7F7", "#E4E4E4"),
    dsn=("#FFFFFF", "#E6E6E6", "#CBCBCB", "#8C8C8C", "#4D4D4D"),
    quality=("#F4F4F4", "#DADADA", "#BBBBBB", "#919191", "#626262", "#383838"),
)
"""For print without colour."""


def palette_of(theme: str | None) -> Palette:
    """The palette of a theme by name; light where the theme is not known."""
    return DARK if theme == "dark" else LIGHT


def mix(colour: str, ground: str, *, share: float) -> str:
    """A colour laid over a ground, `share` of it showing."""
    parts = (round(c * share + g * (1 - share)) for c, g in zip(_channels(colour), _channels(ground), strict=True))
    return "#" + "".join(f"{part:02X}" for part in parts)


def contrast(first: str, second: str) -> float:
    """Contrast of two colours by WCAG 2: (L1 + 0.05) / (L2 + 0.05) of their relative luminances, from 1 to 21."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache
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


def _readable(inks: tuple[str, ...], ground: str) -> str:
    return max(inks, key=lambda ink: contrast(ink, ground))


def _luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
