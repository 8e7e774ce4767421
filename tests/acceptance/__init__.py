"""Real tables from their files to the report, every number counted again without the product."""
