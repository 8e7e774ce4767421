"""Weight vectors and the pools of them."""

from __future__ import annotations

import pytest

from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.weights import WeightVector, weight_pool
from tests.refusals import refused


def test_wvp1_holds_all_36_tenths_in_lexicographic_order():
    vectors = [vector.parts for vector in weight_pool("wvp1").vectors]
    assert len(vectors) == len(set(vectors)) == 36
    assert vectors == sorted(vectors)
    assert vectors[0] == (0.1, 0.1, 0.8)
    assert vectors[-1] == (0.8, 0.1, 0.1)
    tenths = {(i / 10, j / 10, (10 - i - j) / 10) for i in range(1, 9) for j in range(1, 10 - i)}
    assert set(vectors) == tenths  # each part the nearest number to its tenth, so that 0.3 is printed as 0.3


def test_wvp2_holds_the_ten_vectors_of_the_paper_in_its_order():
    assert [vector.parts for vector in weight_pool("wvp2").vectors] == [
        (0.1, 0.1, 0.8), (0.1, 0.3, 0.6), (0.1, 0.5, 0.4), (0.1, 0.7, 0.2), (0.3, 0.1, 0.6),
        (0.3, 0.4, 0.3), (0.3, 0.5, 0.2), (0.5, 0.1, 0.4), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1),
    ]  # fmt: skip


@pytest.mark.parametrize(("step", "size"), [("0.05", 171), ("0.1", 36), ("0.25", 3), ("0.3333333333333333", 1)])
def test_a_grid_holds_every_vector_of_its_step(step, size):
    pool = weight_pool(f"grid:{step}")
    vectors = [vector.parts for vector in pool.vectors]
    assert len(vectors) == len(set(vectors)) == size
    assert vectors == sorted(vectors)
    assert all(sum(parts) == pytest.approx(1, abs=1e-12) and min(parts) > 0 for parts in vectors)


@pytest.mark.parametrize("name", ["wvp1", "wvp2"])
def test_a_single_tree_has_nine_vectors_of_two_weights(name):
    pool = weight_pool(name, single=True)
    assert [vector.parts for vector in pool.vectors] == [(i / 10, (10 - i) / 10) for i in range(1, 10)]
    assert all(vector.atd is None for vector in pool.vectors)


@pytest.mark.parametrize("step", ["0", "-0.1", "0.3", "0.5", "1", "2", "nan", "inf", "1e-9", "abc", ""])
def test_a_step_that_does_not_divide_1_is_refused(step):
    with pytest.raises(InvalidParameterError, match="grid"):
        weight_pool(f"grid:{step}")


def test_a_file_of_vectors(tmp_path):
    path = tmp_path / "pool.txt"
    path.write_text("# gain similarity difference\n0.2, 0.3, 0.5\n\n0.1 0.1 0.8  # novelty\n")
    pool = weight_pool(str(path))
    assert [vector.parts for vector in pool.vectors] == [(0.2, 0.3, 0.5), (0.1, 0.1, 0.8)]


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("0.2,0.3,0.5\n0.2,0.3,0.6\n", "line 2"),
        ("0.2,0.3\n", "line 1"),
        ("a,b,c\n", "line 1"),
        ("0.5,0.6,-0.1\n", "line 1"),
        ("nan,0.5,0.5\n", "line 1"),
        ("0.2,0.2,0.2,0.4\n", "line 1"),
        ("# nothing but a comment\n", "no weighting"),
        ("", "no weighting"),
    ],
)
def test_a_bad_pool_file_names_the_file_and_the_line(tmp_path, text, culprit):
    path = tmp_path / "pool.txt"
    path.write_text(text)
    with pytest.raises(InvalidParameterError, match=culprit) as caught:
        weight_pool(str(path))
    assert "pool.txt" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_pool_file_of_three_weights_does_not_fit_a_single_tree(tmp_path):
    path = tmp_path / "pool.txt"
    path.write_text("0.2,0.3,0.5\n")
    with refused("pool-line-count", line=1, needed=2):
        weight_pool(str(path), single=True)


@pytest.mark.parametrize("name", ["wvp3", "", "no/such/file.txt", "nul\0byte"])
def test_an_unknown_pool_is_refused(name):
    with refused("pool-unreadable", pool=name or "."):
        weight_pool(name)


def test_a_binary_file_is_no_pool(tmp_path):
    path = tmp_path / "pool.bin"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(InvalidParameterError, match=r"pool\.bin"):
        weight_pool(str(path))


@pytest.mark.parametrize(
    "parts",
    [
        (0.5, 0.5, 0.5),
        (1.0, 0.0, 0.0),
        (1.2, -0.1, -0.1),
        (9e307, 9e307, 1.0),  # their sum is beyond all floats
        (float("nan"), 0.5, 0.5),
        (float("inf"), 0.5, 0.5),
        (0.3, 0.4, 0.3 + 3e-9),
        (1.0,),
        (0.25,) * 4,
        (),
    ],
)
def test_weights_must_be_positive_and_sum_to_1(parts):
    with pytest.raises(InvalidParameterError, match="weights"):
        WeightVector.of(parts)


def test_weights_may_miss_1_by_rounding():
    assert WeightVector.of((0.3, 0.4, 0.3 + 5e-10)).atd == 0.3 + 5e-10


@pytest.mark.parametrize("text", ["0.3;0.4;0.3", "a,b,c", "", "0.3,,0.7"])
def test_weights_that_are_not_numbers(text):
    with pytest.raises(InvalidParameterError, match="weights"):
        WeightVector.parse(text)
    assert WeightVector.parse("0.3, 0.4, 0.3").parts == (0.3, 0.4, 0.3)
