"""Whole studies: ensembles grown on tables and looked at through their Fourier spectra."""
