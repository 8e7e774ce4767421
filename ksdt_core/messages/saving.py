"""What errors say about documents, files, the store and workers."""

from __future__ import annotations

from collections.abc import Mapping

_BACKUP = "ksdt verify says what else is damaged, and ksdt restore puts back a backup."

STORE: Mapping[str, str] = {
    "data-folder-not-made": "the data folder {folder} cannot be made ({reason}); name another in {setting}.",
    "store-disk-full": "the store in {folder} has no room left on its disk; make room. What was saved before stays.",
    "store-disk-failing": (
        "the store in {folder} cannot be written, its disk may be full or failing; make room, or name another folder "
        "in {setting}."
    ),
    "store-read-only": (
        "the store in {folder} may not be written; let this user write there, or name another folder in {setting}."
    ),
    "store-locked": "the store in {folder} is held by another program; close it and try again.",
    "store-damaged": (
        "the store in {folder} is damaged; see what is whole with ksdt verify, put back a backup with ksdt restore "
        "FILE, or name another folder in {setting}."
    ),
    "store-unusable": "the store in {folder} cannot be used ({reason}); name another folder in {setting}.",
    "store-newer": (
        "the store in {folder} was written by a newer version of KSDT Explorer (format {found}, this one knows "
        "{known}); update ksdt, or name another folder in {setting}."
    ),
    "store-copy-not-written": (
        "the older store in {folder} is brought up to date only after a copy, and {file} cannot be written ({reason}); "
        "make room there, or let this user write there."
    ),
    "store-empty": (
        "the store {path} has 0 bytes: its content is lost; put back a backup with ksdt restore FILE, delete this file "
        "to start with an empty store, or name another folder in {setting}."
    ),
    "store-missing": "there is no store at {path}; give the data folder of the app, or a backup of it.",
    "store-unreadable": "the store {path} cannot be read ({reason}); put back a backup with ksdt restore FILE.",
    "store-file-damaged": "the store {path} is damaged ({reason}); put back a backup with ksdt restore FILE.",
    "store-file-newer": "the store {path} was written by a newer version of KSDT Explorer; update ksdt.",
    "not-a-store": "{path} is not a store of KSDT Explorer; give its data folder, or a backup of it.",
    "stored-bytes-changed": "the bytes of {file!r} are not those that were uploaded.",
    "stored-pair-changed": "it is not the pair that was chosen.",
    "stored-trees-changed": "its trees are not those that were mined.",
    "backup-of-damaged-store": (
        "the store in {folder} is damaged ({reason}): nothing was written; ksdt verify shows every problem."
    ),
    "store-exists": (
        "there is a store in {folder} already: nothing was changed. If it is replaced, it stays beside the new one "
        "under another name."
    ),
    "backup-damaged": "the backup {file} is damaged ({reason}): nothing was changed; give another backup.",
    "backup-is-the-store": "{path} is the store itself; give another file for the backup.",
    "store-not-copied": "{source} cannot be copied ({reason}); nothing was changed.",
    "store-in-use": (
        "the store in {folder} is in use: nothing was changed; stop the app, wait for its jobs, and try again."
    ),
    "store-not-replaced": "{path} cannot be written ({reason}); nothing was changed.",
}

