"""What a slice was given: contents of the places that nothing in the run wrote before, and their
names for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from compiler_core.host.comparison.wording import counted
from compiler_core.host.running.shapes import Number, Pointer
from compiler_core.host.running.target import Target
from compiler_core.host.slicing.answer import SliceInput
from compiler_core.host.slicing.element import Array
from compiler_core.host.slicing.locations import (
    FIRST_PREDICATE_BANK,
    FIRST_VECTOR_BANK,
    FLAGS,
    Bank,
    Location,
    address_of,
    bank_name,
    bank_of,
    memory_locations,
    place_in_bank,
)
from compiler_core.host.slicing.recorded_run import RecordedRun
from compiler_core.host.slicing.slice import KINDS, Kind, Slice
from compiler_core.host.stepping.arguments import lane_type_of
from compiler_core.host.stepping.lanes import lane_bytes, lanes_of, value_text

_ARGUMENT_REGISTERS = 8


@dataclass(frozen=True, slots=True)
class _Named:
    """One input. order: where it stands among its like; names of neighbours are joined."""

    group: str
    order: int
    kind: Kind
    name: str
    value: str


def given_contents(run: RecordedRun, backward_slice: Slice) -> dict[Location, int]:
    """What each input held; of memory that no step touched arrays alone are known."""
    given: dict[Location, int] = {}
    addresses: set[int] = set()
    for location in backward_slice.inputs:
        address = address_of(location)
        if address is None:
            given[location] = register_part(run, location, 0)
        else:
            addresses.add(address)
    for step in run.steps:
        for touch in step.touched:
            for offset, byte in enumerate(touch.before or b""):
                if touch.address + offset in addresses:
                    addresses.discard(touch.address + offset)
                    given[memory_locations(touch.address + offset, 1)[0]] = byte
        if not addresses:
            break
    for address in addresses:
        byte = run.byte_at_entry(address)
        if byte is not None:
            given[memory_locations(address, 1)[0]] = byte
    return given


def register_part(run: RecordedRun, location: Location, before: int) -> int:
    """The part of a register that a location is."""
    bank = bank_of(location)
    whole = run.value(bank, before)
    if bank <= FLAGS:
        return whole
    if bank < FIRST_PREDICATE_BANK:
        return whole >> 8 * place_in_bank(location) & 255
    return whole >> place_in_bank(location) & 1


@dataclass(frozen=True, slots=True)
class GivenParameter:
    """A parameter that arrives in a register: its name, and its type as a lane, empty for others
    than numbers."""

    name: str
    lane_type: str


def parameters_of(target: Target) -> dict[Bank, GivenParameter]:
    """Parameters by the registers they arrive in, up to the first uncertain one.

    AAPCS64, 6.8.2, rules C.1 to C.17.
    """
    names: dict[Bank, GivenParameter] = {}
    general = vector = 0
    for argument in target.arguments:
        shape = argument.shape
        if not isinstance(shape, Number | Pointer):
            return names
        parameter = GivenParameter(argument.name, lane_type_of(shape))
        if isinstance(shape, Number) and shape.floating:
            names[FIRST_VECTOR_BANK + vector] = parameter
            vector += 1
        else:
            names[general] = parameter
            general += 1
        if max(general, vector) >= _ARGUMENT_REGISTERS:
            return names
    return names


_OTHER = "\1"
"""The group of bytes that are no array's."""
_GAP = "\x7f"
"""Begins the group of bytes in structures that are none of their numbers: the last ones."""


def input_rows(
    backward_slice: Slice,
    given: Mapping[Location, int],
    arrays: Sequence[Array],
    parameters: Mapping[Bank, GivenParameter],
) -> list[SliceInput]:
    """Inputs in the words of the source, neighbours of an array joined; data first."""
    named = [
        *_elements(backward_slice, given, arrays),
        *_registers(backward_slice, given, parameters),
    ]
    named += _other_memory(backward_slice, arrays)
    named += _gaps(backward_slice, arrays)
    named.sort(key=lambda entry: (KINDS.index(entry.kind), entry.group, entry.order))
    rows: list[SliceInput] = []
    numbered = enumerate(named)
    for _, run in groupby(
        numbered, key=lambda pair: (pair[1].kind, pair[1].group, pair[1].order - pair[0])
    ):
        rows.append(_row([member for _, member in run]))
    return rows


