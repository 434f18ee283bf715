"""Large data files where a jailed program may map them, for as long as it runs."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from compiler_core.errors import InputError
from compiler_core.kept_folders import hold_open_file
from compiler_core.sizes import size_text
from compiler_core.toolchain.state import reachable_directory
from compiler_core.toolchain.tool_requests import parent_tools

# So much at once, for it may have to be handed to another process.
_PIECE_BYTES = 16 << 20
MOST_BYTES = 4 << 30
"""Of all files that one process has placed."""
_MOST_FILES = 16


@contextmanager
def placed_file(pieces: Iterable[bytes]) -> Iterator[str]:
    """The path of a read-only file with this content that the jail's user can open.

    Raises InputError for more than MOST_BYTES.
    """
    store = parent_tools() or PlacedFiles()
    name = store.begin_file()
    try:
        for piece in pieces:
            store.add_to_file(name, piece)
        yield name
    finally:
        store.end_file(name)


def pieces_of(content: bytes) -> Iterator[bytes]:
    """The content, piece by piece."""
    for first in range(0, len(content), _PIECE_BYTES):
        yield content[first : first + _PIECE_BYTES]


def pieces_of_file(path: Path) -> Iterator[bytes]:
    """A file, piece by piece. Raises OSError."""
    with path.open("rb") as file:
        while piece := file.read(_PIECE_BYTES):
            yield piece


@dataclass(slots=True)
class _PlacedFile:
    """descriptor: open for writing, and held, so that whoever sweeps leaves the file alone."""

    descriptor: int
    size: int = 0


class PlacedFiles:
    """The files that one process has placed; safe for threads."""

    def __init__(self) -> None:
        self._files: dict[str, _PlacedFile] = {}
        self._lock = Lock()
        self._closed = False

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(self._files)

    def begin_file(self) -> str:
        """The path of a new file without content. Raises InputError for too many."""
        with self._lock:
            if self._closed or len(self._files) >= _MOST_FILES:
                raise InputError(f"A process has placed {_MOST_FILES} files, which is the limit.")
            descriptor, name = _held_file()
            os.fchmod(descriptor, 0o644)
            self._files[name] = _PlacedFile(descriptor)
        return name

    def add_to_file(self, name: str, piece: bytes) -> None:
        """More content. Raises InputError for a file of others, or too much."""
        with self._lock:
            file = self._files.get(name)
            if file is None:
                raise InputError("There is no such placed file.")
            if sum(file.size for file in self._files.values()) + len(piece) > MOST_BYTES:
                raise InputError(f"All placed files together have at most {size_text(MOST_BYTES)}.")
            with open(file.descriptor, "wb", closefd=False) as content:
                content.write(piece)
            file.size += len(piece)

    def end_file(self, name: str) -> None:
        """Remove one; nothing happens when it is gone."""
        with self._lock:
            file = self._files.pop(name, None)
            if file is not None:
                Path(name).unlink(missing_ok=True)
                os.close(file.descriptor)

    def close(self) -> None:
        """Remove all, and take no more."""
        for name in self.paths:
            self.end_file(name)
        with self._lock:
            self._closed = True


def _held_file() -> tuple[int, str]:
    """An open file that is held, and its path. Whoever sweeps may take one between its making and
    its holding."""
    while True:
        descriptor, name = tempfile.mkstemp(dir=reachable_directory(), prefix="placed-")
        if hold_open_file(descriptor) and os.path.exists(name):
            return descriptor, name
        os.close(descriptor)
