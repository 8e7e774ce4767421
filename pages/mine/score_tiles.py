"""Four tiles: set quality, shared accuracy, similarity and diversity, each beside what new rows and guessing give."""

from __future__ import annotations

import html
from dataclasses import dataclass

import streamlit as st

from ksdt_core.evidence.effects import Effects
from ksdt_core.measures.quality import set_quality
from ksdt_core.mining.score_examples import help_with_number
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import score


@dataclass(frozen=True, slots=True)
class Tile:
    """One score: its value on the rows of the set, on new rows (`new`), and what it would be anyway (`tick`).

    `anyway` is what it would be on the rows of the set where these are not the rows of the tables, each once.
    """

    acronym: str
    label: str
    value: float | None
    rows: str
    lines: tuple[str, str]
    new: float | None = None
    tick: float | None = None
    anyway: float | None = None


def show(trees: TreeSet, effects: Effects) -> None:
    """The four tiles of a set in one row."""
    drawn = "".join(_drawn(tile, help_with_number(tile.acronym, trees)) for tile in tiles(trees, effects))
    st.html(f"<div class='mine-tiles'>{drawn}</div>")


def tiles(trees: TreeSet, effects: Effects) -> tuple[Tile, ...]:
    """What the tiles say.

    Guessing has the accuracy of each table's largest class, of two tables the smaller; the similarity is then that of
    the root, and no attribute is used twice. Balanced rows have larger classes of their own.
    """
    scores, new = trees.scores, effects.cv_sa
    before = sum(float(shared.dsn[0]) for shared in trees.trees) / len(trees.trees)
    guessed = None
    if effects.judged_on is not None:
        guessed = min(side.baseline for side in effects.judged_on[1].sides)
    anyway = _guessed_when_balanced(trees) if trees.pair.is_balanced and not trees.settings.holdout else None
    rows = "held out" if trees.settings.holdout else "balanced" if trees.pair.is_balanced else "training"
    return (
        _quality(trees, rows, before=before, new=new, guessed=guessed, anyway=anyway),
        Tile("SA", "Shared accuracy", scores.sa, rows, _beside(new, guessed), new, guessed, anyway),
        Tile(
            "DS",
            "Similarity",
            scores.ds,
            "balanced" if trees.pair.is_balanced else "training",
            (f"{score(before)} before any split", "1.000 = same shares"),
            tick=before,
        ),
        _diversity(scores.td),
    )


def _guessed_when_balanced(trees: TreeSet) -> float:
    """What always answering the commonest class reaches on the rows that balancing made, of two tables the smaller."""
    roots = (trees.trees[0].cdv_left[0], trees.trees[0].cdv_right[0])
    return min(float(root.max() / root.sum()) for root in roots)


def _quality(
    trees: TreeSet, rows: str, *, before: float, new: float | None, guessed: float | None, anyway: float | None
) -> Tile:
    scores = trees.scores
    expected = None if new is None else set_quality(new, scores.ds, scores.td)
    by_chance, by_chance_too = (
        None if accuracy is None else set_quality(accuracy, before, None if scores.td is None else 1.0)
        for accuracy in (guessed, anyway)
    )
    lines = _beside(expected, by_chance)
    return Tile("SDTSQ", "Set quality", scores.sdtsq, rows, lines, expected, by_chance, by_chance_too)


def _diversity(td: float | None) -> Tile:
    lines = ("needs two trees", "")
    if td is not None:
        lines = (
            ("no attribute reused", "largest possible") if td == 1 else ("1.000 = no attribute", "used by two trees")
        )
    return Tile("TD", "Diversity", td, "", lines)


def _beside(new: float | None, guessed: float | None) -> tuple[str, str]:
    return (
        "new rows: pending" if new is None else f"{score(new)} cross-validated",
        "" if guessed is None else f"{score(guessed)} by guessing",
    )


def _drawn(tile: Tile, about: str) -> str:
    told = html.escape(about, quote=True)
    value = "–" if tile.value is None else score(tile.value)
    said = tile.rows if tile.anyway is None else f"{tile.rows}<br>guess {score(tile.anyway)}"
    rows = f"<small>{said}</small>" if tile.rows and tile.value is not None else ""
    tick = tile.anyway if tile.new is None and tile.anyway is not None else tile.tick
    first, second = (html.escape(line) or "&nbsp;" for line in tile.lines)
    return (
        f"<div class='mine-tile' title='{told}' data-score='{tile.acronym}'><div class='label'>{tile.label} "
        f"({tile.acronym})</div><div class='value'>{value}{rows}</div>{bar(tile.value, tile.new, tick)}"
        f"<div class='below'><b>{first}</b></div><div class='below'>{second}</div></div>"
    )


def bar(training: float | None, new: float | None, tick: float | None) -> str:
    """A share on the training rows (grey) and on new rows (ink), with a tick at the baseline."""
    parts = [
        f"<i class='{name}' style='width:{100 * min(max(value, 0.0), 1.0):.1f}%'></i>"
        for name, value in (("train", training), ("new", new))
        if value is not None
    ]
    if tick is not None:
        parts.append(f"<i class='tick' style='left:calc({100 * min(max(tick, 0.0), 1.0):.1f}% - 1px)'></i>")
    return f"<div class='mine-bar' aria-hidden='true'>{''.join(parts)}</div>"
