"""The model file where a jailed program may map it, for as long as it runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.toolchain.placed_files import pieces_of_file, placed_file


@contextmanager
def placed_model(path: Path) -> Iterator[str]:
    """The path of a copy that the jail's user can open. Raises InputError without the model."""
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise InputError(f"{path} cannot be read.", "Compile the model again.") from error
    with placed_file(pieces_of_file(path)) as placed:
        yield placed
