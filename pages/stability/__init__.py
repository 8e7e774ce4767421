"""The parts of the page Stability."""
