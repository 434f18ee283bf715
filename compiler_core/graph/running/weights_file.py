"""The weight blob as a file that a jailed program may map, and nothing else."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from compiler_core.toolchain.state import reachable_directory


@contextmanager
def weights_file(content: bytes) -> Iterator[str]:
    """The path of a read-only file with these bytes, as long as the block lasts."""
    descriptor, name = tempfile.mkstemp(dir=reachable_directory(), prefix="weights-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            os.fchmod(file.fileno(), 0o444)
        yield name
    finally:
        Path(name).unlink(missing_ok=True)
