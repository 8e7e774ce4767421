"""What a page shows is one value that the address holds: what is written is read back as it was."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

from hypothesis import assume, given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from ksdt_core.figures.space_scatter import COLOUR_NAMES
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.tree_space import SpaceMeasure
from pages.common.place import Place
from pages.space import state as space
from pages.spectrum import state as spectrum
from pages.stability import state as stability

PLACES = st.builds(Place, **{field.name: st.none() | st.text(min_size=1) for field in fields(Place)})
PLACED = st.builds(
    space.Placed,
    pool=st.none() | st.sampled_from(list(space.POOLS)),
    forests=st.booleans(),
    measure=st.sampled_from(get_args(SpaceMeasure)),
)
SPACES = st.builds(
    space.Shown, placed=PLACED, colour=st.sampled_from(list(COLOUR_NAMES)), dimensions=st.sampled_from((2, 3))
)
SPECTRA = st.builds(
    spectrum.Shown, percents=st.integers(0, 100), output=st.none() | st.integers(0, 999_998), all_inputs=st.booleans()
)


@st.composite
def followed_streams(draw) -> stability.Followed:
    numbers = {name: draw(st.integers(*bounds)) for name, bounds in stability.BOUNDS.items()}
    table = draw(st.just(stability.GENERATED) | st.text(min_size=1))
    drift = numbers.pop("drift") or None
    time = None
    if table != stability.GENERATED:
        drift, time = None, draw(st.none() | st.text(min_size=1))
    assume(drift is None or drift <= numbers["n_updates"])
    chosen = {name: draw(st.sampled_from(known)) for name, known in stability.CHOICES.items()}
    return stability.Followed(table, StreamPlan(**numbers, **chosen, drift=drift, time=time))


@given(PLACES)
def test_place_is_read_back_from_its_query(place):
    assert Place.of_query(place.to_query()) == place


@given(SPACES)
def test_shown_space_is_read_back_from_its_text(shown):
    assert space.Shown.of_text(shown.to_text()) == shown


@given(SPECTRA)
def test_shown_spectrum_is_read_back_from_its_text(shown):
    assert spectrum.Shown.of_text(shown.to_text()) == shown


@given(followed_streams())
def test_followed_stream_is_read_back_from_its_text(followed):
    assert stability.Followed.of_text(followed.to_text()) == followed


@given(st.text())
def test_text_that_somebody_made_up_gives_something_that_can_be_shown(text):
    for kind in (space.Shown, spectrum.Shown, stability.Followed):
        found = kind.of_text(text)
        assert kind.of_text(found.to_text()) == found


def _page_with_a_timer() -> None:
    import streamlit as st

    from pages.common import place

    if st.session_state.pop("turn", False):  # of a part that renews itself: its job has ended
        place.run_again()
    place.enter()
    st.text(place.here().weights)


def test_a_turn_of_a_timer_does_not_take_back_what_the_reader_chose():
    """Typed weights were lost where a job ended in a turn that the browser had sent before it had their address."""
    page = AppTest.from_function(_page_with_a_timer)
    page.query_params["weights"] = "0.3,0.4,0.3"
    assert page.run().text[0].value == "0.3,0.4,0.3"
    page.session_state["place"] = Place(weights="0.2,0.5,0.3")  # as a callback sets it
    page.session_state["turn"] = True
    assert page.run().text[0].value == "0.2,0.5,0.3"
    page.query_params["weights"] = "0.1,0.1,0.8"  # a link, or Back
    assert page.run().text[0].value == "0.1,0.1,0.8"
