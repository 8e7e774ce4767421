"""Where the command starts: Ctrl-C is a sentence from the first moment on, also while libraries are loaded."""

from __future__ import annotations

import sys

from ksdt_core.cli.interruptions import NOTHING_WRITTEN, remember_interruptions


def main() -> None:
    """The entry of the command `ksdt`."""
    remember_interruptions()
    try:
        from ksdt_core.cli.main import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        print(f"ksdt: {NOTHING_WRITTEN}", file=sys.stderr)
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
