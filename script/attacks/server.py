"""A server of our own for one case: free port, empty state; what it holds of memory and disk."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from script.attacks.server_kills import below
from script.benchmarks.server import address_of, ended_at_last

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120
_BLOCK_BYTES = 512
# A result lies under its digest, in a folder of the digest's first two digits.
_RESULT, _RESULTS = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{2}")


@dataclass(frozen=True, slots=True)
class AttackedServer:
    """process: its id. state: the folder in which it keeps everything."""

    process: int
    host: str
    port: int
    state: Path

    def memory_bytes(self) -> int:
        """What the server and all that stands below it hold, shared pages divided among them."""
        return sum(_own_bytes(process) for process in {self.process, *below(self.process)})

    def disk_bytes(self) -> int:
        """What lies in the state folder, in blocks of the disk; caches of results are left out, for
        they are swept to a quota of their own.
        """
        total = 0
        for path in self.state.rglob("*"):
            if _RESULT.fullmatch(path.name) or _RESULTS.fullmatch(path.name):
                continue
            with suppress(FileNotFoundError):
                total += path.lstat().st_blocks * _BLOCK_BYTES
        return total


@contextmanager
def attacked_server() -> Iterator[AttackedServer]:
    """Start `lowlab serve` and end it afterwards, whatever happened to it."""
    with tempfile.TemporaryDirectory(prefix="lowlab-attack-", ignore_cleanup_errors=True) as state:
        # Every user must be able to pass through to what the jail executes.
        os.chmod(state, 0o755)
        process = subprocess.Popen(
            [sys.executable, "-m", "command_line", "serve", "--port", "0", "--json"],
            cwd=ROOT,
            env={**os.environ, "LOWLAB_STATE": state},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        with ended_at_last(process):
            host, port = address_of(process)
            _wait_for_start(host, port)
            yield AttackedServer(process.pid, host, port, Path(state))


def _wait_for_start(host: str, port: int) -> None:
    """The kernel takes connections before the server has asked its compilers what they are."""
    connection = http.client.HTTPConnection(host, port, timeout=START_SECONDS)
    connection.request("GET", "/healthz")
    connection.getresponse().read()
    connection.close()


def _own_bytes(process: int) -> int:
    """Proportional set size; 0 for a process that is gone."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0
