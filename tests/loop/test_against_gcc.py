"""The whole textbook pipeline computes what GCC's code computes under qemu.

One program holds all random functions; a request names one of them, its numbers and a memory image
with the arrays in it, and is answered by the result and the image afterwards. `-fwrapv` gives C the
representation's rule for overflow, `-ffp-contract=off` its rounding.
"""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest

from compiler_core.loop.interpreter.machine import Input, Interpreter, Run
from compiler_core.loop.interpreter.memory import decode, encode
from compiler_core.loop.ir.types import F32
from compiler_core.loop.passes.registry import USUAL_PASSES, pass_named
from tests.loop.programs import HELPERS, SeededChoices, function
from tests.loop.running import Case, case_of

pytestmark = pytest.mark.usefixtures("emulator")

FUNCTIONS = 220
FIRST_SEED = 10_000
COMPILER = ("aarch64-linux-gnu-gcc", "-O2", "-fwrapv", "-ffp-contract=off", "-static", "-w")
ARRAYS = ("a", "b", "c", "f", "g", "q")
REQUEST = "<iiiifIqq6q"
ANSWER = "<i"
MAIN = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct request { int which, n, m, k; float x; unsigned u; long l, size, offset[6]; };
typedef int (*function)(int *, int *, int *, float *, const float *, unsigned char *,
                        int, int, int, float, unsigned, long);
FUNCTIONS
static const function table[] = { TABLE };
int main(void) {
    struct request r;
    while (fread(&r, sizeof r, 1, stdin) == 1) {
        char *memory = malloc(r.size);
        if (fread(memory, 1, r.size, stdin) != (size_t)r.size) return 1;
        int result = table[r.which](
            (int *)(memory + r.offset[0]), (int *)(memory + r.offset[1]),
            (int *)(memory + r.offset[2]), (float *)(memory + r.offset[3]),
            (float *)(memory + r.offset[4]), (unsigned char *)(memory + r.offset[5]),
            r.n, r.m, r.k, r.x, r.u, r.l);
        fwrite(&result, sizeof result, 1, stdout);
        fwrite(memory, 1, r.size, stdout);
        free(memory);
    }
    return 0;
}
"""


def request(number: int, given: Input) -> bytes:
    """One call, as the program reads it."""
    scalars = given.scalars
    head = struct.pack(
        REQUEST,
        number,
        scalars["n"],
        scalars["m"],
        scalars["k"],
        scalars["x"],
        scalars["u"],
        scalars["l"],
        len(given.memory),
        *(given.regions[name].base for name in ARRAYS),
    )
    return head + given.memory


def build(folder: Path, texts: list[str]) -> Path:
    """All functions in one static program."""
    names = ", ".join(f"(function)f{number}" for number in range(len(texts)))
    source = MAIN.replace("FUNCTIONS", HELPERS + "\n".join(texts)).replace("TABLE", names)
    (folder / "all.c").write_text(source)
    command = [*COMPILER, str(folder / "all.c"), "-o", str(folder / "all"), "-lm"]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder / "all"


def optimised(number: int) -> Case:
    """One random function through every usual pass."""
    text = HELPERS + function(SeededChoices(FIRST_SEED + number), f"f{number}")
    case = case_of(text, f"f{number}")
    for name in USUAL_PASSES:
        case.run(pass_named(name))
    return case


def plain(memory: bytes, given: Input) -> bytes:
    """The image with one NaN for all: which bits a NaN carries is the machine's affair."""
    image = bytearray(memory)
    for name in ("f", "g"):
        region = given.regions[name]
        end = region.base + 4 * region.count
        values = [
            float("nan") if value != value else value
            for value in decode(F32, bytes(image[region.base : end]))
        ]
        image[region.base : end] = encode(F32, values)
    return bytes(image)


def differs(expected: Run, given: Input, answer: bytes) -> bool:
    (result,) = struct.unpack_from(ANSWER, answer)
    return result != expected.result or plain(answer[4:], given) != plain(expected.memory, given)


def test_the_pipeline_computes_what_gcc_computes(tmp_path: Path) -> None:
    cases = [optimised(number) for number in range(FUNCTIONS)]
    definitions = [case.text.removeprefix(HELPERS) for case in cases]
    program = build(tmp_path, definitions)
    calls = [
        (number, case, one.given)
        for number, case in enumerate(cases)
        for one in case.expected
        if not one.run.trap
    ]
    assert len({number for number, _, _ in calls}) >= 200
    requests = b"".join(request(number, given) for number, _, given in calls)
    finished = subprocess.run(
        ["qemu-aarch64", str(program)], input=requests, capture_output=True, timeout=120, check=True
    )
    found, offset = [], 0
    for number, case, given in calls:
        size = struct.calcsize(ANSWER) + len(given.memory)
        run = Interpreter(case.module).run(case.function.name, given)
        if differs(run, given, finished.stdout[offset : offset + size]):
            found.append((number, dict(given.scalars)))
        offset += size
    assert offset == len(finished.stdout)
    assert found == []
