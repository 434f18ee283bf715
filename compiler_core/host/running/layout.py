"""What a driver allocates, fills and writes out: the parts that a plan gives sizes and values."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.running.shapes import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Buffer:
    """Memory that a pointer leads to."""

    index: int
    """Its place in the driver's arguments."""
    path: str
    """The parameter or field (`rows[]` for what the elements of `rows` lead to)."""
    element: str
    """The type's name."""
    declared: str = ""
    """The length in the brackets of an array parameter, else empty."""
    single: bool = False
    """Exactly one element (a reference)."""
    repeated: bool = False
    """One such array for each element of another."""
    constant: bool = False
    """May not be written."""
    restricted: bool = False
    untyped: bool = False
    links: bool = False
    """Made of linked records."""
    text: bool = False
    """Of plain char."""
    container: bool = False
    """Of a C++ container that knows its length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """Numbers of one type that get their values by one rule."""

    index: int
    path: str
    number: Number
    buffer: Buffer | None
    """The innermost buffer they lie in, None for a plain value."""
    many: bool = False
    """An array inside another value."""
    bits: bool = False
    """A bit-field."""
    rooms: tuple[str, ...] = ()
    """Lengths, as written, of an array inside a structure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """The text of a driver and what its arguments are about."""

    text: str
    buffers: tuple[Buffer, ...]
    leaves: tuple[Leaf, ...]
    outputs: tuple[str, ...]
    """Paths of the arrays it writes, in order."""
    appended: str
    """Lines for the end of the source, so that a function which the compiler would leave out can be
    called; empty for most."""
    notes: tuple[str, ...]
    """What the driver supplies or leaves out, in sentences."""
