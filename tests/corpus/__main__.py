"""`python -m tests.corpus save FOLDER [CHECKOUT]` and `python -m tests.corpus compare OLD NEW`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.corpus.comparing import differences
from tests.corpus.saving import save

ROOT = Path(__file__).resolve().parents[2]


def main(words: list[str]) -> int:
    """Save the outputs of a checkout (default: this one), or compare two saved ones; 1 where they differ."""
    match words:
        case ["save", folder]:
            save(Path(folder).resolve(), ROOT)
        case ["save", folder, checkout]:
            save(Path(folder).resolve(), Path(checkout).resolve())
        case ["compare", old, new]:
            found = list(differences(Path(old), Path(new)))
            print("\n".join(found) or "equal")
            return 1 if found else 0
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
