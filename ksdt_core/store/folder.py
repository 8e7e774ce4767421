"""Where the store lies: a file in the user's data folder, unless a setting moves it."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

SETTING = "KSDT_DATA_FOLDER"
FILE = "ksdt.sqlite3"
STUDY_ENDING = ".ksdt"  # of files that carry a study to another store


def data_folder() -> Path:
    """The folder named by the environment variable KSDT_DATA_FOLDER, else the default of this user."""
    moved = os.environ.get(SETTING)
    return Path(moved).expanduser() if moved else platformdirs.user_data_path("ksdt", appauthor=False)
