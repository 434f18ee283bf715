"""A bundle as one compressed archive: the same files give the same bytes."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

PROGRAMS = ("board", "run.sh")
"""Files that may be started."""


def packed(files: Mapping[str, bytes], folder: str) -> bytes:
    """A .tar.gz whose files lie in one folder."""
    held = io.BytesIO()
    with gzip.GzipFile("", "wb", 6, held, mtime=0) as target, tarfile.open(
        fileobj=target, mode="w", format=tarfile.USTAR_FORMAT
    ) as archive:  # fmt: skip
        for name in sorted(files):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size = len(files[name])
            entry.mode = 0o755 if name in PROGRAMS else 0o644
            archive.addfile(entry, io.BytesIO(files[name]))
    return held.getvalue()


def write_files(files: Mapping[str, bytes], directory: Path) -> None:
    """The same files in a directory that is there."""
    for name, content in files.items():
        path = directory / name
        path.write_bytes(content)
        if name in PROGRAMS:
            path.chmod(0o755)
