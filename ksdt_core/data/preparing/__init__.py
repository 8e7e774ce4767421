"""From matched tables to a pair that can be mined: missing values, scale, balance, parts of the rows."""
