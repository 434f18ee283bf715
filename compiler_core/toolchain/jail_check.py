"""One row of the jail's self-test, and the file of this computer that a row tries to read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class JailCheck:
    """One thing tried: its name, what should hold, whether it does, what was seen."""

    name: str
    sentence: str
    ok: bool
    detail: str


@contextmanager
def canary_file() -> Iterator[str]:
    """A file anyone on this computer may read: only the jail keeps it from the probe."""
    with tempfile.TemporaryDirectory() as directory:
        Path(directory).chmod(0o755)
        path = Path(directory) / "canary"
        path.write_text("lowering-lab-canary")
        path.chmod(0o644)
        yield str(path)
