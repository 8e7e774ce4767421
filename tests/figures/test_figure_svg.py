"""Figures for print: the width of a column, a key that explains, no colour where none is wanted."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from ksdt_core.figures.figure_key import LEFT_OUT, WHERE
from ksdt_core.figures.figure_svg import PAGE_MM, figure_svg, narrowest_column
from ksdt_core.figures.palette import GREY, LIGHT
from ksdt_core.figures.text_width import text_width, wrapped
from ksdt_core.figures.tree_words import NAME_WIDTH, abbreviated
from ksdt_core.mining.miners import mine
from tests.figures.shapes import HOSTILE, tree_of_shape
from tests.formats import made
from tests.pairs_by_hand import pair_of

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def key_text(svg: str) -> str:
    root = ElementTree.fromstring(svg)
    key = next(g for g in root.iter(f"{SVG}g") if g.get("class") == "key")
    return " ".join("".join(text.itertext()) for text in key.iter(f"{SVG}text"))


def set_of(*trees, **settings):
    return made.tree_set(trees, **settings)


@pytest.mark.parametrize(("width", "millimetres"), [("single", 85), ("double", 180)])
def test_figure_is_as_wide_as_the_column(width, millimetres):
    root = ElementTree.fromstring(figure_svg(made.ordinary_set(), width=width))
    assert root.get("width") == f"{millimetres}mm"
    *_, wide, high = map(float, root.get("viewBox").split())
    assert wide == pytest.approx(millimetres * 72 / 25.4, abs=0.01)
    assert float(root.get("height").removesuffix("mm")) == pytest.approx(high * 25.4 / 72, abs=0.05)


def test_key_names_tables_classes_and_units(approved):
    said = key_text(figure_svg(made.scaled_set(), trees=[0]))
    assert "(DSN) 1 .99 .97 .95 .90" in said
    approved(said)
    approved(key_text(figure_svg(made.ordinary_set(), trees=[0])))


def test_key_says_which_of_three_classes_stand_at_the_ends_of_a_bar(approved):
    said = key_text(figure_svg(set_of(tree_of_shape([0, 1, 2], classes=("low", "mid", "high"))), trees=[0]))
    places = [said.index(name) for name in ("low, ", " mid ", " high, ")]
    assert places == sorted(places)
    approved(said)


def test_key_says_what_a_narrow_figure_leaves_out_and_where_to_find_it(approved):
    eight_leaves = tree_of_shape([0] * 7, attributes=("volatile acidity",))
    tree_set = set_of(eight_leaves, tree_of_shape([0] * 60))
    said = {width: key_text(figure_svg(tree_set, trees=[0], width=width)) for width in ("single", "double")}
    counts, both = LEFT_OUT["no counts"], LEFT_OUT["miniature"]
    assert counts in said["single"]
    assert both not in said["single"], "there is always room for thresholds beside their names"
    assert WHERE not in said["double"]
    shown = texts(figure_svg(tree_set, trees=[0], width="single"))
    assert sum(text.startswith("≤ ") for text in shown) == 7
    many = key_text(figure_svg(tree_set, trees=[1], width="single"))
    assert both in many
    approved("\n".join((counts, both)))


def test_every_number_of_a_tree_is_in_its_figure():
    tree_set = made.ordinary_set()
    shown = texts(figure_svg(tree_set, trees=[1]))
    shared = tree_set.trees[1]
    for cdv in (shared.rows_left, shared.rows_right):
        assert {str(n) for n in cdv.ravel().tolist()} <= set(shown)


def test_a_set_has_all_its_trees_with_headings_and_one_key():
    svg = figure_svg(made.ordinary_set(), width="double")
    shown = texts(svg)
    assert sum(text.startswith("Tree ") for text in shown) == 2
    (first,) = (text for text in shown if text.startswith("Tree 1 · age "))
    assert re.findall(r"\w+ 0\.\d\d", first) == ["SA 0.80", "DS 0.99"]
    assert shown.count("balanced similarity (DSN)") == 1
    root = ElementTree.fromstring(svg)
    assert [g.get("data-tree") for g in root.iter(f"{SVG}g") if g.get("class") == "tree"] == ["1", "2"]
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_long_names_are_spelled_out_in_the_key():
    name = "interleukin 17 receptor A, measured at the second visit"
    classes = ("answers the drug", "does not answer")
    shared = tree_of_shape([0, 0, 0, 0], attributes=(name,), classes=classes)
    svg = figure_svg(set_of(shared, shared), trees=[0])
    assert name not in texts(svg)
    assert name in key_text(svg)
    assert ", ".join((abbreviated(classes)[0], classes[0])) in key_text(svg)


def test_greyscale_has_no_colour():
    svg = figure_svg(made.ordinary_set(), palette=GREY, width="double")
    colours = re.findall(r"#[0-9A-Fa-f]{6}", svg)
    assert len(set(colours)) > 5
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    assert LIGHT.classes[0] not in svg


def test_a_large_tree_asks_for_the_wide_column_and_never_leaves_it():
    small, large = tree_of_shape([0, 0]), tree_of_shape([0] * 60)
    tree_set = set_of(small, large)
    assert narrowest_column(tree_set, 0) == "single"
    assert narrowest_column(tree_set, 1) == "double"
    root = ElementTree.fromstring(figure_svg(tree_set, trees=[1], width="single"))
    shrunk = next(g for g in root.iter(f"{SVG}g") if g.get("class") == "tree").get("transform")
    factor = float(re.search(r"scale\((\S+)\)", shrunk)[1])
    places = [
        float(m)
        for m in re.findall(
            r'class="node[^>]*translate\((\S+) ', ElementTree.tostring(root).decode().replace("ns0:", "")
        )
    ]
    assert max(places) * factor <= 85 * 72 / 25.4


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_text(name):
    shared = tree_of_shape([0, 1, 0], attributes=(name, name + "2"), classes=(name, name + " other"))
    tree_set = set_of(shared, shared)
    object.__setattr__(tree_set.pair.left, "name", name)
    for trees in (None, [0]):
        root = ElementTree.fromstring(figure_svg(tree_set, trees=trees, width="double", genes=True))
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "title", "desc", "defs", "clipPath", "g", "rect", "path", "text", "tspan"}


def test_text_of_the_key_stays_in_its_column():
    svg = figure_svg(
        set_of(*[tree_of_shape([0], attributes=("w" * 300,), classes=("m" * 90, "n" * 90))] * 2), trees=[0]
    )
    root = ElementTree.fromstring(svg)
    key = next(g for g in root.iter(f"{SVG}g") if g.get("class") == "key")
    for text in key.iter(f"{SVG}text"):
        assert text_width(text.text, float(text.get("font-size"))) < 85 * 72 / 25.4


def test_wrapping_keeps_every_word():
    words = "one two three " + "x" * 50
    lines = wrapped(words, 60, 10)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert all(text_width(line, 10) <= 60 for line in lines)


def test_abbreviations_tell_names_apart():
    assert abbreviated(("negative", "positive")) == ("neg.", "pos.")
    assert abbreviated(("long-lasting", "long-tailed", "no use")) == ("long-l.", "long-t.", "no use")
    assert abbreviated(("long-term", "long-tailed")) == ("long-term", "long-ta.")
    assert abbreviated(("a", "b")) == ("a", "b")
    assert abbreviated(()) == ()
    assert [len(name) for name in abbreviated(("x" * 100_000 + "a", "x" * 100_000 + "b"))] == [NAME_WIDTH] * 2


def test_a_figure_of_many_trees_is_no_higher_than_a_page():
    rng = np.random.default_rng(5)
    values = rng.normal(size=(300, 12))
    classes = (values[:, :6].sum(axis=1) > 0).astype(int).tolist()
    trees = mine(pair_of((values.tolist(), classes), (values[::-1].tolist(), classes[::-1])), k=8, max_depth=4)
    svg = figure_svg(trees, width="double")
    width, height = (float(re.search(rf' {side}="([0-9.]+)mm"', svg)[1]) for side in ("width", "height"))
    box = [float(part) for part in re.search(r'viewBox="([^"]+)"', svg)[1].split()]
    assert height <= PAGE_MM + 0.01
    assert width < 180, "it was too high, and is smaller as a whole"
    assert width / height == pytest.approx(box[2] / box[3], rel=0.01)
