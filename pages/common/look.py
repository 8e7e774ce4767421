"""What the theme file cannot say about the look: one style sheet for all pages, in the colours of the theme."""

from __future__ import annotations

from ksdt_core.figures.palette import Palette

SIDEBAR = 220  # pixels
STRIP = 40

# Panels in a row keep a readable width and wrap where there is no room for two. What is drawn on an ink button, tag,
# box or switch has the colour of the page.
_PANELS = """
[data-testid=stLayoutWrapper]:has(> [class*='st-key-roomy']) { flex-basis: min(100%, 30rem); }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-roomy_wide']) { flex: 1.7 1 min(100%, 32rem); }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-third']) { flex: 1 1 min(100%, 19rem); }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-third_wide']) { flex: 1.5 1 min(100%, 25rem); }
.st-key-cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
[data-testid=stBaseButton-primary]:not(:disabled) * { color: var(--page); }
[data-testid=stMultiSelect] [data-tag] * { color: var(--page); }
[data-testid=stCheckbox] label[data-selected]:has([role=switch]) > div:first-of-type > div { background: var(--page); }
[data-testid=stCheckbox] label[data-selected] > div > svg { stroke: var(--page); }
.ksdt-muted { color: var(--muted); }
.ksdt-num { font-variant-numeric: tabular-nums; }
.ksdt-unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""

# Content starts 16 px beside the sidebar; the title is 8 px below the strip.
_ROOM = """
[data-testid=stMainBlockContainer] { padding: 0 16px 3rem; }
[data-testid=stHeader] { background: none; height: 40px; min-height: 40px; pointer-events: none; }
[data-testid=stHeader] > * { pointer-events: auto; }
[data-testid=stStatusWidget], [data-testid=stToolbarActions] { display: none; }
[data-testid=stMain] h1 { padding: 0; line-height: 40px; }
[data-testid=stMain] h2, [data-testid=stMain] h3 { padding: .4rem 0 .2rem; }
[data-testid=stLayoutWrapper]:has(> .st-key-page_head, > [class*='st-key-reserved_']) { flex-shrink: 0; }
.st-key-page_head { flex-shrink: 0; row-gap: 0; column-gap: 14px; min-height: max-content; }
[data-testid=stLayoutWrapper]:has(> .st-key-page_head) { min-height: max-content; }
"""

_SIDEBAR = """
@media (min-width: 768px) {
    [data-testid=stSidebar][data-collapsed=false] { width: 220px !important; min-width: 220px; max-width: 220px; }
}
[data-testid=stSidebar] { border-right: 1px solid var(--line); }
[data-testid=stSidebarHeader] { padding: 8px 10px 0 20px; height: 44px; min-height: 44px; margin: 0; }
[data-testid=stSidebarContent] { padding: 0; overflow-x: hidden; }
[data-testid=stSidebarUserContent] { padding: 0 10px 10px; }
[data-testid=stSidebarUserContent] [data-testid=stVerticalBlock] { gap: 0; }
[data-testid=stLogoLink] { display: flex; align-items: center; gap: 10px; margin: 0; color: var(--ink); }
[data-testid=stLogoLink]::after { content: 'KSDT Explorer'; font-size: 17px; font-weight: 700; white-space: nowrap; }
[data-testid=stSidebarLogo] { height: 28px; margin: 0; }
.ksdt-group { font-size: 11px; font-weight: 600; letter-spacing: .06em; text-transform: uppercase; color: var(--muted);
    padding: 16px 0 6px 10px; line-height: 14px; }
[data-testid=stElementContainer]:first-child .ksdt-group { padding-top: 8px; }
[data-testid=stSidebar] [data-testid=stPageLink-NavLink] { padding: 0 10px; height: 32px; border-radius: 6px;
    gap: 10px; margin: 0; }
[data-testid=stSidebar] [data-testid=stPageLink-NavLink] p { font-size: 14px; }
[data-testid=stSidebar] [aria-current=page] { background: var(--current); }
[data-testid=stSidebar] [aria-current=page] p { font-weight: 600; }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-step_'], > [class*='st-key-page_']) { height: 32px; flex: none; }
[class*='st-key-step_'] [data-testid=stIconMaterial] { font-size: 20px; }
[class*='st-key-step_'] [aria-current=page] [data-testid=stIconMaterial] { font-variation-settings: 'FILL' 1; }
"""

# Every control shows where the keyboard is, also the link of the current page.
_FOCUS = """
.stApp :is(a, button, input, summary, [role=tab], [role=radio], [role=combobox], [tabindex='0']):focus-visible {
    outline: 2px solid var(--ink) !important; outline-offset: 1px; box-shadow: none; }
