"""Files that stages leave for the reader."""

from __future__ import annotations

from pathlib import Path

from compiler_core.pipelines.stages import StageFile

# A larger file is not kept with the result: whoever wants it makes it at home by the command shown.
LARGEST_KEPT = 32 << 20
_BINARY = "application/octet-stream"
_TEXT = "text/plain; charset=utf-8"


def kept_file(path: Path) -> tuple[StageFile, ...]:
    """The file, or none if it is too large."""
    if path.stat().st_size > LARGEST_KEPT:
        return ()
    return (StageFile(path.name, _BINARY, path.read_bytes()),)


def text_file(name: str, text: str) -> StageFile:
    """A file of text."""
    return StageFile(name, _TEXT, text.encode())