def _row(named: Sequence[_Named]) -> SliceInput:
    first = named[0]
    if first.group.startswith(_GAP):
        name = f"{counted(len(named), 'byte')} between the numbers of {first.name}"
        return SliceInput(name, first.kind, len(named), "")
    if len(named) == 1:
        return SliceInput(first.name, first.kind, 1, first.value)
    if not first.group:
        return SliceInput(first.name, first.kind, len(named), "")
    if first.group == _OTHER:
        return SliceInput(f"{len(named)} bytes of {first.name}", first.kind, len(named), "")
    return SliceInput(f"{first.name} to {named[-1].name}", first.kind, len(named), "")


def _best(kinds: Iterable[Kind]) -> Kind:
    return min(kinds, key=KINDS.index)


def _elements(
    backward_slice: Slice, given: Mapping[Location, int], arrays: Sequence[Array]
) -> Iterator[_Named]:
    elements: dict[tuple[str, int], list[Kind]] = {}
    by_name = {array.name + array.field: array for array in arrays}
    for location, kind in backward_slice.inputs.items():
        for array in _arrays_at(address_of(location), arrays):
            index = array.index_at(address_of(location) or 0) or 0
            elements.setdefault((array.name + array.field, index), []).append(kind)
    for (name, index), kinds in elements.items():
        array = by_name[name]
        places = memory_locations(array.place(index), array.size)
        content = bytes(given.get(cell, 0) for cell in places)
        whole = all(cell in given for cell in places)
        value = value_text(array.value(content)) if whole else ""
        yield _Named(name, index, _best(kinds), array.element_name(index), value)


def _arrays_at(address: int | None, arrays: Sequence[Array]) -> list[Array]:
    """The array that a byte is of; of structures with bit-fields all those that have bits of it."""
    if address is None:
        return []
    owners = [array for array in arrays if array.index_at(address) is not None]
    fields = [array for array in owners if array.bits]
    return fields or owners[:1]


def _registers(
    backward_slice: Slice, given: Mapping[Location, int], parameters: Mapping[Bank, GivenParameter]
) -> Iterator[_Named]:
    banks: dict[Bank, list[Location]] = {}
    for location in sorted(backward_slice.inputs):
        if address_of(location) is None:
            banks.setdefault(bank_of(location), []).append(location)
    for bank, places in banks.items():
        register = bank_name(bank)
        parameter = parameters.get(bank)
        name = f"{parameter.name} in {register}" if parameter else f"{register} at the entry"
        kind = _best(backward_slice.inputs[cell] for cell in places)
        value = _register_text([given[cell] for cell in places], bank, parameter)
        yield _Named(f"\0{register}", bank, kind, name, value)


def _register_text(parts: Sequence[int], bank: Bank, parameter: GivenParameter | None) -> str:
    """The value of a parameter by its type, of another register as it stands."""
    if bank > FLAGS:
        if parameter is None or len(parts) != lane_bytes(parameter.lane_type or "uint8"):
            return ""
        return value_text(lanes_of(bytes(parts), parameter.lane_type)[0])
    if parameter is None or not parameter.lane_type:
        return f"{parts[0]:#x}"
    return value_text(lanes_of(parts[0].to_bytes(8, "little"), parameter.lane_type)[0])


def _other_memory(backward_slice: Slice, arrays: Sequence[Array]) -> Iterator[_Named]:
    """Bytes outside the arrays: the stack, constants, globals."""
    for location, kind in sorted(backward_slice.inputs.items()):
        address = address_of(location)
        if address is None or _arrays_at(address, arrays) or _structure_at(address, arrays):
            continue
        yield _Named(_OTHER, address, kind, f"memory at {address:#x}", "")


def _structure_at(address: int, arrays: Sequence[Array]) -> str:
    """The array of structures that a byte lies in; empty outside all."""
    return next((array.name for array in arrays if array.is_near(address)), "")


def _gaps(backward_slice: Slice, arrays: Sequence[Array]) -> Iterator[_Named]:
    """Bytes of structures that are none of their numbers, wherever they are counted together."""
    seen: Counter[tuple[str, Kind]] = Counter()
    for location, kind in backward_slice.inputs.items():
        address = address_of(location)
        if address is None or _arrays_at(address, arrays):
            continue
        name = _structure_at(address, arrays)
        if name:
            yield _Named(f"{_GAP}{name}", seen[name, kind], kind, name, "")
            seen[name, kind] += 1
