"""Results by content: in memory, on disk, and each computed only once at a time."""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from compiler_core.kept import Kept
from compiler_core.kept_folders import make_room
from compiler_core.toolchain.state import write_atomically

MEMORY_BYTES = 64 << 20
DISK_BYTES = 512 << 20
# The disk is swept when this part of its limit was written; a sweep looks at every file.
_SWEEPS = 16

Result = TypeVar("Result")


def _may_be_remembered(limit_of: Callable[[Result], str]) -> Callable[[Result], bool]:
    """One that met the wall clock is not kept at all: a quieter moment may give a better."""
    return lambda result: limit_of(result) != "wall"


class ContentCache(ABC, Generic[Result]):
    """Results by key; safe for threads. Subclasses say how a result is stored and how long.

    directory: where they outlive the process; None keeps them in memory only.
    """

    def __init__(
        self, directory: Path | None, memory_bytes: int = MEMORY_BYTES, disk_bytes: int = DISK_BYTES
    ) -> None:
        self._directory = directory
        self._disk_bytes = disk_bytes
        self._memory: Kept[Result] = Kept(memory_bytes, self._size)
        self._lock = threading.Lock()
        # Of many processes that write little each, as commands do, one in a while sweeps.
        self._written = int(random.random() * disk_bytes / _SWEEPS)

    @staticmethod
    @abstractmethod
    def _size(result: Result) -> int:
        """Bytes this result takes in memory, about."""

    @staticmethod
    @abstractmethod
    def _encode(result: Result) -> bytes:
        """What the disk keeps."""

    @staticmethod
    @abstractmethod
    def _decode(content: bytes) -> Result:
        """The result again. Raises ValueError, TypeError or KeyError for anything damaged."""

    @staticmethod
    @abstractmethod
    def _as_cached(result: Result) -> Result:
        """The result, marked as one that was not computed for this caller."""

    @staticmethod
    @abstractmethod
    def _limit_of(result: Result) -> str:
        """The limit that ended the run; empty if none did."""

    def get_or_compute(self, key: str, compute: Callable[[], Result]) -> Result:
        """The stored result marked as cached, else what compute gives.

        Threads that ask for a key another thread is computing wait for that one; if it raises, they
        get the same error.
        """
        result, known = self._memory.get_or_compute(
            key, lambda: self._read_or_compute(key, compute), _may_be_remembered(self._limit_of)
        )
        return self._as_cached(result) if known else result

    def offer(self, key: str, result: Result) -> None:
        """What another computation gave besides, for whoever asks for it next in this process."""
        self._memory.get_or_compute(key, lambda: result, _may_be_remembered(self._limit_of))

    def _read_or_compute(self, key: str, compute: Callable[[], Result]) -> Result:
        stored = self._read(key)
        if stored is not None:
            return self._as_cached(stored)
        result = compute()
        self._write(key, result)
        return result

    def _read(self, key: str) -> Result | None:
        if self._directory is None:
            return None
        path = self._directory / key[:2] / key
        try:
            result = self._decode(path.read_bytes())
        except (OSError, ValueError, TypeError, KeyError):
            return None
        with suppress(OSError):  # of a disk that takes no more, results are still read
            path.touch()
        return result

    def _write(self, key: str, result: Result) -> None:
        """One that met a limit is kept in memory only."""
        if self._directory is None or self._limit_of(result):
            return
        content = self._encode(result)
        # A full or read-only disk costs the disk cache, not the answer.
        with suppress(OSError):
            self._sweep_when_due(len(content))
            write_atomically(self._directory / key[:2] / key, content)

    def _sweep_when_due(self, size: int) -> None:
        with self._lock:
            self._written += size
            due = self._written > self._disk_bytes // _SWEEPS
            if due:
                self._written = size
        if due:
            self.sweep(size)

    def sweep(self, size: int = 0) -> None:
        """Remove the files longest unused until there is room for what is written to the next
        sweep, and for a result of this size."""
        if self._directory is not None:
            most = self._disk_bytes - max(size, self._disk_bytes // _SWEEPS)
            make_room(self._directory.glob("??/*"), most)
