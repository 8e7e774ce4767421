"""What errors say about documents, files, the store and workers."""

from __future__ import annotations

from collections.abc import Mapping

_BACKUP = "ksdt verify lists all damage, and ksdt restore restores a backup."

STORE: Mapping[str, str] = {
    "data-folder-not-made": "the data folder {folder} cannot be created ({reason}); set another folder in {setting}.",
    "store-disk-full": (
        "the disk of the store in {folder} is full; free some space. Everything saved before is intact."
    ),
    "store-disk-failing": (
        "the store in {folder} cannot be written, because its disk may be full or failing; free some space, or "
        "set another folder in {setting}."
    ),
    "store-read-only": (
        "there is no permission to write the store in {folder}; change the permissions, or set another folder in "
        "{setting}."
    ),
    "store-locked": "the store in {folder} is locked by another program; close it and try again.",
    "store-damaged": (
        "the store in {folder} is damaged; list the damage with ksdt verify, restore a backup with ksdt restore "
        "FILE, or set another folder in {setting}."
    ),
    "store-unusable": "the store in {folder} cannot be used ({reason}); set another folder in {setting}.",
    "store-newer": (
        "the store in {folder} was written by a newer version of KSDT Explorer (format {found}; this version "
        "reads {known}); update ksdt, or set another folder in {setting}."
    ),
    "store-copy-not-written": (
        "the older store in {folder} must be copied before it is upgraded, and {file} cannot be written "
        "({reason}); free some space or change the permissions."
    ),
    "store-empty": (
        "the store {path} is empty and its content is lost; restore a backup with ksdt restore FILE, delete this "
        "file to start with an empty store, or set another folder in {setting}."
    ),
    "store-missing": "there is no store at {path}; give the data folder of the app, or a backup of it.",
    "store-unreadable": "the store {path} cannot be read ({reason}); restore a backup with ksdt restore FILE.",
    "store-file-damaged": "the store {path} is damaged ({reason}); restore a backup with ksdt restore FILE.",
    "store-file-newer": "the store {path} was written by a newer version of KSDT Explorer; update ksdt.",
    "not-a-store": "{path} is not a store of KSDT Explorer; give its data folder, or a backup of it.",
    "stored-bytes-changed": "the bytes of {file!r} differ from the upload.",
    "stored-pair-changed": "it differs from the chosen pair.",
    "stored-trees-changed": "its trees differ from the mined trees.",
    "backup-of-damaged-store": (
        "the store in {folder} is damaged ({reason}), so nothing was written. ksdt verify lists every problem."
    ),
    "store-exists": (
        "there is already a store in {folder}, and nothing was changed. If it is replaced, it is renamed and "
        "stays beside the new one."
    ),
    "backup-damaged": "the backup {file} is damaged ({reason}), and nothing was changed; give another backup.",
    "backup-is-the-store": "{path} is the store itself; give another file for the backup.",
    "store-not-copied": "{source} cannot be copied ({reason}); nothing was changed.",
    "store-in-use": (
        "the store in {folder} is in use, and nothing was changed; stop the app, wait for its jobs, and try again."
    ),
    "store-not-replaced": "{path} cannot be written ({reason}); nothing was changed.",
}

