"""Trees as functions on a discrete domain: spectra, inner products, projections, trees from spectra."""
