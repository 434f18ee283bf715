"""Where the parts of a structure lie, as the compiler itself lays them out.

A program built by it sets each part alone, all of its bits, in a structure of zeros, and writes the
bytes out; the bits of a bit-field are those that change its value when set one by one. So
bit-fields, packed structures and what flags change need no rules of ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.running.constants import value_of
from compiler_core.host.running.driver import (
    OWN_FLAGS,
    RUNTIME_FLAGS,
    layout_flags,
    program_text,
    runtime_source,
)
from compiler_core.host.running.outline import outline_of
from compiler_core.host.running.outputs import RESULTS_NAME, Unreadable, read_outputs
from compiler_core.host.running.session import Driven
from compiler_core.host.running.shapes import (
    Pointer,
    Record,
    Row,
    SelfPointer,
    Shape,
    spell,
)
from compiler_core.host.stepping.arguments import lane_type_of
from compiler_core.host.stepping.lanes import lane_bytes
from compiler_core.host.stepping.record_parts import Extent, RecordPart
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.emulator import run_program

MOST_PARTS = 256
_POINTER_LANES = "uint64"


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A part without parts of its own. path: `.x`, `.m[3]`; lane_type: as declared."""

    path: str
    lane_type: str
    is_bits: bool


def asked_extents(
    driven: Driven, records: Mapping[str, Record], known: Mapping[str, int]
) -> dict[str, Extent]:
    """Extents by the names of parameters; those that the compiler lays out in a way that cannot be
    told are left out. known: values of names in lengths of rows. Raises as `build_program`."""
    leaves = {name: _leaves_of(record, known) for name, record in records.items()}
    wanted = {name: parts for name, parts in leaves.items() if parts}
    if not wanted:
        return {}
    source = _program(driven, {name: (records[name], members) for name, members in wanted.items()})
    units = (
        Unit(source, layout_flags(driven.flags), OWN_FLAGS),
        Unit(runtime_source(), (), RUNTIME_FLAGS),
    )
    program = build_program(units, driven.compiler)
    if not program.ok:
        return {}
    run = run_program(program.executable, arguments=(), keeps=True)
    try:
        outputs = read_outputs(run.files.get(RESULTS_NAME, b""), tuple(wanted))
    except Unreadable:
        return {}
    extents = {array.name: _extent(wanted[array.name], array.content) for array in outputs.arrays}
    return {name: extent for name, extent in extents.items() if extent is not None}


def _leaves_of(record: Record, known: Mapping[str, int]) -> tuple[_Leaf, ...]:
    """None where a part has no lane type, or where there are too many."""
    leaves = tuple(_leaves(record, "", known))
    certain = all(leaf.lane_type for leaf in leaves) and len(leaves) <= MOST_PARTS
    return leaves if certain else ()


def _leaves(
    shape: Shape, path: str, known: Mapping[str, int], *, is_bits: bool = False
) -> Iterator[_Leaf]:
    if isinstance(shape, Record) and not shape.nameless:
        for field in shape.fields:
            yield from _leaves(field.shape, f"{path}.{field.name}", known, is_bits=field.is_bits)
    elif isinstance(shape, Row):
        length = value_of(shape.length, known) or 0
        for index in range(min(length, MOST_PARTS + 1)):
            yield from _leaves(shape.element, f"{path}[{index}]", known)
        if not length:
            yield _Leaf(path, "", False)
    elif isinstance(shape, Pointer | SelfPointer):
        yield _Leaf(path, _POINTER_LANES, False)
    else:
        yield _Leaf(path, lane_type_of(shape), is_bits)


def _program(driven: Driven, records: Mapping[str, tuple[Record, Sequence[_Leaf]]]) -> SourceFile:
    target = driven.target
    lines = [program_text("interface.h"), outline_of(driven.sources[target.unit])]
    lines += [f"using namespace {'::'.join(target.namespaces)};"] if target.namespaces else []
    lines += ["int main(void) {"]
    for name, (record, leaves) in records.items():
        lines += _written(name, record, leaves)
    lines += ["return lowlab_finish();", "}", ""]
    return SourceFile(
        f"lowlab_layout.{'cpp' if target.language == 'c++' else 'c'}", "\n".join(lines)
    )