SAVED: Mapping[str, str] = {
    "table-not-saved": "the table of this link is not saved here.",
    "table-deleted": "the table of this link was deleted.",
    "table-damaged": (
        f"the table {{table!r}} differs from the upload, because it was changed or damaged in the store; {_BACKUP}"
    ),
    "pair-not-saved": "the pair of this link is not saved here.",
    "pair-deleted": "the pair of this link was deleted.",
    "pair-damaged": f"the pair {{pair}} is damaged in the store; {_BACKUP}",
    "run-not-saved": "the run of this link is not saved here.",
    "run-deleted": "the run of this link was deleted.",
    "run-damaged": f"the run {{run}} is damaged in the store; {_BACKUP}",
    "run-gone": "this run was deleted, so its name and note were not saved.",
    "note-changed": "somebody else changed the text; choose which version to save.",
    "job-not-saved": "the job of this link is not saved here.",
    "job-damaged": f"the job {{job}} is damaged in the store; {_BACKUP}",
    "job-result-damaged": f"the result of the job {{job}} is damaged in the store; {_BACKUP}",
    "study-refused": "{file!r} is not opened: {reason:error}.",
    "study-not-a-zip": "it is not a study; give a file that was saved as a study.",
    "study-damaged": "it is damaged or incomplete; save the study again.",
    "study-without-list": "it is a zip file but not a study; give a file that was saved as a study.",
    "study-too-many-parts": "it contains {parts:,} files, but the maximum is {most:,}; save fewer runs.",
    "study-strange-part": (
        "it contains {part:name}, which does not belong to a study; give a file that was saved as a study."
    ),
    "study-part-not-a-file": "its file {part:name} is locked or not a plain file; save the study again.",
    "study-part-twice": "it contains the same file twice; save the study again.",
    "study-list-differs": "its files do not match its list of files; save the study again.",
    "study-part-changed": "its file {part:name} was changed after it was saved; save the study again.",
    "study-part-unusable": "its file {part:name} does not describe two tables of the study; save the study again.",
    "study-too-large": "it is larger than {megabytes} MB when unpacked; save fewer runs.",
    "study-without-runs": (
        "there is no run to save, or {missing} of the chosen runs do not exist; mine a pair, or choose other runs."
    ),
    "import-document-count": "{file!r} contains {count:n JSON file|JSON files}; give a zip file with 1 to {most:,}.",
    "import-archive-damaged": "{file!r}: the zip cannot be unpacked; pack the JSON documents again.",
    "import-too-large": "{file!r}: it is larger than {megabytes} MB; import the documents one by one.",
    "pdf-without-folder": (
        "the PDF report needs a folder for temporary files: {reason}; set another folder in TMPDIR, or choose "
        "the HTML report."
    ),
}

WORK: Mapping[str, str] = {
    "stopped": "stopped before it was finished.",
    "cancelled": "cancelled.",
    "out-of-memory": "there is not enough memory for this; try with fewer attributes.",
    "fault": "it stopped because of an error in the app; the server log has the details.",
    "job-ends-workers": (
        "its worker stopped unexpectedly several times, possibly for lack of memory; try with fewer attributes."
    ),
    "work-lost": "{reason:error}.",
    "workers-ended": (
        "the workers of one task stopped unexpectedly {losses} times, possibly for lack of memory; try with "
        "fewer workers or fewer attributes."
    ),
    "task-ends-workers": (
        "a task stopped its worker several times, possibly for lack of memory; give the workers more memory, or "
        "try with fewer attributes."
    ),
    "worker-lacks-package": "a worker cannot do the work ({reason}); install the same version of ksdt there.",
    "worker-without-ksdt": "the worker {worker} has no working ksdt; install the same version of ksdt there.",
    "worker-versions-differ": "the worker {worker} has {differences}; install the same versions on both.",
    "scheduler-address": (
        "{option:option} {value!r} is not the address of a Dask scheduler; write it like tcp://HOST:8786."
    ),
    "scheduler-package": (
        "{option:option} {value!r} needs the package distributed; install it with pip install 'ksdt[cluster]'."
    ),
    "scheduler-setting": "the setting {setting}: {reason:error}.",
    "scheduler-certificates": (
        "{address} requires certificates; set them in the configuration of Dask as described in docs/cluster.md."
    ),
    "scheduler-silent": (
        "no Dask scheduler answers at {address}; start one there with dask scheduler, or correct the address."
    ),
    "scheduler-gone": (
        "the connection to the Dask scheduler at {address} was lost; start it again, or work without it."
    ),
    "scheduler-without-workers": (
        "the Dask scheduler at {address} has no worker; start some with dask worker {address}."
    ),
    "scheduler-lost-workers": (
        "the Dask scheduler at {address} has had no worker for {seconds:.0f} seconds; start some."
    ),
}

MESSAGES: Mapping[str, str] = {**STORE, **SAVED, **WORK}
