"""Two servers on one fresh data folder: both work, and each opens the other's links."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import HTTPError

import pytest

from script.benchmarks.server import address_of
from tests.patience import PATIENCE_SECONDS
from tests.states import knowing_compilers

pytestmark = pytest.mark.usefixtures("jail")

LINKS = 8


@contextmanager
def started(repository: Path, state: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "command_line", "serve", "--port", "0", "--json"],
        cwd=repository,
        env={**os.environ, "LOWLAB_STATE": str(state)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def asked(address: str, body: dict[str, str] | None = None) -> tuple[int, bytes]:
    """As a client that comes again when a busy server asks it to."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
                return response.status, response.read()
        except HTTPError as error:
            again = error.headers.get("Retry-After")
            if error.code != 503 or again is None or time.monotonic() > end:
                raise
            time.sleep(int(again))


def test_both_begin_at_once_and_share(repository: Path, tmp_path: Path) -> None:
    state = knowing_compilers(tmp_path / "state")
    with ExitStack() as stack, ThreadPoolExecutor(LINKS) as threads:
        servers = [stack.enter_context(started(repository, state)) for _ in range(2)]
        bases = ["http://{}:{}".format(*address_of(server)) for server in servers]
        alive = threads.map(asked, [f"{base}/healthz" for base in bases])
        assert [status for status, _ in alive] == [200, 200]
        # Half of them the same loop, which has one link whoever keeps it first.
        sources = [f"int f{number // 2}(int n) {{ return n; }}" for number in range(LINKS)]
        shares = [f"{bases[number % 2]}/api/share" for number in range(LINKS)]
        replies = list(threads.map(asked, shares, [{"source": one} for one in sources]))
        names = [json.loads(body)["id"] for _, body in replies]
        assert len(set(names)) == LINKS // 2
        others = [f"{bases[1 - number % 2]}/z/{name}" for number, name in enumerate(names)]
        for source, (status, page) in zip(sources, threads.map(asked, others), strict=True):
            assert status == 200
            assert source.split("(")[0].encode() in page