def _written(name: str, record: Record, leaves: Sequence[_Leaf]) -> list[str]:
    """For each part the structure's bytes with all bits of the part set, and one that says whether
    it is negative then.

    Through a volatile pointer: each part is read from memory every time.
    """
    kind = f"__typeof__({spell(record)})"
    lines = [
        "{",
        f"static unsigned char lowlab_room[sizeof({kind}) + 1] __attribute__((aligned(64)));",
        f"static unsigned char lowlab_bits[sizeof({kind})];",
        f"volatile {kind} *lowlab_object = (volatile {kind} *)lowlab_room;",
        f"lowlab_open(\"{name}\", 'u', 1);",
    ]
    for leaf in leaves:
        part = f"lowlab_object->{leaf.path[1:]}"
        lines += [
            "__builtin_memset(lowlab_room, 0, sizeof lowlab_room);",
            *(_found_bits(part) if leaf.is_bits else _filled(part)),
            "lowlab_put(lowlab_room, sizeof lowlab_room);",
        ]
    return [*lines, "lowlab_close();", "}"]


def _filled(part: str) -> list[str]:
    return [f"__builtin_memset((void *)&{part}, 255, sizeof({part}));"]


def _found_bits(part: str) -> list[str]:
    """The bits of the object that alone make the part other than 0: a constant part may be read.

    128 bits, because no type of a part is wider, and a scoped enumeration is compared with nothing.
    """
    return [
        "__builtin_memset(lowlab_bits, 0, sizeof lowlab_bits);",
        "for (unsigned long lowlab_at = 0; lowlab_at < 8 * sizeof lowlab_bits; lowlab_at++) {",
        "lowlab_room[lowlab_at / 8] = 1 << lowlab_at % 8;",
        f"if ((__int128){part} != 0) lowlab_bits[lowlab_at / 8] |= 1 << lowlab_at % 8;",
        "lowlab_room[lowlab_at / 8] = 0;",
        "}",
        "__builtin_memcpy(lowlab_room, lowlab_bits, sizeof lowlab_bits);",
        f"lowlab_room[sizeof lowlab_bits] = (__int128){part} < 0;",
    ]


def _extent(leaves: Sequence[_Leaf], content: bytes) -> Extent | None:
    """The content has a row of bytes for each part."""
    row, rest = divmod(len(content), len(leaves))
    if rest or row < 2:
        return None
    parts: list[RecordPart] = []
    for position, leaf in enumerate(leaves):
        held = content[position * row : (position + 1) * row]
        part = _part(leaf, int.from_bytes(held[:-1], "little"), signed=held[-1] != 0)
        if part is None:
            return None
        parts.append(part)
    ordered = tuple(sorted(parts, key=lambda part: (part.offset, part.bit)))
    return Extent(row - 1, 1, ordered)


def _part(leaf: _Leaf, bits: int, *, signed: bool) -> RecordPart | None:
    """None where the bits are not side by side, or no whole bytes of the declared type."""
    if not bits:
        return None
    first, width = (bits & -bits).bit_length() - 1, bits.bit_count()
    if bits >> first != (1 << width) - 1:
        return None
    offset, bit = divmod(first, 8)
    if leaf.is_bits:
        lane_type = f"{'int' if signed else 'uint'}{8 * lane_bytes(leaf.lane_type)}"
        return RecordPart(
            path=leaf.path,
            offset=offset,
            lane_type=lane_type,
            size=-(-(bit + width) // 8),
            bit=bit,
            bits=width,
        )
    if bit or width != 8 * lane_bytes(leaf.lane_type):
        return None
    return RecordPart(path=leaf.path, offset=offset, lane_type=leaf.lane_type, size=width // 8)
