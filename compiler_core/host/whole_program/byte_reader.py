"""Numbers and texts from bytes that may be anything: each read is checked against the end."""

from __future__ import annotations

_LONGEST_LEB = 10
_LONGEST_TEXT = 4096


class UnreadableBytes(ValueError):
    """The bytes end too early, or are not what the format says."""


class ByteReader:
    """Reads a piece of a file from front to back; little endian. Raises UnreadableBytes."""

    def __init__(self, content: memoryview) -> None:
        self._content = content
        self._position = 0

    def left(self) -> int:
        """Bytes not yet read."""
        return len(self._content) - self._position

    def part(self, size: int) -> ByteReader:
        """A reader of the next `size` bytes, which this one skips."""
        start = self._position
        self.skip(size)
        return ByteReader(self._content[start : start + size])

    def raw(self, size: int) -> bytes:
        """The next `size` bytes."""
        start = self._position
        self.skip(size)
        return bytes(self._content[start : start + size])

    def skip(self, size: int) -> None:
        """Leave bytes out."""
        if not 0 <= size <= self.left():
            raise UnreadableBytes
        self._position += size

    def unsigned(self, size: int) -> int:
        """An unsigned number of `size` bytes."""
        start = self._position
        self.skip(size)
        return int.from_bytes(self._content[start : start + size], "little")

    def signed_byte(self) -> int:
        """A number from -128 to 127."""
        value = self.unsigned(1)
        return value - 256 if value >= 128 else value

    def leb(self) -> int:
        """An unsigned number in LEB128 (DWARF 5, section 7.6)."""
        return self._leb()[0]

    def signed_leb(self) -> int:
        """A signed number in LEB128."""
        value, bits, last = self._leb()
        return value - (1 << bits) if last & 0x40 else value

    def text(self) -> str:
        """A zero-terminated text of at most 4 KiB."""
        rest = bytes(self._content[self._position : self._position + _LONGEST_TEXT])
        text, end, _ = rest.partition(b"\0")
        if not end:
            raise UnreadableBytes
        self._position += len(text) + 1
        return text.decode("utf-8", "replace")

    def _leb(self) -> tuple[int, int, int]:
        """Value, number of bits read, last byte."""
        value = bits = 0
        for _ in range(_LONGEST_LEB):
            byte = self.unsigned(1)
            value |= (byte & 0x7F) << bits
            bits += 7
            if byte < 0x80:
                return value, bits, byte
        raise UnreadableBytes
