"""What errors say about spectra and trees built from them."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    # Trees, spectra and functions that belong together
    "no-trees": "the ensemble is empty; use at least one tree.",
    "not-trees": "{given} contains no trees; use a tree, a sequence of trees, a mined set or compared weightings.",
    "tree-of-other-classes": (
        "tree {tree} predicts the classes {classes:names}, but tree 1 predicts {expected:names}; "
        "compare trees of the same classes."
    ),
    "trees-of-different-classes": (
        "trees that predict {expected:names} have no inner product with trees that predict {classes:names}; "
        "compare trees of the same classes."
    ),
    "trees-and-weights-differ": "{trees:n tree|trees} but {weights:n weight|weights}; give one weight for each tree.",
    "documents-and-weights-differ": (
        "{option:option}: {documents:n document|documents} but {weights:n weight|weights}; give one weight for each "
        "document."
    ),
    "bad-tree-weights": "{option:option} must be numbers of 0 or more, and not all 0.",
    "spectra-and-weights-differ": (
        "{spectra:n spectrum|spectra} but {weights:n weight|weights}; give one weight for each, and at least one."
    ),
    "spectra-of-different-domains": (
        "the spectra have different domains or classes; compute them on one domain for all trees."
    ),
    "functions-and-coefficients-differ": (
        "{functions:n function|functions} but {coefficients:n coefficient|coefficients}; give one for each, and at "
        "least one."
    ),
    "functions-of-different-domains": (
        "the functions have different domains or outputs; build them on one domain for all trees."
    ),
    "no-such-tree-position": "tree {tree} does not exist; the trees are numbered from 0 to {trees} − 1.",
    "attribute-outside-domain": (
        "a tree tests attribute {attribute!r}, which the domain does not include; build the domain from all trees that "
        "are compared."
    ),
    "cut-outside-domain": (
        "a tree splits {attribute!r} at {cut:g}, which the domain does not include; build the domain from all trees "
        "that are compared."
    ),
    "values-outside-domain": (
        "a tree tests values of {attribute!r} that the domain does not include; build the domain from all trees that "
        "are compared."
    ),
    "attribute-kind-differs-between-trees": (
        "attribute {attribute!r} is numeric for one tree and text for another; compare trees whose attributes "
        "have the same types."
    ),
    "points-outside-domain": (
        "the points must have {cells:n cell|cells} each, one for each attribute of the domain, but their shape is "
        "{shape}; compute them from rows with the domain."
    ),
    # Rows that trees are applied to
    "columns-unlike-trees": (
        "the rows have {columns:n column|columns}, but the trees were grown on {attributes:n attribute|attributes}; "
        "use the columns that the trees know, in their order."
    ),
    "value-unknown-to-trees": (
        "row {row} of column {column!r} has none of the {known:n value|values} that the trees know; fill missing "
        "values and use known values."
    ),
    "measure-without-rows": "this measure counts rows; give at least one row of each table.",
    "rows-for-uniform-measure": "the uniform measure uses no rows; choose another measure, or give no rows.",
    "attribute-outside-pair": (
        "a tree tests attribute {attribute!r}, which the tables do not have; use the tables that the trees belong to."
    ),
    # Spectra that travel
    "document-without-spectra": "{source!r} contains inner products but no spectra; compute its spectra first.",
    "sites-of-other-classes": (
        "{source!r} has the classes {classes:names}, but {first!r} has {expected:names}; spectra can be added only "
        "for the same classes."
    ),
    "sites-of-other-domains": (
        "{source!r} and {first!r} have different cuts or values of {attributes:n attribute|attributes}, such as "
        "{attribute!r}; compute the spectra of every site again with the cuts of all documents."
    ),
    "sites-of-other-measures": (
        "{source!r} and {first!r} count inputs by different rows, so their spectra cannot be added; compute both "
        "under the uniform measure."
    ),
    # Sizes
    "spectrum-too-large": (
        "the spectrum could have {coefficients} coefficients, but the limit is {limit}; use fewer or shallower trees, "
        "a lower maximum order, or inner products, which need no spectrum."
    ),
    "spectrum-document-too-large": (
        "the {coefficients:,} coefficients would make a document of about {mebibytes:,.0f} MiB, "
        "but the limit is {limit:,.0f} MiB."
    ),
    "path-tests-too-many-attributes": (
        "a path of a tree tests {attributes:n attribute|attributes}, but Shapley values are computed for at most "
        "{limit}; use shallower trees."
    ),
    "too-many-pairs-of-leaves": (
        "the trees have {pairs:,} pairs of leaves to compare, but the limit is {limit:,}; use fewer or smaller trees, "
        "or estimate the inner products from sampled points."
    ),
    "tree-of-spectrum-too-large": (
        "the tree of this spectrum has more than {limit:n node|nodes}; limit its depth, or use a smaller share "
        "of the energy."
    ),
    # Results that do not exist
    "spectrum-without-classes": "this spectrum predicts numbers, not classes; build a tree of values from it.",
    "class-never-predicted": (
        "no tree predicts {class_name!r}, so every inner product is 0; use trees that predict both classes."
    ),
    "no-such-component": "the number of components is {components}, but it must be between 1 and {most}.",
    "errors-of-another-shape": (
        "replacing the worst tree needs {updates:n row|rows} of errors, one for each update, with "
        "{trees:n column|columns}, one for each tree."
    ),
}
