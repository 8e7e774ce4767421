"""Trees as functions on a discrete domain: spectra, inner products, projections, trees from spectra."""

from ksdt_core.fourier.aggregation import aggregated_spectrum, aggregated_tree, reconstructed_tree
from ksdt_core.fourier.arithmetic import mean_spectrum, weighted_sum
from ksdt_core.fourier.attribute_energy import AttributeEnergy, attribute_energy
from ksdt_core.fourier.boxes import Boxes, BoxFunction, combined
from ksdt_core.fourier.construction import tree_from_spectrum, value_tree_from_spectrum
from ksdt_core.fourier.document import spectrum_document
from ksdt_core.fourier.domain import CellDomain, Feature, domain_of
from ksdt_core.fourier.gram import (
    InnerProductEstimate,
    estimated_inner_products,
    inner_products,
    spectral_inner_products,
)
from ksdt_core.fourier.loadings import (
    PartitionLoading,
    axis_attributes,
    axis_loadings,
    axis_spectra,
    largest_partitions,
)
from ksdt_core.fourier.orthogonal import OrthogonalTrees, orthogonal_trees
from ksdt_core.fourier.projection import Projection, project, projection_of
from ksdt_core.fourier.sources import box_functions, trees_of
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.transform import function_spectrum, spectrum
from ksdt_core.fourier.tree_boxes import tree_function
from ksdt_core.fourier.truncation import cut_to_energy, cut_to_order
from ksdt_core.trees.value_tree import ValueTree

__all__ = [
    "AttributeEnergy",
    "BoxFunction",
    "Boxes",
    "CellDomain",
    "Feature",
    "InnerProductEstimate",
    "OrthogonalTrees",
    "PartitionLoading",
    "Projection",
    "Spectrum",
    "ValueTree",
    "aggregated_spectrum",
    "aggregated_tree",
    "attribute_energy",
    "axis_attributes",
    "axis_loadings",
    "axis_spectra",
    "box_functions",
    "combined",
    "cut_to_energy",
    "cut_to_order",
    "domain_of",
    "estimated_inner_products",
    "function_spectrum",
    "inner_products",
    "largest_partitions",
    "mean_spectrum",
    "orthogonal_trees",
    "project",
    "projection_of",
    "reconstructed_tree",
    "spectral_inner_products",
    "spectrum",
    "spectrum_document",
    "tree_from_spectrum",
    "tree_function",
    "trees_of",
    "value_tree_from_spectrum",
    "weighted_sum",
]
