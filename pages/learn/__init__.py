"""Learn: a tree of one table, its size, its rules and every number behind it."""
