"""Numbers beside dots and names above bars lie on nothing else where there is room."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.figures.label_places import SIDES, Box, Dot, number_places
from ksdt_core.figures.slanted_names import NamedBar, with_room
from ksdt_core.figures.space_svg import space_svg
from ksdt_core.mining.miners import mine
from ksdt_core.studies.tree_space import mined_points, tree_space
from tests.pairs_by_hand import pair_of

FRAME = Box(0, 0, 500, 300)
places = st.tuples(st.floats(0, 500), st.floats(0, 300))


def covered(box: Box, dots: list[Dot]) -> float:
    return sum(box.shared(dot.box) for dot in dots)


def test_number_goes_to_the_right_where_nothing_is_and_elsewhere_where_a_dot_is():
    alone = Dot(100, 100, 5, (8, 9))
    assert number_places([alone], FRAME)[0][0] == "middle right"
    side, box = number_places([alone, Dot(112, 100, 5)], FRAME)[0]
    assert side == "middle left"
    assert covered(box, [Dot(112, 100, 5)]) == 0


def test_number_stays_inside_the_frame():
    side, box = number_places([Dot(495, 100, 4, (20, 9))], FRAME)[0]
    assert side == "middle left"
    assert box.right <= 500


@given(st.lists(places, min_size=2, max_size=12, unique=True))
def test_number_takes_a_free_side_whenever_there_is_one(points):
    dots = [Dot(x, y, 5, (14, 9)) for x, y in points]
    taken: list[Box] = []
    for position, (_, box) in number_places(dots, FRAME).items():
        others = dots[:position] + dots[position + 1 :]

        def is_free(box: Box, others: list[Dot] = others, before: tuple[Box, ...] = tuple(taken)) -> bool:
            on_number = sum(box.shared(other) for other in before)
            return covered(box, others) + on_number == 0 and box.shared(FRAME) == pytest.approx(box.area)

        if any(is_free(dots[position].number_box(side)) for side in SIDES):
            assert covered(box, others) + sum(map(box.shared, taken)) <= 1e-6
        taken.append(box)


def test_numbers_of_a_drawn_set_lie_above_all_dots():
    rows = [[i % 7, (3 * i) % 5, (5 * i) % 11] for i in range(60)]
    classes = [int(row[0] + row[1] > 4) for row in rows]
    trees = mine(pair_of((rows, classes), (rows[::-1], classes[::-1])), k=3, max_depth=2)
    drawn = space_svg(tree_space(mined_points([trees])))
    assert drawn.rindex("<circle") < drawn.index("<text")
    words = " ".join(re.findall(r'font-weight="700">([^<]*)<', drawn))
    assert sorted(re.findall(r"\d+", words)) == ["1", "2", "3"]


def test_names_of_bars_lie_on_no_higher_bar_and_say_nothing_twice():
    bars = [
        NamedBar(0, 200, "a", 40),
        NamedBar(40, 50, "would cross the next bar", 130),
        NamedBar(80, 150, "b", 40),
        NamedBar(160, 149, "b", 40),
        NamedBar(240, 100, "c", 40),
        NamedBar(248, 99, "too near", 40),
    ]
    named = [bars[position].name for position in with_room(bars, half=10, right=400, most=6)]
    assert named == ["a", "b", "c"]


def test_highest_bar_is_named_even_where_room_is_short():
    assert with_room([NamedBar(390, 10, "a long name", 300)], half=10, right=400, most=6) == [0]
    assert len(with_room([NamedBar(100 * i, 10, str(i), 5) for i in range(9)], half=5, right=2000, most=6)) == 6
