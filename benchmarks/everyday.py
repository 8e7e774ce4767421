"""Small things that a page does each time it is opened: drawing a tree, listing the runs, comparing names."""

from __future__ import annotations

import io
import json
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from rapidfuzz import fuzz, process
from sklearn.tree import DecisionTreeClassifier, plot_tree

from benchmarks.harness import Measured, in_turn, ratio, seconds
from benchmarks.tables import union
from ksdt_core.data import load, pair_datasets
from ksdt_core.data.matching.suggestions import MOST_COMPARISONS, suggest_matches
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.mining import mine
from ksdt_core.store import schema
from ksdt_core.store.database import open_store
from ksdt_core.store.folder import FILE
from ksdt_core.store.runs import keep_run, list_runs
from ksdt_core.trees.text import TableNames

REPEATS = 5
N_RUNS = 1_000
N_NAMES = 12_000


def drawing() -> Measured:
    """A tree as SVG against scikit-learn's drawing of a tree with as many leaves."""
    tables = load("wine-red"), load("wine-white")
    pair = pair_datasets(*tables)
    shared = mine(pair, k=1, max_depth=5).trees[0]
    leaves = (shared.tree.n_nodes + 1) // 2
    peer = DecisionTreeClassifier(max_leaf_nodes=leaves, random_state=0).fit(*union(*tables))

    def theirs() -> None:
        figure = FigureCanvasAgg(Figure()).figure
        plot_tree(peer, ax=figure.subplots())
        figure.savefig(io.BytesIO(), format="svg")

    names = TableNames(pair.left.name, pair.right.name)
    ours, other = in_turn(
        lambda: seconds(lambda: tree_svg(shared, names, interactive=True)), lambda: seconds(theirs), repeats=REPEATS
    )
    return ratio(f"a tree of {leaves} leaves drawn", ours, other, limit=0.05, peer="scikit-learn's plot_tree")


def listing() -> Measured:
    """All kept runs against the same rows read and parsed by the standard library."""
    pair = pair_datasets(load("wine-red"), load("wine-white"))
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        keep_run(store, mine(pair, k=5, max_depth=3).to_document(), pair=None)
        with store.writing() as connection:
            row = dict(connection.execute(schema.runs.select()).mappings().one())
            connection.execute(schema.runs.insert(), [{**row, "id": f"{n:016x}"} for n in range(1, N_RUNS)])

        def theirs() -> None:
            with sqlite3.connect(Path(folder) / FILE) as plain:
                for (summary,) in plain.execute("SELECT summary FROM runs"):
                    json.loads(summary)

        ours, other = in_turn(lambda: seconds(lambda: list_runs(store)), lambda: seconds(theirs), repeats=2 * REPEATS)
        store.engine.dispose()
    return ratio(f"{N_RUNS:,} runs listed", ours, other, limit=5, peer="sqlite3 and json")


def comparing_names() -> Measured:
    """Names without a partner against rapidfuzz alone on as many pairs of names as are compared at most."""
    random = np.random.default_rng(0)
    letters = np.array(list("ABCDEFGHIKLMNPRSTVWXYZ"))
    left, right = (["".join(word) for word in random.choice(letters, (N_NAMES, 6))] for _ in range(2))
    side = int(MOST_COMPARISONS**0.5)

    def theirs() -> None:
        process.cdist(left[:side], right[:side], scorer=fuzz.ratio, dtype=np.float32)

    ours, other = in_turn(lambda: seconds(lambda: suggest_matches(left, right)), lambda: seconds(theirs), repeats=3)
    return ratio(f"{N_NAMES:,} names against as many", ours, other, limit=3, peer="rapidfuzz alone")


def measurements() -> Iterator[Measured]:
    yield drawing()
    yield listing()
    yield comparing_names()


if __name__ == "__main__":
    for measured in measurements():
        print(measured, flush=True)
