"""Blocks of the start page: three sentences, a picture, and cards of pairs to try."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ksdt_core.data.samples.catalogue import CataloguePair, catalogue_entry, catalogue_pairs
from pages.common import kept, place, study_file
from pages.common.frame import palette
from pages.common.pictures import image_tag
from pages.common.wording import as_markdown

PICTURES = Path(__file__).resolve().parents[2] / "assets"
ALT = (
    "A decision tree of two levels: each box names a gene, with bars at its sides that count the patients of both "
    "cohorts by class, and a number below that says how alike the two are."
)
MOST_CLASSES_NAMED = 4


def introduction() -> None:
    """What the app does, in three sentences."""
    st.markdown(
        "Take two tables with the same attributes and the same classes: two cohorts, two plants, two kinds of wine.\n\n"
        "KSDT Explorer grows a few small decision trees that classify the rows of **both** tables, part the classes "
        "**alike** in both, and **differ** from each other, so that each tells another part of the story.\n\n"
        "Read them side by side, ask whether shuffled tables would have done as well, and take away figures that you "
        "can publish."
    )


def picture() -> None:
    """A shared tree, drawn in the colours of the theme, and how to read it."""
    drawing = (PICTURES / f"start-{palette().name}.svg").read_text(encoding="utf-8")
    st.html(
        f"<figure style='margin:0;text-align:center'>{image_tag(drawing, alt=ALT, style='width:min(100%,26rem)')}"
        "<figcaption class='ksdt-muted' style='font-size:.85rem;margin-top:.4rem'>One shared tree of two breast cancer "
        "cohorts. Bars at the left of a box count one cohort's patients, bars at the right the other's; orange is "
        "receptor negative, blue positive. Level steps mean that the cohorts agree.</figcaption></figure>"
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
    row = st.container(horizontal=True, key="cards")
    for entry in catalogue_pairs():
        name = f"{entry.left}_{entry.right}"
        with row.container(border=True, key=f"card_{name}", height="stretch", vertical_alignment="distribute"):
            _card(entry)
            if st.button(f"Open {entry.left} : {entry.right}", key=f"open_{name}", width="stretch"):
                st.switch_page("pages/mine/page.py", query_params={"pair": _opened(entry)})


def _opened(entry: CataloguePair) -> str:
    from ksdt_core.store.pair_request import PairRequest  # loads the readers, which the page itself can do without

    return kept.open_pair(PairRequest.of_catalogue(entry))


def _card(entry: CataloguePair) -> None:
    left, right = catalogue_entry(entry.left), catalogue_entry(entry.right)
    classes = left.classes
    named = f"classes {', '.join(classes)}" if len(classes) <= MOST_CLASSES_NAMED else f"{len(classes)} classes"
    with st.container(gap="xsmall"):
        st.markdown(f"**{as_markdown(entry.title)}**")
        st.markdown(as_markdown(entry.why))
        st.markdown(
            f":gray[{left.rows:,} and {right.rows:,} rows · {entry.shared:,} attributes]  \n:gray[{as_markdown(named)}]"
        )
