"""Figures of the Fourier pages, by their structure: marks, places, names that stay text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import numpy as np
import pytest

from ksdt_core.figures.agreement_table import agreement_html
from ksdt_core.figures.importance_bars import ImportanceBar, importance_html, scale_end
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.share_bars import draw_explained, draw_name_bars
from ksdt_core.figures.space_scatter import COLOUR_NAMES, draw_space
from ksdt_core.figures.spectrum_bars import NAMED, draw_coefficients, draw_energy_by_order
from ksdt_core.figures.stability_lines import bounds_of, draw_bounds, draw_stability, known_regimes
from ksdt_core.figures.tree_layout import folded_to_fit
from ksdt_core.figures.tree_style import CARD, SCREEN
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.fourier.coefficient_rows import coefficient_rows
from ksdt_core.fourier.orthogonal import orthogonal_trees
from ksdt_core.fourier.transform import spectrum
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.mining import sweep
from ksdt_core.studies.regimes import Regime
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.stream_watch import generated_stream, watched_stream
from ksdt_core.studies.tree_space import forest_points, mined_points, tree_space
from ksdt_core.text import percent, signed
from ksdt_core.trees.value_tree import ValueTree
from tests.figures.handmade import small_tree
from tests.pairs_by_hand import pair_of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert(1)</script>", "a & b", "<b>bold</b>")


def nodes_of(svg: str) -> list[ElementTree.Element]:
    return [node for node in ElementTree.fromstring(svg).iter(f"{SVG}g") if "node" in (node.get("class") or "").split()]


def test_plain_tree_has_a_box_for_each_node_and_says_its_question():
    svg = tree_svg(small_tree().tree)
    assert len(nodes_of(svg)) == 7
    words = "".join(ElementTree.fromstring(svg).itertext())
    for part in ("alcohol", "≤ 10.25", "= deep", "poor", "good", "≠"):
        assert part in words


def test_plain_tree_keeps_names_as_text():
    svg = tree_svg(small_tree(HOSTILE, ("<i>no</i>", 'yes"&')).tree)
    ElementTree.fromstring(svg)
    assert "<script" not in svg
    assert "<b>" not in svg


def test_orthogonal_tree_shows_numbers_at_its_leaves():
    first, *_ = orthogonal_trees([small_tree().tree]).value_trees()
    svg = tree_svg(first, palette=DARK)
    leaves = [node for node in nodes_of(svg) if "leaf" in node.get("class")]
    texts = ["".join(t.text or "" for t in leaf.iter(f"{SVG}text")) for leaf in leaves]
    assert {signed(value, 2) for value in first.values[first.tree.is_leaf][:, 0]} == set(texts)


@pytest.mark.parametrize("style", [SCREEN, CARD], ids=["drawing", "miniature"])
def test_plain_tree_has_no_bars_and_says_nothing_of_tables(style):
    shared = small_tree()
    plain, full = (ElementTree.fromstring(tree_svg(source, style=style)) for source in (shared.tree, shared))
    for svg, n_bands in ((plain, 1), (full, 2)):
        edges = [group for group in svg.iter(f"{SVG}g") if group.get("class") == "edge"]
        assert [len(edge.findall(f"{SVG}path")) for edge in edges] == [n_bands] * 6
    assert not list(plain.iter(f"{SVG}clipPath"))
    assert "DSN" not in "".join(plain.itertext())
    assert "DSN" in "".join(full.itertext())
    assert float(plain.get("width")) <= float(full.get("width"))


def test_number_of_several_outputs_is_named():
    tree = small_tree().tree
    values = np.zeros((tree.n_nodes, 3))
    values[:, 1] = -0.25
    svg = tree_svg(ValueTree(tree, values, ("a", "b <i>", "c")))
    leaf = next(node for node in nodes_of(svg) if "leaf" in node.get("class"))
    assert [text.text for text in leaf.iter(f"{SVG}text")] == ["−0.25", "b <i>"]
    assert leaf.findtext(f"{SVG}title").split("; ") == ["a: 0.0000", "b <i>: −0.2500", "c: 0.0000"]


def test_large_tree_is_folded_and_says_how_many_nodes_are_hidden():
    tree = small_tree().tree
    folded = folded_to_fit(tree, 3)
    assert folded == {1, 2}
    svg = tree_svg(tree, folded=folded)
    assert len(nodes_of(svg)) == 3
    assert svg.count(">3 nodes</text>") == 2
    assert folded_to_fit(tree, 7) == frozenset()


def test_narrow_room_gives_a_narrower_drawing():
    widths = [
        float(ElementTree.fromstring(tree_svg(small_tree().tree, max_width=room)).get("width")) for room in (None, 200)
    ]
    assert widths[1] < widths[0]


def test_bars_of_a_spectrum_stand_by_order_and_the_largest_are_named():
    whole = spectrum(small_tree(HOSTILE).tree)
    rows = coefficient_rows(whole, cut_to_energy(whole, 0.5))
    figure = draw_coefficients(rows)
    bars = figure.data[0]
    assert len(bars.x) == len(rows)
    assert list(bars.x) == sorted(bars.x)
    named = sorted(note.x for note in figure.layout.annotations)
    assert 1 <= len(named) <= NAMED
    assert all(later - earlier >= 1 for earlier, later in pairwise(named)), "names keep apart"
    assert max(rows, key=lambda row: row.magnitude).magnitude in [note.y for note in figure.layout.annotations]
    assert len(set(bars.marker.color)) == 2, "kept and left out look different"
    assert list(figure.layout.xaxis.ticktext) == ["1", "2"]
    assert "<script" not in str(figure.to_dict())
    assert "<b>bold" not in str(figure.to_dict())


def test_energy_by_order_shows_all_and_what_is_kept():
    figure = draw_energy_by_order([0.5, 0.3, 0.1], [0.5, 0.3])
    whole, kept = figure.data
    assert list(whole.x) == [1, 2]
    assert list(whole.y) == pytest.approx([75, 25])
    assert list(kept.y) == pytest.approx([75, 0])


def test_importance_bars_are_as_long_as_their_numbers():
    bars = [ImportanceBar("<b>x", "≤ 1 | 2", (0.3, 0.15)), ImportanceBar("y" * 60, "", (0.0, 0.02))]
    assert scale_end(bars) == 0.4
    drawn = importance_html(bars, ("left <i>", "right"))
    assert "<b>x" not in drawn
    assert "<i>" not in drawn
    widths = [float(width) for width in re.findall(r"\* ([0-9.]+)\)", drawn)]
    assert widths == pytest.approx([0.75, 0.375, 0, 0.05])
    one = importance_html([ImportanceBar("x", "", (0.3,))], ("all inputs",))
    assert one.count("class='ib-bar right'") == 1
    assert one.count("class='ib-bar left'") == 0


def test_agreement_has_one_table_above_and_the_other_below_the_diagonal():
    above, below = np.array([[1, 0.9], [0.9, 1]]), np.array([[1, 0.4], [0.4, 1]])
    drawn = agreement_html(above, below, ["1 · <b>", "2 · y"])
    assert re.findall(r">(\d+)\W*%<", drawn) == ["90", "40"]
    assert "<b>" not in drawn


@pytest.fixture(scope="module")
def space():
    random = np.random.default_rng(2)
    tables = []
    for _ in range(2):
        values = random.normal(size=(60, 3))
        tables.append((values.tolist(), (values[:, 0] + values[:, 1] > 0).astype(int).tolist()))
    pair = pair_of(*tables, attributes=HOSTILE)
    swept = sweep(pair, k=2, pool="wvp2", max_depth=2)
    return tree_space(mined_points(swept.entries) + forest_points(pair, n_trees=4, max_depth=2), pair=pair)


@pytest.mark.parametrize("colour", list(COLOUR_NAMES))
def test_every_tree_is_at_one_mark_whatever_the_colour(space, colour):
    figure = draw_space(space, colour=colour, current={0, 1})
    marks = [trace for trace in figure.data if trace.name != "current set"]
    shown = sorted(data[0] for trace in marks if trace.customdata for data in trace.customdata)
    assert shown == list(range(len(space.places())))
    assert "<script" not in str(figure.to_dict())
    ring = next(trace for trace in figure.data if trace.name == "current set")
    assert set(" ".join(ring.text).replace("<b>", "").replace("</b>", "").replace(",", "").split()) == {"1", "2"}


def test_sources_have_marks_of_their_own_and_a_third_axis_can_be_seen(space):
    flat, solid = (draw_space(space, dimensions=dimensions) for dimensions in (2, 3))
    assert len({trace.marker.symbol for trace in flat.data}) == 4
    assert all(trace.z is not None for trace in solid.data)
    assert "first component" in flat.layout.xaxis.title.text


def test_legend_shows_roots_by_colour_and_sources_by_mark(space):
    by_root, by_source = (
        [trace for trace in draw_space(space, colour=colour).data if trace.showlegend is not False]
        for colour in ("root", "source")
    )
    assert [trace.name for trace in by_source] == list(space.sources)
    roots = by_root[: -len(space.sources)]
    assert {trace.marker.symbol for trace in roots} == {"circle"}
    assert len({trace.marker.color for trace in roots}) == len(roots) >= 2
    assert [(trace.name, trace.marker.symbol) for trace in by_root[len(roots) :]] == [
        (trace.name, trace.marker.symbol) for trace in by_source
    ]


def test_explained_variance_sums_up():
    figure = draw_explained([0.6, 0.3, 0.1], shown_axes=2, n_enough=2)
    bars, line = figure.data
    assert list(bars.y) == pytest.approx([60, 30, 10])
    assert list(line.y) == pytest.approx([60, 90, 100])
    assert bars.marker.color[0] == bars.marker.color[1] != bars.marker.color[2]
    assert any(percent(0.9) in note.text for note in figure.layout.annotations)
    assert len(figure.layout.annotations) == 1, "the map shows enough"
    less = draw_explained([0.5, 0.2, 0.2, 0.1], shown_axes=2, n_enough=3)
    assert len(less.layout.annotations) == 2
    assert any(note.x == 2 and note.text.startswith(f"<b>{percent(0.7)}</b>") for note in less.layout.annotations)
    many = draw_explained([0.01] * 100, n_enough=90)
    assert len(many.data[0].x) == 90, "as far as the line that it has to reach"
    assert list(many.layout.xaxis.tickvals) == [1, 20, 40, 60, 80], "no component is the 0th"


def test_name_bars_mark_what_is_dark():
    figure = draw_name_bars([("<b>x</b>", 3.0), ("y", 1.0)], dark={"y"})
    assert figure.data[0].marker.color[0] != figure.data[0].marker.color[1]
    assert "<b>x" not in str(figure.to_dict())
    long = draw_name_bars([("total sulfur dioxide", 3.0), ("y", 1.0)])
    assert long.layout.yaxis.ticktext[0] == "total sulfur dioxide"
    assert long.layout.margin.l > figure.layout.margin.l, "names have the room that they need"


@pytest.fixture(scope="module")
def report():
    plan = StreamPlan(chunk=100, n_first=6, n_updates=20, drift=14)
    return watched_stream(generated_stream(plan), plan).report


def test_lines_end_where_time_stands(report):
    figure = draw_stability(report, upto=5, palette=LIGHT)
    assert max(len(trace.x) for trace in figure.data) == 5
    assert not [trace for trace in figure.data if trace.name == "alarm"]
    whole = draw_stability(report, drift=14)
    assert max(len(trace.x) for trace in whole.data) == 20
    assert figure.layout.yaxis.range == whole.layout.yaxis.range, "playing does not make the axes jump"


def test_chart_says_that_a_tree_goes_only_where_one_does(report, approved):
    approved(draw_stability(report).layout.xaxis2.title.text)
    plan = StreamPlan(chunk=100, n_first=3, n_updates=4, policy="grow")
    growing = watched_stream(generated_stream(plan), plan).report
    approved(draw_stability(growing).layout.xaxis2.title.text)


def test_alarm_stands_at_its_update_once_it_is_known(report):
    (alarm,) = [trace for trace in draw_stability(report).data if trace.name == "alarm"]
    assert list(alarm.x) == [position + 1 for position in report.alarms] == [14]
    assert not [trace for trace in draw_stability(report, upto=14).data if trace.name == "alarm"]
    assert [trace for trace in draw_stability(report, upto=15).data if trace.name == "alarm"]


def test_nothing_of_a_stream_has_the_colour_of_a_class(report):
    regimes = (Regime("A", 1, 9, ("a1",)), Regime("B", 10, 20, ("a4",)))
    for figure in (draw_stability(report, regimes), *(draw_bounds(report, each) for each in ("first", "value"))):
        drawn = figure.to_json().upper()
        assert not [colour for colour in LIGHT.classes[:6] if colour.upper() in drawn]
    bands = [shape.opacity for shape in draw_stability(report, regimes).layout.shapes if shape.type == "rect"]
    assert len(bands) == 4
    assert len(set(bands)) == 2


def test_a_regime_is_known_one_update_after_it_began():
    regimes = (Regime("A", 1, 13, ("a1",)), Regime("B", 14, 20, ("a4",)))
    spans = {n: [(each.name, each.first, each.last) for each in known_regimes(regimes, n)] for n in (0, 14, 15, 20)}
    assert spans[0] == []
    assert spans[14] == [("A", 1, 14)]
    assert spans[15] == [("A", 1, 13), ("B", 14, 15)]
    assert spans[20] == [("A", 1, 13), ("B", 14, 20)]


@pytest.mark.parametrize("which", ["first", "second", "value"])
def test_no_change_is_drawn_above_its_bound(report, which):
    lines = {trace.name: list(trace.y) for trace in draw_bounds(report, which).data}
    assert lines["change"] == list(bounds_of(report, which)[0])
    known = [
        (change, bound) for change, bound in zip(lines["change"], lines["bound"], strict=True) if bound is not None
    ]
    assert all(change <= bound + 1e-9 for change, bound in known)
    assert all(bound < 2**0.5 for _, bound in known) or which == "value"
