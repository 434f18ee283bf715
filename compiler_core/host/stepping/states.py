"""Going forwards and back through a recording: deltas, and key frames so that no way is long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from compiler_core.host.stepping.record import Delta, MachineState, Recording
from compiler_core.toolchain.recorder.plan import FIRST_PREDICATE, STACK_POINTER
from compiler_core.toolchain.recorder.record import (
    PROGRAM_COUNTER,
    STATUS_REGISTER,
    RawRecord,
    RawStep,
)

KEY_FRAME_STEPS = 50
_FLAGS_SHIFT = 28
_PREDICATE_COUNT = 16
_Content = TypeVar("_Content", int, bytes)


def state_at(recording: Recording, index: int) -> MachineState:
    """The state before step `index`; len(steps) is the state at the end. Raises IndexError."""
    if not 0 <= index <= len(recording.deltas):
        raise IndexError(f"state {index} of {len(recording.deltas)} steps")
    state = recording.key_frames[index // KEY_FRAME_STEPS]
    for delta in recording.deltas[index - index % KEY_FRAME_STEPS : index]:
        state = forward(state, delta)
    return state


def forward(state: MachineState, delta: Delta) -> MachineState:
    """The state after the step."""
    arrays = state.arrays
    if delta.arrays:
        arrays = dict(arrays)
        for name, offset, _, new in delta.arrays:
            known = arrays[name]
            arrays[name] = known[:offset] + new + known[offset + len(new) :]
    return MachineState(
        _replaced(state.general, delta.general),
        _replaced(state.vectors, delta.vectors),
        _replaced(state.predicates, delta.predicates),
        arrays,
    )


def first_state(record: RawRecord, arrays: Sequence[str]) -> MachineState:
    """The state before the first step; arrays are the names of the first regions, in their order:
    the contents of others are no part of a state."""
    return MachineState(
        {
            general_name(number): _general_value(number, record.general[number])
            for number in sorted(record.general)
        },
        {
            f"v{number}": content
            for number, content in record.wide.items()
            if number < FIRST_PREDICATE
        },
        {
            f"p{number - FIRST_PREDICATE}": content
            for number, content in record.wide.items()
            if _is_predicate(number)
        },
        {
            arrays[region.number]: region.content
            for region in record.regions
            if region.number < len(arrays)
        },
    )


def delta_of(state: MachineState, step: RawStep, arrays: Mapping[str, int]) -> Delta:
    """What one recorded step changes in this state; arrays: address by name."""
    general = {
        general_name(number): _general_value(number, value)
        for number, value in step.general.items()
    }
    wide = step.wide.items()
    return Delta(
        _changed(state.general, general),
        _changed(state.vectors, {f"v{n}": new for n, new in wide if n < FIRST_PREDICATE}),
        _changed(
            state.predicates,
            {f"p{n - FIRST_PREDICATE}": new for n, new in wide if _is_predicate(n)},
        ),
        tuple(_array_changes(state, step, arrays)),
    )


def key_frames(first: MachineState, deltas: Sequence[Delta]) -> tuple[MachineState, ...]:
    """Every KEY_FRAME_STEPS-th state, from the first on."""
    frames, state = [first], first
    for number, delta in enumerate(deltas, 1):
        state = forward(state, delta)
        if number % KEY_FRAME_STEPS == 0:
            frames.append(state)
    return tuple(frames)


def general_name(number: int) -> str:
    """x0…x30, sp, pc, nzcv."""
    special = {STACK_POINTER: "sp", PROGRAM_COUNTER: "pc", STATUS_REGISTER: "nzcv"}
    return special.get(number, f"x{number}")


def _general_value(number: int, value: int) -> int:
    return value >> _FLAGS_SHIFT & 15 if number == STATUS_REGISTER else value


def _is_predicate(number: int) -> bool:
    return FIRST_PREDICATE <= number < FIRST_PREDICATE + _PREDICATE_COUNT


def _changed(
    old: Mapping[str, _Content], new: Mapping[str, _Content]
) -> dict[str, tuple[_Content, _Content]]:
    return {name: (old[name], value) for name, value in new.items() if old[name] != value}


def _array_changes(
    state: MachineState, step: RawStep, arrays: Mapping[str, int]
) -> list[tuple[str, int, bytes, bytes]]:
    """From the step's stores, and from what the recorder read again after a call."""
    pieces = [(region.address + region.offset, region.content) for region in step.regions]
    pieces += [(raw.address, raw.after) for raw in step.touched if raw.store and raw.after]
    changes: dict[tuple[str, int], tuple[bytes, bytes]] = {}
    for address, content in pieces:
        for name, start in arrays.items():
            known = state.arrays.get(name)
            if known is None:
                continue
            low = max(address, start)
            high = min(address + len(content), start + len(known))
            old, new = known[low - start : high - start], content[low - address : high - address]
            if low < high and old != new:
                changes[name, low - start] = old, new
    return [(name, offset, old, new) for (name, offset), (old, new) in changes.items()]


def _replaced(
    known: Mapping[str, _Content], changes: Mapping[str, tuple[_Content, _Content]]
) -> Mapping[str, _Content]:
    if not changes:
        return known
    return {**known, **{name: new for name, (_, new) in changes.items()}}
