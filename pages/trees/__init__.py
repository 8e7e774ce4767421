"""The parts of the page Trees."""
