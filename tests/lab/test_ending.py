"""A server that is told to end does so while a board is open, which is open for many minutes."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

import httpx
import pytest

from classroom.classes import make_host_link
from script.labs.server import LabServer, free_port

pytestmark = pytest.mark.usefixtures("jail")
MOST_SECONDS = 60.0


def test_an_open_board_does_not_keep_the_server(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    server = LabServer(tmp_path, free_port())
    server.start()
    try:
        database = server.opened()
        with database.writing() as connection:
            token = make_host_link(connection, time.time())
        database.close()
        with httpx.Client(
            base_url=server.url, timeout=MOST_SECONDS, follow_redirects=True
        ) as client:
            client.get(f"/lab/r/{token}")
            page = client.get("/lab").text
            form = re.search(r'name="form_token" value="([^"]*)"', page)
            assert form is not None
            fields = {"form_token": form[1], "title": "Open", "nickname": "Grace"}
            made = client.post("/lab/new", data=fields)
            found = re.search(r'href="(/lab/[\w-]+)/settings"', made.text)
            assert found is not None, made.text
            with client.stream("GET", f"{found[1]}/board/events") as board:
                assert next(board.iter_lines()).startswith("retry")
                assert server.process is not None
                server.process.send_signal(signal.SIGINT)
                server.process.wait(MOST_SECONDS)
    finally:
        server.end()
