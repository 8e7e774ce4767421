"""Drawings as images: whatever a name in a drawing says, scripts and links in an image are dead."""

from __future__ import annotations

import html
from base64 import b64encode


def image_tag(svg: str, *, alt: str, style: str = "") -> str:
    """An SVG text as the element of an image."""
    styled = f" style='{style}'" if style else ""
    return f"<img alt='{html.escape(alt)}' src='data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}'{styled}>"
