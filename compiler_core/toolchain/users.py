"""Unprivileged users for concurrent jobs, when the server runs as root.

The kernel's process limit counts per user, so each running job gets a user id of its own. Servers
on one machine share the ids through locked files.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from compiler_core.errors import JailBroken
from compiler_core.toolchain.state import machine_directory

# Between Debian's on-demand ids (60000-64999) and `nobody` (65534): nothing allocates these.
FIRST_USER = 65_100
LAST_USER = 65_499


class UserPool:
    """Hands out user ids; one that was once locked stays ours until the process ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free: list[int] = []
        self._owner = os.getpid()
        self._next = FIRST_USER

    @contextmanager
    def user(self) -> Iterator[int]:
        """A user id no other job has; 0 (stay who you are) unless we are root."""
        if os.geteuid() != 0:
            yield 0
            return
        user = self._take()
        try:
            yield user
        finally:
            with self._lock:
                self._free.append(user)

    def _take(self) -> int:
        with self._lock:
            if self._owner != os.getpid():
                # After a fork the parent still uses its ids.
                self._free, self._owner, self._next = [], os.getpid(), FIRST_USER
            return self._free.pop() if self._free else self._lock_another()

    def _lock_another(self) -> int:
        directory = machine_directory() / "users"
        directory.mkdir(mode=0o700, exist_ok=True)
        busy = _users_of_processes()
        while self._next <= LAST_USER:
            user, self._next = self._next, self._next + 1
            if user not in busy and _lock_file(directory / str(user)):
                return user
        raise JailBroken("No free user id is left for a compiler.", "Stop other servers here.")


def _users_of_processes() -> set[int]:
    """Who has a process now: a killed server's jobs may not have ended or been waited for yet."""
    users = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                users.add(entry.stat().st_uid)
    return users


def _lock_file(path: Path) -> bool:
    """True when the lock is ours; its descriptor stays open on purpose, as long as the process."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return False
    return True


USERS = UserPool()
