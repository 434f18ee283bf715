"""Folders that hold what is kept: how much it is, what goes first, and what nobody needs any more.

Whoever works in a folder holds its lock, which the kernel gives back when the process ends, however
it ends. So what a killed server left is told from what another server works on just now.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

_BLOCK_BYTES = 512
# Names of what is being written. What has such a name and no owner is left from a failure.
INCOMING = ".incoming-"


@contextmanager
def incoming_folder(parent: Path) -> Iterator[Path]:
    """A fresh folder to write in, held by us, and gone afterwards with what is still in it."""
    with ExitStack() as stack:
        folder = _held_folder(parent, stack)
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        yield folder


def _held_folder(parent: Path, stack: ExitStack) -> Path:
    """Whoever sweeps may take a folder between its making and its holding."""
    while True:
        folder = Path(tempfile.mkdtemp(dir=parent, prefix=INCOMING))
        with suppress(FileNotFoundError):
            if stack.enter_context(held(folder)) and folder.exists():
                return folder


@contextmanager
def held(path: Path) -> Iterator[bool]:
    """Hold the lock of a folder or file as long as the block lasts; False when somebody else does.

    Raises OSError for what is not there.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield hold_open_file(descriptor)
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether a process works on this folder or file, this one or another."""
    try:
        with held(path) as ours:
            return not ours
    except OSError:
        return False


def hold_open_file(descriptor: int) -> bool:
    """Hold what is open until it is closed; False when somebody else holds it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def bytes_of(path: Path) -> int:
    """Room that a file, or a folder with all below it, takes on the disk: holes take none."""
    try:
        status = path.lstat()
        if not stat.S_ISDIR(status.st_mode):
            return min(status.st_size, status.st_blocks * _BLOCK_BYTES)
        return sum(map(bytes_of, path.iterdir()))
    except OSError:
        return 0  # gone meanwhile


def make_room(entries: Iterable[Path], quota: int, keep: str = "") -> None:
    """Remove those longest unused until all together hold the quota, but for the one called `keep`
    and what is held."""
    used = {path: last_used(path) for path in entries}
    sizes = {path: bytes_of(path) for path in used}
    total = sum(sizes.values())
    for path in sorted(used, key=used.__getitem__):
        if total <= quota:
            return
        if path.name != keep and not is_held(path):
            remove(path)
            total -= sizes[path]


def last_used(path: Path) -> float:
    """Seconds since the epoch; 0 for what is gone meanwhile."""
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:
        return 0.0


def remove(path: Path) -> None:
    """A file, or a folder with all below it; no matter if it is gone already."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        path.unlink()


def sweep_incoming(folder: Path) -> None:
    """Remove what was being written when its owner ended."""
    if not folder.is_dir():
        return
    for path in folder.glob(f"{INCOMING}*"):
        if not is_held(path):
            remove(path)
