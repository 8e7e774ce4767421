"""Side-by-side measurements: each prints a ratio to a named peer, both taken in one run."""
