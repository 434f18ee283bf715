"""The Dockerfile without an engine: its steps name scripts and files that exist and work."""

from __future__ import annotations

import http.server
import json
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT


def instructions() -> list[tuple[str, str]]:
    """(instruction, arguments) in order, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    joined = text.replace("\\\n", " ")
    split = [line.split(maxsplit=1) for line in joined.splitlines() if line.strip()]
    return [(words[0], words[1]) for words in split]


def arguments_of(instruction: str) -> list[str]:
    return [arguments for name, arguments in instructions() if name == instruction]


def test_it_starts_from_debian_12() -> None:
    assert instructions()[0] == ("FROM", "debian:12-slim")


def test_what_it_copies_exists() -> None:
    sources = [word for copied in arguments_of("COPY") for word in shlex.split(copied)[:-1]]
    assert "." in sources
    for source in sources:
        assert (ROOT / source).exists(), source


def test_the_scripts_it_runs_exist_and_are_executable() -> None:
    scripts = {word for line in arguments_of("RUN") for word in line.split() if "script/" in word}
    assert scripts == {"script/bootstrap"}
    for script in scripts:
        assert os.access(ROOT / script, os.X_OK), script


def test_the_options_it_passes_are_known() -> None:
    for line in arguments_of("RUN"):
        for match in re.finditer(r"script/bootstrap((?: --\w+)*)", line):
            subprocess.run(
                [ROOT / "script/bootstrap", *match[1].split(), "--plan"], check=True, timeout=60
            )


def test_it_ends_as_an_unprivileged_user() -> None:
    names = [name for name, _ in instructions()]
    (user,) = arguments_of("USER")
    assert user not in ("root", "0")
    assert any(
        f"useradd --system --create-home --home-dir /state {user}" in line
        for line in arguments_of("RUN")
    )
    assert names.index("USER") < names.index("CMD")
    assert "RUN" not in names[names.index("USER") :]


def test_it_serves_and_is_watched_on_one_port() -> None:
    (command,) = arguments_of("CMD")
    words = json.loads(command)
    assert words[:2] == ["lowlab", "serve"]
    port = words[words.index("--port") + 1]
    assert arguments_of("EXPOSE") == [port]
    (health,) = arguments_of("HEALTHCHECK")
    check = json.loads(health[health.index("[") :])
    assert check[-1] == f"http://127.0.0.1:{port}/"
    assert (ROOT / check[1]).exists()


def test_it_says_what_the_jail_needs() -> None:
    text = (ROOT / "Dockerfile").read_text()
    for words in ("--security-opt seccomp=unconfined", "Landlock", "refuses to start"):
        assert words in text


def test_the_image_leaves_out_what_it_does_not_need() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".git", ".venv", "state", "build", "tests"} <= set(ignored)


@pytest.fixture
def server() -> Iterator[int]:
    """A server that answers 200 at / and 404 elsewhere; gives its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 404)
            self.end_headers()

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Quiet."""

    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running.server_address[1]
    running.shutdown()
    thread.join()
    running.server_close()


def health(address: str) -> int:
    command = [sys.executable, ROOT / "script/health_check", address]
    return subprocess.run(command, capture_output=True, timeout=30).returncode


def test_the_health_check_tells_well_from_ill(server: int) -> None:
    assert health(f"http://127.0.0.1:{server}/") == 0
    assert health(f"http://127.0.0.1:{server}/nothing") == 1


def test_the_health_check_of_no_server_fails() -> None:
    assert health("http://127.0.0.1:9/") == 1
