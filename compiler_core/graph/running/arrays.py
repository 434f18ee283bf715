"""Arrays from a file of the user's."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from compiler_core.errors import InputError
from compiler_core.named_files import no_file_words

LARGEST_FILE = 256 << 20


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """All arrays of an .npz file, by name. Raises InputError; no pickled object is ever loaded."""
    if not path.is_file():
        raise InputError(no_file_words(path), _ADVICE)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path.name} is larger than {LARGEST_FILE >> 20} MiB.")
        with np.load(path, allow_pickle=False) as file:
            if isinstance(file, np.ndarray):
                raise InputError(f"{path.name} holds one array without a name.", _ADVICE)
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, KeyError) as error:
        raise InputError(f"{path.name} is no .npz file of plain arrays.", _ADVICE) from error


_ADVICE = "Write it with numpy.savez, one array per input."
