"""Where the blocks of Mine stand: two halves of one height, then the cards; one column where there is no room."""

from __future__ import annotations

import re

import streamlit as st

HEIGHT = 486  # of both halves
TAB_HEIGHT = 222

# Labels stand beside their controls in the bar and in the box of the weights. Everything that is filled later has its
# height reserved, and a row of controls is shown once it is complete, so that nothing moves.
_STYLE = """
WRAP(mine_halves), WRAP(cards_head), WRAP(tree_row) { margin-top: -6px; }
WRAP(solving) { position: absolute; height: 0; overflow: hidden; }
.st-key-mine_bar { gap: 6px 12px; }
.st-key-mine_bar, .st-key-weight_box { font-size: 13.5px; }
.st-key-mine_bar [data-testid=stSelectbox], .st-key-weight_box [data-testid=stNumberInput] {
  display: flex; align-items: center; gap: 7px; }
.st-key-mine_bar label, .st-key-weight_box label { min-height: 0; margin: 0; white-space: nowrap; }
.st-key-mine_bar :is(label, button) p, .st-key-weight_box label p { font-size: 13.5px; }
.st-key-mine_bar [data-testid=stSelectbox] > div { flex: 1 1 0; min-width: 0; }
.st-key-mine_bar [role=group] { height: 34px; min-height: 34px; }
.st-key-mine_bar [role=combobox] { padding: 4px 0 4px 9px; font-size: 13.5px; }
.st-key-mine_bar [role=group] button { padding: 0 6px; }
.st-key-mine_bar [data-testid=stTooltipIcon] button { min-height: 20px; padding: 0 0 0 4px; }
.st-key-mine_bar [data-testid=stPopoverButton] { min-height: 34px; height: 34px; padding: 2px 9px; }
[data-testid=stLayoutWrapper]:has(> .st-key-mine_bar) { flex: 1 1 500px; }
.st-key-settings_preset { margin-left: auto; }
.st-key-settings_preset [data-testid=stCheckbox] label { align-items: center; }
.st-key-settings_preset [data-testid=stCheckbox] label > div { margin-top: 0; }

.st-key-mine_halves { gap: 16px; align-items: stretch; }
WRAP(weight_card) { flex: 588 1 min(100%, 500px); min-width: 0; }
WRAP(mine_right) { flex: 584 1 min(100%, 500px); min-width: 0; }
.st-key-mine_bar:not(:has(.st-key-more_settings button)) > *, .st-key-weight_head:not(:has(button)) > *,
.st-key-weight_box:not(:has(.st-key-use_best button)) > *, .st-key-cards_head:not(:has(.st-key-read_trees a)) > * {
  visibility: hidden; }
.st-key-weight_card { position: relative; min-height: HEIGHTpx; padding: 10px 16px 8px; gap: 6px; border-radius: 8px; }
.st-key-weight_head { align-items: center; }
.st-key-weight_head h2 { padding: 0; font-size: 16px; }
.st-key-weight_head button { min-height: 30px; padding: 0 10px; }
.st-key-weight_head button p { font-size: 13px; }
WRAP(weight_box) { position: absolute; top: 50px; right: 16px; width: 178px; z-index: 1; }
.st-key-weight_box { gap: 4px; }
.st-key-weight_box [data-testid=stNumberInput] { justify-content: flex-end; }
.st-key-weight_box [data-testid=stNumberInputContainer] { width: 56px; min-height: 30px; height: 30px; }
.st-key-weight_box [data-testid=stNumberInputContainer] button { display: none; }
.st-key-weight_box input { padding: 2px 8px; font-size: 13.5px; font-variant-numeric: tabular-nums; }
.st-key-weight_box [data-testid=stCheckbox] label { gap: 3px; }
.st-key-weight_box [data-testid=stHorizontalBlock] { gap: 6px; }
.st-key-weight_box button { min-height: 26px; padding: 0 4px; }
.st-key-weight_box button p { font-size: 13px; }
.st-key-weight_foot { align-items: center; gap: 4px 10px; flex-wrap: nowrap; }
[data-testid=stLayoutWrapper]:has(> .st-key-weight_foot) { margin-top: auto; }
.st-key-weight_foot > :first-child { flex: 1 1 0; min-width: 0; }
.st-key-weight_foot p { font-size: 12.5px; }
.st-key-weight_foot button { min-height: 28px; padding: 0 4px; }
[data-testid=stPopoverBody]:has(.st-key-map_pool) { width: min(620px, 92vw); max-width: none; }

.st-key-mine_right { min-height: HEIGHTpx; max-height: HEIGHTpx; overflow: hidden; gap: 8px; }
.st-key-mine_tabs { height: 260px; overflow: hidden; }
.mine-effects > div { position: relative; max-width: 600px; }
.mine-effects > div:last-child { display: none; }
@media (max-width: 560px) { .mine-effects > div { display: none; } .mine-effects > div:last-child { display: block; } }
.mine-effects img { display: block; width: 100%; height: auto; }
.mine-effects i { position: absolute; width: 12px; height: 12px; margin: -6px; }
.st-key-mine_verdict { min-height: 104px; max-height: 104px; overflow: hidden; gap: 2px; justify-content: flex-start; }
.st-key-mine_verdict [data-testid=stVerticalBlock]:has(> * [data-testid=stProgress]),
.st-key-tab_shuffled [data-testid=stVerticalBlock]:has(> * [data-testid=stProgress]) {
  flex-flow: row wrap; gap: 4px 12px; }
.mine-verdict { margin: 0; font-size: 20px; line-height: 27px; font-weight: 600; letter-spacing: -.1px;
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.mine-detail { margin: 2px 0 0; font-size: 14px; line-height: 20px; color: var(--muted);
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.mine-tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 12px; }
.mine-tile { box-sizing: border-box; min-height: 108px; padding: 8px 9px; border: 1px solid var(--line);
  border-radius: 8px; font-size: 12px; line-height: 16px; font-variant-numeric: tabular-nums; cursor: help;
  container-type: inline-size; }
.mine-tile .label { font-size: 12.5px; color: var(--muted); white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; }
.mine-tile .value { height: 32px; font-size: 26px; line-height: 32px; font-weight: 700; white-space: nowrap;
  overflow: hidden; }
.mine-tile .value small { font-size: 12px; font-weight: 400; color: var(--muted); margin-left: 5px; }
.mine-tile .value:has(small) { font-size: clamp(14px, calc((100cqw - 54px) / 2.4), 26px); }
.mine-tile .value small:has(br) { display: inline-block; font-size: 10px; line-height: 13px; vertical-align: middle;
  margin-left: 4px; }
.mine-tile .below { color: var(--muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.mine-tile .below b { color: var(--ink); font-weight: 400; }
.mine-bar { position: relative; height: 5px; border-radius: 3px; background: var(--line); margin: 5px 0; }
.mine-bar i { position: absolute; left: 0; top: 0; height: 5px; border-radius: 3px; }
.mine-bar .train { background: var(--edge); }
.mine-bar .new { background: var(--ink); }
.mine-bar .tick { width: 2px; height: 11px; top: -3px; border-radius: 0; background: var(--ink);
  box-shadow: 0 0 0 1px var(--page); }
.st-key-mine_tabs [data-testid=stTabPanel], .st-key-mine_tabs [role=tabpanel] { padding-top: 6px; }
.st-key-mine_tabs [role=tab] { height: 32px; }
.st-key-mine_tabs p, .st-key-mine_tabs li { font-size: 13.5px; }
.st-key-mine_tabs h3 { font-size: 15px; padding: 0; }

.st-key-cards_head { align-items: center; gap: 6px 14px; min-height: 42px; margin-top: 0; }
.st-key-cards_head h2 { padding: 0; font-size: 16px; white-space: nowrap; }
.mine-key { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 12.5px; color: var(--muted); }
.mine-key span { white-space: nowrap; }
.st-key-cards_head [data-testid=stElementContainer]:has(.mine-key) { flex: 1 1 300px; min-width: 0; }
.st-key-read_trees a { background: var(--ink); border-radius: 6px; padding: 7px 16px; }
.st-key-read_trees a * { color: var(--page); font-weight: 600; }
.st-key-read_trees a:hover { background: var(--muted); }
.st-key-tree_row { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 212px), 1fr)); gap: 12px; }
[class*='st-key-card_'] { position: relative; min-height: 250px; padding: 9px 12px 6px; gap: 0; border-radius: 8px; }
[class*='st-key-card_'] > [data-testid=stElementContainer]:first-child {
  position: absolute; inset: 0; z-index: 0; width: 100%; }
[class*='st-key-card_'] [data-testid=stPageLink], [class*='st-key-card_'] [data-testid=stPageLink] > div,
[class*='st-key-card_'] [data-testid=stPageLink] a { width: 100%; height: 100%; border-radius: 8px; }
[class*='st-key-card_'] [data-testid=stPageLink] a * { opacity: 0; }
[class*='st-key-card_'] [data-testid=stHtml] { position: relative; z-index: 1; pointer-events: none; }
.ksdt-card[data-weights] { display: block; font-size: 12.5px; line-height: 17px; }
.ksdt-card .head { display: flex; justify-content: space-between; gap: 8px; }
.ksdt-card .head b { font-size: 13.5px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ksdt-card .head span { color: var(--muted); white-space: nowrap; }
.ksdt-card .ksdt-verdict { font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.ksdt-card .mine-good { color: var(--good); }
.ksdt-card .mine-poor { color: var(--poor); }
.ksdt-card .mine-open { color: var(--muted); }
.ksdt-card .drawing { display: flex; height: 118px; margin: 5px 0; align-items: center; justify-content: center; }
.ksdt-card .drawing img { max-width: 100%; max-height: 118px; }
.ksdt-card .accuracy { display: grid; grid-template-columns: minmax(0, 6.2em) 1fr 3.6em; gap: 7px;
  align-items: center; }
.ksdt-card .accuracy span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ksdt-card .accuracy .right { text-align: right; }
.ksdt-card .foot { display: flex; justify-content: space-between; border-top: 1px solid var(--line); margin-top: 5px;
  padding-top: 3px; color: var(--muted); }

@media (max-width: 1150px) {
  [data-testid=stLayoutWrapper]:has(> .st-key-page_head), .st-key-page_head { height: auto; }
  WRAP(mine_right) { order: -1; }
  .st-key-mine_right { max-height: none; }
  .st-key-mine_verdict { min-height: 0; max-height: none; }
  .mine-detail { -webkit-line-clamp: none; }
}
@media (max-width: 640px) {
  WRAP(weight_box) { position: static; width: 100%; order: 3; }
  .st-key-weight_card { min-height: 0; }
  .mine-tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .mine-verdict { font-size: 18px; line-height: 24px; -webkit-line-clamp: none; }
  .st-key-settings_preset { margin-left: 0; }
}
"""


def _written(style: str) -> str:
    """The style with its height, and with the element around a container in place of WRAP."""
    around = r"[data-testid=stLayoutWrapper]:has(> .st-key-\1)"
    return re.sub(r"WRAP\((\w+)\)", around, style.replace("HEIGHT", str(HEIGHT)))


STYLE = _written(_STYLE)


def style() -> None:
    """The style sheet of the page; the server sends it with the first page, too."""
    st.html(f"<style>{STYLE}</style>")
