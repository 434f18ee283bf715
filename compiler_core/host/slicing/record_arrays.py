"""Arrays of structures, each field for itself: `p[i].x` lies every `sizeof *p` bytes.

Where each field lies is worked out from the shapes that the driver is written from, by the natural
alignment of AAPCS64 (section 5, "Data types and alignment"). Where the source or the flags ask for
another layout, and of unions, bit-fields and objects with virtual functions, no field is named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.running.constants import value_of
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.planner import Planner
from compiler_core.host.running.session import Driven
from compiler_core.host.running.shapes import Number, Pointer, Record, Row, SelfPointer, Shape
from compiler_core.host.source_reading.layouts import round_up
from compiler_core.host.stepping.arguments import lane_type_of, pointers_of
from compiler_core.host.stepping.lanes import lane_bytes

_POINTER = 8
_MOST_FIELDS = 64
_OTHER_LAYOUT = re.compile(
    r"\b(?:union|virtual|alignas|_Alignas|(?:__)?packed(?:__)?|(?:__)?aligned(?:__)?)\b"
    r"|\bpack\s*\(|\bscalar_storage_order\b"
)


@dataclass(frozen=True, slots=True)
class FieldArray:
    """One field of all elements of an array. register: holds the array at the entry; offset: of the
    field in an element; stride: bytes of an element."""

    name: str
    field: str
    lane_type: str
    register: int
    offset: int
    stride: int
    count: int


@dataclass(frozen=True, slots=True)
class _Part:
    path: str
    offset: int
    lane_type: str


@dataclass(frozen=True, slots=True)
class _Extent:
    size: int
    alignment: int
    parts: tuple[_Part, ...]


def record_arrays(driven: Driven, planner: Planner, plan: Plan) -> tuple[FieldArray, ...]:
    """The fields of arrays of structures that the driver passes."""
    if any(_OTHER_LAYOUT.search(one.text) for one in driven.sources) or _packs(driven.flags):
        return ()
    passed = {name: value for name, value in plan.values.items() if isinstance(value, int)}
    known = {**planner.constants, **passed}
    counts = {setting.path: setting.count for setting in plan.settings if setting.kind == "array"}
    found: list[FieldArray] = []
    for name, pointer, register in pointers_of(driven):
        record = pointer.target
        if not isinstance(record, Record):
            continue
        count = counts.get(name) or _longest(name, counts) or int(pointer.reference)
        extent = _extent(record, known)
        if extent is None or not count:
            continue
        found += [
            FieldArray(name, one.path, one.lane_type, register, one.offset, extent.size, count)
            for one in extent.parts[:_MOST_FIELDS]
        ]
    return tuple(found)


def _longest(name: str, counts: Mapping[str, int | None]) -> int:
    """Elements by the settings of fields: `p.x` has as many as `p`."""
    of_fields = (count or 0 for path, count in counts.items() if path.startswith(f"{name}."))
    return max(of_fields, default=0)


def _packs(flags: Sequence[str]) -> bool:
    return any(flag.startswith(("-fpack-struct", "-fshort-enums")) for flag in flags)


def _extent(shape: Shape, known: Mapping[str, int]) -> _Extent | None:
    if isinstance(shape, Number):
        lane_type = lane_type_of(shape)
        size = lane_bytes(lane_type) if lane_type else 0
        return _Extent(size, size, (_Part("", 0, lane_type),)) if size else None
    if isinstance(shape, Pointer | SelfPointer):
        return _Extent(_POINTER, _POINTER, (_Part("", 0, "uint64"),))
    if isinstance(shape, Row):
        return _repeated(shape, known)
    return _record(shape, known) if isinstance(shape, Record) else None


def _repeated(row: Row, known: Mapping[str, int]) -> _Extent | None:
    element, length = _extent(row.element, known), value_of(row.length, known)
    if element is None or not length or length > _MOST_FIELDS:
        return None
    parts = tuple(
        _Part(f"[{index}]{part.path}", index * element.size + part.offset, part.lane_type)
        for index in range(length)
        for part in element.parts
    )
    return _Extent(element.size * length, element.alignment, parts)


def _record(record: Record, known: Mapping[str, int]) -> _Extent | None:
    end, alignment = 0, 1
    parts: list[_Part] = []
    for field in record.fields:
        extent = None if field.is_bits else _extent(field.shape, known)
        if extent is None:
            return None
        start = round_up(end, extent.alignment)
        parts += (
            _Part(f".{field.name}{part.path}", start + part.offset, part.lane_type)
            for part in extent.parts
        )
        end, alignment = start + extent.size, max(alignment, extent.alignment)
    return _Extent(round_up(end, alignment), alignment, tuple(parts))
