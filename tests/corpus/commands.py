# ruff: noqa: E501 (a command is a line)
"""The commands of the corpus: every command of `ksdt` with varied options, on bundled tables only."""

from __future__ import annotations

import shlex

# A line is a command; commands run in order in one folder, so that later ones read what earlier ones wrote.
# Lines marked with ! are bad input: their message may be reworded, their exit code may not change.
COMMANDS = """
datasets
datasets --json -o datasets.json
mine wine-red wine-white --scale rank -o wine.json
mine wine-red wine-white --scale zscore -k 3 --method sequential -o wine-sequential.json
mine wine-red wine-white --method single --weights 0.6,0.4 -o wine-single.json
mine kc1 pc1 --scale rank --pool wvp2 --permutations 5 --cv 3 --workers 2 -o metrics.json
mine kc1 pc1 --scale rank --balance --aus llc --atd avg --max-depth 4 -o metrics-balanced.json
mine kc1 pc1 --preset published -k 3 -o metrics-published.json
mine cm1 kc1 --scale rank --atd min --ell 2 --traversal breadth --seed 7 -o cm1.json
mine spect-train spect-test -k 4 --weights 0.1,0.3,0.6 -o spect.json
mine spect-train spect-test --holdout 0.3 --criterion gini -o spect-holdout.json
mine spect-train spect-test --criterion gain-ratio --min-size 5 -o spect-ratio.json
mine cmc-working cmc-at-home -o cmc.json
mine cmc-working cmc-at-home --pool grid:0.25 -k 2 --max-depth 2 -o cmc-grid.json
mine cmc-working cmc-at-home --attr-fraction 0.5 --exclude "wife's age" --permutations 3 -o cmc-exclude.json
mine wine-red wine-white --scale rank --roots alcohol,pH -k 2 -o wine-roots.json
mine left.csv right.csv --missing common -k 2 -o own.json
mine left.csv right.csv --missing drop-rows --scale rank -k 2 -o own-rows.json
mine left.csv right.csv --missing drop-columns -k 2 -o own-columns.json
mine left.csv right.csv --missing class-common --balance --permutations 3 -k 2 -o own-class.json
mine left.csv other.csv --right-target outcome --class-map sick=ill,fine=well --attribute-map names.csv --value-map values.csv --missing common -k 2 -o mapped.json
mine left.csv right.csv --missing common --costs costs.csv --cost-rule exponential --cost-weight 0.5 -k 2 -o costs.json
show wine.json
show metrics.json -o metrics.txt
show own-class.json
show spect-holdout.json
show wine-single.json
rules wine.json -o wine-rules.json --format json
rules metrics.json --reduce
rules metrics-balanced.json --differences --min-rows 10
rules own.json --reduce --format csv -o own-rules.csv
rules cmc.json --limit 5
prune wine.json -o wine-pruned.json --report wine-pruned.txt
prune spect.json --method cost-complexity --alpha 0.02 -o spect-pruned.json
attributes wine.json --replicates 3
attributes metrics.json --replicates 2 --format json -o metrics-attributes.json
export wine.json --format svg -o svg
export wine.json --format svg --greyscale --width double -o svg-grey
export own-class.json --format svg --dark -o svg-dark
export cmc.json --format svg -o svg-three
export wine.json --format dot -o dot
export cmc.json --format dot -o dot-three
export wine.json --format json -o json
export metrics.json --format html -o report.html
export cmc.json --format html -o report-three.html
export own-class.json --format html -o report-own.html
export wine.json --format png -o png
learn spect-train --method c45 --holdout 0.3 -o learned.json
learn play-tennis --method id3 -o learned-id3.json
show learned.json
import model.json --table left.csv -o imported.json
show imported.json
patterns spect-train spect-test -o patterns.json
show patterns.json
check wine-red wine-white
check kc1 pc1 --scale rank --json -o check.json
check left.csv right.csv
check left.csv other.csv --right-target outcome --write-map suggested.csv
check cmc-working cmc-at-home --what-if -k 2 --permutations 2
evidence wine-red wine-white --scale rank --permutations 19 -o wine-evidence.json
weights spect-train spect-test -k 2 --max-depth 2 -o spect-weights.json
apply wine.json wine-red --permutations 99 -o wine-applied.json
spectrum wine.json -o wine-spectrum.json --components 2
aggregate wine-spectrum.json -o aggregate.json
spectrum cmc.json --energy 0.9 -o cmc-spectrum.json
spectrum spect.json --max-order 2 -o spect-spectrum.json
spectrum metrics.json --inner-products-only -o metrics-products.json
odt spect-train spect-test --trees 5 -o odt.json
odt spect-train spect-test --trees 4 --published-weights --components 2 --energy 0.8 -o odt-published.json
stability generated --chunk 200 --ensemble 8 --updates 12 --min-leaf 10 --drift-at 2500 -o steps.json
stability generated --chunk 150 --ensemble 5 --updates 8 --replace worst -o steps-worst.json
atlas cm1 kc1 pc1 --scale rank -k 2 --pool wvp2 -o atlas.json
atlas cm1 kc1 pc1 --scale rank -k 2 --pool wvp2 --permutations 3 --compare -o atlas-tested.json
! show atlas.json
! mine
! mine nothing-here.csv wine-white
! mine wine-red wine-white --weights 0.5,0.5,0.5
! mine wine-red wine-white --weights 0.5,0.5
! mine wine-red wine-white -k 0
! mine wine-red wine-white --max-depth -1
! mine wine-red wine-white --scale percent
! mine wine-red wine-white --method both
! mine wine-red wine-white --attr-fraction 2
! mine wine-red wine-white --exclude nobody
! mine wine-red wine-white --holdout 1
! mine wine-red wine-white --pool grid:0.3
! mine wine-red wine-white --weights 0.3,0.4,0.3 --pool wvp1
! mine wine-red wine-white --target nothing
! mine wine-red spect-train
! mine left.csv right.csv
! mine left.csv other.csv
! mine left.csv right.csv --missing some
! mine left.csv right.csv --class-map ill
! mine left.csv right.csv --max-rows 3
! mine left.csv empty.csv
! mine left.csv left.csv --sheet two
! mine left.csv right.csv --cost-rule squared
! mine left.csv right.csv --missing common --cv 40
! show left.csv
! show odt.json
! show missing.json
! rules odt.json
! export wine.json --format gif -o x
! prune wine.json --alpha -3
! spectrum wine.json --energy 3
! odt spect-train wine-red
! stability generated --chunk 2 --ensemble 0
! atlas wine-red
! check left.csv nothing.csv
! minee wine-red wine-white
! mine wine-red wine-white --maxdepth 3
"""

