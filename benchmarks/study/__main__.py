"""`python -m benchmarks.study`: the tumour pairs and the planted pairs, written to docs/study.md."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks.study.keeping import Keeper
from benchmarks.study.plan import PARTS, Plan

ROOT = Path(__file__).resolve().parents[2]
USUAL_MINUTES = 45
STOPPED = 130  # what a shell expects of a command that Ctrl-C ended


def main() -> int:
    usual = Plan()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "study.md")
    parser.add_argument(
        "--work",
        type=Path,
        default=ROOT / "build" / "study",
        help="folder of finished parts; remove it to start afresh",
    )
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS, help="what to work out now: %(default)s")
    parser.add_argument(
        "--sections",
        action="store_true",
        help="write only the sections on the pair test, on replication and on other readings",
    )
    parser.add_argument("--permutations", type=int, default=usual.permutations)
    parser.add_argument("--replicates", type=int, default=usual.replicates)
    parser.add_argument("--empty-replicates", type=int, default=usual.empty_replicates)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    folder = Path(os.environ.get("KSDT_SHARED_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        print(f"no tables in {folder}; set KSDT_SHARED_DATA to their folder", file=sys.stderr)
        return 2
    plan = Plan(
        permutations=arguments.permutations,
        replicates=arguments.replicates,
        empty_replicates=arguments.empty_replicates,
    )
    keeper, tasks = Keeper(arguments.work), [task for part in arguments.parts for task in plan.tasks(part)]
    done, _ = keeper.progress(tasks)
    print(
        f"about {USUAL_MINUTES} minutes of CPU time for all parts from nothing, half of that on two cores; "
        f"{done} of {len(tasks)} tasks are in {keeper.folder.name}"
    )
    try:
        keeper.work(tasks, folder, workers=arguments.workers)
    except KeyboardInterrupt:
        print(f"stopped; {keeper.progress(tasks)[0]} of {len(tasks)} tasks are finished; the same command continues")
        return STOPPED
    print(f"{keeper.progress(tasks)[1] / 60:.1f} minutes of CPU time in {len(tasks)} tasks")
    from benchmarks.study.page import write, write_sections

    (write_sections if arguments.sections else write)(plan, keeper, arguments.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
