"""A bundle as one compressed archive: the same files give the same bytes."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

from compiler_core.board.subject import COUNTED
from compiler_core.errors import InputError

PROGRAMS = ("board", "loop", "run.sh")
"""Files that may be started."""


def digest_of(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names, lengths and contents, in order of names."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode())
        digest.update(files[name])
    return digest.hexdigest()


def packed(files: Mapping[str, bytes], folder: str) -> bytes:
    """A .tar.gz whose files lie in one folder."""
    held = io.BytesIO()
    with (
        gzip.GzipFile("", "wb", 6, held, mtime=0) as target,
        tarfile.open(fileobj=target, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name in sorted(files):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size = len(files[name])
            entry.mode = 0o755 if name in PROGRAMS else 0o644
            archive.addfile(entry, io.BytesIO(files[name]))
    return held.getvalue()


def new_directory(directory: Path) -> Path:
    """The directory, which is new, empty, or an earlier bundle's. Raises InputError."""
    if directory.exists() and not directory.is_dir():
        raise InputError(f"{directory} is no directory.", "Name a new one.")
    if directory.exists() and any(directory.iterdir()) and not (directory / COUNTED).is_file():
        raise InputError(f"{directory} holds other files.", "Name a new directory.")
    return directory


def write_files(files: Mapping[str, bytes], directory: Path) -> None:
    """The same files in a directory that is there."""
    for name, content in files.items():
        path = directory / name
        path.write_bytes(content)
        if name in PROGRAMS:
            path.chmod(0o755)
