"""What a parameter is made of, as far as a driver must know to fill it and to write it out.

A shape is read from the syntax (`type_reading`); sizes, signs and layouts are left to the compiler
that builds the driver, so that a shape holds type names only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

ContainerKind = Literal["array", "vector", "span", "string"]


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, Boolean, enumeration or floating-point type by its name.

    floating: known to be one by name; is_text: plain `char`. const: as declared. labels: how many
    names an enumeration has.
    """

    name: str
    floating: bool
    is_text: bool = False
    const: bool = False
    labels: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """A pointer, array parameter or reference."""

    target: Shape
    """What it leads to."""
    length: str = ""
    """What stands in the outermost brackets of an array parameter, else empty."""
    reference: bool = False
    """A C++ reference, which leads to exactly one."""
    restricted: bool = False
    """Declared `restrict`, so that nothing else may reach what is written through it."""
    const: bool = False
    """The pointer itself is const."""
    untyped: bool = False
    """`void *`, driven as bytes."""


@dataclass(frozen=True, slots=True)
class Row:
    """An array with its length as written."""

    element: Shape
    length: str


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a record. is_bits: a bit-field, which has no address."""

    name: str
    shape: Shape
    is_bits: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A structure or union defined in the source. Of a union only the first member is used.

    nameless: it has structures or unions without a name, whose members are no fields here.
    """

    name: str
    fields: tuple[Field, ...]
    const: bool = False
    nameless: bool = False


@dataclass(frozen=True, slots=True)
class SelfPointer:
    """A member that points to its own kind of record: the link of a list or tree."""

    record: str


@dataclass(frozen=True, slots=True)
class Container:
    """`std::array`, `std::vector`, `std::span`, `std::string` or `std::string_view`."""

    kind: ContainerKind
    name: str
    element: Shape
    const: bool = False


@dataclass(frozen=True, slots=True)
class Unknown:
    """A type that no driver can make a value of; reason completes "because …"."""

    name: str
    reason: str


Shape = Number | Pointer | Row | Record | SelfPointer | Container | Unknown


def spell(shape: Shape, inner: str = "", *, const: bool = False) -> str:
    """The type's name in C and C++, around a declarator: `float (*)[4]` for inner `(*)`.

    const: keep the const of the declaration; without it the driver can write the elements.
    """
    if isinstance(shape, Row):
        return spell(shape.element, f"{inner}[{shape.length}]", const=const)
    if isinstance(shape, Pointer):
        star = "*const " if const and shape.const else "*"
        wrapped = f"({star}{inner})" if isinstance(shape.target, Row) else f"{star}{inner}"
        return spell(shape.target, wrapped, const=const)
    if isinstance(shape, SelfPointer):
        return f"{shape.record} *{inner}"
    qualifier = "const " if const and not isinstance(shape, Unknown) and shape.const else ""
    return f"{qualifier}{shape.name} {inner}".rstrip()


def first_unknown(shape: Shape) -> Unknown | None:
    """The first part of a shape that cannot be driven, outermost first."""
    if isinstance(shape, Unknown):
        return shape
    return next((unknown for part in parts_of(shape) if (unknown := first_unknown(part))), None)


def parts_of(shape: Shape) -> Iterator[Shape]:
    """What a shape directly consists of or leads to."""
    if isinstance(shape, Pointer):
        yield shape.target
    elif isinstance(shape, Row | Container):
        yield shape.element
    elif isinstance(shape, Record):
        yield from (field.shape for field in shape.fields)


def is_constant(shape: Shape) -> bool:
    """True if what a pointer leads to may not be written through it."""
    if isinstance(shape, Row):
        return is_constant(shape.element)
    if isinstance(shape, Number | Record | Container):
        return shape.const
    return False