[data-testid=stSidebar] a:focus-visible, [data-testid=stSidebar] button:focus-visible { outline-offset: -2px; }
"""

_STRIP = """
[data-testid=stLayoutWrapper]:has(> .st-key-strip) { position: sticky; top: 0; z-index: 99; margin: 0 -16px -6px;
    width: calc(100% + 32px); max-width: none; }
.st-key-strip { height: 40px; padding: 0 16px; background: var(--page); border-bottom: 1px solid var(--line);
    align-items: center; flex-wrap: nowrap; gap: 8px; overflow: hidden; }
.stApp:has([data-testid=stSidebar][data-collapsed=true]) .st-key-strip { padding-left: 112px; }
[data-testid=stHeader] [data-testid=stLogoLink]::after { content: none; }
[data-testid=stToolbar] { height: 40px; padding: 0 16px; }
.st-key-strip [data-testid=stElementContainer]:has(.ksdt-strip) { flex: 1 1 0; min-width: 0; }
.ksdt-strip { display: flex; align-items: center; height: 39px; font-size: 13px; white-space: nowrap; overflow: hidden;
    container-type: inline-size; }
.ksdt-strip > span { padding: 0 14px; border-left: 1px solid var(--line); color: var(--muted); flex: none; }
.ksdt-strip > span:first-child { padding-left: 0; border: 0; }
.ksdt-strip > .ksdt-table { flex: 0 1 auto; min-width: 4.5em; overflow: hidden; text-overflow: ellipsis; }
.ksdt-strip b { color: var(--ink); font-weight: 600; }
@container (max-width: 560px) { .ksdt-strip > .ksdt-second { display: none; } }
@container (max-width: 400px) {
    .ksdt-strip > .ksdt-third { display: none; }
    .ksdt-strip > span { padding: 0 8px; }
}
.st-key-strip [data-testid=stVerticalBlock] { gap: 0; }
.ksdt-jobs { font-size: 12.5px; white-space: nowrap; color: var(--muted); }
.ksdt-jobs i { display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--muted);
    margin-right: 6px; }
.st-key-strip [data-testid=stPopoverButton] { min-height: 28px; height: 28px; padding: 0 10px; border-radius: 6px; }
.st-key-strip [data-testid=stPopoverButton] p { font-size: 13px; }
@media (max-width: 767px) {
    .stApp:has([data-testid=stSidebar][data-collapsed=true]) .st-key-strip { padding-left: 64px; }
    [data-testid=stHeader] div:has(> [data-testid=stLogoLink]), .ksdt-jobs span { display: none; }
    .st-key-strip [data-testid=stPopoverButton] p { position: absolute; width: 1px; height: 1px; overflow: hidden;
        clip-path: inset(50%); }
}
.stApp[data-test-script-state=running] .st-key-strip { border-bottom-color: transparent; }
.stApp[data-test-script-state=running] .st-key-strip::after { content: ''; position: absolute; left: 0; bottom: 0;
    height: 2px; width: 100%; background: linear-gradient(90deg, var(--line) 40%, var(--muted) 50%, var(--line) 60%)
    0 0 / 250% 100%; animation: ksdt-runs 1.4s linear infinite; }
@keyframes ksdt-runs { from { background-position: 100% 0; } to { background-position: 0 0; } }
"""

# A place whose content is still computed keeps its height and looks like a card without text.
_SKELETON = """
[data-testid=stElementContainer]:has(> * .ksdt-hold) { display: none; }
[class*='st-key-reserved_']:not(:has(> :nth-child(2))) { border-radius: 8px;
    background: linear-gradient(90deg, var(--panel) 40%, var(--line) 50%, var(--panel) 60%) 0 0 / 250% 100%;
    animation: ksdt-runs 1.4s linear infinite; }
@media (prefers-reduced-motion: reduce) { *, *::before, *::after { animation: none !important;
    transition: none !important; } }
"""

_TABLE = """
.ksdt-rows { width: 100%; border-collapse: collapse; font-size: 13.5px; line-height: 20px; margin: 0; }
.ksdt-scroll { overflow: auto; max-width: 100%; }
.ksdt-rows th { text-align: left; font-weight: 600; font-size: 12.5px; color: var(--muted); padding: 2px 8px;
    border: 0; border-bottom: 1px solid var(--line); white-space: nowrap; position: sticky; top: 0;
    background: var(--page); }
