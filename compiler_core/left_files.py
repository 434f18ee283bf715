"""Files that another process left: what is no plain file, or too large, is never read.

That process may have read a hostile model. A link in its folder would lead its reader elsewhere, a
pipe would hold the reader up for ever, and a file full of holes has any size for nothing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeVar

from compiler_core.errors import InputError
from compiler_core.sizes import size_text

Read = TypeVar("Read")


def left_file(path: Path, largest_bytes: int, what: str) -> bytes | None:
    """The file's content, None where there is none.

    what: the thing, for the sentence of a refusal. Raises InputError for anything but a plain file
    of at most largest_bytes; a larger one is not read at all.
    """
    return read_left_file(path, largest_bytes, what, lambda file, _: file.read(largest_bytes))


def read_left_file(
    path: Path, largest_bytes: int, what: str, read: Callable[[BinaryIO, int], Read]
) -> Read | None:
    """The same for what is read piece by piece. read: takes the file and its size, and must not
    trust that it holds as much when it comes to that."""
    try:
        with opened_left_file(path, what) as file:
            size = os.fstat(file.fileno()).st_size
            if size > largest_bytes:
                most = size_text(largest_bytes)
                raise InputError(f"{what} has more than {most}.", "Take a smaller model.")
            return read(file, size)
    except FileNotFoundError:
        return None


def opened_left_file(path: Path, what: str) -> BinaryIO:
    """To read. Raises FileNotFoundError, and InputError for anything but a plain file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _no_plain_file(what) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _no_plain_file(what)
    return open(descriptor, "rb")


def _no_plain_file(what: str) -> InputError:
    return InputError(f"{what} cannot be read: it is no plain file.", "Run it again.")
