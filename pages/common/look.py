"""What the theme file cannot say about the look: the style sheet of what several pages share.

Rules of one page are beside that page."""

from __future__ import annotations

from ksdt_core.figures.palette import Palette

SIDEBAR = 220  # pixels
AT_FIRST = ("Html", "BidiComponent", "PageLink", "Spinner", "ButtonGroup", "Button", "Checkbox", "DownloadButton")
"""What Streamlit calls the elements that pages show at once: browsers fetch their scripts early."""
TONES = {"light": ("#1F6B45", "#855600"), "dark": ("#7CC8A0", "#E8B04A"), "grey": ("#111111", "#444444")}  # good, poor

# Panels in a row keep a readable width and wrap where there is no room for two. What is drawn on an ink button, tag,
# box or switch has the colour of the page.
_PANELS = """
[data-testid=stLayoutWrapper]:has(> [class*='st-key-roomy']) { flex-basis: min(100%, 30rem); }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-roomy_wide']) { flex: 1.7 1 min(100%, 32rem); }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-third']) { flex: 1 1 min(100%, 19rem); }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-third_wide']) { flex: 1.5 1 min(100%, 25rem); }
.st-key-start_cards, .st-key-value_cards { display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
[data-testid=stBaseButton-primary]:not(:disabled) * { color: var(--page); }
button[data-variant=segmented_control][data-selected=true][data-selected]:is(*, :hover) {
    background: var(--ink) !important; border-color: var(--ink); }
:is([data-testid=stMultiSelect] [data-tag], button[data-variant=segmented_control][data-selected=true]) * {
    color: var(--page); }
[data-testid=stCheckbox] label[data-selected]:has([role=switch]) > div:first-of-type > div { background: var(--page); }
[data-testid=stCheckbox] label[data-selected] > div > svg { stroke: var(--page); }
[data-testid=stLayoutWrapper]:has(> .st-key-tour) { position: absolute; height: 0; }
.ksdt-muted { color: var(--muted); }
.ksdt-num { font-variant-numeric: tabular-nums; }
.ksdt-unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""

# Content starts 16 px beside the sidebar; the title is 8 px below the strip.
_ROOM = """
[data-testid=stMainBlockContainer] { padding: 0 16px 3rem; }
[data-testid=stHeader] { background: none; height: 40px; min-height: 40px; }
[data-testid=stHeader], [data-testid=stHeader] div { pointer-events: none; }
[data-testid=stHeader] :is(a, button) { pointer-events: auto; }
[data-testid=stStatusWidget], [data-testid=stToolbarActions] { display: none; }
[data-testid=stMain] h1 { padding: 0; line-height: 40px; }
[data-testid=stMain] h2, [data-testid=stMain] h3 { padding: .4rem 0 .2rem; }
[data-testid=stLayoutWrapper]:has(> .st-key-page_head, > [class*='st-key-reserved_']) { flex-shrink: 0; }
.st-key-page_head { flex-shrink: 0; row-gap: 0; column-gap: 14px; min-height: max-content; }
[data-testid=stLayoutWrapper]:has(> .st-key-page_head) { min-height: max-content; }
[data-testid=stLayoutWrapper]:has(> .st-key-page_head_unseen) { position: absolute; width: 1px; height: 1px;
    overflow: hidden; clip-path: inset(50%); }
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
[data-testid=stSidebarHeader] > :has(> [data-testid=stSidebarLogo]) { display: flex; align-items: center; gap: 10px;
    margin: 0; color: var(--ink); }
[data-testid=stSidebarHeader] > :has(> [data-testid=stSidebarLogo])::after { content: 'KSDT Explorer';
    font-size: 17px; font-weight: 700; white-space: nowrap; }
[data-testid=stSidebarLogo] { height: 28px; margin: 0; }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-group_']) { height: 36px; flex: none; }
[data-testid=stLayoutWrapper]:first-child:has(> [class*='st-key-group_']) { height: 28px; }
[class*='st-key-group_'] { height: 100%; justify-content: flex-end; overflow: hidden; }
.ksdt-group { font-size: 11px; font-weight: 600; letter-spacing: .06em; text-transform: uppercase; color: var(--muted);
    padding: 0 0 6px 10px; line-height: 14px; }
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
    align-items: center; justify-content: flex-end; flex-wrap: nowrap; gap: 8px; overflow: hidden; }
