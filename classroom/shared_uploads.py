"""Uploads for several machines: each is a folder of files, and has the same name everywhere.

A machine's own folder of uploads is a cache before the database, under its own quotas.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from classroom.blobs import BlobStore, forget_unused, keep_file
from classroom.database import LabDatabase, insert_new
from classroom.shared_tables import blobs, upload_files, uploads
from compiler_core.kept_folders import incoming_folder, make_room
from compiler_core.toolchain.stores import BOARD_REPORTS_BYTES, MODELS_BYTES, PICTURES_BYTES

QUOTAS = {"models": MODELS_BYTES, "pictures": PICTURES_BYTES, "board-reports": BOARD_REPORTS_BYTES}
"""Of a machine's folder of that kind, and of all that are shared."""
_USED_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class SharedUploads:
    """root: this machine's folder, in which an upload lies by its name, as `models/…`."""

    database: LabDatabase
    blobs: BlobStore
    root: Path

    def share(self, name: str) -> None:
        """So that other machines find it; what they have already stays. Raises OSError where it is
        not here either."""
        now = time.time()
        with self.database.writing() as connection:
            if _is_shared(connection, name, now):
                return
            if insert_new(connection, uploads, {"name": name, "used": now}):
                for path in sorted((self.root / name).iterdir()):
                    _keep(connection, name, path)
                make_shared_room(connection, name, QUOTAS[_kind(name)])

    def fetch(self, name: str) -> bool:
        """Have it here. Whether it is: nobody may know it any more. Raises InputError for what
        came back damaged, OSError."""
        folder = self.root / name
        if folder.is_dir():
            with suppress(OSError):
                os.utime(folder)
            return True
        with self.database.reading() as connection:
            wanted = select(upload_files).where(upload_files.c.upload == name)
            files = connection.execute(wanted.order_by(upload_files.c.name)).all()
        if not files:
            return False
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with incoming_folder(folder.parent) as draft:
            whole = draft / "upload"
            whole.mkdir()
            if not self._lay(files, whole):
                return False
            with suppress(OSError):  # somebody else was quicker
                os.rename(whole, folder)
        make_room(folder.parent.iterdir(), QUOTAS[_kind(name)], keep=folder.name)
        return folder.is_dir()

    def _lay(self, files: Sequence[Row[Any]], folder: Path) -> bool:
        for row in files:
            content = self.blobs.path_of(row.digest)
            if content is None:
                return False
            shutil.copyfile(content, folder / row.name)
            os.truncate(folder / row.name, row.bytes)
        return True


def make_shared_room(connection: Connection, keep: str, quota: int) -> None:
    """Remove shared uploads of that one's kind, those longest unused first, until all hold the
    quota."""
    size = func.coalesce(func.sum(blobs.c.bytes), 0)
    wanted = (
        select(uploads.c.name, size.label("bytes"))
        .join(upload_files, upload_files.c.upload == uploads.c.name)
        .join(blobs, blobs.c.digest == upload_files.c.digest)
        .where(uploads.c.name.startswith(f"{_kind(keep)}/"))
        .group_by(uploads.c.name, uploads.c.used)
        .order_by(uploads.c.used)
    )
    rows = connection.execute(wanted).all()
    total = sum(row.bytes for row in rows)
    for row in rows:
        if total <= quota:
            break
        if row.name != keep:
            connection.execute(delete(uploads).where(uploads.c.name == row.name))
            total -= row.bytes
    forget_unused(connection)


def _kind(name: str) -> str:
    return name.partition("/")[0]


def _is_shared(connection: Connection, name: str, now: float) -> bool:
    used = connection.scalar(select(uploads.c.used).where(uploads.c.name == name))
    if used is not None and now - used > _USED_SECONDS:
        connection.execute(update(uploads).where(uploads.c.name == name).values(used=now))
    return used is not None


def _keep(connection: Connection, name: str, path: Path) -> None:
    size = path.stat().st_size
    digest = keep_file(connection, path, _content_bytes(path))
    row = {"upload": name, "name": path.name, "digest": digest, "bytes": size}
    connection.execute(insert(upload_files).values(row))


def _content_bytes(path: Path) -> int:
    """Without the hole at its end, by which a header stands for a whole file."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        hole = os.lseek(file.fileno(), 0, os.SEEK_HOLE) if size else 0
        with suppress(OSError):  # there is no data after it
            os.lseek(file.fileno(), hole, os.SEEK_DATA)
            return size
        return hole
