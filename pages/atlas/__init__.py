"""The parts of the page Atlas."""
