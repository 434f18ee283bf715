"""The bytes of a linked program by address. Format: System V ABI, "Program Header"."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from compiler_core.errors import InputError

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_LOADED = 1
_WORD_BYTES = 4


@dataclass(frozen=True, slots=True)
class ProgramImage:
    """What the file loads: (address, bytes) of each segment."""

    segments: tuple[tuple[int, bytes], ...]

    def word(self, address: int) -> int:
        """The instruction at an address. Raises InputError outside the program."""
        for start, content in self.segments:
            offset = address - start
            if 0 <= offset <= len(content) - _WORD_BYTES:
                return int.from_bytes(content[offset : offset + _WORD_BYTES], "little")
        raise InputError(f"The program has no code at {address:#x}.")


def program_image(executable: bytes) -> ProgramImage:
    """Raises InputError for a file that is no whole ELF-64 program."""
    try:
        header = _HEADER.unpack_from(executable)
        start, size, count = header[5], header[9], header[10]
        headers = [_SEGMENT.unpack_from(executable, start + index * size) for index in range(count)]
    except struct.error as error:
        raise InputError("The program file is damaged: it is not a whole ELF file.") from error
    return ProgramImage(
        tuple(
            (address, executable[offset : offset + length])
            for kind, _, offset, address, _, length, _, _ in headers
            if kind == _LOADED
        )
    )
