"""The button that changes between the light and the dark theme.

Streamlit keeps the theme of a reader in the browser, under a name that ends with the path that was opened first, and
reads it when the app is loaded. So the choice is written for every page and the app is loaded again, at the same
address.
"""

from __future__ import annotations

import json

import streamlit as st

from pages.common.navigation import PAGES

_switch = st.components.v2.component(
    "ksdt_theme",
    html="<button type='button' aria-label='Theme'></button>",
    css="""button { width: 28px; height: 28px; padding: 0; border-radius: 6px; cursor: pointer; display: grid;
        place-items: center; background: var(--st-background-color); border: 1px solid var(--st-border-color);
        color: var(--st-text-color); }
    button:hover { border-color: var(--st-text-color); }
    button:focus-visible { outline: 2px solid var(--st-text-color); outline-offset: 1px; }
    svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round;
        stroke-linejoin: round; }""",
    js=f"const PAGES = {json.dumps([entry.address for entry in PAGES])};"
    + """
    const MOON = "<path d='M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z'/>"
    const SUN = "<circle cx='12' cy='12' r='4'/><path d='M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4"
        + "M5.6 18.4 7 17M17 7l1.4-1.4'/>"
    export default function({ data, parentElement }) {
        const button = parentElement.querySelector("button")
        const wanted = data.dark ? "Light" : "Dark"
        button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${data.dark ? SUN : MOON}</svg>`
        button.title = `Use the ${wanted.toLowerCase()} theme`
        button.setAttribute("aria-label", button.title)
        button.onclick = () => {
            const path = window.location.pathname, last = path.split("/").pop()
            const base = PAGES.includes(last) ? path.slice(0, path.length - last.length) : path
            for (const page of PAGES)
                window.localStorage.setItem(`stActiveTheme-${base}${page}-v2`, JSON.stringify(wanted))
            window.location.reload()
        }
    }""",
)


def show() -> None:
    """The button, as wide as it is high."""
    _switch(data={"dark": st.context.theme.type == "dark"}, key="theme", width=28, height=28)
