"""Long work outside the pages: what the kinds of job do, and the process that does it."""
