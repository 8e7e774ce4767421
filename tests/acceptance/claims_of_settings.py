"""Which function recomputes the numbers of the checks, the settings and the methods of a report."""

from __future__ import annotations

import math
import platform
import re
from importlib.metadata import version

import numpy as np

from tests.acceptance import chance_again as chance
from tests.acceptance import recounting as plain
from tests.acceptance.claims import Claim, Numbers, _null, fixed, n_weightings, unseen
from tests.acceptance.everything_again import SIDES, Again
from tests.acceptance.report_lines import Line

FAHRENHEIT = (1.8, 32)


def side_of(again: Again, sentence: str) -> int:
    return next(at for at in SIDES if re.search(rf"Note, {re.escape(again.names[at])}:", sentence))


def rows_and_classes(again: Again, line: Line, sentence: str) -> Numbers:
    at = side_of(again, line.words)
    table, raw = again.whole_tables[at], again.raw[at]
    return [table.n_rows, raw.shape[1] - 1, *table.all_counts]


def class_shares(again: Again, line: Line, sentence: str) -> Numbers:
    counts = [table.all_counts for table in again.whole_tables]
    named = again.study.class_names.index(re.search(r"class '(.+?)' is", sentence)[1])
    return [*(100 * own[named] / sum(own) for own in counts), plain.cosine(*counts)]


def shared_attributes(again: Again, line: Line, sentence: str) -> Numbers:
    n = len(again.study.kinds.names)
    if "more" in sentence.split(",", maxsplit=1)[0]:
        return [len(again.sparse)]
    return [n, n - again.n_mapped, *([again.n_mapped] if again.n_mapped else [])]


def measured(again: Again) -> list[str]:
    """Attributes that are numbers and no codes, and whose units agree."""
    kinds = again.study.kinds
    return [name for name in kinds.names if name not in kinds.words and name not in kinds.codes and name != "temp"]


def places(again: Again, name: str) -> list[float]:
    """Medians, then spreads: between the quartiles, or between wider quantiles where these coincide."""
    found = []
    columns = [raw[name].dropna() for raw in again.raw]
    for column in columns:
        spreads = [column.quantile(1 - tail) - column.quantile(tail) for tail in (0.25, 0.05, 0)]
        found.append((column.median(), next(spread for spread in spreads if spread > 0)))
    return [each for pair in zip(*found, strict=True) for each in pair]


def lies_elsewhere(again: Again, line: Line, sentence: str) -> Numbers:
    elsewhere = [name for name in measured(again) if _is_elsewhere(*places(again, name))]
    return [len(elsewhere), len(measured(again)), *places(again, re.search(r"'(.+?)': median", sentence)[1])]


def _is_elsewhere(left: float, right: float, one: float, other: float) -> bool:
    return abs(left - right) > max(one, other) or max(one, other) > 4 * min(one, other)


def missing_cells(again: Again, line: Line, sentence: str) -> Numbers:
    gaps = again.raw[side_of(again, line.words)].drop(columns=list(again.sparse)).isna().sum()
    gaps = gaps[gaps > 0]
    return [gaps.sum()] if gaps.size == 1 else [gaps.sum(), gaps.size, gaps.max()]


def sparse_attributes(again: Again, line: Line, sentence: str) -> Numbers:
    worst = [max(raw[name].isna().mean() for raw in again.raw) for name in again.sparse]
    return [len(again.sparse), *(100 * each for each in worst)]


USUAL_MOST = 0.2  # share of missing cells from which an attribute is excluded by default


def kept_though_sparse(again: Again, line: Line, sentence: str) -> Numbers:
    shares = {name: max(raw[name].isna().mean() for raw in again.raw) for name in again.study.kinds.names}
    worst = sorted((share for share in shares.values() if share > USUAL_MOST), reverse=True)
    return [len(worst), *(100 * each for each in worst)]


def details(again: Again, line: Line, sentence: str) -> Numbers:
    """A row of the evidence of a check, known by the head of its table."""
    name, head = line.cells[0], line.head
    if head[0] == "class":
        at = again.study.class_names.index(name)
        return [table.all_counts[at] / table.n_rows for table in again.whole_tables]
    if head[1] == "codes":
        return again.study.codes[name]
    if head[1].startswith("missing in"):
        return [100 * raw[name].isna().mean() for raw in again.raw]
    if head[1] == "missing values":
        return [again.raw[side_of(again, line.before)][name].isna().sum()]
    if head[1].startswith("median"):
        return places(again, name)
    assert head[-1] == "conversion"
    return FAHRENHEIT


def weights(again: Again, line: Line, sentence: str) -> Numbers:
    return [len(again.study.pool)] if "chosen from" in sentence else again.found.ground.weights


def min_size(again: Again, line: Line, sentence: str) -> Numbers:
    size = again.mined[0].min_size
    return [math.ceil(size), size] if "(" in sentence else [math.ceil(size)]


def both_rows(again: Again, line: Line, sentence: str) -> Numbers:
    return [*(table.n_rows for table in again.tables), len(again.study.kinds.names)]


def n_filled(again: Again, line: Line, sentence: str) -> Numbers:
    return [int(np.isnan(cells).sum()) for cells in again.study.cells]


def result_scores(again: Again, line: Line, sentence: str) -> Numbers:
    return [again.set_scores[key] for key in ("sa", "ds", "td", "sdtsq")]


