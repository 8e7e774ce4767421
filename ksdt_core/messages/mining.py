"""What errors say about mining, measures, evidence, pruning, rules and options."""

from __future__ import annotations

from collections.abc import Mapping

# Mistakes that any option may have
_OPTIONS = {
    "not-a-choice": "{option:option} {value!r} is unknown; choose one of {choices:all}.",
    "not-whole": "{option:option} {value!r} must be a whole number, {minimum:,} or more.",
    "not-a-number": "{option:option} {value!r} must be a number.",
    "out-of-range": "{option:option} {value!r} must be between {low:,} and {high:,}.",
    "too-small": "{option:option} {value!r} must be {minimum:,} or more.",
    "too-large": "{option:option} {value!r} is too large; the maximum is {maximum:,}.",
    "not-above": "{option:option} {value!r} must be above {bound:,}.",
    "not-below": "{option:option} {value!r} must be below {bound:,}.",
    "unknown-option": "option {name!r} is unknown; the options are {known:all}.",
    "not-names": "{option:option} {value!r} must be a list of names, as ['age', 'height'].",
    "not-a-share": "{option:option} {value!r} must be a number above 0 and at most 1.",
    "given-twice": "{option:option} is given {times} times; give it once.",
    "exclude-each-other": "{option:option} and {other:option} cannot be used together; give one of them.",
}

_PARAMETERS = {
    "excluded-root": "{option:option} and {other:option} both name {name!r}; remove it from one of the two lists.",
    "two-weights-needed": (
        "{option:option}: method {method} takes two weights (gain, similarity), for example {example}, not {given}."
    ),
    "three-weights-needed": (
        "{option:option}: method {method} takes three weights (gain, similarity, difference), for example {example}, "
        "not {given}."
    ),
}

_WEIGHTS = {
    "weights-not-positive": (
        "{option:option} {weights:all}: each weight must be a number above 0, for example {example}."
    ),
    "weights-sum": "{option:option} {weights:all} sum to {total:.12g}; they must sum to 1, for example {example}.",
    "weights-not-numbers": "{option:option} {weights!r} are not numbers; write them as {example}.",
    "weights-count": "{given} weights were given; use three (gain, similarity, difference), or two for a single tree.",
    "grid-step": "{option:option} grid:{step:g}: the step must divide 1 into {fewest} to 1000, as grid:0.05.",
    "grid-step-not-a-number": "{option:option} {pool!r}: the step is not a number; write for example grid:0.05.",
    "not-a-pool": "{option:option} {pool!r} is unknown; use 'wvp1', 'wvp2', 'grid:0.05' or a list of weightings.",
    "pool-unreadable": "{option:option} {pool!r} is not wvp1, wvp2, grid:STEP or a text file of weightings.",
    "pool-empty": "{option:option} {pool!r} has no weighting; write one on each line, as {example}.",
    "pool-line": "{option:option} {pool!r}, line {line}: {reason:error}.",
    "pool-line-not-numbers": "{option:option} {pool!r}, line {line}: the weights are not numbers.",
    "pool-line-count": "{option:option} {pool!r}, line {line}: {needed} weights are needed, as {example}.",
}

_CELLS = {
    "weights-in-corner": "weights {weights:all}: the weights of gain and similarity must sum to {least:g} or "
    "more; the triangle is not solved below that.",
    "cell-not-found": (
        "the set of weights {weights:all} is not among the {most:,} largest cells; raise the maximum number of cells."
    ),
    "cells-without-tables": "a document of weight regions contains no trees; mine with the weights of a region.",
    "cells-not-validated": "no region was cross-validated; set the number of folds when solving the weight triangle.",
    "cells-stopped": "{why}; the regions found so far cover {covered:.4g} of the triangle and are {place}.",
}

_COMMANDS = {
    "empty-name": "{option:option} {value!r} has an empty name; write it as {option:option} A,B.",
    "one-fold": "{option:option} 1 must be 0 (none) or at least 2 folds, for example 5.",
    "needs-costs": "{option:option} needs costs.",
    "needs-pool": "{option:option} chooses among several weightings, but only one was given.",
    "cost-weight-unused": "{option:option} {value:g} is for the exponential cost rule.",
    "map-not-a-file": "{option:option} - is not a file; name one, as {option:option} matches.csv.",
    "table-given-twice": "the table {table!r} is given twice; name each table once.",
    "atlas-option-without-table": (
        "{option:option} names the table {name!r}, which is not given; the tables are {tables:names}."
    ),
    "atlas-option-twice": "{option:option} is given twice for {table}; give it once.",
    "too-few-tables": "an atlas needs two or more tables; name them, or a folder that holds them.",
    "target-of-generated": "{option:option} is for a table; remove it, because a generated stream has its own.",
    "drift-of-table": "{option:option} is for a generated stream only; remove it, or give generated.",
    "dark-print": "{option:option} is for slides and {what} is for print; remove {option:option}.",
    "not-a-folder": "{option:option} {folder!r} is not a folder; give a new folder or an existing one.",
    "folder-not-made": "cannot make the folder {folder!r}: {reason}.",
    "port-forbidden": "{option:option} {port} is reserved for the system; choose a port above 1023.",
    "port-in-use": "{option:option} {port} is in use; choose another, say {option:option} {next}.",
    "address-not-ours": "{option:option} {address!r} is not an address of this machine; "
    "remove it, or write 0.0.0.0 for all addresses.",
    "interrupted-updates": "interrupted; {done} of {asked} updates are finished and are {place}.",
    "interrupted-replicates": "{why:error}; use and distributions are {place}, but the replicates are not finished.",
}

_MINING = {
    "nothing-to-split-by": "{option:option} leaves no attribute to split on; exclude fewer attributes.",
    "roots-too-few-rows": (
        "{option:option} {roots:names}: a table of {rows:n row|rows} cannot be split, because a split needs "
        "{minimum:g} rows."
    ),
    "roots-do-not-split": "{option:option} {roots:names}: no split by these attributes separates rows of both tables.",
    "held-out-rows-refused": (
        "with a share of {share:g} of the rows held out, the training rows cannot be used: {reason:error}."
    ),
    "fold-refused": (
        "in fold {fold} of {folds} of the cross-validation, the training rows cannot be used: {reason:error}."
    ),
    "not-the-mined-pair": "{pair} is not the pair that these trees were mined from; read it again.",
    "sweep-empty": "no weighting was finished; compare at least one.",
    "own-weights-not-tried": "the weightings that a set was chosen from must include its own; add it.",
    "growing-loop-need": "the growing loop asked for {need}, which is unknown.",
}

MESSAGES: Mapping[str, str] = {**_OPTIONS, **_PARAMETERS, **_WEIGHTS, **_CELLS, **_MINING, **_COMMANDS}
