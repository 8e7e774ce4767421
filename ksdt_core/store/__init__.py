"""What is kept between sittings: tables, pairs, runs and jobs, in one SQLite file of the user's data folder."""
