"""Compile results by content: in memory, on disk, and each computed only once at a time."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path

from cachetools import LRUCache

from compiler_core.toolchain.command import jailed_command
from compiler_core.toolchain.outcome import CompileJob, Outcome
from compiler_core.toolchain.state import write_atomically

MEMORY_BYTES = 64 << 20
DISK_BYTES = 512 << 20
# The disk is swept after so many writes; a sweep looks at every file.
_WRITES_PER_SWEEP = 200
# Part of every key: change it when the outcome's fields change.
_FORM = "1"


def cache_key(job: CompileJob) -> str:
    """The same for equal compiler build, command (normalised flags, file name) and text."""
    parts = (_FORM, job.compiler.build_id, *jailed_command(job), "", job.source.text)
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class OutcomeCache:
    """Outcomes by key; safe for threads. A limited outcome is kept in memory only, and one that
    only met the wall clock not at all: a quieter moment may give a better one."""

    def __init__(
        self, directory: Path, memory_bytes: int = MEMORY_BYTES, disk_bytes: int = DISK_BYTES
    ) -> None:
        self._directory = directory
        self._disk_bytes = disk_bytes
        self._lock = threading.Lock()
        self._memory: LRUCache[str, Outcome] = LRUCache(memory_bytes, getsizeof=_size)
        self._running: dict[str, Future[Outcome]] = {}
        self._writes = 0

    def get_or_compute(self, key: str, compute: Callable[[], Outcome]) -> Outcome:
        """The stored outcome marked as cached, else what compute gives.

        Threads that ask for a key another thread is computing wait for that one; if it raises, they
        get the same error.
        """
        with self._lock:
            known = self._memory.get(key)
            running = self._running.get(key)
            if known is None and running is None:
                self._running[key] = Future()
        if known is not None:
            return replace(known, cached=True)
        if running is not None:
            return replace(running.result(), cached=True)
        return self._lead(key, compute)

    def _lead(self, key: str, compute: Callable[[], Outcome]) -> Outcome:
        future = self._running[key]
        try:
            stored = self._read(key)
            outcome = stored or compute()
        except BaseException as error:
            self._finish(key)
            future.set_exception(error)
            raise
        if stored is None:
            self._write(key, outcome)
        self._remember(key, outcome)
        self._finish(key)
        future.set_result(outcome)
        return replace(outcome, cached=stored is not None)

    def _finish(self, key: str) -> None:
        with self._lock:
            del self._running[key]

    def _remember(self, key: str, outcome: Outcome) -> None:
        if outcome.limit == "wall" or _size(outcome) > self._memory.maxsize:
            return
        with self._lock:
            self._memory[key] = outcome

    def _path(self, key: str) -> Path:
        return self._directory / key[:2] / key

    def _read(self, key: str) -> Outcome | None:
        path = self._path(key)
        try:
            record = json.loads(path.read_bytes())
            path.touch()
            return Outcome(**{**record, "command": tuple(record["command"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def _write(self, key: str, outcome: Outcome) -> None:
        if outcome.status == "limited":
            return
        try:
            write_atomically(self._path(key), json.dumps(asdict(outcome)).encode())
            self._sweep_when_due()
        except OSError:
            # A full or read-only disk costs the disk cache, not the answer.
            return

    def _sweep_when_due(self) -> None:
        with self._lock:
            self._writes += 1
            due = self._writes % _WRITES_PER_SWEEP == 0
        if due:
            self.sweep()

    def sweep(self) -> None:
        """Remove the files longest unused until the disk limit holds."""
        files = [(path.stat(), path) for path in self._directory.glob("??/*")]
        total = sum(status.st_size for status, _ in files)
        for status, path in sorted(files, key=lambda item: item[0].st_mtime):
            if total <= self._disk_bytes:
                return
            path.unlink(missing_ok=True)
            total -= status.st_size


def _size(outcome: Outcome) -> int:
    """Bytes this outcome takes in memory, about."""
    return 1024 + len(outcome.output) + len(outcome.diagnostics)
