"""What screen readers are told when something changes that the reader did not move to: selections, finished jobs."""

from __future__ import annotations

import streamlit as st

_live = st.components.v2.component(
    "ksdt_live",
    js="""export default function({ data }) {
        let region = document.getElementById("ksdt-live")
        if (!region) {
            region = document.createElement("div")
            region.id = "ksdt-live"
            region.className = "ksdt-unseen"
            region.setAttribute("role", "status")
            region.setAttribute("aria-live", "polite")
            document.body.append(region)
        }
        if (region.textContent !== data.text) region.textContent = data.text
    }""",
)


def say(text: str, *, key: str) -> None:
    """Have a text read aloud once; names in it need no escaping, markup has no meaning."""
    _live(data={"text": text}, key=f"live_{key}")
