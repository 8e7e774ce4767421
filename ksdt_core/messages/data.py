"""What errors say about tables: reading, matching and preparing them."""

from __future__ import annotations

from collections.abc import Mapping

_TABLES = {
    "rows-without-class": "{table} has {rows:n row|rows} but {classes:n class|classes}; give each row one class.",
    "columns-without-name": (
        "{table} has {columns:n column of values|columns of values} but {names:n attribute name|attribute names}."
    ),
    "infinite-value": (
        "{table}: column {column!r} has an infinite value in row {row:,}; replace it or leave the cell empty."
    ),
    "table-without-rows": "{where} has column names but no rows; add at least one row for each class.",
    "table-without-attributes": (
        "{where} has no column besides the class {column!r}; add attributes, or check the separator."
    ),
    "duplicate-column-name": "{where} has more than one column named {column!r}; rename all but one of them.",
    "missing-classes": (
        "{where} has {rows:n row|rows} without a class in column {column!r}, starting with row {first:,}; fill "
        "in the classes or remove these rows."
    ),
    "no-column-names": (
        "{where} has no class column {column!r}, and its first line has only numbers; add a line of column names "
        "at the top."
    ),
    "no-class-column": "{where} has no class column {column!r}; choose one of {columns:ends 12}.",
    "misspelt-class-column": "{where} has no class column {column!r}; the name {nearest!r} comes closest.",
    "no-class-among-facts": (
        "{where} has no class column {column!r}; choose one of the sample annotations: {columns:names 12}."
    ),
    "cut-not-numbers": "{option:option} {value!r} is not a number; write for example 6, or 4,6 for two cuts.",
    "cut-of-texts": (
        "{where}: column {column!r} contains {cell:name}, which is not a number, so it cannot be cut at {cut}; "
        "do not use {option:option}, or choose another column."
    ),
}

_FILES = {
    "opened-as-text": "{where} was opened as text; open it in binary mode.",
    "table-is-device": "{where} is a device, not a file; give the path of a table.",
    "no-such-file": "There is no file {where}; check the path.",
    "no-such-table": "{where} is neither a file nor a bundled table; check the name.",
    "table-is-folder": "{where} is a folder; give the path of a table in it.",
    "table-unreadable": "{where} cannot be read ({reason:error}); check its name and permissions.",
    "folder-without-tables": (
        "the folder {where} contains no table ({endings} and others, plain or compressed); choose another "
        "folder, or name the files."
    ),
    "empty-table": "{where} is empty; give a table with a line of column names and one line for each row.",
    "binary-data": "{where} contains binary data, not text; save the table as CSV in UTF-8.",
    "unknown-encoding": (
        "{option:option} {value!r} is not a known encoding; use a name such as utf-8, cp1252 or shift_jis."
    ),
    "wrong-encoding": "{where} is not text in {encoding}; save it as CSV in UTF-8, or give the right encoding.",
    "not-a-table": "{where} is {what}; {way}.",
    "pickle": "{where} is a Python pickle, which is not read because it can run code; save it as CSV.",
    "soft-file": "{where} is a GEO SOFT file; download the series matrix file of that series instead.",
    "web-page": "{where} is a web page or XML, not a table; save the table itself as CSV.",
    "json-file": "{where} is JSON, not a table; save it as CSV.",
    "uneven-rows": (
        "{where} does not have the same number of cells in each row ({reason}); correct that line or its quotes."
    ),
    "ragged-row": "{where}: row {row:,} has {cells:n cell|cells} but there are {names:n name|names}; correct that row "
    "or its quotes.",
    "unclosed-quote": (
        "{where} has a cell of more than {limit:,} characters, possibly because a quote is not closed; close the "
        "quote or raise the limit."
    ),
    "not-a-text-table": "{where} is not a text table ({reason}); save it as CSV.",
    "classes-of-columns": (
        "{where} gives {classes:n class|classes} for {columns:n column|columns}; give one class for each column."
    ),
}

