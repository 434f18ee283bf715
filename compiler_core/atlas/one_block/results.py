"""Results that drivers leave: read without trust, compared with numpy's."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

import numpy as np

from compiler_core.atlas.one_block.block import FusedBlock, difference, expected
from compiler_core.errors import InputError

RESULT = "result.npy"


def difference_of(block: FusedBlock, files: Mapping[str, bytes]) -> float | None:
    """Of the result among these files; None where the block is not run. Raises InputError."""
    if not block.is_run:
        return None
    try:
        result = np.load(BytesIO(files.get(RESULT, b"")), allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise InputError("The driver left no result to read.") from error
    if result.shape != (block.rows, block.columns):
        raise InputError(f"The driver left a result of the shape {result.shape}.")
    return difference(result, expected(block))
