"""Progress: on a terminal only, and never among the results."""

from __future__ import annotations

import json
import os
import threading

import pytest

from ksdt_core.formats.result import parse_result
from tests.cli.running import in_process_of_its_own, said

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

STUDY = ("mine", "left.csv", "right.csv", "--pool", "wvp2", "--permutations", "2", "--cv", "2")


def on_a_terminal(folder, *arguments):
    """What the command gave, and what a terminal at its standard error showed."""
    screen, terminal = pty.openpty()
    seen: list[bytes] = []

    def watch() -> None:
        try:
            while data := os.read(screen, 4096):
                seen.append(data)
        except OSError:  # how Linux says that the other end is closed
            pass

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    done = in_process_of_its_own(*arguments, cwd=folder, stderr=terminal)
    os.close(terminal)
    watcher.join(10)
    os.close(screen)
    assert done.returncode == 0
    return done.stdout, b"".join(seen)


def test_a_terminal_sees_a_bar_and_the_result_stays_clean(folder):
    out, seen = on_a_terminal(folder, *STUDY)
    assert len(parse_result(out).sweep) == 10
    for what in (b"Weightings", b"Shuffles", b"Folds"):
        assert what in seen


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("odt", "left.csv", "right.csv", "--trees", "2"), [b"Steps of the study"]),
        (("stability", "generated", "--chunk", "50", "--ensemble", "3", "--updates", "4"), [b"Trees", b"Updates"]),
    ],
)
def test_studies_of_ensembles_show_bars_too(folder, words, wanted):
    out, seen = on_a_terminal(folder, *words)
    assert json.loads(out)["format"].startswith("ksdt-")
    for what in wanted:
        assert what in seen


def test_elsewhere_nothing_is_said(folder):
    done = in_process_of_its_own(*STUDY, cwd=folder)
    assert (done.returncode, said(done.stderr)) == (0, "")
    assert len(parse_result(done.stdout).sweep) == 10
