"""Writes the table of counts on which the atlas page `autotune` searches."""

from __future__ import annotations

from datetime import UTC, datetime

from compiler_core.atlas.tuning.counting import (
    COMPILER,
    FLAGS,
    PROGRAM_HOLDS,
    CountedKernel,
    count_kernels,
    text_digest,
)
from compiler_core.atlas.tuning.space import SPACE
from compiler_core.atlas.tuning.table import TABLE_FILE, CountTable, rows_of, table_text
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import QEMU
from compiler_core.toolchain.tools import installed_tools

_WALL_SECONDS = 600.0
"""Of each compilation and run: a machine that is busy is no reason to begin again."""


def main() -> None:
    """Raises ToolMissing where a tool is not installed."""
    counted: list[CountedKernel] = []
    for start in range(0, len(SPACE), PROGRAM_HOLDS):
        counted += count_kernels(SPACE[start : start + PROGRAM_HOLDS], _WALL_SECONDS)
        print(f"{len(counted)} of {len(SPACE)} kernels", flush=True)
    emulator = next(tool.version for tool in installed_tools() if tool.name == QEMU)
    table = CountTable(
        compiler=COMPILER,
        version=find_compiler(COMPILER).version,
        flags=FLAGS,
        emulator=f"{QEMU} {emulator}",
        recorded_on=datetime.now(UTC).date().isoformat(),
        rows=rows_of(counted, [text_digest(choice) for choice in SPACE]),
    )
    TABLE_FILE.write_bytes(table_text(table))
    print(f"{TABLE_FILE.name}: {min(table.instructions):,} to {max(table.instructions):,}")


if __name__ == "__main__":
    main()
