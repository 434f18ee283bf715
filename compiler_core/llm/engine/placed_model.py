"""The model file where a jailed program may map it, for as long as it runs."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from compiler_core.errors import InputError
from compiler_core.toolchain.state import reachable_directory


@contextmanager
def placed_model(path: Path) -> Iterator[str]:
    """The path of a read-only copy that the jail's user can open. Raises InputError without it."""
    descriptor, name = tempfile.mkstemp(dir=reachable_directory(), prefix="model-")
    try:
        with os.fdopen(descriptor, "wb") as copy, _opened(path) as original:
            shutil.copyfileobj(original, copy, 1 << 20)
            os.fchmod(copy.fileno(), 0o444)
        yield name
    finally:
        Path(name).unlink(missing_ok=True)


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be read.", "Compile the model again.") from error
