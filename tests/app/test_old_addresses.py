"""Links that people saved before pages had folders still work: asked of a running server, as browsers do."""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

from tests.cli.test_app_server import served
from tests.waiting import PATIENCE

HEADINGS = {  # by the address of a page; Start last, since the first reader of a server may come by any link
    "data": "Data",
    "mine": "Mine",
    "trees": "Trees",
    "diversity": "How different are the trees?",
    "space": "Ensemble space",
    "spectrum": "What does each tree rely on?",
    "stability": "Do the trees change over time?",
    "atlas": "Which tables share structure?",
    "runs": "Which runs have you saved?",
    "about": "What do the numbers mean?",
    "": "What do two tables have in common?",
}


async def answers(address: str, page: str, query: str) -> list[ForwardMsg]:
    """All that the server sends to a browser that opens a page."""
    wanted, found = BackMsg(), []
    wanted.rerun_script.page_name, wanted.rerun_script.query_string = page, query
    async with connect(address, subprotocols=["streamlit"], max_size=None, open_timeout=PATIENCE) as socket:
        await socket.send(wanted.SerializeToString())
        while not found or found[-1].WhichOneof("type") != "script_finished":
            found.append(ForwardMsg())
            found[-1].ParseFromString(await asyncio.wait_for(socket.recv(decode=False), PATIENCE))
    assert found[-1].script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
    return found


def is_unknown(sent: list[ForwardMsg]) -> bool:
    return any(answer.WhichOneof("type") == "page_not_found" for answer in sent)


def test_every_old_address_shows_its_page_with_the_pair_and_the_run_of_its_query(tmp_path, spect, run):
    query = urlencode({"pair": spect.id, "run": run, "tree": 2, "node": 0, "space": "wvp2", "spectrum": "50"})
    with served(tmp_path) as running:
        address = f"ws://localhost:{running.port}/_stcore/stream"
        for page, heading in HEADINGS.items():
            sent = asyncio.run(answers(address, page, query))
            shown = [answer.delta.new_element for answer in sent if answer.delta.HasField("new_element")]
            assert not is_unknown(sent), page
            assert heading in [element.heading.body for element in shown], page
            assert any(f"<b>{spect.left.name}</b>" in element.html.body for element in shown), page
            assert not [element for element in shown if element.alert.format == Alert.ERROR], page
            assert not [element for element in shown if element.HasField("exception")], page
        assert is_unknown(asyncio.run(answers(address, "nowhere", ""))), "an address that no page ever had"
