"""What errors say about the commands: their outputs, the tables of a result, and long work that was stopped."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "app-needs-streamlit": "the app needs the package streamlit; install it with pip install streamlit.",
    "app-not-installed": "the app is not installed with this package; install ksdt again.",
    "outputs-are-one-file": "{option} and {other} both write to {place!r}; give them two files.",
    "output-ends-otherwise": (
        "{option} {output!r} ends like a file of {named}, but this command writes {written}; use the ending {ending}."
    ),
    "output-is-an-input": "the output {output!r} is the input {table!r}; give another file with {option}.",
    "source-unknown": "the document does not say where the table {table!r} is.",
    "source-unreadable": "the table {table!r} of this result can no longer be read ({reason:error}).",
    "source-changed": "{table!r} is not the table {name} as this result was mined from it; give the unchanged file.",
    "source-gone": "the table {table!r} of this result is not there any more.",
    "source-not-the-pair": "{left!r} and {right!r} are no longer the pair of this result ({reason:error}).",
    "source-rows-differ": "{table!r} gives {rows:,} rows where {mined:,} of {name} were mined; mine the pair again.",
    "source-differs": (
        "{left!r} and {right!r} are not the tables that this result was mined from; mine the pair again."
    ),
    "sweep-stopped": ("{why:error}; {done} of {asked} weightings were finished, the best of them is {place}."),
    "check-of-set-stopped": "{why:error}; the trees are {place}, but the {part} was not finished.",
    "atlas-stopped-with-work": ("interrupted; finished pairs are in {file!r}, the same command continues from there."),
    "atlas-stopped-empty": "{why:error}; no pair was finished, nothing was written.",
    "atlas-stopped": (
        "{why:error}; {done} of {asked} pairs were finished, they are in {file!r}; the same command "
        "continues from there."
    ),
    "atlas-stopped-on-output": (
        "{why:error}; {done} of {asked} pairs were finished, they are on standard output; written to a file, the same "
        "command could continue from there."
    ),
}
