"""The section on trees in tables that they never saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scipy.stats import false_discovery_control

from benchmarks.reproduction.report import NOT_COMPUTED, table
from benchmarks.study.pair_results import Found
from benchmarks.study.power import LEVEL
from ksdt_core.evidence.answers import PREDICTS_LEVEL
from ksdt_core.measures.intervals import binomial_p_value

HEADING = "## Trees in a third table"
WORDS = {
    "receptor": "oestrogen receptor, breast cancer",
    "outcome": "outcome, breast cancer",
    "recurrence": "recurrence, breast cancer",
    "tumours": "unfavourable class, tumours",
    "defects": "defects, software",
    "wine": "quality, wine",
    "choice": "contraceptive choice, by age",
}


def third_table_lines(found: Sequence[tuple[str, Found]]) -> Iterator[str]:
    """Each entry is a family and one of its rotations."""
    yield HEADING
    yield ""
    yield (
        "Two tables of three are tested and mined with the defaults (five trees of depth 3, scale rank), and the "
        "trees vote on the third, as `ksdt apply` does with 9,999 shuffles. *p pair* is the pair test of the two "
        "mined tables, with 199 shuffles (smallest possible p: 0.01). q is p after false discovery control over all "
        "rotations, which share tables and are not independent. The accuracy of a vote is *clearly* above the baseline "
        f"if a one-sided binomial test gives p < {PREDICTS_LEVEL:g}, as `ksdt apply` and the app ask before they say "
        "that trees hold. *Roots*: root splits that hold in the third table. "
        "No setting was chosen from these numbers. The tumours are the three tables of which every pair has shared "
        "signal with ranks above. The halves of the white wines and the three parts of the survey come from one "
        "source, which is easier than another laboratory. In outcome and recurrence, patients with too short a "
        "follow-up count as event-free. No tables of heart disease from several hospitals were available; recurrence "
        "of breast cancer in Rotterdam and in the German trial GBSG2 is used instead."
    )
    yield ""
    if not found:
        yield NOT_COMPUTED
        yield ""
        return
    q = false_discovery_control([one["p"] for _, one in found], method="bh").tolist()
    yield from (f"- {line}" for line in findings(found, q))
    yield ""
    head = (
        *("what", "pair", "third table", "rows", "p pair", "balanced accuracy", "accuracy", "baseline", "p", "q"),
        *("p pairing", "roots"),
    )
    yield from table(head, [_row(name, one, own) for (name, one), own in zip(found, q, strict=True)])


def findings(found: Sequence[tuple[str, Found]], q: Sequence[float]) -> Iterator[str]:
    held = [one for (_, one), own in zip(found, q, strict=True) if own <= LEVEL]
    above = sum(one["accuracy"] > one["baseline"] for one in held)
    clearly = sum(beats_baseline(one) for one in held)
    yield (
        f"**In {len(held)} of {len(found)} rotations the trees separate the classes of the third table better than "
        f"chance (q ≤ {LEVEL:g}). In {above} of these the accuracy is above the baseline, in {clearly} clearly.**"
    )
    claimed = [own for (_, one), own in zip(found, q, strict=True) if one["shared"] <= LEVEL]
    with_claim = sum(own <= LEVEL for own in claimed)
    yield (
        f"Where the pair test claims shared signal ({len(claimed)} rotations), they do so in {with_claim}; "
        f"elsewhere in {len(held) - with_claim} of {len(found) - len(claimed)}. Shared signal in two tables does not "
        "guarantee signal in a third."
    )
    blind = [one for _, one in found if one["p"] == 1 and one["roots"][0] == one["roots"][1]]
    if blind:
        yield (
            f"In {len(blind)} of the rotations all root splits hold, but the vote predicts one class only: splits "
            "that raise the share of a rare class do not change the majority. Judge these by their splits, not by "
            "their accuracy."
        )


def beats_baseline(one: Found) -> bool:
    """Whether the vote has more right answers than the largest class, beyond chance."""
    correct = round(one["accuracy"] * one["rows"])
    return binomial_p_value(correct, one["rows"], one["baseline"]) < PREDICTS_LEVEL


def _row(name: str, one: Found, q: float) -> tuple[str, ...]:
    pairing = "–" if one["p_pairing"] is None else f"{one['p_pairing']:.4f}"
    return (
        *(WORDS[name], one["pair"], one["third"], f"{one['rows']:,}", f"{one['shared']:.2f}", f"{one['balanced']:.3f}"),
        *(f"{one['accuracy']:.3f}", f"{one['baseline']:.3f}", f"{one['p']:.4f}", f"{q:.4f}", pairing),
        f"{one['roots'][0]} of {one['roots'][1]}",
    )
