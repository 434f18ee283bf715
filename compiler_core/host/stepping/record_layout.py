"""Where the numbers of a structure lie: by the natural alignment of AAPCS64 (section 5, "Data types
and alignment").

Where it has bit-fields, and where the source or the flags ask for another layout, the compiler is
asked (`asked_layout.py`). Of unions, members without a name, another order of bytes and objects
with virtual functions nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from compiler_core.host.running.constants import value_of
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.planner import Planner
from compiler_core.host.running.session import Driven
from compiler_core.host.running.shapes import Number, Pointer, Record, Row, SelfPointer, Shape
from compiler_core.host.source_reading.layouts import round_up
from compiler_core.host.stepping.arguments import lane_type_of, pointers_of
from compiler_core.host.stepping.asked_layout import asked_extents
from compiler_core.host.stepping.lanes import lane_bytes
from compiler_core.host.stepping.record_parts import Extent, PassedRecords, RecordPart
from compiler_core.host.stepping.recording import ArgumentArray

_POINTER = 8
MOST_FIELDS = 64
_UNTOLD = re.compile(r"\b(?:union|virtual|scalar_storage_order)\b")
_OTHER_LAYOUT = re.compile(
    r"\b(?:alignas|_Alignas|(?:__)?packed(?:__)?|(?:__)?aligned(?:__)?)\b|\bpack\s*\("
)


def passed_records(driven: Driven, planner: Planner, plan: Plan) -> tuple[PassedRecords, ...]:
    """Those whose layout and length are certain. Raises as `build_program`."""
    if any(_UNTOLD.search(source.text) for source in driven.sources):
        return ()
    passed = {name: value for name, value in plan.values.items() if isinstance(value, int)}
    known = {**planner.constants, **passed}
    counts = {setting.path: setting.count for setting in plan.settings if setting.kind == "array"}
    extents = _extents(driven, known)
    records: list[PassedRecords] = []
    for name, pointer, register in pointers_of(driven):
        count = counts.get(name) or _longest(name, counts) or int(pointer.reference)
        if name in extents and count:
            records.append(PassedRecords(name, register, count, extents[name]))
    return tuple(records)


def _extents(driven: Driven, known: Mapping[str, int]) -> dict[str, Extent]:
    """By the names of parameters."""
    records = {
        name: pointer.target
        for name, pointer, _ in pointers_of(driven)
        if isinstance(pointer.target, Record)
    }
    natural = not _packs(driven.flags) and not any(
        _OTHER_LAYOUT.search(source.text) for source in driven.sources
    )
    irregular = {
        name: target for name, target in records.items() if not natural or _has_bits(target)
    }
    extents = asked_extents(driven, irregular, known)
    for name, record in records.items():
        extent = _extent(record, known) if name not in irregular else None
        if extent is not None:
            extents[name] = extent
    return extents


def _has_bits(shape: Shape) -> bool:
    """Whether a structure, or one within it, has bit-fields."""
    if isinstance(shape, Record):
        return any(field.is_bits or _has_bits(field.shape) for field in shape.fields)
    return isinstance(shape, Row) and _has_bits(shape.element)


def even_records(passed: Sequence[PassedRecords]) -> tuple[ArgumentArray, ...]:
    """The arrays of structures whose numbers are all of one type, without a gap: as arrays of these
    numbers, whose elements have the structure's names."""
    return tuple(
        ArgumentArray(
            name=array.name,
            lane_type=parts[0].lane_type,
            count=array.count * len(parts),
            register=array.register,
            columns=len(parts),
            parts=tuple(part.path for part in parts),
        )
        for array in passed
        if (parts := array.extent.parts) and _is_even(array.extent)
    )


def uneven_records(passed: Sequence[PassedRecords]) -> tuple[PassedRecords, ...]:
    """The other arrays of structures: of several types, with gaps, or with bit-fields."""
    return tuple(array for array in passed if array.extent.parts and not _is_even(array.extent))


def _is_even(extent: Extent) -> bool:
    width = lane_bytes(extent.parts[0].lane_type)
    kinds = {(part.lane_type, part.bits) for part in extent.parts}
    alike = kinds == {(extent.parts[0].lane_type, 0)}
    places = [part.offset for part in extent.parts]
    return alike and places == list(range(0, extent.size, width))


def _longest(name: str, counts: Mapping[str, int | None]) -> int:
    """Elements by the settings of fields: `p.x` has as many as `p`."""
    of_fields = (count or 0 for path, count in counts.items() if path.startswith(f"{name}."))
    return max(of_fields, default=0)


def _packs(flags: Sequence[str]) -> bool:
    return any(flag.startswith(("-fpack-struct", "-fshort-enums")) for flag in flags)


def _extent(shape: Shape, known: Mapping[str, int]) -> Extent | None:
    if isinstance(shape, Number):
        lane_type = lane_type_of(shape)
        size = lane_bytes(lane_type) if lane_type else 0
        return (
            Extent(size, size, (RecordPart(path="", offset=0, lane_type=lane_type, size=size),))
            if size
            else None
        )
    if isinstance(shape, Pointer | SelfPointer):
        return Extent(
            _POINTER, _POINTER, (RecordPart(path="", offset=0, lane_type="uint64", size=_POINTER),)
        )
    if isinstance(shape, Row):
        return _repeated(shape, known)
    return _record(shape, known) if isinstance(shape, Record) else None


def _repeated(row: Row, known: Mapping[str, int]) -> Extent | None:
    element, length = _extent(row.element, known), value_of(row.length, known)
    if element is None or not length or length > MOST_FIELDS:
        return None
    parts = tuple(
        replace(part, path=f"[{index}]{part.path}", offset=index * element.size + part.offset)
        for index in range(length)
        for part in element.parts
    )
    return Extent(element.size * length, element.alignment, parts)


def _record(record: Record, known: Mapping[str, int]) -> Extent | None:
    if record.nameless:
        return None
    end, alignment = 0, 1
    parts: list[RecordPart] = []
    for field in record.fields:
        extent = _extent(field.shape, known)
        if extent is None:
            return None
        start = round_up(end, extent.alignment)
        parts += (
            replace(part, path=f".{field.name}{part.path}", offset=start + part.offset)
            for part in extent.parts
        )
        end, alignment = start + extent.size, max(alignment, extent.alignment)
    return Extent(round_up(end, alignment), alignment, tuple(parts))
