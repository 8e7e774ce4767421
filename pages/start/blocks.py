"""Blocks of the start page: three sentences, what to do first, a picture, and cards of pairs to try."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ksdt_core.data.samples.catalogue import CataloguePair, catalogue_entry, catalogue_pairs
from ksdt_core.store.last_run import last_run
from pages.common import example, kept, place, study_file, tour
from pages.common.frame import palette
from pages.common.pictures import image_tag
from pages.common.wording import as_markdown

QUESTION = "What do two tables have in common?"
TRY_COHORTS, TRY_WINE = "Try the breast-cancer example", "Try the wine example"

PICTURES = Path(__file__).resolve().parents[2] / "assets"
EXAMPLES = PICTURES / "examples"
ALT = (
    "A decision tree with two levels. Each box names a gene. Bars beside it show the patients of both cohorts by "
    "class, and the number below is the similarity of the two cohorts."
)
MOST_CLASSES_NAMED = 4


def introduction() -> None:
    """What the app does, in three sentences."""
    st.markdown(
        "Take two tables with the same attributes and the same classes: two patient cohorts, two software projects, "
        "two kinds of wine.\n\n"
        "KSDT Explorer finds a few small decision trees that predict the class in **both** tables, behave **alike** in "
        "both, and **differ** from each other.\n\n"
        "Compare the trees, test whether shuffled tables would do as well, and export figures that you can publish."
    )


def actions() -> None:
    """One example that runs at once, one's own tables, and the last run."""
    with st.container(horizontal=True):
        entry = example.first_example()
        label = TRY_COHORTS if entry.left == example.COHORT else TRY_WINE
        if st.button(label, type="primary", key="try_example", icon=":material/play_arrow:"):
            st.switch_page("pages/mine/page.py", query_params={"pair": example.opened(entry)})
        if st.button("Use my own tables", key="own_tables", icon=":material/upload_file:"):
            forget_the_pair()
            st.switch_page("pages/data/page.py", query_params={})
        tour.offer("start_tour")
        _resume()


def _resume() -> None:
    """Back to the pair of this session, else to the run that was used last."""
    here = place.here()
    if here.pair is not None or here.run is not None:
        query = place.as_query()
    else:
        run = last_run(kept.store())
        if run is None:
            return
        query = {"run": run}
    if st.button("Resume", key="resume", icon=":material/arrow_forward:"):
        st.switch_page("pages/mine/page.py", query_params=query)


def picture() -> None:
    """A shared tree, drawn in the colours of the theme, and how to read it."""
    drawing = (PICTURES / f"start-{palette().name}.svg").read_text(encoding="utf-8")
    st.html(
        "<figure "
        f"style='margin:0;text-align:center'>{image_tag(drawing, alt=ALT, style='width:min(100%,26rem)')}<figcaption "
        "class='ksdt-muted' style='font-size:.85rem;margin-top:.4rem'>A shared tree of two breast-cancer "
        "cohorts. The two bars beside each box show the patients of the two cohorts by class: orange is receptor "
        "negative, blue is positive. If both bars change colour at the same height, the cohorts "
        "agree. A mark (!) means that they differ in how many patients go each way.</figcaption></figure>"
    )


def forget_the_pair() -> None:
    """Two new tables are to be chosen: neither is filled in before."""
    from pages.common import draft

    draft.begin_again()
    place.settle(pair=None, weights=None)


def open_study() -> None:
    """A box for a saved study."""
    study_file.opener(to_runs=True)


def examples() -> None:
    """A card for each natural pair of bundled tables; one click opens it."""
    row = st.container(horizontal=True, key="start_cards")
    for entry in catalogue_pairs():
        name = f"{entry.left}_{entry.right}"
        with row.container(border=True, key=f"start_card_{name}", height="stretch", vertical_alignment="distribute"):
            _card(entry)
            if st.button(f"Open {entry.left} : {entry.right}", key=f"start_open_{name}", width="stretch"):
                st.switch_page("pages/mine/page.py", query_params={"pair": example.opened(entry)})


def _card(entry: CataloguePair) -> None:
    left, right = catalogue_entry(entry.left), catalogue_entry(entry.right)
    classes = left.classes
    named = f"classes {', '.join(classes)}" if len(classes) <= MOST_CLASSES_NAMED else f"{len(classes)} classes"
    with st.container(gap="xsmall"):
        st.html(_miniature(entry))
        st.markdown(f"**{as_markdown(entry.title)}**")
        st.markdown(as_markdown(entry.why))
        st.markdown(
            f":gray[{left.rows:,} and {right.rows:,} rows · {entry.shared:,} attributes]  \n:gray[{as_markdown(named)}]"
        )


def _miniature(entry: CataloguePair) -> str:
    """The first tree that the default settings mine from the pair, drawn before; a test draws it again."""
    drawing = (EXAMPLES / f"{entry.left}-{entry.right}-{palette().name}.svg").read_text(encoding="utf-8")
    image = image_tag(drawing, alt=f"The first shared tree of {entry.left} and {entry.right}", style="max-height:100%")
    return f"<div style='height:84px;display:flex;justify-content:center'>{image}</div>"
