"""Decision trees as values, and trees that two tables share."""
