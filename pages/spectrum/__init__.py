"""The parts of the page Spectrum."""
