"""Contents by their digest: in the database in chunks, before it a folder of this machine's own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from sqlalchemy import Connection, delete, exists, func, insert, select

from classroom.database import LabDatabase, insert_new
from classroom.shared_tables import blob_chunks, blobs, run_results, upload_files
from compiler_core.blob_folder import BlobFolder
from compiler_core.left_files import opened_left_file

CHUNK_BYTES = 1 << 20


class BlobStore(Protocol):
    """Where results and inputs of jobs are kept."""

    def path_of(self, digest: str) -> Path | None:
        """A file of this machine with that content, None where there is none."""
        ...


class DatabaseBlobs:
    """cache: of this machine."""

    def __init__(self, database: LabDatabase, cache: BlobFolder) -> None:
        self._database = database
        self._cache = cache

    def path_of(self, digest: str) -> Path | None:
        """As `BlobStore.path_of`; fetched if it is not here. Raises InputError for what came back
        damaged, OSError."""
        known = self._cache.path_of(digest)
        if known is not None:
            return known
        with self._database.reading() as connection:
            if connection.scalar(select(blobs.c.digest).where(blobs.c.digest == digest)) is None:
                return None
            return self._cache.keep(digest, chunks_of(connection, digest))


def chunks_of(connection: Connection, digest: str) -> Iterator[bytes]:
    """In order, one at a time."""
    numbers = select(func.count()).where(blob_chunks.c.digest == digest)
    for number in range(connection.scalar(numbers) or 0):
        wanted = select(blob_chunks.c.content).where(
            blob_chunks.c.digest == digest, blob_chunks.c.number == number
        )
        yield connection.scalar(wanted) or b""


def keep_file(connection: Connection, path: Path, most_bytes: int) -> str:
    """Write what the file holds, at most so many bytes of it, unless it stands already; its digest.
    In the transaction that refers to it, for what nothing refers to is removed. Raises InputError
    for what is no plain file."""
    with opened_left_file(path, "What a job left") as file:
        seen = hashlib.sha256()
        for chunk in _read(file, most_bytes):
            seen.update(chunk)
        digest = seen.hexdigest()
        known = select(blobs.c.digest).where(blobs.c.digest == digest)
        if connection.scalar(known) is not None:
            return digest
        if insert_new(connection, blobs, {"digest": digest, "bytes": file.tell()}):
            _write(connection, digest, _read(file, most_bytes))
        return digest


def _write(connection: Connection, digest: str, chunks: Iterator[bytes]) -> None:
    for number, chunk in enumerate(chunks):
        row = {"digest": digest, "number": number, "content": chunk}
        connection.execute(insert(blob_chunks).values(row))


def forget_unused(connection: Connection) -> None:
    """Remove contents that nothing refers to."""
    used = [
        exists().where(table.c.digest == blobs.c.digest) for table in (run_results, upload_files)
    ]
    connection.execute(delete(blobs).where(~used[0], ~used[1]))


def _read(file: BinaryIO, most_bytes: int) -> Iterator[bytes]:
    """From its beginning."""
    file.seek(0)
    left = most_bytes
    while left > 0 and (chunk := file.read(min(CHUNK_BYTES, left))):
        left -= len(chunk)
        yield chunk
