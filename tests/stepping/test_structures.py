"""Numbers of structures have their names, also where they are of several types; the compilers say
where each lies."""

from __future__ import annotations

import pytest

from app.loop.views.slice import why_offer
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.slicing.explained_value import explain_value
from compiler_core.host.stepping.record_parts import Extent, RecordPart, WatchedRecords
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.source import SourceFile

NAMED = {
    "three floats": ("struct { float x, y, z; }", "float", "p[3].y"),
    "bytes in a row": ("struct { unsigned char rgb[3]; }", "int", "p[5].rgb[2]"),
    "one inside another": (
        "struct { struct { int re, im; } a, b; }", "int", "p[2].b.im",
    ),
    "one number": ("struct { double only; }", "double", "p[7].only"),
    "two types": ("struct { int key; float value; }", "float", "p[3].value"),
    "two widths": ("struct { short a, b; int c; }", "int", "p[3].c"),
    "gaps before and behind": (
        "struct { char kind; double mass; char end; }", "double", "p[4].mass",
    ),
    "a structure aligned by its widest": (
        "struct { char tag; struct { short low; long high; } pair; }", "long", "p[3].pair.high",
    ),
    "a row behind a pointer": (
        "struct { char c; void *next; float v[3]; }", "float", "p[2].v[1]",
    ),
    "packed": ("struct __attribute__((packed)) { char c; int a, b; }", "int", "p[3].b"),
    "packed within": (
        "struct { char a; struct __attribute__((packed)) { char b; int c; } in; }",
        "int",
        "p[3].in.c",
    ),
    "aligned otherwise": (
        "struct { char c; __attribute__((aligned(16))) short s; float v; }", "float", "p[1].v",
    ),
    "behind bits of a word": ("struct { int a : 3; int b : 29; float c; }", "float", "p[3].c"),
}  # fmt: skip
UNNAMED = {
    "a union": ("union { int whole; float real; }", "int", "p[3].whole"),
}


def places(declared: str, result: str, element: str) -> list[str]:
    """What one load of that element is said to touch."""
    body = f"{{ return n > 9 ? {element} : 0; }}"
    text = f"typedef {declared} row;\n{result} f(const row *p, int n) {body}\n"
    source = SourceFile("loop.c", text)
    found = record_steps((source,), "gcc", "-O1", Experiment(n=16), first_arrival=0)
    assert found.ok, found.ending
    return [touch.place for step in found.steps for touch in step.memory]


@pytest.mark.parametrize(("declared", "result", "element"), NAMED.values(), ids=NAMED)
def test_an_element_of_a_structure_has_its_name(declared: str, result: str, element: str) -> None:
    assert element in places(declared, result, element)


@pytest.mark.parametrize(("declared", "result", "element"), UNNAMED.values(), ids=UNNAMED)
def test_what_is_laid_out_otherwise_is_an_address(declared: str, result: str, element: str) -> None:
    (place,) = places(declared, result, element)
    assert place.startswith("address 0x")


MIXED = """\
struct particle { char kind; double mass; float v[3]; unsigned short id; };
void push(struct particle *p, int n, float t) {
    for (int i = 0; i < n; i++) {
        p[i].v[1] += t * (float)p[i].mass;
        p[i].id += p[i].kind;
    }
}
"""


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
@pytest.mark.parametrize("level", ["-O1", "-O2"])
def test_a_loop_over_structures_of_several_types(compiler: str, level: str) -> None:
    """Each touch has the number's name and type, and addresses are told by elements."""
    flags = level if compiler == "gcc-12" else f"{level} -fno-vectorize -fno-unroll-loops"
    found = record_steps((SourceFile("loop.c", MIXED),), compiler, flags, Experiment(n=6))
    touches = [touch for step in found.steps for touch in step.memory]
    types = {touch.place.partition(".")[2]: touch.lane_type for touch in touches}
    assert types == {"mass": "double", "v[1]": "float", "id": "uint16", "kind": "uint8"}
    assert {touch.place.partition(".")[0] for touch in touches} == {f"p[{i}]" for i in range(6)}
    moved = [step.sentence for step in found.steps if "&p[" in step.sentence]
    assert any("&p[1]" in sentence for sentence in moved)
    assert not any("address 0x" in step.sentence for step in found.steps)


def test_a_piece_of_several_numbers_names_its_ends() -> None:
    extent = Extent(
        24,
        8,
        (
            RecordPart(path=".kind", offset=0, lane_type="uint8", size=1),
            RecordPart(path=".mass", offset=8, lane_type="double", size=8),
            RecordPart(path=".x", offset=16, lane_type="float", size=4),
            RecordPart(path=".y", offset=20, lane_type="float", size=4),
        ),
    )
    records = WatchedRecords("p", 0x1000, 2, extent)
    assert records.place(0x1008, 16) == "p[0].mass to p[0].y"
    assert records.lane_type(0x1008, 16) == ""
    assert records.place(0x1010, 8) == "p[0].x to p[0].y"
    assert records.lane_type(0x1010, 8) == "float"
    assert records.place(0x1014, 8) == "p[0].y to p[1].kind"
    assert records.lane_type(0x1010, 16) == "", "the next element begins with another type"
    assert records.place(0x100C, 4) == "a part of p[0].mass"
    assert records.place(0x1002, 4) == "the gap between numbers of p[0]"
    pointed = [records.pointed(0x1000 + at) for at in (0, 8, 9, 24, 48, 49, -1)]
    assert pointed == ["&p[0]", "&p[0].mass", "&p[0] + 9 bytes", "&p[1]", "&p[2]", "", ""]


@pytest.mark.parametrize(
    ("declared", "stored", "named"),
    [
        ("struct { char kind; double mass; float v[3]; }", "v[1]", "p[2].v[1]"),
        ("struct { float x, y; }", "y", "p[2].y"),
    ],
)
def test_a_stored_number_of_a_structure_is_offered_by_the_name_it_is_asked_for(
    declared: str, stored: str, named: str
) -> None:
    text = (
        f"typedef {declared} row;\n"
        f"void f(row *p, int n) {{ for (int i = 0; i < n; i++) p[i].{stored} *= 3; }}\n"
    )
    source = SourceFile("loop.c", text)
    found = record_steps((source,), "gcc-12", "-O1", Experiment(n=4))
    offered = [box.element for group in why_offer(found).groups for box in group.boxes]
    assert offered == [named.replace("2", str(i), 1) for i in range(4)]
    answer = explain_value((source,), "gcc-12", "-O1", offered[2], Experiment(n=4))
    assert (answer.ok, answer.element) == (True, named)
