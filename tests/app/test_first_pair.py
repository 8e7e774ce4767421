"""The first pair that is opened in a new server: its verdict does not wait for modules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ksdt_core.store.folder import SETTING
from tests.app.conftest import PAGE_HASHES, ROOT

FIRST_PAIR = """
import sys
from importlib import import_module
from streamlit.testing.v1 import AppTest
import serve
from ksdt_core.background import kernels
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair

kernels.load_pair_test()
for module in serve.pages_of_a_pair():
    import_module(module)
from pages.data import verdict

pair = keep_pair(open_store(), PairRequest(TableRequest.bundled("cmc-working"), TableRequest.bundled("cmc-at-home")))
shown, show = [], verdict.band

def band(request, checkup, tested):
    shown.append((tested.shared.p, set(sys.modules)))
    show(request, checkup, tested)

verdict.band = band
app = AppTest.from_file(sys.argv[1], default_timeout=120)
app._page_hash = sys.argv[2]
app.query_params["pair"] = pair
before = set(sys.modules)
app.run()
assert not app.exception
(p, known), = shown
own = sorted(name for name in known - before if name.partition(".")[0] not in {"streamlit", "PIL", "packaging"})
print(p, own)
"""


def test_the_verdict_of_the_first_pair_loads_nothing_more(tmp_path: Path):
    """What Streamlit takes for its own first page is not ours to load."""
    surroundings = {**os.environ, SETTING: str(tmp_path), "PYTHONPATH": str(ROOT)}
    words = [str(ROOT / "app.py"), PAGE_HASHES["pages/data/page.py"]]
    command = [sys.executable, "-c", FIRST_PAIR, *words]
    told = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True).stdout
    assert told.strip() == "0.002 []"
