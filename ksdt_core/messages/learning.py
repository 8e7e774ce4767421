"""What errors say about learners, ensembles, studies, pruning, rules and costs."""

from __future__ import annotations

from collections.abc import Mapping

_MODELS = "a DecisionTreeClassifier, BaggingClassifier, RandomForestClassifier or AdaBoostClassifier"

MESSAGES: Mapping[str, str] = {
    # Rows to learn from
    "nothing-to-learn-from": "{table} has no rows or no attributes to learn from; use another table.",
    "columns-of-table-unlike-trees": (
        "{table} has {columns:n column|columns}, but the trees were grown on {attributes:n attribute|attributes}; "
        "use the columns that the trees know, in their order."
    ),
    "gaps-in-learning-rows": (
        "{table} has {cells:n missing value|missing values}, the first in column {column!r}, and trees need "
        "complete rows."
    ),
    "number-too-large-to-learn": (
        "column {column!r} of {table} contains a number larger than {limit:.3g}, which this learner cannot use; "
        "scale or remove the column."
    ),
    "one-class-to-boost": "all rows of {table} are of one class, so there is nothing to boost; use another table.",
    "target-not-numeric": "target {target!r} is not a numeric attribute of {table}; name one.",
    "target-with-gaps": "the target {target!r} of {table} must have a number in each row; fill it or remove rows.",
    "attributes-unlike-tree": (
        "the rows, the training table and the tree must have the same attributes in the same order."
    ),
    "source-of-one-table": "source {source!r} names a table of a pair, but one table was given; give no source.",
    # Options of learners
    "below-minimum": "{option:option} {value!r} must be a number, {minimum:g} or more.",
    "option-of-another-learner": "{method} has no option {option:option}; it has {known:names}.",
    "learner-without-costs": "{method} does not use costs.",
    "learner-without-criterion": "{method} draws its splits at random and uses no criterion; remove the criterion.",
    "purity-of-numbers": "purity is for classes, and this tree predicts numbers.",
    "target-with-one-value": (
        "the target {target!r} of {table} has only the value {value!r}, so there is nothing to learn."
    ),
    "target-has-numbers": (
        "the target {target!r} of {table} holds {values} different numbers, not classes; method cart predicts numbers."
    ),
    "target-has-classes": (
        "the target {target!r} of {table} holds the classes {classes:names}, not numbers; learn it as classes, without "
        "{regression:option}."
    ),
    "nothing-complete-to-learn-from": (
        "{table} has no rows or no attributes left after {way}, because of missing values."
    ),
    "numbers-need-cart": "{option:option} predicts a number, which {method} cannot.",
    "discretise-without-id3": "{option:option} is for id3; {method} chooses thresholds itself.",
    "criterion-of-numbers": "a tree that predicts numbers always reduces the variance; remove {option:option}.",
    "only-of-c45": "{option:option} {value} is for c45, and the method is {method}.",
    "learned-without-held-out-rows": "{option:option} {method} needs held-out rows, and no rows were held out.",
    "mode-of-numbers": "{option:option} mode is for classes, and this ensemble predicts numbers.",
    "too-few-to-stack": (
        "{table} has {rows:n row|rows}, which is too few for stacking in total or in one class; use more rows or "
        "another ensemble."
    ),
    "unknown-attribute-of-table": (
        "{option:option} names {name!r}, which is not an attribute of {table}; {nearest:meant check its spelling.}"
    ),
    "not-for-ensembles": "{option:option} is for a single tree, and {ensemble:option} was given; remove one of them.",
    "only-for-ensembles": "{option:option} is for ensembles, and this command learns a single tree.",
    "bad-discretising": (
        "{option:option} {value!r} is unknown; write class-changes, or equal-frequency:4 for four intervals."
    ),
    "learned-table-changed": "{file} is not the table {table} that the tree was learned from; learn it again.",
    "not-for-learned-trees": "{option:option} {value!r} is for sets of shared trees, and this is a tree of one table.",
    "reduced-learned-as-text": (
        "reduced rules of a learned tree are not JSON; use {option:option} text, csv or markdown."
    ),
    "pruning-of-classes": "{option:option} {value} is for classes, and this tree predicts numbers.",
    "rules-of-numbers": "{option:option} is for classes, and this tree predicts numbers.",
    # Models of scikit-learn
    "not-a-model": f"{{model}} is not a model of scikit-learn; use {_MODELS}.",
    "model-without-trees": f"{{model}} has no trees or is not fitted yet; fit {_MODELS} first.",
    "model-without-one-class-a-row": f"{{model}} does not predict one class for each row; use {_MODELS}.",
    "model-of-other-parts": f"{{model}} contains {{found}} instead of decision trees; use {_MODELS}.",
    "columns-unlike-model": (
        "{named:n column is|columns are} named, but the model was fitted on {fitted}; name each column."
    ),
    "class-names-unlike-model": (
        "{named:n class is|classes are} named, but the model predicts {fitted}; name each class, in the model's order."
    ),
    # Models that were made elsewhere
    "models-not-installed": "{model} is read with the package treelite; install it with pip install 'ksdt[models]'.",
    "model-of-unknown-library": (
        "{model} is not a model of scikit-learn, XGBoost, LightGBM or CatBoost; use one of these."
    ),
    "model-not-importable": "{model} cannot be read ({reason}); use a fitted model of trees with one target.",
    "model-of-several-targets": "{model} predicts several targets; fit one model for each target.",
    "link-of-model-unknown": (
        "{model} was fitted with the objective {link!r}, which is not supported; use squared error for numbers and the "
        "logistic or softmax objective for classes."
    ),
    "categorical-splits-of-model": (
        "{model} splits by sets of categories, which is not supported; fit it on indicator columns instead."
    ),
    "leaves-of-model": (
        "{model} has linear leaves or takes 0 for a missing value, which is not supported; fit it without that."
    ),
    "model-file-unknown": (
        "{file} is not a model file; save a model of XGBoost as JSON or UBJSON, of LightGBM as text, of "
        "CatBoost as JSON."
    ),
    "model-file-pickled": (
        "{file} is a pickle, which can run any code and is never opened; save the model in the format of its library, "
        "or write the document of ksdt.import_model(model).to_document() in Python."
    ),
    "model-file-binary": "{file} is a binary model of CatBoost; save it with save_model(file, format='json').",
    "model-file-damaged": "{file} does not hold a whole model; save the model again.",
    "model-file-too-large": "{file} is larger than {megabytes} MB; save a model with fewer trees.",
    "model-file-not-read": "{file} cannot be read ({reason}); name the file of a model.",
    "not-for-models": "{option:option} {value!r} is for sets of shared trees, and this is an imported model.",
    "model-not-pruned": "{model} is an imported model, which is not pruned; fit it with fewer trees or less depth.",
    "classes-unlike-model": (
        "the target {target!r} of {table} holds {names:names}, and the model predicts {known:names}; name its "
        "classes as the table does, in the model's order, or another target."
    ),
    "model-of-numbers": (
        "the model predicts numbers, and the target {target!r} of {table} holds {names:names}; name a column of "
        "numbers."
    ),
    "words-for-model": (
        "column {column!r} of {table} holds words, and the model compares numbers; write the codes that it was "
        "fitted on."
    ),
    "table-without-attributes-of-model": (
        "{table} does not have the columns {attributes:names} that the model was fitted on; use a table with "
        "these columns."
    ),
    "gaps-for-model": (
        "{table} has {cells:n missing value|missing values}, the first in column {column!r}; fill them before the "
        "model is applied."
    ),
    "shares-of-numbers": "this model predicts numbers, so no class has a share.",
    # Pruning
    "alpha-of-another-method": "{option:option} {value:g} is for {wanted}; give none for {method}.",
    "no-held-out-rows": (
        "{option:option} {method} needs rows that the trees have not seen, but the result was mined on all rows; "
        "prune by cost-complexity or mdl, or mine again with rows held out."
    ),
    "tables-of-result-needed": "the result was mined with held-out rows; give the two tables that it was mined from.",
    "no-held-out-row-left": "{table} has no held-out rows left for pruning.",
    "leaf-cannot-be-pruned": "only inner nodes can be turned into leaves; name nodes that have a test.",
    "class-counts-differ": (
        "{table} does not have the class counts of the result; use the table that it was mined from, or mine again."
    ),
    # Rules
    "tested-attribute-not-in-tables": (
        "the tables have no attribute {attribute!r}, which a tree tests; use the tables that it was mined from."
    ),
    "attribute-values-differ-from-tree": (
        "the attribute {attribute!r} has different values in the tables and in the tree; use the tables that it "
        "was mined from."
    ),
    # Patterns
    "no-item-for-patterns": (
        "{table} has no attribute with two or more values to make patterns from; exclude fewer, or use other tables."
    ),
    "too-many-itemsets": "there are more than {most:,} sets of conditions with enough rows.",
    # Costs of attributes
    "costs-without-names": "{option:option} {value!r} name no attributes; write them as {{'age': 2.0}}.",
    "bad-cost": (
        "{option:option} give {attribute!r} the cost {value!r}; write a number from {low:g} to {high:,.0f}, a multiple "
        "of the cost of an attribute that is not listed."
    ),
    "cost-given-twice": "{option:option} name {attribute!r} twice; keep one.",
    # Studies
    "number-of-atlas-tables": "an atlas needs 2 to {most:,} tables, but {tables:,} were given.",
    "class-in-no-table": (
        "the class map renames {class_name!r}, but none of the tables has that class; their classes are "
        "{classes:names}."
    ),
    "atlas-pair-renames-both-ways": (
        "{left} and {right} use the same class name with two meanings; rename the classes in one of the files."
    ),
    "atlas-without-table": "the atlas has no table {name!r}; its tables are {tables:names}.",
    "atlas-name-not-in-table": (
        "{option:option} names {name!r}, which the table {table!r} does not have; {nearest:meant correct the name.}"
    ),
    "atlas-excludes-unknown": (
        "{option:option} names {name!r}, which none of the tables has; {nearest:meant correct the name.}"
    ),
    "option-names-attributes-in-atlas": (
        "{option:option} cannot be used in an atlas, because not every pair has these attributes; mine the pairs "
        "separately."
    ),
    "stopped-between-weightings": "stopped before all weightings were finished.",
    "finished-pairs-unusable": (
        "the file of finished pairs {file!r} cannot be used: {reason}; free some space or change the "
        "permissions, and start the atlas again. Finished pairs are saved."
    ),
    "classes-not-one-to-one": (
        "the classes of {left} ({left_classes:names}) and of {right} ({right_classes:names}) cannot be mapped "
        "one to one, because their numbers differ."
    ),
    "too-many-classes-to-try": (
        "{table} has {number:n class|classes} ({classes:names}), but all mappings are compared only for up to {most}."
    ),
    "no-time-column": "{table} has no column {column!r} to order its rows by; {nearest:meant name one of its columns.}",
    "time-with-gaps": (
        "{cells:n cell is|cells are} missing in the time column {column!r} of {table}; fill them, or remove these rows."
    ),
    "stream-too-short": (
        "{table} has {rows:n row|rows}, but {trees:n tree|trees} and {updates:n update|updates} of {chunk:n "
        "row|rows} each need {needed:,}; use a longer stream, or smaller numbers."
    ),
    "stopped-before-an-update": (
        "interrupted; nothing was written, because only {grown} of the first {trees:n tree|trees} and no update were "
        "grown."
    ),
    "space-of-too-few-trees": "a map needs two or more trees; mine more trees, or add forests.",
    "row-distances-without-tables": "distances over rows need the two tables; give the pair, or use the domain.",
}
