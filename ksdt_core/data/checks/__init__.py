"""The dataset doctor: findings about two tables, each with the option that fixes it."""
