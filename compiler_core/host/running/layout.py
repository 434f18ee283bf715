"""What a driver allocates, fills and writes out: the parts that a plan gives sizes and values."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.running.shapes import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Buffer:
    """Memory that a pointer leads to.

    index: its place in the driver's arguments. path: the parameter or field (`rows[]` for what the
    elements of `rows` lead to). element: the type's name. declared: the length in the brackets of
    an array parameter, else empty. single: exactly one element (a reference). repeated: one such
    array for each element of another. constant: may not be written. links: made of linked records.
    text: of plain char. container: of a C++ container that knows its length.
    """

    index: int
    path: str
    element: str
    declared: str = ""
    single: bool = False
    repeated: bool = False
    constant: bool = False
    restricted: bool = False
    untyped: bool = False
    links: bool = False
    text: bool = False
    container: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """Numbers of one type that get their values by one rule.

    buffer: the innermost buffer they lie in, None for a plain value. many: an array inside another
    value. bits: a bit-field. rooms: lengths, as written, of an array inside a structure.
    """

    index: int
    path: str
    number: Number
    buffer: Buffer | None
    many: bool = False
    bits: bool = False
    rooms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """The text of a driver and what its arguments are about.

    outputs: paths of the arrays it writes, in order. appended: lines for the end of the source, so
    that a function which the compiler would leave out can be called; empty for most. notes: what
    the driver supplies or leaves out, in sentences.
    """

    text: str
    buffers: tuple[Buffer, ...]
    leaves: tuple[Leaf, ...]
    outputs: tuple[str, ...]
    appended: str
    notes: tuple[str, ...]