_LIMITS = {
    "too-many-rows": "{where} has more than {limit:,} rows, which is the limit.",
    "too-many-columns": "{where} has {columns:,} columns; the limit is {limit:,}.",
    "too-many-values": (
        "{where} has more than {limit:,} values, which is the limit ({columns:,} columns, {rows:,} rows or more)."
    ),
    "cell-too-long": "{where} has a cell of {characters:,} characters that starts with {beginning!r}; the limit "
    "is {limit:,}.",
    "table-too-large": "{where} is larger than {mebibytes:,.0f} MiB when unpacked, which is the limit.",
}

_FORMATS = {
    "damaged-archive": "{where} is a damaged {packing} file; copy or download it again.",
    "damaged-zip": "{where} is a damaged zip archive; copy or download it again.",
    "locked-archive": "{where} is a zip archive with a password; unpack it first.",
    "empty-archive": "{where} is an empty zip archive; add a table to it.",
    "several-files": "{where} contains several files ({files:names}); unpack it and choose one.",
    "damaged-workbook": "{where} is a damaged Excel workbook; save it again or as CSV.",
    "empty-workbook": "{where} has no cells in any sheet; check that it is the right file.",
    "empty-sheet": "{where} has no cells in sheet {sheet!r}; choose another sheet.",
    "unknown-sheet": "{where} has no sheet {sheet!r}; choose one of {sheets:names}.",
    "no-sheets": "{where} is not a workbook and has no sheet {sheet!r}; give {option:option} for workbooks only.",
    "too-many-blanks": (
        "{where} has more than {rows:,} empty rows or {cells:,} blank cells; "
        "delete the empty rows and columns around the table, or save it as CSV."
    ),
    "damaged-parquet": "{where} is a damaged Parquet file; write or download it again.",
    "nested-column": (
        "{where}: column {column!r} contains {type} instead of single numbers or text; remove the column."
    ),
    "invalid-arff": "{where} is not a valid ARFF file ({reason}); correct it.",
    "damaged-arff": "{where} is a damaged ARFF file; write it again.",
    "damaged-gct": "{where} is a damaged GCT file ({reason}); write it again.",
    "gct-without-counts": (
        "{where} is a damaged GCT file: its second line does not give the numbers of rows and columns; write it again."
    ),
    "gct-samples": (
        "{where} is a damaged GCT file: it declares {samples:n sample|samples} but names {found:,}; write it again."
    ),
    "gct-rows": "{where} is a damaged GCT file: it declares {rows:n row|rows} but has {found:,}; write it again.",
    "gct-facts": (
        "{where} is a damaged GCT file: it declares {lines:n line|lines} about the samples but is shorter; write "
        "it again."
    ),
    "only-classes": "{where} contains only classes (CLS); give its GCT file, which must have the same name and "
    "be in the same folder.",
    "numeric-class-file": "{where} contains numbers instead of classes; use a categorical CLS file.",
    "not-a-class-file": (
        "{where} is not a CLS file; such a file has three lines: counts, `# names`, and one label for each sample."
    ),
    "class-file-counts": (
        "{where} declares {samples:n sample|samples} of {classes:n class|classes} but has {samples_found:,} of "
        "{classes_found:,}; correct it."
    ),
    "classes-without-gct": "{where} is not a GCT file, so the CLS file beside it cannot be used; give a GCT file.",
    "class-file-samples": (
        "the CLS file gives {classes:n class|classes} but {where} has {samples:n sample|samples}; correct one of them."
    ),
    "geo-without-matrix": "{where} describes samples but has no matrix; download the series matrix file with the "
    "values.",
    "geo-cut-off": "{where} ends before the end of its matrix; download it again.",
    "damaged-geo": "{where} is a damaged series matrix ({reason}); download it again.",
    "geo-without-samples": "{where} has no samples in its matrix; download the file with the values.",
}

