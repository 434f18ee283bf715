"""The smallest AArch64 program that ends by itself: to see whether the emulator counts.

System V ABI, "ELF-64 Header" and "Program Header"; Linux system call 93 is `exit`.
"""

from __future__ import annotations

import struct

FIRST_INSTRUCTION = 0x400078
# mov x0, #0; mov x8, #93; svc #0
INSTRUCTIONS = (0xD2800000, 0xD2800BA8, 0xD4000001)

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
_LOADED_AT = 0x400000
_AARCH64, _EXECUTABLE, _LOAD, _READ_AND_EXECUTE, _PAGE = 183, 2, 1, 5, 0x1000


def smallest_program() -> bytes:
    """A whole ELF file of three instructions."""
    code = struct.pack(f"<{len(INSTRUCTIONS)}I", *INSTRUCTIONS)
    size = _HEADER.size + _PROGRAM_HEADER.size + len(code)
    header = _HEADER.pack(
        b"\x7fELF\x02\x01\x01".ljust(16, b"\0"),
        _EXECUTABLE,
        _AARCH64,
        1,
        FIRST_INSTRUCTION,
        _HEADER.size,
        0,
        0,
        _HEADER.size,
        _PROGRAM_HEADER.size,
        1,
        64,
        0,
        0,
    )
    segment = (_LOAD, _READ_AND_EXECUTE, 0, _LOADED_AT, _LOADED_AT, size, size, _PAGE)
    return header + _PROGRAM_HEADER.pack(*segment) + code
