"""Sentences about an atlas; names in them are as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ksdt_core.evidence.chance_level import CHANCE_LEVEL
from ksdt_core.reports.provenance import plain_words
from ksdt_core.studies.atlas.entry import PairEntry
from ksdt_core.studies.atlas.shuffles import fewest_shuffles
from ksdt_core.studies.atlas.study_tables import StudyTable
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.text import p_number, percent, printable, score

SHOWN = {"gain": "gain over the baseline", "score": "best set quality (SDTSQ)"}
TELLING = 0.0005  # less is written as 0.0 %
_OWN = {
    "class_map": "classes renamed",
    "class_maps": "classes renamed in single tables",
    "attribute_rows": "matched by the attribute map",
    "exclude": "excluded",
    "excludes": "excluded in single tables",
}
_MISSING = {
    "fail": "pair refused",
    "common": "filled",
    "class-common": "filled within the class",
    "drop-rows": "rows excluded",
    "drop-columns": "attributes excluded",
}


def pair_name(entry: PairEntry) -> str:
    """`cm1 : kc1`."""
    return printable(f"{entry.left} : {entry.right}")


def gain_words(atlas: AtlasView) -> str:
    """What the gain is, and of which rows."""
    return (
        "Gain over the baseline: mean accuracy of the best set minus the share of the table's largest class, for the "
        f"table where this is smaller, both on {_rows(atlas)}. It is above 0 only if the set predicts both tables "
        "better than the baseline."
    )


def _rows(atlas: AtlasView) -> str:
    return f"the {'balanced ' if atlas.is_balanced else ''}training rows"


def headline(atlas: AtlasView) -> str:
    """The pair that gains most over its baseline; an older atlas knows only scores."""
    if not atlas.mined:
        return "None of the pairs could be mined."
    top = max(atlas.mined, key=lambda entry: (entry.gain or 0.0, entry.sdtsq or 0.0))
    if top.gain is None:
        return f"{pair_name(top)} has the highest quality (SDTSQ): {score(top.sdtsq or 0.0)}."
    if top.gain <= 0:
        return "In no pair do the trees predict both tables better than the baseline."
    return (
        f"{pair_name(top)} has the largest gain: at least {score(top.gain)} more accuracy than guessing in "
        f"both tables, on {_rows(atlas)}."
    )


def basis(atlas: AtlasView) -> str:
    """How many pairs were mined, and what the test says."""
    n, of = len(atlas.mined), len(atlas.entries)
    if not n:
        return f"{_first_problem(atlas)} Make a new atlas below, or fix a single pair on Data."
    all_of = f"{n} of {of} pairs were mined"
    if n == of:
        all_of = "The pair was mined" if n == 1 else f"All {n} pairs were mined"
    return f"{all_of}. {_tests(atlas, atlas.mined)}"


def _first_problem(atlas: AtlasView) -> str:
    """Why the first pair was not mined, and of how many this is said."""
    problems = [entry.problem for entry in atlas.entries if entry.problem]
    more = f" The tab Pairs lists the reasons of all {len(problems)} pairs." if len(problems) > 1 else ""
    return f"{problems[0]}{more}" if problems else "The tab Pairs says why."


def _tests(atlas: AtlasView, mined: tuple[PairEntry, ...]) -> str:
    permutations = int(atlas.settings["permutations"])
    if not permutations:
        return "The pairs are not tested against chance yet. A high score alone does not prove similarity."
    similar = [entry for entry in mined if entry.q_value is not None and entry.q_value <= CHANCE_LEVEL]
    count = "no pair is" if not similar else "1 pair is" if len(similar) == 1 else f"{len(similar)} pairs are"
    pairs = f"corrected for {len(mined)} pairs, " if len(mined) > 1 else ""
    found = f"At q ≤ {CHANCE_LEVEL:g}, {pairs}{count} more alike than shuffled tables."
    return found if similar else f"{found}{_too_few(permutations, len(mined))}"


def _too_few(permutations: int, n_pairs: int) -> str:
    """A single pair that beats all shuffles has q = n_pairs / (permutations + 1): where that is too much, say so."""
    least = n_pairs / (permutations + 1)
    if least <= CHANCE_LEVEL:
        return ""
    return (
        f" With {permutations} shuffles a single pair cannot reach a q-value below {p_number(min(least, 1.0))}: "
        f"use {fewest_shuffles(n_pairs):,} or more to find out."
    )


def settings_line(settings: Mapping[str, Any]) -> str:
    """What every pair was mined with."""
    scales = {"none": "original units", "rank": "percentiles", "zscore": "standard deviations"}
    depth = f"depth ≤ {settings['max_depth']}" if settings["max_depth"] else "any depth"
    pool = str(settings["pool"]).upper() if str(settings["pool"]).startswith("wvp") else str(settings["pool"])
    parts = [
        f"{settings['k']} trees, {depth}",
        f"{settings['vectors']} weightings ({pool})",
        scales[settings["scale"]],
        f"missing values: {_MISSING[settings['missing']]}",
        f"{settings['permutations']} shuffles" if settings["permutations"] else "no shuffles",
        *(["classes balanced"] if settings["balance"] else []),
        *(f"{label}: {_said(settings[name])}" for name, label in _OWN.items() if settings.get(name)),
    ]
    return printable(" · ".join(parts))


def _said(value: Any) -> str:
    """Names and renamings, of single tables with the name of the table before them."""
    if isinstance(value, Mapping) and any(isinstance(inner, Mapping | list) for inner in value.values()):
        return "; ".join(f"{table}: {plain_words(inner)}" for table, inner in value.items())
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return f"{len(value)} attributes"
    return plain_words(value)


def weights_sentence(atlas: AtlasView, table: StudyTable) -> str:
    """How much the choice of weights matters."""
    gains = [(entry.found.gain, entry) for entry in atlas.mined if entry.found is not None and entry.found.gain]
    mean = table.mean("best over worst")
    if not gains or mean is None:
        return "All weightings give the same quality."
    most, where = max(gains, key=lambda pair: pair[0] or 0.0)
    return (
        f"On average, the best weighting has {1 + mean:.2f} times the quality (SDTSQ) of the worst, at most "
        f"{1 + (most or 0.0):.2f} times ({pair_name(where)})."
    )


def contest_sentence(table: StudyTable, ours: str, theirs: str, *, what: str) -> str:
    """Who was better how often, and by how much on average."""
    winners = [row[-1] for row in table.rows]
    ours_won, theirs_won, equal = (winners.count(name) for name in (ours, theirs, "equal"))
    mean = table.mean(f"{ours} over {theirs}")
    by = ""
    if mean is not None and abs(mean) >= TELLING:
        by = f"; on average {ours} reaches {percent(abs(mean), 1)} {'more' if mean > 0 else 'less'}"
    ties = f", {equal} equal" if equal else ""
    return f"{what}: {ours} in {_pairs(ours_won)}, {theirs} in {_pairs(theirs_won)}{ties}{by}."


def _pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count} pairs"
