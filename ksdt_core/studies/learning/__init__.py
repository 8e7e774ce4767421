"""Learning a tree from one table, for people: settings, the document, pruning, rules and worked numbers."""
