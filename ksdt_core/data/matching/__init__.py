"""Which attribute, class and value of one table is which of the other."""