SAVED: Mapping[str, str] = {
    "table-not-saved": "the table of this link is not saved here.",
    "table-deleted": "the table of this link was deleted.",
    "table-damaged": (
        f"the table {{table!r}} is not as it was uploaded: its bytes were changed or damaged in the store; {_BACKUP}"
    ),
    "pair-not-saved": "the pair of this link is not saved here.",
    "pair-deleted": "the pair of this link was deleted.",
    "pair-damaged": f"the pair {{pair}} is damaged in the store; {_BACKUP}",
    "run-not-saved": "the run of this link is not saved here.",
    "run-deleted": "the run of this link was deleted.",
    "run-damaged": f"the run {{run}} is damaged in the store; {_BACKUP}",
    "run-gone": "this run was deleted, so its name and note were not saved.",
    "note-changed": "the text was changed by somebody else meanwhile; choose which one to save.",
    "job-not-saved": "the job of this link is not saved here.",
    "job-damaged": f"the job {{job}} is damaged in the store; {_BACKUP}",
    "job-result-damaged": f"the result of the job {{job}} is damaged in the store; {_BACKUP}",
    "study-refused": "{file!r} is not opened: {reason:error}.",
    "study-not-a-zip": "it is not a study; give a file that was saved as a study.",
    "study-damaged": "it is damaged or was not copied whole; save the study again.",
    "study-without-list": "it is a zip without the list of a study; give a file that was saved as a study.",
    "study-too-many-parts": "it holds {parts:,} parts and {most:,} can be opened; save fewer runs.",
    "study-strange-part": "it holds {part:name}, which no study has; give a file that was saved as a study.",
    "study-part-not-a-file": "its part {part:name} is locked or not a plain file; save the study again.",
    "study-part-twice": "one of its parts is in it twice; save the study again.",
    "study-list-differs": "its parts are not those of its list; save the study again.",
    "study-part-changed": "its part {part:name} was changed after it was saved; save the study again.",
    "study-part-unusable": "its part {part:name} does not describe two tables of the study; save the study again.",
    "study-too-large": "it is larger than {megabytes} MB once unpacked; save fewer runs.",
    "study-without-runs": (
        "there is no run to save, or {missing} of those asked for are not here; mine a pair, or choose other runs."
    ),
    "import-document-count": "{file!r}: {count:n JSON file is|JSON files are} in it; give a zip with 1 to {most:,}.",
    "import-archive-damaged": "{file!r}: the zip cannot be unpacked; pack the JSON documents again.",
    "import-too-large": "{file!r}: it is larger than {megabytes} MB; import the documents one by one.",
    "pdf-without-folder": (
        "the report cannot be made as PDF, because its pages need a folder for temporary files: {reason}; name another "
        "folder in TMPDIR, or choose the report as HTML."
    ),
}

WORK: Mapping[str, str] = {
    "stopped": "stopped before it was finished.",
    "cancelled": "cancelled.",
    "out-of-memory": "there is not enough memory for this; try with fewer attributes.",
    "fault": "a fault in the app ended it; the log of the server says more.",
    "job-ends-workers": (
        "its worker ended unexpectedly several times, perhaps because memory ran out; try with fewer attributes."
    ),
    "work-lost": "{reason:error}.",
    "workers-ended": (
        "the workers of one task ended unexpectedly {losses} times, perhaps because memory ran out; try with fewer "
        "workers, or with fewer attributes."
    ),
    "task-ends-workers": (
        "a task ended its worker several times, perhaps because memory ran out; give the workers more, or try with "
        "fewer attributes."
    ),
    "worker-lacks-package": "a worker lacks what the work needs ({reason}); install ksdt there as here.",
    "worker-without-ksdt": "the worker {worker} has no ksdt that can be used; install it there as here.",
    "worker-versions-differ": "the worker {worker} has {differences}; install the same versions on both.",
    "scheduler-address": (
        "{option:option} {value!r} is not the address of a Dask scheduler; write it like tcp://HOST:8786."
    ),
    "scheduler-package": (
        "{option:option} {value!r} needs the package distributed; install it with pip install 'ksdt[cluster]'."
    ),
    "scheduler-setting": "the setting {setting}: {reason:error}.",
    "scheduler-certificates": (
        "{address} asks for certificates; name them in the settings of Dask, as docs/cluster.md shows."
    ),
    "scheduler-silent": (
        "no Dask scheduler answers at {address}; start one there with dask scheduler, or correct the address."
    ),
    "scheduler-gone": "the Dask scheduler at {address} has gone; start it again, or work without it.",
    "scheduler-without-workers": (
        "the Dask scheduler at {address} has no worker; start some with dask worker {address}."
    ),
    "scheduler-lost-workers": (
        "the Dask scheduler at {address} has had no worker for {seconds:.0f} seconds; start some."
    ),
}

MESSAGES: Mapping[str, str] = {**STORE, **SAVED, **WORK}
