"""How much memory a program takes before its first instruction.

Source of the layout: ELF-64 object file format, tables "ELF header" and "Program header".
"""

from __future__ import annotations

import struct

_MAGIC = b"\x7fELF\x02\x01"
_HEADER_OFFSET = struct.Struct("<Q")
_HEADER_COUNT = struct.Struct("<HH")
_PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
_LOADED = 1


def loaded_bytes(program: bytes) -> int:
    """Bytes of all loaded segments, zeroed ones included; 0 for what is no 64-bit ELF file."""
    if not program.startswith(_MAGIC) or len(program) < 64:
        return 0
    (offset,) = _HEADER_OFFSET.unpack_from(program, 32)
    size, count = _HEADER_COUNT.unpack_from(program, 54)
    if size < _PROGRAM_HEADER.size or offset + size * count > len(program):
        return 0
    headers = (_PROGRAM_HEADER.unpack_from(program, offset + size * at) for at in range(count))
    return sum(header[6] for header in headers if header[0] == _LOADED)
