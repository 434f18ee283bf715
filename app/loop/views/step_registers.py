"""The registers of one moment of a recording: numbers, lanes, predicates and flags as boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.loop.recorded_moment import FrameMoment
from app.loop.views.registers import register_order
from compiler_core.host.stepping.lanes import (
    active_lanes,
    flag_lanes,
    lane_bytes,
    lanes_of,
    signed,
    value_text,
)
from compiler_core.host.stepping.record import Recording, Value, element_name
from compiler_core.host.stepping.record_parts import pointed_record

FLAG_NAMES = ("N", "Z", "C", "V")
FLAG_MEANINGS = ("negative", "zero", "carry", "overflow")
NEON_BYTES = 16
MOST_LANES = 64
KIND_ORDER = {"v": 0, "p": 1}
"""Vectors and predicates come first: they are what the lanes are about."""
LANE_LETTERS = {1: "b", 2: "h", 4: "s", 8: "d", 16: "q"}
_SUFFIX = re.compile(r"\.(\d*)([bhsd])$")
_LETTER_BYTES = {"b": 1, "h": 2, "s": 4, "d": 8}


@dataclass(frozen=True, slots=True)
class LaneBox:
    """One lane: its value, its index for the title, and classes (`changed`, `off`)."""

    text: str
    title: str
    classes: str


@dataclass(frozen=True, slots=True)
class RegisterBox:
    """One register. shown: as code names it. lanes: one box for a general register.

    kind: `general`, `vector` or `predicate`. note: what the number points at, or what it was.
    """

    shown: str
    kind: str
    classes: str
    lanes: tuple[LaneBox, ...]
    note: str


@dataclass(frozen=True, slots=True)
class FlagBox:
    """One of the four flags: letter, meaning, value, and whether the last step changed it."""

    name: str
    meaning: str
    value: str
    classes: str


def register_boxes(moment: FrameMoment) -> Iterator[RegisterBox]:
    for name in used_registers(moment.recording):
        if name.startswith("v") and name in moment.state.vectors:
            yield _vector(name, moment)
        elif name.startswith("p") and name in moment.state.predicates:
            yield _predicate(name, moment)
        elif name in moment.state.general:
            yield _general(name, moment)


def used_registers(recording: Recording) -> list[str]:
    """The registers that the function's code uses: vectors, predicates, then the others."""
    registers = {name for line in recording.code for name in line.registers} - {"nzcv", "pc"}
    return sorted(registers, key=lambda name: (KIND_ORDER.get(name[0], 2), register_order(name)))


def _general(name: str, moment: FrameMoment) -> RegisterBox:
    value = moment.state.general[name]
    shown = moment.shown.get(name, name)
    bits = 32 if shown.startswith("w") else 64
    before = moment.changed(name)
    pointed = _pointed(value, moment.recording)
    text = pointed or _address_or_number(value, bits)
    box = LaneBox(text, f"{value:#x}", "changed" if before else "")
    notes = ["an address" if pointed else "", _was(before, bits, moment.recording)]
    return RegisterBox(
        shown=shown,
        kind="general",
        classes="changed" if before is not None else "",
        lanes=(box,),
        note=", ".join(note for note in notes if note),
    )


def _address_or_number(value: int, bits: int) -> str:
    number = signed(value, bits)
    return f"{value:#x}" if abs(number) >= 1 << 31 else f"{number:,}"


def _pointed(value: int, recording: Recording) -> str:
    for array in recording.arrays:
        offset = value - array.address
        size = lane_bytes(array.lane_type)
        if 0 <= offset <= array.count * size and offset % size == 0:
            return f"&{element_name(array, offset // size)}"
    return pointed_record(recording.records, value)


def _was(before: tuple[Value, ...] | None, bits: int, recording: Recording) -> str:
    if before is None or not isinstance(before[0], int):
        return ""
    return f"was {_pointed(before[0], recording) or _address_or_number(before[0], bits)}"


def _vector(name: str, moment: FrameMoment) -> RegisterBox:
    content = moment.state.vectors[name]
    lane_type = moment.types.get(name, "uint32")
    shown = moment.shown.get(name) or _vector_name(name, lane_type, len(content))
    whole = shown.startswith("z")
    visible = content if whole else content[: _visible_bytes(shown, lane_type)]
    before = moment.changed(name)
    lanes = lanes_of(visible, lane_type)
    return RegisterBox(
        shown=shown,
        kind="vector",
        classes="changed" if before is not None else "",
        lanes=tuple(_boxes(lanes, before)),
        note=f"{lane_type}" + (f", first {MOST_LANES} lanes" if len(lanes) > MOST_LANES else ""),
    )


def _vector_name(name: str, lane_type: str, length: int) -> str:
    size = lane_bytes(lane_type)
    letter = LANE_LETTERS[size]
    if length > NEON_BYTES:
        return f"z{name[1:]}.{letter}"
    return f"v{name[1:]}.{NEON_BYTES // size}{letter}"


def _visible_bytes(shown: str, lane_type: str) -> int:
    """`v1.2s` shows 8 bytes, `s0` 4."""
    match = _SUFFIX.search(shown)
    if match and match[1]:
        return int(match[1]) * _LETTER_BYTES[match[2]]
    return NEON_BYTES if shown.startswith(("v", "q")) else lane_bytes(lane_type)


def _predicate(name: str, moment: FrameMoment) -> RegisterBox:
    content = moment.state.predicates[name]
    size = moment.recording.predicate_lanes.get(name, 4)
    shown = moment.shown.get(name) or f"{name}.{LANE_LETTERS.get(size, 's')}"
    match = _SUFFIX.search(shown)
    element = _LETTER_BYTES[match[2]] if match else 4
    lanes = active_lanes(content, element, 8 * len(content) // element)
    before = moment.changed(name)
    active = sum(lanes)
    return RegisterBox(
        shown=shown,
        kind="predicate",
        classes="changed" if before is not None else "",
        lanes=tuple(_boxes(lanes, before)),
        note=f"{active} of {len(lanes)} lanes active",
    )


def _boxes(
    values: Sequence[Value], before: Sequence[Value] | None, first: int = 0
) -> Iterator[LaneBox]:
    for index, value in enumerate(values[:MOST_LANES]):
        old = before[index] if before is not None and index < len(before) else value
        changed = old != value
        title = f"lane {first + index}"
        if changed:
            title = f"{title}, was {value_text(old)}"
        yield LaneBox(value_text(value), title, "changed" if changed else "")


def flag_boxes(moment: FrameMoment) -> Iterator[FlagBox]:
    values = flag_lanes(moment.state.general.get("nzcv", 0))
    before = moment.changed("nzcv")
    for index, name in enumerate(FLAG_NAMES):
        changed = before is not None and before[index] != values[index]
        yield FlagBox(name, FLAG_MEANINGS[index], str(values[index]), "changed" if changed else "")
