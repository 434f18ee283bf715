"""Does code outside the loops compare two arrays' addresses? Evidence for an overlap check.

Registers that serve as a base of memory accesses are addresses; a value computed from a register
that arrives as an argument goes back to that argument. A comparison outside every loop whose
operands go back to two address arguments is a check of where two arrays lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from compiler_core.host.canonical import instruction_of, register_slots
from compiler_core.host.comparison.values import FunctionValues
from compiler_core.host.comparison.work_kinds import work_kind
from compiler_core.host.compilation import FunctionListing
from compiler_core.host.metrics import memory_operand

_ARITHMETIC = frozenset(("add", "copy", "shift", "logic", "compare", "multiply and add"))


def compares_addresses(function: FunctionListing, values: FunctionValues) -> bool:
    """True if a comparison outside the loops depends on two arguments used as addresses."""
    origins = _origins(function, values)
    addresses = _address_origins(function, values, origins)
    return any(
        len(_origins_read(values, position, origins) & addresses) > 1
        for position in _outside_loops(function)
        if _writes_flags(values, position)
    )


def _writes_flags(values: FunctionValues, position: int) -> bool:
    roles = values.roles[position]
    return roles is not None and roles.uses_flags and len(values.uses[position]) - 1 in roles.writes


def _outside_loops(function: FunctionListing) -> Iterable[int]:
    return (
        position
        for position, line in enumerate(function.lines)
        if line.kind == "instruction" and line.loop is None
    )


def _origins(function: FunctionListing, values: FunctionValues) -> dict[int, frozenset[str]]:
    """Web -> incoming registers its value goes back to, through arithmetic outside the loops."""
    origins = {web: frozenset((register,)) for web, register in values.entry_registers.items()}
    for position in _outside_loops(function):
        if work_kind(function.lines[position].text) not in _ARITHMETIC:
            continue
        read = _origins_read(values, position, origins)
        for use in values.uses[position]:
            if use.written_web is not None:
                origins[use.written_web] = origins.get(use.written_web, frozenset()) | read
    return origins


def _origins_read(
    values: FunctionValues, position: int, origins: Mapping[int, frozenset[str]]
) -> frozenset[str]:
    origin_sets = [
        origins.get(use.read_web, frozenset())
        for use in values.uses[position]
        if use.read_web is not None and use.register != "nzcv"
    ]
    return frozenset().union(*origin_sets)


def _address_origins(
    function: FunctionListing, values: FunctionValues, origins: Mapping[int, frozenset[str]]
) -> frozenset[str]:
    """Incoming registers that the bases of memory accesses go back to, alone or displaced."""
    registers: set[str] = set()
    for position, line in enumerate(function.lines):
        if line.kind != "instruction":
            continue
        instruction = instruction_of(line)
        memory = memory_operand(instruction)
        if memory is None:
            continue
        slot = _slot_of(register_slots(instruction), memory.base)
        if slot is not None and (web := values.uses[position][slot].read_web) is not None:
            registers |= origins.get(web, frozenset())
    return frozenset(registers)


def _slot_of(slots: Sequence[object], base: object) -> int | None:
    places = [index for index, register in enumerate(slots) if register == base]
    return places[-1] if places else None
