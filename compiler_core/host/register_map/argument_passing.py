"""In which registers, or where on the stack, each argument of a function arrives.

Source: Procedure Call Standard for the Arm 64-bit Architecture (AAPCS64), section 6.8.2 "Parameter
passing rules": stage B prepares each argument, stage C gives it a place; 6.9 for results.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from compiler_core.host.register_map.calling_convention import (
    ARGUMENT_GENERAL,
    ARGUMENT_PREDICATE,
    ARGUMENT_VECTOR,
    STACK,
)
from compiler_core.host.source_reading.layouts import Layout, UnknownLayout, round_up
from compiler_core.host.source_reading.signature import Signature, SourceParameter

_WORD = 8
_LARGEST_DIRECT = 16
_MOST_ALIKE = 4
_MOST_NAMED = 4
_ANY_SCALAR = ("x0", "v0")
_ANY_AGGREGATE = ("x0", "x1", "v0", "v1", "v2", "v3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One place of a parameter: a canonical register or `stack`."""

    number: int
    """Place of the parameter in the signature, from 1; several places may have the same."""
    parameter: SourceParameter
    """The parameter that this place belongs to."""
    register: str
    """Canonical name of the register (`x0`, `v1`), or `stack`."""
    name: str
    """What values made of it are called, `p` or `p.x`."""
    holds: str
    """Which part of the parameter it is, in words, `p` for all of it."""
    is_address: bool
    """The place holds where memory is."""
    members: tuple[tuple[str, int], ...] = ()
    """Those it holds in part or whole, if it is not one alone: name, and where it begins in bytes
    from here."""
    offset: int = 0
    """On the stack, in bytes above the stack pointer at entry."""


@dataclass(frozen=True, slots=True)
class ArgumentList:
    """The arguments whose places are certain.

    Arguments from `stopped_at` on, a parameter whose layout is not known, are not named; None if
    all are.
    """

    arguments: tuple[Argument, ...]
    stopped_at: SourceParameter | None


@dataclass(slots=True)
class Places:
    """What is taken so far: the counters NGRN, NSRN and NPRN, and NSAA as bytes on the stack."""

    general: int = 0
    vector: int = 0
    predicate: int = 0
    stack: int = 0


@dataclass(frozen=True, slots=True)
class _Passed:
    """A parameter on its way to its place."""

    number: int
    parameter: SourceParameter
    layout: Layout

    @property
    def name(self) -> str:
        return self.parameter.name or "(no name)"


def arguments_of(signature: Signature) -> ArgumentList:
    """All arguments in order, by the rules C.1 to C.17."""
    places = Places()
    arguments: list[Argument] = []
    for number, parameter in enumerate(signature.parameters, start=1):
        if isinstance(parameter.layout, UnknownLayout):
            return ArgumentList(tuple(arguments), parameter)
        arguments += _place(_Passed(number, parameter, parameter.layout), places)
    return ArgumentList(tuple(arguments), None)


def _place(passed: _Passed, places: Places) -> list[Argument]:
    layout = passed.layout
    if is_passed_by_address(layout):
        return _address_of_copy(passed, places)
    if layout.kind == "predicate":
        return _scalable(passed, places, ARGUMENT_PREDICATE)
    if layout.kind == "scalable":
        return _scalable(passed, places, ARGUMENT_VECTOR)
    if layout.kind in ("float", "vector"):
        return _in_vectors(passed, places, 1)
    alike = homogeneous_count(layout)
    return _in_vectors(passed, places, alike) if alike else _in_generals(passed, places)


def homogeneous_count(layout: Layout) -> int:
    """Members of a homogeneous floating-point or short-vector aggregate (5.9.5); 0 for others."""
    alike = layout.kind == "record" and layout.base is not None
    return layout.count if alike and layout.count <= _MOST_ALIKE else 0


def is_passed_by_address(layout: Layout) -> bool:
    """B.4, and C++ classes that cannot be copied as bytes: the caller hands over a copy's address.

    C++ ABI for the Arm 64-bit Architecture, section 3: such a class is passed as by reference.
    """
    too_large = layout.size > _LARGEST_DIRECT and not homogeneous_count(layout)
    return layout.is_nontrivial or (layout.kind == "record" and too_large)


def _address_of_copy(passed: _Passed, places: Places) -> list[Argument]:
    """The address takes the place of the argument, and is passed like any pointer."""
    words = f"address of a copy of {passed.name}"
    if places.general < len(ARGUMENT_GENERAL):
        register = ARGUMENT_GENERAL[places.general]
        places.general += 1
        return [_argument(passed, register, passed.name, words, is_address=True)]
    offset = _stacked(places, _WORD, _WORD)
    return [_argument(passed, STACK, passed.name, words, offset, is_address=True)]


def _in_vectors(passed: _Passed, places: Places, count: int) -> list[Argument]:
    """C.1 to C.6: all in consecutive vector registers, or all on the stack."""
    first = places.vector
    if first + count <= len(ARGUMENT_VECTOR):
        places.vector += count
        return [
            _argument(passed, ARGUMENT_VECTOR[first + index], name)
            for index, name in enumerate(_alike_names(passed, count))
        ]
    # C.3: what comes later does not go back to a register that stayed free.
    places.vector = len(ARGUMENT_VECTOR)
    return _on_stack(passed, places)


