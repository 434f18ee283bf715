"""Numbers of structures have their names where all are of one type and lie without a gap."""

from __future__ import annotations

import pytest

from compiler_core.host.running.experiment import Experiment
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.source import SourceFile

NAMED = {
    "three floats": ("struct { float x, y, z; }", "float", "p[3].y"),
    "bytes in a row": ("struct { unsigned char rgb[3]; }", "int", "p[5].rgb[2]"),
    "one inside another": (
        "struct { struct { int re, im; } a, b; }", "int", "p[2].b.im",
    ),
    "one number": ("struct { double only; }", "double", "p[7].only"),
}  # fmt: skip
UNNAMED = {
    "two types": ("struct { int key; float value; }", "float", "p[3].value"),
    "two widths": ("struct { short a, b; int c; }", "int", "p[3].c"),
    "packed": ("struct __attribute__((packed)) { int a, b; }", "int", "p[3].b"),
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