def accuracies(again: Again, line: Line, sentence: str) -> Numbers:
    """The lowest and the highest of each table, or the one that all trees have."""
    found: list[float] = []
    for at in SIDES:
        own = [100 * each[at] for each in again.scores]
        found += [min(own), max(own)] if f"{min(own):.1f}" != f"{max(own):.1f}" else [min(own)]
    return found


def held_out(again: Again, line: Line, sentence: str) -> Numbers:
    return [again.share_held_out, *(own.size for own in again.held.classes)]


def null_sentence(again: Again, line: Line, sentence: str) -> Numbers:
    null = _null(again, sentence)
    values = again.reached[null]
    n = int((values >= again.statistic).sum())
    return [n, values.size, values.mean(), values.std(), values.max(), again.p(null)]


def beyond_chance(again: Again, line: Line, sentence: str) -> Numbers:
    ps = [max(again.p_tree(null, tree) for null in chance.NULLS[:2]) for tree in range(again.study.k)]
    return [sum(p <= 0.05 for p in ps), again.study.k]


def versions(again: Again, line: Line, sentence: str) -> Numbers:
    """Programs and their versions, which are no numbers."""
    told = dict(re.findall(r"(\S+) (\d+\.\d+\.\d+)", sentence))
    for name in ("numpy", "numba", "pandas", "scipy", "scikit-learn"):
        assert told[name] == version(name)
    assert told["Python"] == platform.python_version()
    return []


IS_ROW = r"^ "
CLAIMS = (
    Claim(r"^Checks", r"^(Note, \S+ )?\d+ rows and|^Note, \S+: \d+ rows and", rows_and_classes),
    Claim(r"^Checks", r"^(Note|Warning): class '", class_shares),
    Claim(r"^Checks", r"attributes are shared|more (is|are) shared", shared_attributes),
    Claim(r"^Checks", r"matched only by the attribute map", lambda again, line, said: [again.n_mapped]),
    Claim(r"^Checks", r"treated as codes", lambda again, line, said: [len(again.study.codes)]),
    Claim(r"^Checks", r"values but (is|are) kept", kept_though_sparse),
    Claim(r"^Checks", r"many missing values", sparse_attributes),
    Claim(
        r"^Checks", r"^To fix this: exclude sparse",
        lambda again, line, said: [USUAL_MOST] if "--max-missing" in said else [],
    ),
    Claim(r"^Checks", r"values? (is|are) missing", missing_cells),
    Claim(r"^Checks", r"numeric attributes ha(s|ve)", lies_elsewhere),
    Claim(r"^Checks", r"different units", fixed(1)),
    Claim(
        r"^Checks", r"^To (fix|change) this: convert",
        lambda again, line, said: FAHRENHEIT * (2 if "--convert" in said else 1),  # a report of the app names no option
    ),
    Claim(r"^Checks", IS_ROW, details),
    Claim(r"^Settings", r"^ Weights", weights),
    Claim(r"^Settings", r"^ Trees, k", lambda again, line, said: [again.study.k]),
    Claim(r"^Settings", r"^ Minimum rows to split", min_size),
    Claim(r"^Settings", r"^ Maximum depth", fixed(3)),
    Claim(r"^Settings", r"^ Maximum missing share", lambda again, line, said: [again.most_missing]),
    Claim(r"^Settings", r"^ Conversions", lambda again, line, said: again.conversions),
    Claim(r"^Settings", r"^ Share of rows held out", lambda again, line, said: [again.share_held_out]),
    Claim(r"^Settings", r"^ Seed", lambda again, line, said: [again.study.seed]),
    Claim(r"^Methods", r"^We compared", both_rows),
    Claim(r"^Methods", r"^Units were converted", lambda again, line, said: again.conversions),
    Claim(r"^Methods", r"^Attributes with more than", lambda again, line, said: [100 * again.most_missing]),
    Claim(r"^Methods", r"^Missing values", n_filled),
    Claim(r"^Methods", r"^In each table, classes", lambda again, line, said: again.gained),
    Claim(r"^Methods", r"were? held out of mining|was held out", held_out),
    Claim(r"^Methods", r"^These weights gave", lambda again, line, said: [len(again.study.pool)]),
    Claim(r"^Methods", r"^The random seed", lambda again, line, said: [again.study.seed]),
    Claim(r"^Methods", r"^A set of", lambda again, line, said: [again.study.k]),
    Claim(r"^Methods", r"^At each node, the split", weights),
    Claim(r"^Methods", r"smallest differences", fixed(3)),
    Claim(r"^Methods", r"^Trees were at most", lambda again, line, said: [3, *min_size(again, line, "")]),
    Claim(r"^Methods", r"maximum missing share", lambda again, line, said: [again.most_missing]),
    Claim(r"^Methods", r"^The result has", result_scores),
    Claim(r"^Methods", r"^Accuracies of the trees", accuracies),
    Claim(
        r"^Methods", r"^The mean quality \(SDTQ\)",
        lambda again, line, said: [
            again.statistic, again.n_shuffles, *n_weightings(again, said), 1, 1, again.n_shuffles,
        ],
    ),
    Claim(r"^Methods", r"^With the", null_sentence),
    Claim(r"^Methods", r"^Trees that are better than", beyond_chance),
    Claim(r"^Methods", r"^In stratified", unseen),
    Claim(r"^(Methods|Versions)", r"KSDT Explorer \d", versions),
)  # fmt: skip
