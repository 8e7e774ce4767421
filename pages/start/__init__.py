"""The parts of the page Start."""
