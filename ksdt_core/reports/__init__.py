"""What leaves the program for a paper: a methods paragraph, citations, and everything of a result in one file."""
