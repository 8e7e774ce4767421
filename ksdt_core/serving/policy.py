"""What the server tells browsers with every answer: what a page may load, and that no other page may hold it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

Headers = tuple[tuple[bytes, bytes], ...]

WASM = "'wasm-unsafe-eval'"  # Graphviz in the browser is compiled code; text is still never run as a script
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def headers_of(index_html: str) -> Headers:
    """The headers of every answer, given the page that loads the app: its own short scripts are let in by digest."""
    return (
        (b"content-security-policy", _policy(_digests(index_html)).encode()),
        (b"x-frame-options", b"DENY"),  # as frame-ancestors, for old browsers
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),  # ids of pairs and runs stay here
        (b"cross-origin-resource-policy", b"same-origin"),  # pages of other ports cannot show what is served here
    )


def _policy(digests: Iterable[str]) -> str:
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(
            ["'self'", "blob:", WASM, *digests]
        ),  # blob: the app's own components; only scripts make them
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "worker-src": "'self' blob:",
        "frame-src": "'none'",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in rules.items())


def _digests(html: str) -> list[str]:
    """Each script that is written into the page, by the digest that a policy names it by."""
    found = (hashlib.sha256(script.encode()).digest() for script in _INLINE_SCRIPT.findall(html))
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in found]