.ksdt-rows td { padding: 3px 8px; border: 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.ksdt-rows .ksdt-right { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.ksdt-rows tr:last-child td { border-bottom: 0; }
"""

_DATA = """
.st-key-line_left, .st-key-line_right { padding: 4px 12px; min-height: 46px; gap: 6px 12px; border-radius: 8px; }
.st-key-line_left > *, .st-key-line_right > * { flex: 0 0 auto; width: auto; }
.st-key-line_left > :has(> * .ksdt-line), .st-key-line_right > :has(> * .ksdt-line) { flex: 1 1 26rem; min-width: 0; }
.st-key-line_left > :has(.stSelectbox), .st-key-line_right > :has(.stSelectbox) { width: 150px; }
.st-key-line_left > :has(> * .ksdt-classes), .st-key-line_right > :has(> * .ksdt-classes) { flex: 0 1 auto; }
.ksdt-line { display: flex; flex-wrap: wrap; gap: 2px 20px; align-items: center; }
.ksdt-line b { font-weight: 650; }
.ksdt-name { min-width: 7rem; overflow-wrap: anywhere; }
.ksdt-what { color: var(--muted); flex: 1 1 9rem; min-width: 0; overflow: hidden; text-overflow: ellipsis;
    white-space: nowrap; }
.ksdt-classes { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: center; }
.ksdt-bar { display: flex; gap: 1px; width: 130px; height: 10px; overflow: hidden; }
.ksdt-bar.ksdt-round { border-radius: 5px; }
.ksdt-legend { display: flex; flex-wrap: wrap; gap: 0 10px; color: var(--muted); font-size: 13px; }
.ksdt-legend i { display: inline-block; width: 9px; height: 9px; border-radius: 2px; margin-right: 4px; }
.st-key-preparation { gap: 6px 12px; min-height: 34px; }
.st-key-preparation > :last-child { flex: 1 0 9rem; }
.st-key-verdict { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px;
    gap: 8px 20px; min-height: 78px; }
[data-testid=stLayoutWrapper]:has(> .st-key-verdict_words) { flex: 1 1 20rem; min-width: 0; }
.st-key-verdict_words { gap: 2px; }
.st-key-verdict_words > :first-child p { font-size: 20px; line-height: 26px; }
.st-key-verdict_words > :nth-child(2) p { color: var(--muted); }
.st-key-verdict button { min-height: 40px; padding: 0 18px; }
.st-key-data_cards { gap: 14px; align-items: stretch; }
[data-testid=stLayoutWrapper]:has(> .st-key-reserved_checks) { flex: 1 1 min(100%, 26rem); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-reserved_data) { flex: 1.35 1 min(100%, 32rem); min-width: 0; }
.st-key-reserved_checks { gap: 6px; }
.ksdt-card { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; }
.stApp .ksdt-card h2 { font-size: 18px; padding: 0; margin: 0; }
.stApp .ksdt-level { font-size: 13px; font-weight: 600; color: var(--muted); padding: 4px 0 0; margin: 0; }
.ksdt-count { background: var(--panel); border: 1px solid var(--line); border-radius: 9px; padding: 0 7px;
    font-size: 12px; margin-left: 4px; }
[class*='st-key-check_'] { border-bottom: 1px solid var(--line); padding-bottom: 6px; }
[class*='st-key-check_'] p { font-size: 13.5px; line-height: 19px; }
[class*='st-key-check_'] > [data-testid=stLayoutWrapper] > [data-testid=stHorizontalBlock] { gap: 6px; }
[class*='st-key-check_'] button { min-height: 28px; padding: 0 10px; }
[data-testid=stLayoutWrapper]:has(> .st-key-attribute_words) { flex: 1 1 14rem; min-width: 0; }
.st-key-attribute_words p > strong { font-size: 18px; overflow-wrap: anywhere; }
.st-key-attribute_head > :last-child { flex: 0 1 200px; }
"""

_SHEET = "".join((_PANELS, _ROOM, _SIDEBAR, _FOCUS, _STRIP, _SKELETON, _TABLE, _DATA))


def style_sheet(colours: Palette) -> str:
    """The style sheet of all pages as an element."""
    current = {"light": "#DDE2E8", "dark": "#323C48"}.get(colours.name, colours.line)
    names = {
        "page": colours.page,
        "panel": colours.panel,
        "line": colours.line,
        "ink": colours.ink,
        "muted": colours.muted,
        "faint": colours.faint,
        "current": current,
    }
    variables = "".join(f"--{name}:{value};" for name, value in names.items())
    return f"<style>:root{{{variables}}}{_SHEET}</style>"
