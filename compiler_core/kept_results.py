"""Stage results on disk: written by the process that made them, read by the one that shows them.

The form is pickle, read with a list of what may be in it: records of this package and numpy's
arrays. A file that holds anything else is refused, for a maker that was taken over by a hostile
model must not reach its reader.
"""

from __future__ import annotations

import dataclasses
import importlib
import io
import pickle
from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.sizes import size_text
from compiler_core.stages import StageResult
from compiler_core.toolchain.state import write_atomically

_PACKAGES = (
    "compiler_core.graph.",
    "compiler_core.llm.",
    "compiler_core.soc.",
    "compiler_core.stages",
    "compiler_core.trace",
    "compiler_core.source",
    "compiler_core.toolchain.counting",
)
_NUMPY = {
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "scalar"),
    ("numpy._core.numeric", "_frombuffer"),
}
# What reading a file of any bytes may raise; a size in it may be beyond all memory.
_UNREADABLE = (
    pickle.UnpicklingError, EOFError, AttributeError, TypeError, ValueError, ImportError,
    OverflowError, MemoryError, LookupError, RecursionError,
)  # fmt: skip
_BUILT_IN = {("builtins", "complex"), ("builtins", "frozenset"), ("builtins", "set")}


# A model of the largest size, its arrays and its files beside it; the server holds few of them.
LARGEST_RESULT_BYTES = 512 << 20


class _Reader(pickle.Unpickler):
    """Finds records and arrays only; a record is a dataclass of ours and runs no code.

    It has a `__setstate__`, as frozen dataclasses with slots do: without one, pickle's BUILD would
    set attributes of a class that stands where one of its records should.
    """

    def find_class(self, module: str, name: str) -> object:
        if (module, name) in _NUMPY | _BUILT_IN:
            return super().find_class(module, name)
        if module.startswith(_PACKAGES):
            found = getattr(importlib.import_module(module), name, None)
            if isinstance(found, type) and _is_record(found):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no record")


def _is_record(found: type) -> bool:
    return dataclasses.is_dataclass(found) and "__setstate__" in vars(found)


def write_result(directory: Path, result: StageResult) -> None:
    """Keep a stage's result; a reader sees all of it or nothing."""
    write_atomically(_path(directory, result.stage), pickle.dumps(result, protocol=5))


def read_result(directory: Path, stage: str) -> StageResult | None:
    """The kept result, None while there is none. Raises InputError for a damaged file, and for one
    of more than LARGEST_RESULT_BYTES, of which no more is read."""
    try:
        with _path(directory, stage).open("rb") as file:
            content = file.read(LARGEST_RESULT_BYTES + 1)
    except FileNotFoundError:
        return None
    if len(content) > LARGEST_RESULT_BYTES:
        raise InputError(
            f"The kept result of this stage has more than {size_text(LARGEST_RESULT_BYTES)}.",
            "Take a smaller model.",
        )
    try:
        found = _Reader(io.BytesIO(content)).load()
    except _UNREADABLE as error:
        raise InputError(
            "The kept result of this stage cannot be read.", "Run it again."
        ) from error
    if not isinstance(found, StageResult):
        raise InputError("The kept result of this stage cannot be read.", "Run it again.")
    return found


def _path(directory: Path, stage: str) -> Path:
    return directory / f"stage-{stage}.pickle"
