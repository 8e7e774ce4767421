"""The parts of the page Space."""
