"""The options of `ksdt mine`, each with its help."""

from __future__ import annotations

from typing import Annotated

import typer

TABLE = "a file, or a name of ksdt datasets"

Left = Annotated[str, typer.Argument(metavar="LEFT", help=f"The left table: {TABLE}.", show_default=False)]
Right = Annotated[str, typer.Argument(metavar="RIGHT", help=f"The right table: {TABLE}.", show_default=False)]
Target = Annotated[str | None, typer.Option(metavar="COLUMN", help="Column with the classes.", show_default="class")]
LeftTarget = Annotated[str | None, typer.Option(metavar="COLUMN", help="The same, of the left table only.")]
RightTarget = Annotated[str | None, typer.Option(metavar="COLUMN", help="The same, of the right table only.")]
K = Annotated[int, typer.Option("-k", metavar="N", help="Number of trees; method single makes one.")]
Method = Annotated[
    str | None,
    typer.Option(
        metavar="parallel|sequential|single",
        help="All trees in turns, one after the other, or one tree.",
        show_default="parallel",
    ),
]
Weights = Annotated[
    str | None,
    typer.Option(
        metavar="IG,DS,ATD",
        help="Weights of gain, similarity and difference, summing to 1; for single two (IG,DS).",
        show_default="0.3,0.4,0.3",
    ),
]
Pool = Annotated[
    str | None,
    typer.Option(
        metavar="wvp1|wvp2|grid:STEP|FILE",
        help="Mine every weight vector of a pool and keep the best set; in a file a vector is a line.",
    ),
]
Aus = Annotated[
    str | None,
    typer.Option(metavar="lnc|llc", help="How the use of attributes is summed up.", show_default="lnc"),
]
Atd = Annotated[
    str | None,
    typer.Option(metavar="avgmin|avg|min", help="How differences to other trees are joined.", show_default="avgmin"),
]
Ell = Annotated[int | None, typer.Option(metavar="N", help="Nearest trees that avgmin looks at.", show_default="3")]
AttrFraction = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="Share of the attributes to choose splits from.",
        show_default="0.2 above 100 attributes, else 1",
    ),
]
MinSize = Annotated[
    float | None,
    typer.Option(metavar="ROWS", help="Do not split nodes with fewer rows.", show_default="0.02 of the smaller table"),
]
MaxDepth = Annotated[
    int | None, typer.Option(metavar="N", help="Splits from the root down; 0 is no bound.", show_default="3")
]
Traversal = Annotated[str, typer.Option(metavar="depth|breadth", help="Which node of a tree is split next.")]
Exclude = Annotated[str | None, typer.Option(metavar="A,B", help="Attributes that no tree may use.")]
Roots = Annotated[str | None, typer.Option(metavar="A,B", help="Each tree starts with one of these attributes.")]
Criterion = Annotated[
    str, typer.Option(metavar="gain|gain-ratio|gini", help="What a split tells about the class is measured by this.")
]
Costs = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="CSV or TSV of two columns: an attribute and what it costs; an attribute that is not listed costs 1.",
    ),
]
CostRule = Annotated[
    str | None,
    typer.Option(
        metavar="squared|exponential",
        help="Set gains against costs: gain²/cost, or (2^gain − 1)/(cost + 1)^w.",
        show_default="squared",
    ),
]
CostWeight = Annotated[
    float | None,
    typer.Option(metavar="W", help="How much costs matter to exponential, from 0 to 1.", show_default="1"),
]
Holdout = Annotated[float, typer.Option(metavar="SHARE", help="Share of the rows kept aside to measure accuracies on.")]
Scale = Annotated[str, typer.Option(metavar="none|zscore|rank", help="Make the units of the two tables comparable.")]
Preset = Annotated[
    str | None,
    typer.Option(
        metavar="published",
        help="Settings of the publication (a fifth of the attributes, any depth, balanced); other options win.",
    ),
]
Permutations = Annotated[int, typer.Option(metavar="N", help="Shuffles for the p-value; 99 is usual, 0 leaves it out.")]
CrossValidate = Annotated[int, typer.Option("--cv", metavar="FOLDS", help="Cross-validate; 0 leaves it out.")]
Balance = Annotated[
    bool | None,
    typer.Option("--balance/--no-balance", help="Draw rows again so that class ratios agree.", show_default="off"),
]
ClassMap = Annotated[
    str | None, typer.Option(metavar="OLD=NEW,…", help="Rename classes in both tables, as relapse=bad,died=bad.")
]
AttributeMap = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="CSV or TSV of two columns: the left table's name of an attribute, then the right table's.",
    ),
]
ValueMap = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="CSV or TSV of three columns: an attribute, a value of the left table, and what the right one writes "
        "for it.",
    ),
]
Missing = Annotated[
    str,
    typer.Option(metavar="fail|common|class-common|drop-rows|drop-columns", help="What to do about missing cells."),
]
Seed = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same result.")]
Workers = Annotated[
    int,
    typer.Option(metavar="N", help="Processes for a pool, shuffles and folds; the result is the same with any number."),
]
