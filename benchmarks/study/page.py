"""docs/study.md, put together from what was found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.study.chance_findings import SEPARATES, TOLD_APART
from benchmarks.study.charts import draw_nulls, draw_power
from benchmarks.study.effect_lines import effect_lines
from benchmarks.study.effects import ALIKE
from benchmarks.study.findings import LINEAR, finding_lines
from benchmarks.study.keeping import Keeper
from benchmarks.study.null_lines import largest_p, null_lines, q_values, score_lines
from benchmarks.study.pair_lines import pair_lines
from benchmarks.study.pair_results import Found, PairResults, load_pair_results
from benchmarks.study.pair_test_lines import HEADING as PAIR_TEST
from benchmarks.study.pair_test_lines import pair_test_lines
from benchmarks.study.plan import Plan
from benchmarks.study.power_lines import power_lines
from benchmarks.study.printed import printed_p, printed_power
from benchmarks.study.reading_lines import EXAMPLE_FIGURE, EXAMPLE_UNITS, Readings, load_readings, reading_lines
from benchmarks.study.reading_lines import HEADING as READINGS
from benchmarks.study.replication_lines import HEADING as REPLICATION
from benchmarks.study.replication_lines import Rotation, load_rotations, replication_lines
from benchmarks.study.results import Results, load_results
from benchmarks.study.third_table_lines import HEADING as THIRD
from benchmarks.study.third_table_lines import third_table_lines
from benchmarks.study.tumours import DEFAULTS_RANK

PAIRS, SCORES = "## The 15 pairs", "## Other scores of a set"
NULL_FIGURE, POWER_FIGURE, GROWTH_FIGURE = "study-nulls.svg", "study-power.svg", "growth.svg"


def write(plan: Plan, keeper: Keeper, output: Path) -> None:
    """The page and its figures, beside each other."""
    results = load_results(plan, keeper)
    growth = output.with_name(GROWTH_FIGURE)
    slopes = growth_slopes(growth.read_text(encoding="utf-8")) if growth.exists() else []
    drawn = (
        draw_nulls(results, output.with_name(NULL_FIGURE)),
        draw_power(results, output.with_name(POWER_FIGURE)),
    )
    tested = results.nulls.get(DEFAULTS_RANK.name) or {}
    q = q_values(tested, "sdtq") if tested else {}
    old_p = {name: (largest_p(part, "sdtq"), q[name]) for name, part in tested.items()}
    pairs = load_pair_results(plan, keeper, results.power, old_p)
    lines = page(
        results, slopes, pairs, load_rotations(plan, keeper), load_thirds(plan, keeper),
        readings=_drawn(plan, keeper, output),
        null_figure=drawn[0], power_figure=drawn[1],
    )  # fmt: skip
    output.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


def write_sections(plan: Plan, keeper: Keeper, output: Path) -> None:
    """Only the newer sections, beside figures of the old test that stand on the page already."""
    text = output.read_text(encoding="utf-8")
    old_p = printed_p(text, f"{DEFAULTS_RANK.name.capitalize()}, tested")
    pairs = load_pair_results(plan, keeper, printed_power(text), old_p)
    rotations, thirds, readings = load_rotations(plan, keeper), load_thirds(plan, keeper), _drawn(plan, keeper, output)
    if readings is not None or READINGS not in text:
        text = with_section(text, READINGS, "\n".join(reading_lines(readings)), before=SCORES)
    if rotations or REPLICATION not in text:  # what stands there is of an older run
        text = with_section(text, REPLICATION, "\n".join(replication_lines(rotations)))
    if thirds or THIRD not in text:
        text = with_section(text, THIRD, "\n".join(third_table_lines(thirds)), before=REPLICATION)
    of_pairs = (keeper.load(task) for part in ("pairs", "real", "old") for task in plan.tasks(part))
    if PAIR_TEST not in text or any(found is not None for found in of_pairs):
        text = with_section(text, PAIR_TEST, "\n".join(pair_test_lines(pairs)), before=THIRD)
    output.write_text(text, encoding="utf-8")


def _drawn(plan: Plan, keeper: Keeper, output: Path) -> Readings | None:
    """The other readings of the publication, their example drawn beside the page."""
    found = load_readings(plan, keeper)
    if found is not None:
        output.with_name(EXAMPLE_FIGURE).write_text(found.example[EXAMPLE_UNITS]["figure"], encoding="utf-8")
    return found


def load_thirds(plan: Plan, keeper: Keeper) -> list[tuple[str, Found]]:
    """All rotations or none: q is over all."""
    found = [(task.family, keeper.load(task)) for task in plan.thirds()]
    whole = [(name, one) for name, one in found if one is not None]
    return whole if len(whole) == len(found) else []


def with_section(text: str, heading: str, section: str, *, before: str = PAIRS) -> str:
    """The page with this section replaced; a page without it gets it before another one."""
    start = text.find(f"{heading}\n")
    if start < 0:
        start = end = text.index(f"{before}\n")
    else:
        end = text.find("\n## ", start) + 1 or len(text)
    return text[:start] + section.rstrip("\n") + "\n\n" + text[end:]


def page(
    results: Results,
    slopes: list[float],
    pairs: PairResults,
    rotations: list[Rotation],
    thirds: Sequence[tuple[str, Found]] = (),
    *,
    readings: Readings | None = None,
    null_figure: bool,
    power_figure: bool,
) -> Iterator[str]:
    yield "# The study of shared tree sets, repeated"
    yield ""
    yield from introduction(results)
    yield from finding_lines(results, slopes)
    yield from pair_test_lines(pairs)
    yield from third_table_lines(thirds)
    yield from replication_lines(rotations)
    yield from pair_lines(results)
    yield from null_lines(results, NULL_FIGURE if null_figure else None)
    yield from effect_lines(results)
    yield from reading_lines(readings)
    yield from score_lines(results)
    yield from growth_lines(slopes)
    yield from power_lines(results, POWER_FIGURE if power_figure else None)


def introduction(results: Results) -> Iterator[str]:
    plan, tested = results.plan, " and under ".join(f"*{setting}*" for setting in results.nulls)
    yield (
        "Written by `python -m benchmarks.study`; do not edit by hand. DH14 is Dong and Han, Mining Diversified Shared "
        "Decision Tree Sets for Discovering Cross Domain Similarities, 2014."
    )
    yield ""
    yield (
        "The tables are six tumour studies: breast (BC), central nervous system (CN), lymphoma (DH), lung (LB and "
        "LM) and prostate (PC). They differ slightly from those of the publication: fewer genes are shared (4,215 to "
        "8,497 instead of 5,114 to 9,030), and LM is its survival task. The publication does not state how many "
        "trees a set has; here it is five. The unfavourable class of one study is matched with that of the other."
    )
    yield ""
    yield (
        "*Published* settings: unlimited depth, balanced tables, a fifth of the attributes, no scale. *Defaults*: "
        "maximum depth 3, not balanced. *Rank*: values are replaced by their ranks within each table. Size of this "
        f"run: {plan.permutations} shuffles of each null with the default weights, under {tested}; "
        f"{2 * plan.variant_shuffles} shuffled pairs for each real pair where pools and miners are compared under "
        f"*published*; {plan.replicates} planted pairs of each kind with a shared tree and {plan.empty_replicates} of "
        f"each kind without one. Seeds are fixed. The smallest possible p is {1 / (plan.permutations + 1):.2g}. Among "
        "15 pairs some p-values are small by chance, so the results after false discovery control at 0.05 are also "
        "given."
    )
    yield ""
    yield (
        "Some words have a fixed meaning. A difference is *clear* if it exceeds two standard errors. Two pools are "
        f"*almost identical* if they differ by less than {ALIKE:g} %. A score *separates* real from shuffled pairs if "
        f"its area under the curve is at least {SEPARATES:g}, and it is *better* than another if its area is larger "
        f"by more than {TOLD_APART:g}. Growth is *linear* up to a slope of {LINEAR:g}. The last three limits were "
        "chosen after the first numbers had been seen; the tables allow other choices."
    )
    yield ""


def growth_slopes(svg: str) -> list[float]:
    """Slopes of the curves for rows, attributes and trees, as the chart's titles state them."""
    return [float(slope) for slope in re.findall(r"<!-- slope ([0-9.]+) -->", svg)]


def growth_lines(slopes: list[float]) -> Iterator[str]:
    yield "## Growth of time"
    yield ""
    yield (
        "The publication reports that time grows roughly linearly with rows, attributes and trees, and gives no "
        "figure. The curves are those of `make bench`; on logarithmic axes a slope of 1 means linear growth."
    )
    yield ""
    if slopes:
        yield f"![Seconds by number of rows, attributes and trees]({GROWTH_FIGURE})"
        yield ""
