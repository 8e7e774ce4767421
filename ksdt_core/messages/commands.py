"""What errors say about the commands: their outputs, the tables of a result, and long work that was stopped."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "app-needs-streamlit": "the app needs the package streamlit; install it with pip install streamlit.",
    "app-not-installed": "the app is not part of this installation; install ksdt again.",
    "outputs-are-one-file": "{option} and {other} both write to {place!r}; give them two files.",
    "output-ends-otherwise": (
        "{option} {output!r} has the ending of {named}, but this command writes {written}; use the ending {ending}."
    ),
    "output-is-an-input": "the output {output!r} is the input {table!r}; give another file with {option}.",
    "source-unknown": "the document does not say where the table {table!r} is.",
    "source-unreadable": "the table {table!r} of this result cannot be read ({reason:error}).",
    "source-changed": "{table!r} is not the table {name} that this result was mined from; give the unchanged file.",
    "source-gone": "the table {table!r} of this result does not exist any more.",
    "source-not-the-pair": "{left!r} and {right!r} are no longer the pair of this result ({reason:error}).",
    "source-rows-differ": (
        "{table!r} has {rows:,} rows, but the result was mined from {mined:,} rows of {name}; mine the pair again."
    ),
    "source-differs": (
        "{left!r} and {right!r} are not the tables that this result was mined from; mine the pair again."
    ),
    "sweep-stopped": "{why:error}; {done} of {asked} weightings are finished, and the best of them is {place}.",
    "check-of-set-stopped": "{why:error}; the trees are {place}, but the {part} is not finished.",
    "atlas-stopped-with-work": "interrupted; finished pairs are saved in {file!r}. Run the same command to continue.",
    "atlas-stopped-empty": "{why:error}; no pair was finished, nothing was written.",
    "atlas-stopped": (
        "{why:error}; {done} of {asked} pairs are finished and saved in {file!r}. Run the same command to continue."
    ),
    "atlas-stopped-on-output": (
        "{why:error}; {done} of {asked} pairs are finished and written to standard output. Write to a file to be "
        "able to continue."
    ),
}