def _alike_names(passed: _Passed, count: int) -> Iterator[str]:
    """One member for each register; of a union the first that lies there."""
    size = passed.layout.size // count
    for index in range(count):
        paths = [member.path for member in passed.layout.members if member.offset == index * size]
        yield f"{passed.name}{next(iter(paths), '')}"


def _scalable(passed: _Passed, places: Places, registers: tuple[str, ...]) -> list[Argument]:
    """C.7 and C.8: in a register of its bank, else by the address of a copy."""
    is_predicate = registers is ARGUMENT_PREDICATE
    taken = places.predicate if is_predicate else places.vector
    if taken >= len(registers):
        return _address_of_copy(passed, places)
    places.predicate += is_predicate
    places.vector += not is_predicate
    return [_argument(passed, registers[taken], passed.name)]


def _in_generals(passed: _Passed, places: Places) -> list[Argument]:
    """C.9 to C.17: one or two general registers, from an even one for an alignment of 16."""
    layout = passed.layout
    words = round_up(layout.size, _WORD) // _WORD
    if layout.natural_alignment == _LARGEST_DIRECT:
        places.general = round_up(places.general, 2)
    first = places.general
    if first + words <= len(ARGUMENT_GENERAL):
        places.general += words
        return [
            _word(passed, ARGUMENT_GENERAL[first + index], index, words) for index in range(words)
        ]
    # C.13: what comes later does not go back to a register that stayed free.
    places.general = len(ARGUMENT_GENERAL)
    return _on_stack(passed, places)


def _word(passed: _Passed, register: str, index: int, words: int) -> Argument:
    """Eight bytes of a parameter: one member by its name, several with their names."""
    layout, name = passed.layout, passed.name
    if layout.kind != "record" and words == 1:
        return _argument(passed, register, name, is_address=layout.kind == "pointer")
    start = index * _WORD
    held = [
        member
        for member in layout.members
        if member.offset < start + _WORD and start < member.offset + member.size
    ]
    if len(held) == 1 and held[0].size <= _WORD:
        return _argument(passed, register, f"{name}{held[0].path}")
    members = tuple((f"{name}{part.path}", part.offset - start) for part in held if part.path)
    argument = _argument(passed, register, name, _words_of(passed, index, words, members))
    return replace(argument, members=members)


def _words_of(passed: _Passed, index: int, words: int, members: tuple[tuple[str, int], ...]) -> str:
    """`first 8 bytes of p (p.x, p.y)`."""
    which = "all" if words == 1 else f"{('first', 'last')[index]} {_WORD} bytes"
    named = ", ".join(name for name, _ in members)
    listed = f" ({named})" if named and len(members) <= _MOST_NAMED else ""
    return f"{which} of {passed.name}{listed}"


def _on_stack(passed: _Passed, places: Places) -> list[Argument]:
    """C.4 to C.6 and C.14 to C.17: each member at its offset, so that a load tells which it is."""
    layout, name = passed.layout, passed.name
    offset = _stacked(places, layout.size, layout.natural_alignment)
    if layout.kind != "record" or not layout.members:
        is_address = layout.kind == "pointer"
        return [_argument(passed, STACK, name, "", offset, is_address=is_address)]
    return [
        _argument(passed, STACK, f"{name}{member.path}", "", offset + member.offset)
        for member in layout.members
    ]


def _stacked(places: Places, size: int, alignment: int) -> int:
    """Take bytes of the stack; their offset."""
    offset = round_up(places.stack, max(_WORD, alignment))
    places.stack = offset + round_up(size, _WORD)
    return offset


def _argument(
    passed: _Passed,
    register: str,
    name: str,
    holds: str = "",
    offset: int = 0,
    *,
    is_address: bool = False,
) -> Argument:
    """holds: where it is not what the name says."""
    number, parameter = passed.number, passed.parameter
    return Argument(
        number=number,
        parameter=parameter,
        register=register,
        name=name,
        holds=holds or name,
        is_address=is_address,
        offset=offset,
    )


def result_registers(signature: Signature | None) -> tuple[str, ...]:
    """Registers the caller reads the result from; where it is not known, every one it may be.

    AAPCS64, 6.9: as the first argument would be passed, but in memory at x8 what would be passed
    by its address.
    """
    if signature is None:
        return _ANY_SCALAR
    layout = signature.return_layout
    if layout is None:
        return ()
    if isinstance(layout, UnknownLayout):
        return _ANY_AGGREGATE if signature.return_class == "aggregate" else _ANY_SCALAR
    if is_passed_by_address(layout):
        return ()
    result = SourceParameter(
        name="",
        type_text=signature.return_type,
        type_class=signature.return_class,
        pointee="",
        is_const=False,
        layout=layout,
    )
    return tuple(argument.register for argument in _place(_Passed(1, result, layout), Places()))
