"""Arrays of structures, each field for itself: `p[i].x` lies every `sizeof *p` bytes."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.running.plan import Plan
from compiler_core.host.running.planner import Planner
from compiler_core.host.running.session import Driven
from compiler_core.host.stepping.record_layout import MOST_FIELDS, passed_records


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldArray:
    """One field of all elements of an array."""

    name: str
    """The array as the source calls it."""
    field: str
    """Path of the field in an element, `.mass[1]`."""
    lane_type: str
    """Type of the field as lanes are read, such as `float` or `int32`."""
    register: int
    """Holds the array at the entry."""
    offset: int
    """Bytes from an element's start to the field."""
    stride: int
    """Bytes of an element."""
    count: int
    """How many elements the array has."""
    bit: int = 0
    """Where a bit-field begins in its first byte, from 0."""
    bits: int = 0
    """How many bits a bit-field has; 0 for other fields."""
    has_others: bool = False
    """Whether the structure has fields beyond those that are told apart."""


def record_arrays(driven: Driven, planner: Planner, plan: Plan) -> tuple[FieldArray, ...]:
    """The fields of arrays of structures that the driver passes."""
    return tuple(
        FieldArray(
            name=record.name,
            field=part.path,
            lane_type=part.lane_type,
            register=record.register,
            offset=part.offset,
            stride=record.extent.size,
            count=record.count,
            bit=part.bit,
            bits=part.bits,
            has_others=len(record.extent.parts) > MOST_FIELDS,
        )
        for record in passed_records(driven, planner, plan)
        for part in record.extent.parts[:MOST_FIELDS]
    )
