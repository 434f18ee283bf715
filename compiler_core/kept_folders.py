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
from contextlib import contextmanager, suppress
from pathlib import Path

_BLOCK_BYTES = 512
# Names of what is being written. What has such a name and no owner is left from a failure.
INCOMING = ".incoming-"


@contextmanager
def incoming_folder(parent: Path) -> Iterator[Path]:
    """A fresh folder to write in, held by us, and gone afterwards with what is still in it."""
    folder = Path(tempfile.mkdtemp(dir=parent, prefix=INCOMING))
    try:
        with held(folder):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def held(folder: Path) -> Iterator[bool]:
    """Hold a folder's lock as long as the block lasts; False when somebody else holds it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield _locked(descriptor)
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether a process works in this folder, this one or another. A file is never held."""
    try:
        with held(path) as ours:
            return not ours
    except OSError:
        return False


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
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
