"""Counts of the whole space, recorded once by `script/count_kernels` and shipped as data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from compiler_core.atlas.tuning.counting import CountedKernel
from compiler_core.atlas.tuning.space import SPACE, KernelChoice
from compiler_core.content_files import CONTENT_FOLDER, ContentError

TABLE_FILE = CONTENT_FOLDER / "atlas" / "autotune" / "counts.json"


class TableRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kernel, its instructions, and digests of its C and of what it computed."""

    kernel: KernelChoice
    instructions: int
    text: str
    output: str


class CountTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counts of instructions for the whole space of kernels, as they were recorded."""

    compiler: str
    """Who compiled the kernels: `gcc`."""
    version: str
    """The version of the compiler: `12.2.0`."""
    flags: tuple[str, ...]
    """As the compiler got them, one text each: `-O2`."""
    emulator: str
    """Who ran the kernels."""
    recorded_on: str
    """The day of the recording as an ISO date: `2026-11-26`."""
    rows: tuple[TableRow, ...]
    """One for each kernel of SPACE, in its order."""

    @property
    def instructions(self) -> tuple[int, ...]:
        return tuple(row.instructions for row in self.rows)

    @property
    def origin(self) -> str:
        """Whose counts these are, in words."""
        return f"counts are recorded, on {self.recorded_on} with GCC {self.version}"


@cache
def count_table() -> CountTable:
    """The shipped table. Raises ContentError."""
    return read_table(TABLE_FILE)


def read_table(file: Path) -> CountTable:
    """Raises ContentError for a file that is damaged or of another space."""
    try:
        table = msgspec.json.decode(file.read_bytes(), type=CountTable)
    except (OSError, msgspec.MsgspecError) as error:
        raise ContentError(f"{file.name} is no table of counts: {error}") from error
    if tuple(row.kernel for row in table.rows) != SPACE:
        raise ContentError(f"{file.name} counts another space.", "Run script/count_kernels.")
    if min(table.instructions) < 1:
        raise ContentError(f"{file.name} holds a count below 1.", "Run script/count_kernels.")
    return table


def table_text(table: CountTable) -> bytes:
    """As it is kept: a row a line, so that a difference can be read."""
    head = msgspec.to_builtins(table)
    rows = head.pop("rows")
    fields = [f' "{name}": {_json(value)},' for name, value in head.items()]
    listed = ",\n".join(f"  {_json(row)}" for row in rows)
    return "\n".join(["{", *fields, ' "rows": [', listed, " ]", "}", ""]).encode()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def rows_of(counted: Sequence[CountedKernel], texts: Sequence[str]) -> tuple[TableRow, ...]:
    """texts: digests of the kernels' C."""
    return tuple(
        TableRow(
            kernel=run.choice, instructions=run.instructions, text=text, output=run.output_digest
        )
        for run, text in zip(counted, texts, strict=True)
    )
