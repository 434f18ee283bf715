"""Whether the emulator here does what the Lab needs of it."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from compiler_core.errors import LoweringLabError
from compiler_core.toolchain.emulator import find_qemu, run_program
from compiler_core.toolchain.inquiry import answer

_STATUS = 42
# mov x0, 42; mov x8, 93 (exit); svc 0
_CODE = struct.pack("<3I", 0xD2800000 | _STATUS << 5, 0xD2800BA8, 0xD4000001)
_BASE = 0x400000
_HEADER_BYTES = 64 + 56


@dataclass(frozen=True, slots=True)
class EmulatorCheck:
    """starts: a program ran in the run jail and ended as it should; detail: why not, else empty.
    takes_plugins: counts can be made by the plugin; else they come from a log, much more slowly."""

    starts: bool
    takes_plugins: bool
    detail: str


def check_emulator() -> EmulatorCheck:
    """Run the smallest program there is. Raises ToolMissing without qemu."""
    takes_plugins = "-plugin" in answer([find_qemu(), "-h"])
    try:
        run = run_program(smallest_program())
    except LoweringLabError as error:
        return EmulatorCheck(False, takes_plugins, str(error))
    if run.exit_code == _STATUS:
        return EmulatorCheck(True, takes_plugins, "")
    said = run.errors.decode("utf-8", "replace").strip()
    return EmulatorCheck(False, takes_plugins, said or run.message)


def smallest_program() -> bytes:
    """An AArch64 program of three instructions that ends with status 42.

    Source of the layout: ELF-64 object file format, tables "ELF header" and "Program header".
    """
    size = _HEADER_BYTES + len(_CODE)
    entry = _BASE + _HEADER_BYTES
    header = b"\x7fELF\x02\x01\x01" + bytes(9)
    header += struct.pack("<HHIQQQIHHHHHH", 2, 183, 1, entry, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    segment = struct.pack("<IIQQQQQQ", 1, 5, 0, _BASE, _BASE, size, size, 0x1000)
    return header + segment + _CODE