.stApp:has([data-testid=stSidebar][data-collapsed=true]) .st-key-strip { padding-left: 112px; }
[data-testid=stToolbar] { height: 40px; padding: 0 16px; }
.st-key-strip [data-testid=stElementContainer]:has(.ksdt-strip) { flex: 1 1 0; min-width: 0; }
.st-key-strip > :has(.st-key-palette) { flex: none; width: auto; }
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
@container (max-width: 240px) {
    .ksdt-count { display: none; }
    .ksdt-strip > span { padding: 0 6px; }
}
.st-key-strip [data-testid=stVerticalBlock] { gap: 0; }
.ksdt-jobs { font-size: 12.5px; white-space: nowrap; color: var(--muted); }
.ksdt-jobs i { display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--muted);
    margin-right: 6px; }
.st-key-strip [data-testid=stPopoverButton] { min-height: 28px; height: 28px; padding: 0 10px; border-radius: 6px; }
.st-key-strip [data-testid=stPopoverButton] p { font-size: 13px; }
@media (max-width: 767px) {
    .stApp:has([data-testid=stSidebar][data-collapsed=true]) .st-key-strip { padding-left: 60px; gap: 5px; }
    [data-testid=stHeader] div:has(> [data-testid=stLogoLink], > div > [data-testid=stHeaderLogo]),
        .ksdt-jobs span { display: none; }
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
@media (max-width: 640px) {
  .ksdt-stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .ksdt-stacked tbody tr { display: block; padding: 5px 0; border-bottom: 1px solid var(--line); }
  .ksdt-stacked td { display: block; padding: 1px 0; border: 0; overflow-wrap: anywhere; }
  .ksdt-stacked td:first-child { font-weight: 600; }
  .ksdt-stacked td.ksdt-right { display: inline-block; margin-right: 14px; }
  .ksdt-stacked td[data-name]::before { content: attr(data-name) ": "; color: var(--muted); }
}
"""

# A table of a pair, or a third one, in a line: its name, its size, and a bar of its classes.
_LINE = """
[class*='st-key-table_line_'] { padding: 4px 12px; min-height: 46px; gap: 6px 12px; border-radius: 8px; }
[class*='st-key-table_line_'] > * { flex: 0 0 auto; width: auto; max-width: 100%; }
[class*='st-key-table_line_'] > :has(> * .ksdt-line) { flex: 1 1 26rem; min-width: 0; }
[class*='st-key-table_line_'] > :has(.stSelectbox) { width: 150px; }
[class*='st-key-table_line_'] > :has(> * .ksdt-classes) { flex: 0 1 auto; }
.ksdt-line { display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: center; }
@media (min-width: 1001px) {
    .ksdt-line { flex-wrap: nowrap; }
    .ksdt-line > :not(.ksdt-name, .ksdt-what) { white-space: nowrap; }
}
.ksdt-line b { font-weight: 650; }
.ksdt-name { min-width: 7rem; overflow-wrap: anywhere; }
.ksdt-what { color: var(--muted); flex: 1 1 9rem; min-width: 0; overflow: hidden; text-overflow: ellipsis;
    white-space: nowrap; }
.ksdt-classes { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: center; }
.ksdt-bar { display: flex; gap: 1px; width: 130px; height: 10px; overflow: hidden; }
.ksdt-bar.ksdt-round { border-radius: 5px; }
.ksdt-bar.ksdt-pointed { clip-path: polygon(0 50%, 5px 0, calc(100% - 5px) 0, 100% 50%, calc(100% - 5px) 100%,
    5px 100%); }
.ksdt-legend { display: flex; flex-wrap: wrap; gap: 0 10px; color: var(--muted); font-size: 13px; }
.ksdt-legend i { display: inline-block; width: 9px; height: 9px; border-radius: 2px; margin-right: 4px; }
"""

# The answer of a page: a sentence of 20 px and a line that says what it is based on.
_ANSWER = """
.ksdt-answer { margin: 0; font-size: 20px; line-height: 27px; font-weight: 600; letter-spacing: -.1px;
    overflow-wrap: anywhere; text-wrap: balance; }
.ksdt-basis, .ksdt-note { text-wrap: pretty; }
.ksdt-basis { margin: 2px 0 0; font-size: 14px; line-height: 20px; color: var(--muted); overflow-wrap: anywhere; }
.ksdt-note { margin: 0; font-size: 13px; line-height: 18px; color: var(--muted); overflow-wrap: anywhere; }
.ksdt-good { color: var(--good); font-weight: 600; white-space: nowrap; }
.ksdt-poor { color: var(--poor); font-weight: 600; white-space: nowrap; }
.ksdt-listed { display: none; }
@media (max-width: 640px) {
  .ksdt-answer { font-size: 18px; line-height: 24px; }
  .ksdt-drawn { display: none; }
  .ksdt-listed { display: block; }
}
"""

# What the page that loads the app already knows: where the sidebar, the strip and the large blocks of pages will stand.
# Nested, so that it counts more than the styles of Streamlit, which come later. A block that is absent takes no room.
_RESERVED = """
[data-testid=stMainBlockContainer] { max-width: none; }
@media (min-width: 768px) { .st-key-strip > :has(.st-key-palette) { min-width: 117px; } }
.st-key-strip > :has(.st-key-theme) { flex: none; width: 28px; }
[data-testid=stSidebar] [data-testid=stLayoutWrapper]:has(> [class*='st-key-step_'], > [class*='st-key-page_'])
    { height: 32px; }
[data-testid=stSidebar] :is([class*='st-key-step_'], [class*='st-key-page_']) > [data-testid=stElementContainer] {
    height: 32px; margin: 0; }
[data-testid=stSidebarUserContent] [data-testid=stVerticalBlock] > * { flex: none; }
.st-key-strip > * { max-height: 40px; }
[data-testid=stLayoutWrapper]:has(> .st-key-strip) { height: 40px; flex: none; }
.st-key-tree_bar { min-height: 50px; }
.st-key-tree_tabs_place { min-height: 50px; }
.st-key-canvas { min-height: max(430px, calc(100vh - 354px)); }
.st-key-mine_right { min-height: 486px; }
.st-key-mine_halves:not(:has(.st-key-mine_right)) { display: none; }
@media (min-width: 641px) { .st-key-weight_head { min-height: 35px; } .st-key-settings_preset { height: 21px; }
    [data-testid=stLayoutWrapper]:has(> .st-key-weight_head) { flex: none; } }
@media (min-width: 1151px) { .st-key-weight_card { min-height: 486px; } }
@media (max-width: 1150px) { .st-key-page_head:has(.st-key-mine_bar) { min-height: 84px; } }
@media (max-width: 640px) { .st-key-page_head:has(.st-key-mine_bar) { min-height: 184px; }
    .st-key-mine_right { min-height: 660px; } }
@media (max-width: 1179px) { .st-key-tree_bar { min-height: 92px; } }
@media (max-width: 700px) { .st-key-canvas { min-height: 90vh; } }
"""


_SHEET = "".join((_PANELS, _ROOM, _SIDEBAR, _FOCUS, _STRIP, _SKELETON, _TABLE, _LINE, _ANSWER))


def first_look(*of_pages: str) -> str:
    """The style of the page that loads the app: what decides where things stand, until the app sends its own.

    The rules of large blocks, also those of some pages, count more than the styles of Streamlit, which come later. A
    border is as wide without its colour.
    """
    sidebar = (
        "@media (min-width: 1000px) { [data-testid=stAppViewContainer]:not(:has([data-testid=stSidebar])) {"
        f" padding-left: {SIDEBAR}px; box-sizing: border-box; }} }}"
    )
    stands = f":root body {{{sidebar}{_ROOM}{_SIDEBAR}{_STRIP}{_RESERVED}{''.join(of_pages)}}}"
    small = f":where(:root body) {{{_SKELETON}{_TABLE}{_ANSWER}}}"
    return f":root {{ --line: transparent; --edge: transparent; }}{small}{stands}"


def style_sheet(colours: Palette) -> str:
    """The style sheet of all pages as an element."""
    current = {"light": "#DDE2E8", "dark": "#323C48"}.get(colours.name, colours.line)
    good, poor = TONES[colours.name]
    names = {
        "page": colours.page,
        "panel": colours.panel,
        "line": colours.line,
        "ink": colours.ink,
        "muted": colours.muted,
        "faint": colours.faint,
        "edge": colours.edge,
        "current": current,
        "good": good,
        "poor": poor,
    }
    variables = "".join(f"--{name}:{value};" for name, value in names.items())
    return f"<style>:root{{{variables}}}{_SHEET}</style>"
