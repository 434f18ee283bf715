"""What a driver allocates, fills and writes out: the parts that a plan gives sizes and values."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.running.shapes import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Buffer:
    """Memory that a pointer leads to."""

    index: int
    """Its place among the driver's buffers, from 0."""
    path: str
    """The parameter or field (`rows[]` for what the elements of `rows` lead to)."""
    element: str
    """Name of its elements' type, as C spells it."""
    declared: str = ""
    """The length in the brackets of an array parameter, else empty."""
    single: bool = False
    """Exactly one element (a reference)."""
    repeated: bool = False
    """One such array for each element of another."""
    constant: bool = False
    """May not be written."""
    restricted: bool = False
    """The pointer to it is declared `restrict`."""
    untyped: bool = False
    """Behind a `void *`, driven as bytes."""
    links: bool = False
    """Made of linked records."""
    text: bool = False
    """Its elements are plain char."""
    container: bool = False
    """It belongs to a C++ container that knows its length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """Numbers of one type that get their values by one rule."""

    index: int
    """Its place among the driver's leaves, from 0."""
    path: str
    """Name by which it is set anew: a parameter `n`, a field `p.x`, an array's elements `x`."""
    number: Number
    """Their type: its name, whether it is floating, and how it was declared."""
    buffer: Buffer | None
    """The innermost buffer they lie in, None for a plain value."""
    many: bool = False
    """An array inside another value."""
    bits: bool = False
    """They are bit-fields of structures."""
    rooms: tuple[str, ...] = ()
    """Lengths, as written, of an array inside a structure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """The text of a driver and what its arguments are about."""

    text: str
    """The driver's source, C or C++ as the function's."""
    buffers: tuple[Buffer, ...]
    """Memory that its pointers lead to, each at the index that it has."""
    leaves: tuple[Leaf, ...]
    """Numbers that it fills, each at the index that it has."""
    outputs: tuple[str, ...]
    """Paths of the arrays it writes, in order."""
    appended: str
    """Lines for the end of the source, so that a function which the compiler would leave out can be
    called; empty for most."""
    notes: tuple[str, ...]
    """What the driver supplies or leaves out, in sentences."""
