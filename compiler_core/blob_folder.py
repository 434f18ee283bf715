"""Contents by their digest in one folder under a quota; the longest unused go first.

A cache before a slower store: what is gone from here is fetched again.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.kept_folders import INCOMING, hold_open_file, make_room


class BlobFolder:
    """Safe for threads and for several processes on one folder."""

    def __init__(self, folder: Path, quota_bytes: int) -> None:
        self._folder = folder
        self._quota_bytes = quota_bytes

    def path_of(self, digest: str) -> Path | None:
        """The file with this content, None while there is none."""
        path = self._place(digest)
        try:
            os.utime(path)
        except FileNotFoundError:
            return None
        except OSError:  # A disk that takes no more is still read.
            return path
        return path

    def keep(self, digest: str, chunks: Iterable[bytes]) -> Path:
        """The file, written whole or not at all. Raises InputError for another content than the
        digest says, OSError."""
        path = self._place(digest)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=INCOMING)
        try:
            with os.fdopen(descriptor, "wb") as file:
                hold_open_file(descriptor)
                seen = hashlib.sha256()
                for chunk in chunks:
                    seen.update(chunk)
                    file.write(chunk)
                if seen.hexdigest() != digest:
                    raise InputError("What was kept came back damaged.", "Run it again.")
                file.flush()
                os.replace(draft, path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(draft)
        make_room(self._folder.glob("??/*"), self._quota_bytes, keep=path.name)
        return path

    def _place(self, digest: str) -> Path:
        return self._folder / digest[:2] / digest
