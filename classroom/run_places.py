"""Where a machine that shares runs with others has its copies."""

from __future__ import annotations

from pathlib import Path

from classroom.blobs import DatabaseBlobs
from classroom.database import LabDatabase
from classroom.shared_uploads import SharedUploads
from compiler_core.blob_folder import BlobFolder
from compiler_core.toolchain.stores import BLOBS_BYTES

BLOBS = "blobs"


def blobs_at(database: LabDatabase, state: Path) -> DatabaseBlobs:
    """The database's contents, behind a cache in this folder."""
    return DatabaseBlobs(database, BlobFolder(state / BLOBS, BLOBS_BYTES))


def uploads_at(database: LabDatabase, state: Path) -> SharedUploads:
    """Uploads in this folder, and those of other machines."""
    return SharedUploads(database, blobs_at(database, state), state)
