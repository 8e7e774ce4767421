"""What errors say about documents and the files that hold them.

A sentence about a place in a document starts with the place, as `trees[1].nodes[3].dsn`.
"""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "tested-attribute-missing": "The tables have no attribute {attribute!r}, which a tree tests. Use the "
    "tables that it was mined from.",
    "replication-damaged": "its replication data is inconsistent; restore the original document or make it again.",
    "evidence-damaged": "its evidence is inconsistent; restore the original document or make it again.",
    "ensembles-damaged": "its methods, errors and rows are inconsistent; compare the ensembles again.",
    "model-damaged": "its trees, classes and numbers are inconsistent; import the model again.",
    "learned-damaged": "its nodes, counts and settings are inconsistent; learn the tree again.",
    "rules-damaged": "its rules, trees and counts are inconsistent; make the rules again.",
    "patterns-damaged": "its patterns, classes and counts are inconsistent; make the patterns again.",
    "document-refused": "{source!r}: {reason:error}.",
    "document-damaged": "{reason:error}; restore the original document or mine it again.",
    "weights-damaged": "its regions, shares and weights are inconsistent; solve the weight triangle again.",
    "document-unreadable": "cannot be read ({reason:error}); give the path of a JSON document of ksdt.",
    "document-empty": "the document is empty; a JSON document of ksdt is expected.",
    "document-not-utf8": "not a UTF-8 text; a JSON document of ksdt is expected.",
    "document-not-json": "not JSON: {reason} in line {line}; a JSON document of ksdt is expected.",
    "document-json-unreadable": "not valid JSON: {reason}; a JSON document of ksdt is expected.",
    "document-not-an-object": "not a JSON object; a JSON document of ksdt is expected.",
    "document-without-format": 'it has no "format"; a document with format {known} is expected.',
    "document-of-another-kind": "its format is {found:names}, but {known} is needed; give a document of that format.",
    "document-newer": (
        "format {found:names} was written by a newer version of ksdt, and this version reads {known}; update ksdt."
    ),
    "document-key-missing": "{where} is missing.",
    "document-value-wrong": "{where} must {needed}, but is {found}.",
    "document-setting-refused": "{where}: {reason:error}.",
    "document-values-differ": "{where} is {found} but {source} {expected}.",
    "document-tpd-size": "tpd must have {trees} rows of as many numbers, one for each tree.",
    "document-too-many-attributes": "pair.attributes is {attributes} and config.attr_fraction keeps {kept} "
    "of them, but the trees test {used}.",
    "document-too-many-categorical": "pair.attributes is {attributes} but pair.values lists {categorical} "
    "categorical attributes.",
    "document-names-not-sorted": "{where} must be in sorted order, each name once.",
    "document-atd-for-method": "{where} must be {needed} for method {method}.",
    "document-td-unlike-scores": "{where} must be {needed}, as in scores.",
    "document-sweep-too-long": "sweep has {entries} entries but pool.vectors is {vectors}.",
    "document-matching-unscaled": "{where} must be null, since the tables are not scaled.",
    "document-matching-missing": "{where} must be an object, since the tables are scaled.",
    "document-p-impossible": "{where} is {p:.6g}, which no count of {permutations} shuffles gives.",
    "document-tree-p-unlike-nulls": "{where} must be a number where significance.nulls.{null} is an object, "
    "and null where that is null.",
    "document-cross-validated-sa": "cross_validated.sa is {sa:.6g} but the smaller mean accuracy is {smaller:.6g}.",
    "document-pruned-more-tests": "{where}.tests_after is {after} but {where}.tests_before is {before}.",
    "document-node-counts": "{where} has {counts} counts but there are {classes} classes.",
    "document-node-empty": "{where} counts no row, but every node holds rows of both tables.",
    "document-node-label": "{where} is {label!r}, which is not one of pair.classes.",
    "document-node-leaf-has-test": "{where} must be null, since the node has no attribute.",
    "document-node-numeric": "{where} tests the numeric attribute {attribute!r}: it needs three thresholds "
    "and no category.",
    "document-node-thresholds-differ": "{where} must equal threshold_left and threshold_right, since "
    "config.scale is none.",
    "document-node-categorical": "{where} tests the categorical attribute {attribute!r}: its thresholds must be null.",
    "document-node-category": "{where} is {category!r}, which is not one of pair.values[{attribute!r}].",
    "spectrum-damaged": "its cuts, partitions and classes are inconsistent; make the spectrum again.",
    "atlas-damaged": "its pairs, tables and clustering are inconsistent; make the atlas again.",
    "document-node-excluded": "{where} is {attribute!r}, which config.exclude forbids.",
    "document-node-too-few-rows": "{where} counts {rows} rows, too few to split with config.min_size {min_size:g}.",
    "document-node-pure": "{where} holds one class only, so the node cannot have been split.",
    "document-node-too-deep": "{where} is split at level {level}, but config.max_depth is {max_depth}.",
    "document-node-no-children": "{where} has an attribute, so its left and right must both name a node.",
    "document-node-children-same": "{where} is {child}, the same node as its left.",
    "document-node-child": "{where} is {child}, which must be a later node of the same tree.",
    "document-node-parent": "{where} must be an earlier node of the same tree.",
    "document-node-parent-of-others": "{where} is {parent}, which does not name node {node} as a child.",
    "document-node-root-rows": "{where} counts {rows} rows but pair.{side} has {table_rows} and gained {gained}.",
    "document-node-rows": "{where} is {rows}, which does not agree with the counts {counts}.",
    "document-node-rows-missing": "{where} must {wanted}, as at the first node of the first tree.",
    "document-node-root": "{where} is {attribute!r}, which is not one of config.roots.",
    "document-node-settled": "{where} is {category!r}, which its path has already tested.",
    "document-node-unreachable": "{where} is {threshold:g}, but its path leaves only {low:g} to {high:g}.",
    "standard-output-closed": "cannot write to standard output: {reason}.",
    "file-not-written": "cannot write {path!r}: {reason}; give a file in a folder where you have write permission.",
    "file-disk-full": "cannot write {path!r}: {reason}; free some space, or give a file on another disk. The old "
    "file is unchanged.",
}
