"""Colours that people can tell apart and read."""

from __future__ import annotations

import itertools

import pytest

from ksdt_core.figures.palette import DARK, LIGHT, contrast, mix, palette_of

PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


@PALETTES
def test_text_is_readable(palette):
    for text in (palette.ink, palette.muted):
        for ground in (palette.page, palette.panel):
            assert contrast(text, ground) >= 4.5
    for position in range(10):
        assert contrast(palette.ink, palette.class_tint(position)) >= 4.5


@PALETTES
@pytest.mark.parametrize("dsn", [1.0, 0.98, 0.96, 0.92, 0.5, 0.0])
def test_similarity_is_readable_on_its_pill(palette, dsn):
    fill, text = palette.dsn_colours(dsn)
    assert contrast(text, fill) >= 4.5


@PALETTES
def test_low_similarity_is_louder(palette):
    loudness = [contrast(palette.dsn_colours(dsn)[0], palette.page) for dsn in (1.0, 0.98, 0.96, 0.92, 0.5)]
    assert loudness == sorted(loudness)


@PALETTES
def test_colour_of_a_similarity_follows_the_number_as_printed(palette):
    assert palette.dsn_colours(0.98996) == palette.dsn_colours(0.99)
    assert palette.dsn_colours(0.9894) != palette.dsn_colours(0.99)


@PALETTES
def test_classes_have_different_colours(palette):
    for first, second in itertools.combinations(palette.classes, 2):
        assert first != second
    assert palette.class_colour(8) == palette.class_colour(30) == palette.other_class


def test_unknown_theme_is_light():
    assert palette_of(None) is palette_of("light") is LIGHT
    assert palette_of("dark") is DARK


def test_contrast_of_black_and_white_is_21():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)


def test_mixing():
    assert mix("#FF0000", "#000000", share=1) == "#FF0000"
    assert mix("#FF0000", "#0000FF", share=0) == "#0000FF"
