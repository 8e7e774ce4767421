"""What two or more pages of the app use."""
