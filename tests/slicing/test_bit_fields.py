"""Bit-fields by name: where a compiler puts them, what they hold, what is said of neighbours."""

from __future__ import annotations

import random

import pytest

from app.loop.views.slice import why_offer
from app.loop.views.step_frame import frame_view
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.slicing.answer import SliceAnswer
from compiler_core.host.slicing.explained_value import explain_value
from compiler_core.host.stepping.bit_fields import field_value
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.source import SourceFile, source_file
from tests.slicing.drawn_structures import changing_program, drawn_record

pytestmark = pytest.mark.usefixtures("emulator")


def values(answer: SliceAnswer) -> dict[str, str]:
    """What was written, by the names of the elements."""
    return {
        f"{array.name}[{index}]{array.field}": value
        for array in answer.arrays
        for index, value in zip(array.written, array.values, strict=True)
    }


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
@pytest.mark.parametrize("seed", range(6))
def test_drawn_structures_hold_what_the_program_itself_reads(seed: int, compiler: str) -> None:
    """Several widths, signs, fields of no width, over the ends of containers, packed, nested."""
    drawn = random.Random(seed)
    records = [drawn_record(drawn) for _ in range(4)]
    text, names = changing_program(records)
    experiment = experiment_of("f", 4, settings=(f"y.size={len(names)}",))
    asked = next(f"p{at}[1]{one.bits[-1]}" for at, one in enumerate(records) if one.bits)
    answer = explain_value((source_file(text),), compiler, "-O1", asked, experiment)
    assert answer.ok, (answer.message, text)
    assert answer.replay.verdict == "same", text
    held = values(answer)
    told = {name: held[name] for name in names if name in held}
    read = {name: held[f"y[{number}]"] for number, name in enumerate(names) if name in told}
    assert told == read, text
    # Nearly all have another value than before: a field of one bit may come back to its own.
    assert len(told) > 0.8 * len(names), text
    assert answer.value == read[asked]


LOOP = """\
typedef struct { unsigned kind : 3; int level : 5; int : 0; unsigned flags : 12; } cell;
void f(cell *p, int n) {
    for (int i = 0; i < n; i++)
        p[i].level = p[i].kind - 3;
}
"""


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
def test_a_step_shows_the_value_of_each_field(compiler: str) -> None:
    found = record_steps((source_file(LOOP),), compiler, "-O1", experiment_of("f", 3))
    stores = [one for step in found.steps for one in step.memory if one.kind == "store"]
    changed = [
        (field.place, field.bits, field.after)
        for touch in stores
        for field in touch.fields
        if field.before != field.after
    ]
    loads = {
        field.place: field.after
        for step in found.steps
        for touch in step.memory
        if touch.kind == "load"
        for field in touch.fields
    }
    wanted = {f"p[{i}].level": loads[f"p[{i}].kind"] - 3 for i in range(3)}  # type: ignore[operator]
    assert changed == [(name, 5, value) for name, value in wanted.items()]
    offered = [box.element for group in why_offer(found).groups for box in group.boxes]
    assert offered == list(wanted)
    at = next(step.index for step in found.steps if step.memory and step.memory[0] == stores[1])
    assert f"p[1].level = {wanted['p[1].level']} (was " in found.steps[at].sentence
    frame = frame_view(found, at + 1, lambda _: "")
    said = [text for touch in frame.memory for text in touch.fields]
    assert any(one.startswith(f"p[1].level, 5 bits: {wanted['p[1].level']} (") for one in said)


TYPED = {
    "as wide as a register": ("unsigned long a : 64;", "-1", (1 << 64) - 1),
    "as wide, signed": ("long a : 64;", "-1", -1),
    "a constant beside it": ("const int k : 3; unsigned a : 9;", "-1", 511),
    "narrow": ("int k; int a : 3;", "5", -3),
    "a truth value": ("_Bool k : 1, a : 1;", "n", 1),
}


@pytest.mark.parametrize(("parts", "value", "after"), TYPED.values(), ids=TYPED)
def test_a_stored_field_has_a_value_of_its_type(parts: str, value: str, after: int) -> None:
    text = (
        f"typedef struct {{ {parts} }} cell;\n"
        f"void f(cell *p, int n) {{ for (int i = 0; i < n; i++) p[i].a = {value}; }}\n"
    )
    found = record_steps((source_file(text),), "gcc-12", "-O1", experiment_of("f", 2))
    assert found.ok, found.ending
    stores = [one for step in found.steps for one in step.memory if one.kind == "store"]
    told = {field.place: field.after for touch in stores for field in touch.fields}
    assert (told.get("p[0].a"), told.get("p[1].a")) == (after, after)


