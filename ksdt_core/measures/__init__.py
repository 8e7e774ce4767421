"""The measures of the publications: one function each."""