TABLES = {
    "left.csv": "age,score,colour,dose,class\n"
    + "".join(
        f"{20 + i * 7 % 50},{i * 13 % 29 / 2},{('red', 'blue', 'green')[i % 3]},{'' if i % 11 == 3 else i % 5},"
        f"{'ill' if (i * 7 % 50 > 24) != (i % 9 == 0) else 'well'}\n"
        for i in range(60)
    ),
    "right.csv": "score,age,dose,colour,class\n"
    + "".join(
        f"{i * 11 % 31 / 2},{22 + i * 9 % 50},{i % 4},{'' if i % 13 == 2 else ('red', 'blue', 'green')[i % 3]},"
        f"{'ill' if (i * 9 % 50 > 20) != (i % 7 == 0) else 'well'}\n"
        for i in range(70)
    ),
    "other.csv": "points,years,dose,colour,outcome\n"
    + "".join(
        f"{i * 11 % 31 / 2},{22 + i * 9 % 50},{i % 4},{('R', 'B', 'G')[i % 3]},"
        f"{'sick' if (i * 9 % 50 > 20) != (i % 7 == 0) else 'fine'}\n"
        for i in range(64)
    ),
    "names.csv": "left,right\nscore,points\nage,years\n",
    "values.csv": "attribute,left,right\ncolour,red,R\ncolour,blue,B\ncolour,green,G\n",
    "costs.csv": "attribute,cost\nage,2\nscore,3.5\n",
    "model.json": """{"features_info": {"float_features": [{"feature_id": "age"}, {"feature_id": "score"}]},
        "model_info": {"params": {"loss_function": {"type": "Logloss"}}, "class_params": {"class_names": ["ill", "well"]}},
        "scale_and_bias": [1, [0.1]], "oblivious_trees": [{"leaf_values": [-0.5, 0.2, 0.3, 0.9],
        "splits": [{"float_feature_index": 0, "border": 44.5}, {"float_feature_index": 1, "border": 7.25}]}]}""",
    "empty.csv": "",
}


def commands() -> list[tuple[list[str], bool]]:
    """The words of each command, and whether it is bad input."""
    lines = [line for line in COMMANDS.splitlines() if line.strip()]
    return [(shlex.split(line.removeprefix("!")), line.startswith("!")) for line in lines]
