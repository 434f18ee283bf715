"""What the system says of a disk that takes no more, in plain words.

Whatever writes lets OSError pass; the boundary of a request, a job or a command asks here what it
means. The words of linkers and launchers about a full disk are never shown.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from compiler_core.errors import LoweringLabError, StorageClosed, StorageFull

# EFBIG: the process itself may write no larger file.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_CLOSED = (errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.ENOTDIR)
_WORDS_OF_FULL = tuple(os.strerror(number) for number in (errno.ENOSPC, errno.EDQUOT))
_WORDS_OF_CLOSED = (os.strerror(errno.EROFS),)
_PROBED_BYTES = 64 << 10


def storage_full() -> StorageFull:
    """The disk is full."""
    return StorageFull(
        "The server's disk is full, so nothing more can be kept or compiled.",
        "Whoever runs the server has to make room; nothing that was kept is lost.",
    )


def storage_closed() -> StorageClosed:
    """The data folder is read-only, or not ours."""
    return StorageClosed(
        "The server cannot write to its data folder, so nothing can be kept or compiled.",
        "Whoever runs the server has to make the folder writable; its log names it.",
    )


def storage_error(error: BaseException) -> LoweringLabError | None:
    """What an error of the system says of the disk; None when it says something else."""
    if not isinstance(error, OSError):
        return None
    if error.errno in _FULL:
        return storage_full()
    return storage_closed() if error.errno in _CLOSED else None


def storage_error_in(words: str) -> LoweringLabError | None:
    """The same from what a tool of ours printed."""
    if any(text in words for text in _WORDS_OF_FULL):
        return storage_full()
    return storage_closed() if any(text in words for text in _WORDS_OF_CLOSED) else None


def storage_error_told(message: str) -> LoweringLabError | None:
    """The same from a message of ours that was kept, such as the last word of a run."""
    return next(
        (error for error in (storage_full(), storage_closed()) if error.message == message), None
    )


def require_room(directory: Path) -> None:
    """Write a little and remove it again. Raises StorageFull and StorageClosed when that fails."""
    try:
        with tempfile.TemporaryFile(dir=directory) as file:
            file.write(bytes(_PROBED_BYTES))
            file.flush()
    except OSError as error:
        raise storage_error(error) or error from error
