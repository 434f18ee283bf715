"""Stage results that were read lately: a click on a page asks for what the last one asked for."""

from __future__ import annotations

from pathlib import Path

from compiler_core.kept import Kept
from compiler_core.pipelines.kept_results import read_result, result_path
from compiler_core.pipelines.stages import StageResult

KEPT_BYTES = 16 << 20
"""Of files; as records they take several times as much memory."""
_Read = tuple[StageResult | None, int]


class RecentResults:
    """By the file that each was read from, so that one which is written anew is read anew."""

    def __init__(self) -> None:
        self._kept: Kept[_Read] = Kept(KEPT_BYTES, lambda read: max(1, read[1]))

    def read(self, folder: Path, stage: str) -> StageResult | None:
        """As `read_result`; what it gives is shared, and nobody changes it."""
        path = result_path(folder, stage)
        try:
            status = path.lstat()
        except FileNotFoundError:
            return None
        key = (path, status.st_ino, status.st_mtime_ns, status.st_size)
        read, _ = self._kept.get_or_compute(
            key, lambda: (read_result(folder, stage), status.st_size), lambda read: bool(read[0])
        )
        return read[0]
