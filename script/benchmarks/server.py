"""A server of our own for the time of the measurement: free port, empty state."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60


@contextmanager
def running_server() -> Iterator[tuple[str, int]]:
    """Start `lowlab serve`; gives host and port; stops it at the end."""
    with tempfile.TemporaryDirectory(prefix="lowlab-bench-") as state:
        # Every user must be able to pass through to what the jail executes.
        os.chmod(state, 0o755)
        process = subprocess.Popen(
            [sys.executable, "-m", "command_line", "serve", "--port", "0", "--json"],
            cwd=ROOT,
            env={**os.environ, "LOWLAB_STATE": state},
            stdout=subprocess.PIPE,
        )
        with ended_at_last(process):
            yield address_of(process)


@contextmanager
def ended_at_last(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Asked to end, and killed if it does not."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def address_of(process: subprocess.Popen[bytes]) -> tuple[str, int]:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], START_SECONDS)
    line = process.stdout.readline() if ready else b""
    if not line:
        raise SystemExit(f"The server did not start within {START_SECONDS} seconds.")
    url = urlsplit(json.loads(line)["url"])
    assert url.hostname is not None
    assert url.port is not None
    return url.hostname, url.port
