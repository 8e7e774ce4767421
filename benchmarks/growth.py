"""How time grows with rows, attributes and trees, and how much memory the largest sizes take."""

from __future__ import annotations

import multiprocessing
import resource
import statistics
from pathlib import Path

import numpy as np

from benchmarks.harness import Measured, seconds
from benchmarks.mining import large_pair
from ksdt_core.data import DatasetPair, pair_datasets
from ksdt_core.mining import mine

ROWS = (12_500, 25_000, 50_000, 100_000, 200_000)
ATTRIBUTES = (3_125, 6_250, 12_500, 25_000, 50_000)
TREES = (4, 8, 15, 27, 50)
SLOPE_LIMIT = 1.25
MEMORY_LIMIT = 4.0

Curve = list[tuple[int, float]]


def curves(repeats: int = 3) -> dict[str, Curve]:
    """Median seconds by number of rows (× 50 attributes), of attributes (× 150 rows) and of trees."""
    wide = large_pair(150, max(ATTRIBUTES))
    few_rows = large_pair(2_000, 200)
    return {
        "rows": [(n, _median(large_pair(n, 50), repeats, k=5, max_depth=6)) for n in ROWS],
        "attributes": [(n, _median(_first_attributes(wide, n), repeats, k=5, max_depth=0)) for n in ATTRIBUTES],
        "trees": [(k, _median(few_rows, repeats, k=k, max_depth=6)) for k in TREES],
    }


def _first_attributes(pair: DatasetPair, n: int) -> DatasetPair:
    """The pair with all but the first n attributes dropped."""
    left, right = (table.take_columns(range(n)) for table in (pair.matched.left, pair.matched.right))
    return pair_datasets(left, right)


def _median(pair: DatasetPair, repeats: int, *, k: int, max_depth: int) -> float:
    """Each repeat starts from a pair that nothing is known of."""
    times = []
    for _ in range(repeats):
        fresh = pair_datasets(pair.matched.left, pair.matched.right)
        times.append(seconds(lambda fresh=fresh: mine(fresh, k=k, max_depth=max_depth)))
    return statistics.median(times)


def slope(curve: Curve) -> float:
    """Slope of the line through the curve on double logarithmic paper."""
    sizes, times = np.log(np.array(curve)).T
    return float(np.polyfit(sizes, times, 1)[0])


def growth(found: dict[str, Curve]) -> list[Measured]:
    """One promise for each curve."""
    return [
        Measured(
            f"growth with {what}, log-log slope",
            slope(curve),
            SLOPE_LIMIT,
            "",
            ", ".join(f"{size:,}: {time:.3f} s" for size, time in curve),
        )
        for what, curve in found.items()
    ]


def memory() -> list[Measured]:
    """Peak memory of the largest sizes as a multiple of the two tables, each in its own process."""
    context = multiprocessing.get_context("spawn")
    results = []
    for name, n_rows, n_attributes, max_depth in (("200,000 x 50", 200_000, 50, 6), ("150 x 50,000", 150, 50_000, 0)):
        with context.Pool(1) as pool:
            table, peak = pool.apply(_peak_bytes, (n_rows, n_attributes, max_depth))
        detail = f"table {table / 2**20:.0f} MiB, peak with the table itself {peak / 2**20:.0f} MiB"
        results.append(
            Measured(f"peak memory at {name}, multiple of the table", peak / table, MEMORY_LIMIT, "x", detail)
        )
    return results


def _peak_bytes(n_rows: int, n_attributes: int, max_depth: int) -> tuple[int, int]:
    """Size of the table, and what mining it adds at its peak, the table included."""
    mine(large_pair(400, 200), k=2)  # compiled code and libraries are not the table's doing
    before = _resident()
    pair = large_pair(n_rows, n_attributes)
    table = pair.left.original.nbytes + pair.right.original.nbytes
    _reset_peak()
    mine(pair, k=5, max_depth=max_depth)
    return table, max(_peak() - before, table)


def _status(field: str) -> int:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _resident() -> int:
    return _status("VmRSS:")


def _peak() -> int:
    return _status("VmHWM:")


def _reset_peak() -> None:
    """Forget the peak that making the tables left behind (Linux only; elsewhere the peak is a little higher)."""
    clear = Path("/proc/self/clear_refs")
    if clear.exists():
        clear.write_text("5", encoding="ascii")


def draw(found: dict[str, Curve], path: Path) -> None:
    """The three curves on double logarithmic paper, as SVG."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullFormatter

    figure = Figure(figsize=(9, 3.2), layout="constrained")
    titles = {"rows": "rows (50 attributes)", "attributes": "attributes (150 rows)", "trees": "trees (2,000 x 200)"}
    for axes, (what, curve) in zip(figure.subplots(1, len(found)), found.items(), strict=True):
        sizes, times = zip(*curve, strict=True)
        axes.loglog(sizes, times, "o-", color="#0072B2")
        axes.set_title(f"slope {slope(curve):.2f}", fontsize=10)
        axes.set_xlabel(titles[what])
        axes.set_xticks(sizes[::2], [f"{size:,}" for size in sizes[::2]])
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.yaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.grid(True, which="both", alpha=0.25)
    figure.axes[0].set_ylabel("seconds")
    figure.savefig(path, metadata={"Date": None})
