"""The parts of the page About."""
