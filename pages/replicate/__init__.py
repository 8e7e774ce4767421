"""The page Replicate."""
