"""Tables and pairs of tables as values."""
