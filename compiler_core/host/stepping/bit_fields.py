"""Bit-fields of structures in memory: their values, read out of the bytes that hold them."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.stepping.lanes import lane_bytes, lanes_of, signed, value_text
from compiler_core.host.stepping.record import FieldTouch, MemoryTouch, Value
from compiler_core.host.stepping.record_parts import WatchedRecords
from compiler_core.toolchain.recorder.record import RawTouch

MOST_FIELDS_TOLD = 4
_MOST_FIELDS_KEPT = 32


def field_value(content: bytes, bit: int, bits: int, lane_type: str) -> Value:
    """What `bits` bits from `bit` on hold, with the sign of the type. content: the bytes that hold
    them."""
    whole = int.from_bytes(content, "little") >> bit & ((1 << bits) - 1)
    if lane_type.startswith("int"):
        whole = signed(whole, bits)
    width = lane_bytes(lane_type)
    return lanes_of((whole & ((1 << 8 * width) - 1)).to_bytes(width, "little"), lane_type)[0]


def touched_fields(record: WatchedRecords, touch: RawTouch) -> tuple[FieldTouch, ...]:
    """The bit-fields that lie whole in a piece of memory whose content is known."""
    before, after = touch.before, touch.after
    if before is None or after is None:
        return ()
    fields: list[FieldTouch] = []
    for row, part in record.numbers(touch.address, touch.size):
        first = record.start(row) + part.offset - touch.address
        end = first + part.size
        if part.bits and first >= 0 and end <= len(before):
            old, new = (
                field_value(content[first:end], part.bit, part.bits, part.lane_type)
                for content in (before, after)
            )
            fields.append(FieldTouch(f"{record.name}[{row}]{part.path}", part.bits, old, new))
    return tuple(fields[:_MOST_FIELDS_KEPT])


def fields_text(memory: Sequence[MemoryTouch]) -> str:
    """`; in it p[3].kind = 2`, or of a store what it changed; empty where there are none."""
    fields = [field for touch in memory for field in touch.fields]
    if not fields:
        return ""
    if memory[0].kind == "load":
        said = [f"{field.place} = {value_text(field.after)}" for field in fields]
    else:
        said = [stored_text(field) for field in fields if field.before != field.after]
    if not said:
        return "; no bit-field has another value"
    more = ", …" if len(said) > MOST_FIELDS_TOLD else ""
    return f"; in it {', '.join(said[:MOST_FIELDS_TOLD])}{more}"


def stored_text(field: FieldTouch) -> str:
    """`p[3].kind = 2 (was 1)`."""
    return f"{field.place} = {value_text(field.after)} (was {value_text(field.before)})"
