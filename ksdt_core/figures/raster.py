"""SVG to PNG and PDF, with no program of the system: the converter carries its own fonts."""

from __future__ import annotations

import re

import vl_convert

PRINT_DPI = 300
PIXELS_PER_INCH = 96  # of a page on screen
_POINTS_PER_INCH = 72  # the converter takes a bare number for a point
_SIZE = re.compile(r'(<svg\b[^>]*?) width="[^"]*" height="[^"]*"([^>]*? viewBox="0 0 ([\d.e+-]+) ([\d.e+-]+)")')


def print_png(svg: str, *, dpi: int = PRINT_DPI) -> bytes:
    """A figure in points as pixels for print."""
    png: bytes = vl_convert.svg_to_png(_bare(svg), ppi=dpi)
    return png


def screen_png(svg: str, *, factor: float = 2) -> bytes:
    """A drawing in pixels, each of its pixels `factor` wide and high."""
    dpi = PIXELS_PER_INCH * factor
    png: bytes = vl_convert.svg_to_png(_bare(svg), scale=factor * _POINTS_PER_INCH / dpi, ppi=dpi)
    return png


def figure_pdf(svg: str) -> bytes:
    """A figure in points as a page of just its size; its text can be searched and copied."""
    pdf: bytes = vl_convert.svg_to_pdf(_bare(svg))
    return pdf


def _bare(svg: str) -> str:
    """The drawing with its size in the unit of its own coordinates; millimetres would be taken for other lengths."""
    return _SIZE.sub(r'\1 width="\3" height="\4"\2', svg, count=1)
