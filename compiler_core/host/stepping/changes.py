"""What a step changed in the registers, in the views and lane types its instruction uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from compiler_core.host.instruction import Instruction, Register, RegisterList
from compiler_core.host.stepping.lane_typing import written_vectors
from compiler_core.host.stepping.lanes import (
    active_lanes,
    flag_lanes,
    lane_bytes,
    lanes_of,
    signed,
)
from compiler_core.host.stepping.record import Delta, MachineState, RegisterChange

_LETTERS = {1: "b", 2: "h", 4: "s", 8: "d", 16: "q"}
_NEON_BYTES = 16
_Content = TypeVar("_Content", int, bytes)


def register_changes(
    instruction: Instruction, delta: Delta, types: Mapping[str, str], elements: Mapping[str, int]
) -> tuple[RegisterChange, ...]:
    """The registers of a delta, pc left out.

    types: lane type by vector register, after the step; elements: bytes of a lane by predicate.
    """
    deltas: list[RegisterChange] = []
    written = {vector.canonical: vector for vector in written_vectors(instruction)}
    for name, (before, after) in delta.vectors.items():
        deltas.append(vector_change(name, written.get(name), before, after, types[name]))
    for name, pair in delta.predicates.items():
        deltas.append(_predicate_change(name, *pair, elements.get(name, 1)))
    for name, (before, after) in delta.general.items():
        if name == "nzcv":
            deltas.append(RegisterChange(name, name, "flag", flag_lanes(before), flag_lanes(after)))
        elif name != "pc":
            deltas.append(_general_change(instruction, name, before, after))
    return tuple(deltas)


def kept_delta(state: MachineState, delta: Delta, written: Sequence[str]) -> Delta:
    """A delta of the registers that were written with the value they had; state is the new one."""

    def same(
        known: Mapping[str, _Content], changed: Mapping[str, object]
    ) -> dict[str, tuple[_Content, _Content]]:
        names = [name for name in written if name in known and name not in changed]
        return {name: (known[name], known[name]) for name in names}

    return Delta(
        same(state.general, delta.general),
        same(state.vectors, delta.vectors),
        same(state.predicates, delta.predicates),
        (),
    )


def vector_change(
    name: str, operand: Register | None, before: bytes, after: bytes, lane_type: str
) -> RegisterChange:
    """A vector register as the instruction names it: `s0`, `v1.4s`, `z1.s`."""
    size = lane_bytes(lane_type)
    shown, count = vector_view(name, operand, size, len(after))
    return RegisterChange(
        name,
        shown,
        lane_type,
        lanes_of(before[:count], lane_type),
        lanes_of(after[:count], lane_type),
    )


def vector_view(name: str, operand: Register | None, size: int, length: int) -> tuple[str, int]:
    """The register's name with lanes of `size` bytes, and how many of its `length` bytes show."""
    number = name[1:]
    if operand is not None and operand.kind == "z":
        return f"z{number}.{_LETTERS[size]}", length
    if operand is None or operand.kind in ("v", "q"):
        width = _NEON_BYTES
        if operand is not None and operand.kind == "v" and _names_all_lanes(operand):
            width = operand.element_bits * (operand.element_count or 1) // 8
        return f"v{number}.{width // size}{_LETTERS[size]}", width
    width = operand.element_bits // 8
    if width > size:
        return f"v{number}.{width // size}{_LETTERS[size]}", width
    return f"{operand.kind}{number}", max(width, size)


def _names_all_lanes(register: Register) -> bool:
    """False for one lane: `v0.s[1]`, or `v0.s` in the list `{v0.s}[1]`."""
    return register.lane is None and register.arrangement[:1].isdigit()


@lru_cache(maxsize=4096)
def predicate_elements(instruction: Instruction) -> Mapping[str, int]:
    """Bytes per lane of the predicates an instruction names with a size."""
    sizes: dict[str, int] = {}
    width = 0
    for operand in instruction.operands:
        registers = operand.registers if isinstance(operand, RegisterList) else (operand,)
        for register in registers:
            if (
                isinstance(register, Register)
                and register.arrangement
                and register.kind in ("p", "z")
            ):
                width = width or register.element_bits // 8
    for operand in instruction.operands:
        if isinstance(operand, Register) and operand.kind == "p":
            own = operand.element_bits // 8 if operand.arrangement else width
            if own:
                sizes[operand.canonical] = own
    return sizes


def _predicate_change(name: str, before: bytes, after: bytes, element: int) -> RegisterChange:
    count = 8 * len(after) // element
    shown = f"{name}.{_LETTERS[element]}"
    return RegisterChange(
        name,
        shown,
        "predicate",
        active_lanes(before, element, count),
        active_lanes(after, element, count),
    )


def _general_change(instruction: Instruction, name: str, before: int, after: int) -> RegisterChange:
    operands = [
        register
        for register in instruction.operands
        if isinstance(register, Register) and register.canonical == name
    ]
    narrow = bool(operands) and operands[0].kind in ("w", "wsp")
    bits = 32 if narrow else 64
    shown = operands[0].text if narrow else name
    return RegisterChange(
        name, shown, f"int{bits}", (signed(before, bits),), (signed(after, bits),)
    )
