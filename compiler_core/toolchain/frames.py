"""Messages between two processes over pipes: typed records as JSON, with bytes beside it.

A frame is a header, which is JSON, and the byte strings that stand in it, each as it is. Nothing
that arrives is ever run or named: a reader says which record it expects, and pydantic checks every
field of it. So neither side can hand the other an object of its choosing, as pickle could.

    frame   4 bytes: length of the header; 4 bytes: number of byte strings; 8 bytes: length of each;
            the header; the byte strings
"""

from __future__ import annotations

import os
import select
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

import orjson

if TYPE_CHECKING:
    from pydantic import TypeAdapter

HEADER_BYTES = 64 << 20
"""Of the JSON of one frame."""
PARTS_BYTES = 256 << 20
"""Of all byte strings of one frame: a program run may leave 96 MiB, a whole answer is less."""
PARTS = 8192
_START = struct.Struct(">II")
_READ_BYTES = 1 << 20
_WRITE_BYTES = 1 << 18
_PLACE = "\x00bytes"

Record = TypeVar("Record")


class BrokenFrame(Exception):
    """What arrived is no frame of the expected form; the other side is not to be trusted on."""


class Ended(Exception):
    """The other side has closed its end."""


@dataclass(frozen=True, slots=True)
class Frame:
    """kind says what the value is; number: to which question a reply belongs, 0 for none.

    value: plain data, as JSON has it, with byte strings where records have them.
    """

    kind: str
    number: int
    value: object

    def read_as(self, record: type[Record]) -> Record:
        """The value as such a record, checked down to its last field. Raises BrokenFrame."""
        try:
            return _adapter(record).validate_python(self.value)
        except ValueError as error:  # pydantic's own is one
            raise BrokenFrame(f"{self.kind} is not as it must be: {error}"[:500]) from error


def frame_pieces(kind: str, number: int, value: object) -> list[bytes]:
    """A frame as byte strings to write one after another.

    value: a dataclass or plain data. Raises TypeError for anything that has no such form.
    """
    parts: list[bytes] = []

    def place(content: object) -> dict[str, int]:
        if not isinstance(content, bytes):
            raise TypeError(f"{type(content).__name__} has no form in a frame")
        parts.append(content)
        return {_PLACE: len(parts) - 1}

    header = orjson.dumps([kind, number, value], default=place)
    lengths = struct.pack(f">{len(parts)}Q", *(len(part) for part in parts))
    return [_START.pack(len(header), len(parts)) + lengths + header, *parts]


class FrameWriter:
    """Writes whole frames into a pipe; safe for threads. Raises OSError when nobody reads."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = Lock()

    def write(self, kind: str, number: int, value: object) -> None:
        """Wait until the whole frame is in the pipe."""
        pieces = frame_pieces(kind, number, value)
        with self._lock:
            for piece in pieces:
                _write_all(self._descriptor, piece)


def read_stored(content: bytes) -> Frame:
    """The frame that the pieces of `frame_pieces` together are. Raises BrokenFrame."""
    try:
        header_length, count = _START.unpack_from(content)
        lengths = struct.unpack_from(f">{count}Q", content, _START.size)
    except struct.error as error:
        raise BrokenFrame("a stored frame is cut off") from error
    position = _START.size + 8 * count
    cuts = tuple(accumulate((header_length, *lengths), initial=position))
    if cuts[-1] != len(content):
        raise BrokenFrame("a stored frame is cut off")
    header, *parts = (content[first:end] for first, end in pairwise(cuts))
    return _frame(header, parts)


class FrameReader:
    """Reads frames from a pipe.

    wait: called before each read that would block; it may raise to give up.
    """

    def __init__(self, descriptor: int, wait: Callable[[int], None] | None = None) -> None:
        self._descriptor = descriptor
        self._wait = wait

    def read(self) -> Frame:
        """The next frame. Raises Ended, BrokenFrame, OSError."""
        header_length, count = _START.unpack(self._exactly(_START.size))
        if header_length > HEADER_BYTES or count > PARTS:
            raise BrokenFrame("a frame is larger than it may be")
        lengths = struct.unpack(f">{count}Q", self._exactly(8 * count))
        if sum(lengths) > PARTS_BYTES:
            raise BrokenFrame("a frame is larger than it may be")
        header = self._exactly(header_length)
        parts = [bytes(self._exactly(length)) for length in lengths]
        return _frame(header, parts)

    def has_more(self) -> bool:
        """Whether bytes are there, or the other end is closed."""
        return bool(select.select((self._descriptor,), (), (), 0)[0])

    def _exactly(self, length: int) -> bytearray:
        content = bytearray(length)
        view = memoryview(content)
        filled = 0
        while filled < length:
            if self._wait is not None:
                self._wait(self._descriptor)
            count = os.readv(self._descriptor, [view[filled : filled + _READ_BYTES]])
            if count == 0:
                raise Ended()
            filled += count
        return content


def _frame(header: bytes | bytearray, parts: list[bytes]) -> Frame:
    try:
        kind, number, value = orjson.loads(header)
        if not isinstance(kind, str) or not isinstance(number, int):
            raise BrokenFrame("a header names no kind and number")
        return Frame(kind, number, _restored(value, parts) if parts else value)
    except (ValueError, TypeError, RecursionError) as error:
        raise BrokenFrame("a header is no JSON of three values") from error


def _restored(value: Any, parts: list[bytes]) -> Any:
    """The value with each byte string at its place."""
    if isinstance(value, list):
        return [_restored(element, parts) for element in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {_PLACE}:
        index = value[_PLACE]
        if not isinstance(index, int) or not 0 <= index < len(parts):
            raise BrokenFrame("a byte string is missing")
        return parts[index]
    return {name: _restored(member, parts) for name, member in value.items()}


def _write_all(descriptor: int, piece: bytes) -> None:
    view = memoryview(piece)
    while view:
        view = view[os.write(descriptor, view[:_WRITE_BYTES]) :]


@cache
def _adapter(record: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(record)