@pytest.mark.parametrize("copied", ["y[i]", "p[0]"])
def test_a_piece_of_numbers_and_fields_offers_both(copied: str) -> None:
    """The numbers, and the bit-fields that changed: of the first element copied to itself, none."""
    text = (
        "typedef struct { int a; unsigned k : 3; } cell;\n"
        "void f(cell *p, const cell *y, int n) {\n"
        f"  for (int i = 0; i < n; i++) p[i] = {copied};\n}}\n"
    )
    found = record_steps((source_file(text),), "gcc-12", "-O1", experiment_of("f", 3))
    stores = [one for step in found.steps for one in step.memory if one.kind == "store"]
    assert [one.size for one in stores] == [8, 8, 8]
    fields = {one.place: one for touch in stores for one in touch.fields}
    changed = {place for place, one in fields.items() if one.before != one.after}
    boxes = {box.element for group in why_offer(found).groups for box in group.boxes}
    assert boxes == {f"p[{i}].a" for i in range(3)} | changed
    assert len(changed) < 3


def test_a_neighbour_in_the_same_byte_is_said_to_count() -> None:
    answer = explain_value(
        (source_file(LOOP),), "gcc-12", "-O1", "p[2].level", experiment_of("f", 3)
    )
    assert any("p[2].level is 5 bits" in note and "p[2].kind" in note for note in answer.notes)
    given = {row.name for row in answer.inputs}
    assert {"p[2].kind", "p[2].level"} <= given
    assert "p[2].flags" not in given
    (apart,) = (one for one in answer.arrays if one.field == ".flags")
    assert (apart.bits, apart.written) == (12, ())


@pytest.mark.parametrize(
    ("declared", "element", "said"),
    [
        ("float a[40], b[40]; int k;", "b[35]", "4 bytes of memory at 0x"),
        ("float a[40], b[20]; char k;", "b[15]", "p[0].b[15]"),
        ("unsigned k : 3; float a[80];", "a[70]", "4 bytes of memory at 0x"),
    ],
)
def test_a_number_beyond_those_that_have_names_is_no_gap(
    declared: str, element: str, said: str
) -> None:
    text = (
        f"struct part {{ {declared} }};\n"
        f"float f(const struct part *p, int n) {{ return n ? p[0].{element} + p[0].k : 0; }}\n"
    )
    answer = explain_value((source_file(text),), "gcc-12", "-O1", "return", experiment_of("f", 4))
    assert answer.ok, answer.message
    names = [row.name for row in answer.inputs]
    assert any(name.startswith(said) for name in names), names
    assert not any("between the numbers" in name for name in names), names


def test_a_field_of_which_some_bytes_are_only_read_has_its_value() -> None:
    """Clang stores the four bytes that change, and reads the fifth."""
    text = (
        "struct __attribute__((packed)) cell { unsigned long wide : 40; char rest; };\n"
        "unsigned long f(struct cell *p, int n) {\n"
        "  p[1].wide ^= 1;\n  return n > 1 ? p[1].wide : 0;\n}\n"
    )
    for compiler in ("gcc-12", "clang-19"):
        answer = explain_value(
            (source_file(text),), compiler, "-O1", "p[1].wide", experiment_of("f", 4)
        )
        assert answer.ok, answer.message
        assert answer.replay.verdict == "same"
        assert values(answer)["p[1].wide"] == answer.value


UNTOLD = {
    "a union": "union { struct { int a : 3; }; int whole; }",
    "members without a name": "struct { char c; struct { int a : 3; }; int whole; }",
    "bytes in another order": (
        'struct __attribute__((scalar_storage_order("big-endian"))) { int a : 3; int whole; }'
    ),
}


@pytest.mark.parametrize("declared", UNTOLD.values(), ids=UNTOLD)
def test_what_cannot_be_told_is_an_address(declared: str) -> None:
    text = f"typedef {declared} row;\nint f(const row *p, int n) {{ return p[n > 2].whole; }}\n"
    found = record_steps(
        (SourceFile("loop.c", text),), "gcc-12", "-O1", experiment_of("f", 3), first_arrival=0
    )
    assert [one.place[:10] for step in found.steps for one in step.memory] == ["address 0x"]


def test_a_field_is_read_by_its_bits_and_sign() -> None:
    content = (0b1011_0110_1101).to_bytes(2, "little")
    assert field_value(content, 0, 4, "uint32") == 0b1101
    assert field_value(content, 0, 4, "int32") == -3
    assert field_value(content, 3, 6, "int64") == 0b101101 - 64
    assert field_value(content, 5, 1, "int8") == -1
    assert field_value(content, 5, 1, "uint8") == 1
    whole = (1 << 64) - 1
    assert field_value(whole.to_bytes(9, "little"), 0, 64, "int64") == -1
