"""What is in the page before the app comes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import streamlit as st

from ksdt_core.serving.first_look import FirstLook
from ksdt_core.serving.preloads import preloads
from pages.common.look import AT_FIRST


def answered(headers: list[tuple[bytes, bytes]], *parts: bytes) -> tuple[dict[bytes, bytes], bytes]:
    """What comes through the layer, of an answer in these parts."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for number, part in enumerate(parts, 1):
            await send({"type": "http.response.body", "body": part, "more_body": number < len(parts)})

    async def keep(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "headers": [(b"accept", b"text/html")]}
    asyncio.run(FirstLook(app, "<style>a { b: c }</style>")(scope, None, keep))  # type: ignore[arg-type]
    return dict(sent[0]["headers"]), b"".join(message.get("body", b"") for message in sent[1:])


def test_a_page_gets_the_style_at_the_end_of_its_head():
    html = [(b"content-type", b"text/html; charset=utf-8"), (b"Content-Length", b"26")]
    headers, body = answered(html, b"<head></he", b"ad><body></body>")
    assert body == b"<head><style>a { b: c }</style></head><body></body>"
    assert headers[b"content-length"] == str(len(body)).encode()


def test_other_files_and_empty_answers_stay_as_they_are():
    script = [(b"content-type", b"text/javascript"), (b"content-length", b"9")]
    assert answered(script, b"'</head>'") == (dict(script), b"'</head>'")
    known = [(b"content-type", b"text/html"), (b"content-length", b"900")]
    assert answered(known, b"") == (dict(known), b"")


def test_scripts_are_preloaded_with_what_they_import_unless_the_page_does_so_itself(tmp_path: Path):
    scripts = tmp_path / "static" / "js"
    scripts.mkdir(parents=True)
    (tmp_path / "index.html").write_text('<link rel="modulepreload" href="./static/js/core.1.js">')
    (scripts / "Html.a.js").write_text('import{o as e}from"./core.1.js";import{i as n}from"./purify.b.js";')
    (scripts / "HtmlFrame.c.js").write_text("")
    (scripts / "core.1.js").write_text('import"./Html.a.js";')
    (scripts / "purify.b.js").write_text("")
    links = preloads(tmp_path, ["Html", "Absent"])
    assert re.findall(r'href="([^"]*)"', links) == ["./static/js/Html.a.js", "./static/js/purify.b.js"]


def test_streamlit_has_the_scripts_that_the_server_preloads():
    folder = Path(st.__file__).parent / "static"
    assert [kind for kind in AT_FIRST if kind not in re.findall(r"/(\w+)\.", preloads(folder, [kind]))] == []
