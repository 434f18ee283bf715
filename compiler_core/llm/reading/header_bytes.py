"""The bytes of a header, fetched only as far as they are read.

A file is read in growing pieces, so that a header costs what it is long, whatever the file's size.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import BinaryIO

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.limits import LIMITS, hold

FIRST_PIECE = 256 << 10
Fetch = Callable[[int], bytes]


class HeaderBytes:
    """Bytes read one after another; `position` is that of the next one.

    Every method raises ModelFileRefused where the file ends too early, ModelFileTooLarge past the
    header's limit.
    """

    def __init__(self, fetch: Fetch, file_bytes: int, first: bytes = b"") -> None:
        self.data = bytearray(first)
        self.position = 0
        self.file_bytes = file_bytes
        self._fetch = fetch

    @property
    def left(self) -> int:
        """Bytes from here to the end of the file."""
        return self.file_bytes - self.position

    def reserve(self, count: int, what: str) -> None:
        """Have `count` bytes from here in `data`."""
        end = self.position + count
        if end > len(self.data):
            self._extend(end, what)

    def take(self, count: int, what: str) -> bytes:
        """The next `count` bytes."""
        self.reserve(count, what)
        start = self.position
        self.position += count
        return bytes(self.data[start : self.position])

    def number(self, code: str, what: str) -> int:
        """A little-endian integer of this struct code."""
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code), what))[0]

    def _extend(self, end: int, what: str) -> None:
        if end > self.file_bytes:
            raise ModelFileRefused(
                f"The file ends in the middle of {what}: that needs {end:,} bytes, "
                f"and there are {self.file_bytes:,}.",
                "It was probably cut off while being copied; copy it again.",
            )
        hold("header_bytes", end, what)
        while len(self.data) < end:
            target = min(max(end, 2 * len(self.data), FIRST_PIECE), self.file_bytes)
            target = min(target, LIMITS.header_bytes)
            piece = self._fetch(target - len(self.data))
            if not piece:
                raise ModelFileRefused(f"The file became shorter while {what} was read.")
            self.data += piece


def bytes_of_file(file: BinaryIO, file_bytes: int) -> HeaderBytes:
    """Of an open file, from its start."""
    return HeaderBytes(file.read, file_bytes)
