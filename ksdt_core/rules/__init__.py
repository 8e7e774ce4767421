"""From trees to statements: rules with evidence from both tables, and where two alike tables part."""
