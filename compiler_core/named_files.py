"""Files that a user names: why there is none, in a sentence."""

from __future__ import annotations

from pathlib import Path


def no_file_words(path: Path) -> str:
    """Of a path that is no file."""
    if path.is_dir():
        return f"{path} is a folder; a file is expected."
    return f"There is no file {path}."
