"""The parts of the page Diversity."""