_MATCHING = {
    "no-shared-attributes": ("{left} and {right} share no attribute ({left_names:names 3} and {right_names:names 3})."),
    "classes-differ": (
        "{left} and {right} have different classes (only in {left}: {only_left:names}; only in {right}: "
        "{only_right:names})."
    ),
    "classes-guessed": (
        "{left} and {right} have different classes (only in {left}: {only_left:names}; only in {right}: "
        "{only_right:names}), and the suggested match is a guess."
    ),
    "one-class-in-table": (
        "{table} has only the class {name!r}; choose a class column with two or more classes, or another table."
    ),
    "one-class": "{left} and {right} have only the class {name!r}; choose a class column with two or more classes.",
    "class-map-unknown": (
        "the class map renames {name!r}, but neither {left} nor {right} has that class; their classes are "
        "{classes:names}."
    ),
    "not-a-renaming": "{option:option}: {item:name} is not old=new; write it as relapse=bad,died=bad.",
    "renamed-twice": "{option:option} renames {name:name} to {first:name} and to {second:name}; keep one.",
    "unreadable-names": "{option:option} cannot be read ({reason}); write names separated by commas.",
    "unknown-attribute": (
        "{option:option} names {name!r}, which is not an attribute that both tables share; "
        "{nearest:meant check its spelling.}"
    ),
    "attribute-map-unknown": (
        "the attribute map names {name!r}, which {table} (the {side} table) does not have; "
        "{nearest:meant use names of that table.}"
    ),
    "attribute-map-twice": (
        "the attribute map matches {names:names} with {partner!r}; it must be one-to-one, so remove all but one."
    ),
    "unreadable-map": "{what} {file!r} cannot be read ({reason}); give a CSV or TSV file with {columns} columns.",
    "attribute-map-line": (
        "attribute map {file!r}, line {line}: two names are needed, the left table's and the right table's."
    ),
    "two-partners": "attribute map {file!r}, line {line}: {name:name} is matched twice; remove one of the lines.",
    "empty-attribute-map": "attribute map {file!r} is empty; write a left and a right name on each line.",
    "attribute-table-empty": (
        "attribute map {file!r} names no attribute; write the tables on the first line and one attribute on each "
        "other line."
    ),
    "attribute-table-heading": (
        "attribute map {file!r}, line 1: {heading:name} is not one of the tables; write a table's name above each "
        "column."
    ),
    "attribute-table-heading-twice": (
        "attribute map {file!r}, line 1: two or more different tables are needed, but it names {tables:names}."
    ),
    "attribute-table-line": (
        "attribute map {file!r}, line {line}: {cells:n name|names} but {tables:n table|tables}; write a name or "
        "nothing for each table."
    ),
    "value-map-attribute": (
        "the value map names the attribute {attribute!r}, which {left} and {right} do not share; "
        "{nearest:meant use the name that the left table has for it.}"
    ),
    "value-map-value": (
        "the value map names {value!r} of the attribute {attribute!r}, which {table} does not have there; its values "
        "are {values:names}."
    ),
    "value-map-line": (
        "value map {file!r}, line {line}: an attribute and two values are needed, the left table's and the right's."
    ),
    "two-values": (
        "value map {file!r}, line {line}: {value:name} of {attribute:name} is matched with two values; remove "
        "one of the lines."
    ),
    "empty-value-map": "value map {file!r} is empty; write an attribute, a left and a right value on each line.",
    "cost-line": "costs {file!r}, line {line}: an attribute and its cost are needed, as blood test,5.",
    "cost-not-a-number": (
        "costs {file!r}, line {line}: the cost {cost:name} of {attribute:name} is not a number; write it as 5 or 0.5."
    ),
    "no-costs": "costs {file!r} is empty; write an attribute and its cost on each line, as blood test,5.",
}

