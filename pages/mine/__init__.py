"""The parts of the page Mine."""