_PREPARING = {
    "missing-values": (
        "{left_missing:n value is|values are} missing in {left} and {right_missing:,} in {right}; "
        "choose how to treat them."
    ),
    "missing-values-of-table": "{missing:n value is|values are} missing in {table}; choose how to treat them.",
    "no-complete-attribute": ("every attribute has a missing value in {tables:all}, so no attribute would be left."),
    "no-complete-row": ("every row of {table} has a missing value, so no row would be left."),
    "nothing-to-fill-with": ("{table} has no values in column {column!r}, so its missing values cannot be filled."),
    "every-attribute-sparse": (
        "every attribute of {tables:all} has more than {value:percent} of its values missing in one of the tables; "
        "allow a larger share."
    ),
    "two-kinds": "{name:name} is declared both numeric and categorical; choose one.",
    "declared-numeric": (
        "{option:option} names {name:name}, which contains {example:name}, which is not a number; correct that "
        "cell, or do not declare the attribute numeric."
    ),
    "not-a-conversion": (
        "{option:option}: {item:name} is not a linear conversion; write it as chol=*38.67, temp=*1.8+32 or "
        "left:weight=/2.205."
    ),
    "converts-text": "{option:option} names {name:name}, which contains {example:name}, which is not a number; "
    "convert only numeric attributes.",
    "conversion-names-side": (
        "{option:option}: {item:name} names one of the two mined tables, but only {table} is converted here; write it "
        "as chol=*38.67."
    ),
    "converted-twice": "{option:option} converts {name:name} of {table} twice; remove one conversion.",
    "conversion-overflows": (
        "{option:option} makes values of {name:name} in {table} too large for a number; use a smaller factor."
    ),
    "class-without-rows": "{table} lists the class {name!r} but has no row of it; add rows of it or remove it from the "
    "list.",
    "class-lost": ("no row of class {name!r} is left in {table} after rows with missing values are dropped."),
    "wrong-column-order": (
        "the order of the right table's columns must name each column once and keep numeric and categorical columns "
        "apart; make it with column_permutation."
    ),
    "too-few-for-folds": "class {name} of {table} has {rows:n row|rows}, fewer than the {folds} folds; use fewer folds "
    "or add rows.",
    "one-row-of-class": (
        "class {name} of {table} has {rows:n row|rows}, fewer than the {folds} folds; add rows, or do not "
        "cross-validate."
    ),
    "one-row-for-halves": "class {name!r} of {table} has 1 row, which cannot be in both halves; add rows, or do "
    "not use halves.",
    "tau-out-of-range": "{option:option} {value!r} must be a share above 0.5 and at most 1, such as 0.75.",
    "holdout-share": "{option:option} {value!r} must be a share of the rows above 0 and below 1, such as 0.3.",
    "nothing-held-out": "{table} has too few rows to hold out {share:g} of them; hold out more or add rows.",
    "classes-not-learned": (
        "{test} has rows of class {names:names}, which {train} does not have; exclude these rows or give "
        "training rows of the same classes."
    ),
    "classes-not-tested": (
        "{test} has no row of class {names:names}, which {train} has; give test rows of every class."
    ),
    "kind-changes": (
        "column {column!r} contains numbers in {train} but text such as {example!r} in {test}; correct these "
        "cells, or empty them and fill missing values."
    ),
    "columns-lacking": (
        "{test} does not have the columns {names:names} of {train}; give test rows with the same columns, or "
        "remove these columns."
    ),
}

_SAMPLES = {
    "no-bundled-tables": "the bundled tables are not installed; install the package ksdt again.",
    "unknown-bundled-table": "there is no bundled table {name!r}; choose one of {names:names 20}.",
    "encoding-of-bundled": "{option:option} {encoding!r} is for files, and {table!r} is a bundled table; do not give "
    "it.",
    "cohort-not-installed": "the table {name!r} is not installed; add it with `pip install ksdt[genes]`.",
    "planted-rows": "{option:option} {value!r} is not a number of rows; give 200, or (100, 200) for the two tables.",
    "planted-too-small": "{option:option} {value!r} is too small to plant a tree; the minimum is {minimum}.",
}

_THIRD = {
    "trees-without-splits": (
        "the trees of {left}:{right} have no splits, so there is nothing to test on {table}; mine the pair with "
        "a smaller minimum of rows or a larger maximum depth."
    ),
    "third-lacks-classes": (
        "{table} has no row of the class {names:names}, but needs rows of every class of the trees."
    ),
    "third-without-attributes": (
        "{table} has none of the attributes that the trees test ({names:names 3}; it has {columns:names 3}); use "
        "another table, or match the attributes."
    ),
    "third-without-values": (
        "{table} has no values in the columns that the trees test ({names:names 3}); fill missing values, or use "
        "another table."
    ),
    "third-not-numeric": (
        "{table}: column {column!r} contains {example!r}, but the trees compare it with a threshold; correct the "
        "column, or match its values."
    ),
    "too-few-rows-for-ranks": (
        "{table} has {rows:n usable row|usable rows}, too few for percentiles; use a table with {minimum} or more, or "
        "mine the pair on another scale."
    ),
}

MESSAGES: Mapping[str, str] = {
    **_TABLES,
    **_FILES,
    **_LIMITS,
    **_FORMATS,
    **_MATCHING,
    **_PREPARING,
    **_SAMPLES,
    **_THIRD,
}
