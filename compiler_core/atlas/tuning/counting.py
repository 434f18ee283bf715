"""Count kernels of the space: many in one program, since linking costs more than compiling one.

Every kernel is a function that is called once, in one run; the plugin counts each by its symbol.
What a kernel called elsewhere would not be counted, so such a run is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from compiler_core.atlas.tuning.emission import kernel_text
from compiler_core.atlas.tuning.space import SIZE, KernelChoice
from compiler_core.errors import InputError
from compiler_core.host.counting.executable import read_executable
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import BUILD_LIMITS, build_program
from compiler_core.toolchain.counting import (
    CountingPlan,
    CountingWindow,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.limits import RUN_LIMITS
from compiler_core.toolchain.program import Unit

COMPILER, FLAGS = "gcc", ("-O2",)
PROGRAM_HOLDS = 24
"""Kernels of one program: their compilation stays far below its limits."""
DIGEST_LETTERS = 16
_WALL_SECONDS = 30.0
_RESULT = "result.bin"
_BEGIN, _END, _MAIN = "kernels_begin", "kernels_end", "main"
_TOLERANCE = 1e-5
_DRIVER = """\
#include <stdio.h>
enum {{ SIZE = {size}, KERNELS = {count} }};
typedef void kernel(const float *, const float *, float *, float *);
{declared}
static kernel *const volatile kernels[] = {{ {names} }};
static float a[SIZE * SIZE], b[SIZE * SIZE], packed[SIZE * SIZE], c[KERNELS][SIZE * SIZE];
__attribute__((noinline, noclone)) void {begin}(void) {{ __asm__ volatile("" ::: "memory"); }}
__attribute__((noinline, noclone)) void {end}(void) {{ __asm__ volatile("" ::: "memory"); }}

int main(void)
{{
    for (int i = 0; i < SIZE * SIZE; i++) {{
        a[i] = (float)(i * 7 % 13 - 6) / 7;
        b[i] = (float)(i * 5 % 11 - 5) / 9;
    }}
    {begin}();
    for (int kernel = 0; kernel < KERNELS; kernel++)
        kernels[kernel](a, b, c[kernel], packed);
    {end}();
    FILE *file = fopen("{result}", "wb");
    return !file || fwrite(c, sizeof c, 1, file) != 1 || fclose(file);
}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedKernel:
    """One call of a kernel."""

    choice: KernelChoice
    instructions: int
    output_digest: str
    """Beginning of the SHA-256 of the bytes that it computed, in hexadecimal."""


def text_digest(choice: KernelChoice) -> str:
    """Of the kernel's C, so that a count is known to be of this text."""
    return _digest(kernel_text(choice).encode())


def count_kernels(
    choices: Sequence[KernelChoice], wall_seconds: float = _WALL_SECONDS
) -> tuple[CountedKernel, ...]:
    """In order. wall_seconds: of each compilation and each run, at most.

    Raises InputError for a kernel that does not compile, run, or compute the product, and what the
    toolchain raises: ToolMissing, Overloaded, JailBroken.
    """
    parts = [
        choices[start : start + PROGRAM_HOLDS] for start in range(0, len(choices), PROGRAM_HOLDS)
    ]
    return tuple(counted for part in parts for counted in _count(part, wall_seconds))


def _count(choices: Sequence[KernelChoice], wall_seconds: float) -> list[CountedKernel]:
    names = [f"kernel_{number}" for number in range(len(choices))]
    executable = _build(choices, names, wall_seconds)
    symbols = read_executable(executable, ()).symbols
    plan = CountingPlan(
        symbols=tuple(symbols[name] for name in (*names, _MAIN, _BEGIN)),
        window=CountingWindow(symbols[_BEGIN].first, symbols[_END].first),
        memory="none",
    )
    request = counting_request(plan)
    run = run_program(
        executable,
        plugin=request,
        files=request.files,
        limits=replace(RUN_LIMITS, wall_seconds=wall_seconds),
    )
    if not run.ok:
        raise InputError(f"The kernels did not run to their end: {run.message}")
    counted = read_count_run(plan, run.files)
    if counted.elsewhere:
        raise InputError("A kernel called a function of a library, which would not be counted.")
    results = _checked(run.files.get(_RESULT, b""), len(choices))
    return [
        CountedKernel(
            choice=choice,
            instructions=counted.by_symbol[symbols[name]].executions,
            output_digest=_digest(result.tobytes()),
        )
        for choice, name, result in zip(choices, names, results, strict=True)
    ]


def _build(choices: Sequence[KernelChoice], names: Sequence[str], wall_seconds: float) -> bytes:
    """Each kernel is a unit of its own: nothing it becomes depends on those beside it."""
    driver = _DRIVER.format(
        size=SIZE,
        count=len(names),
        begin=_BEGIN,
        end=_END,
        result=_RESULT,
        declared="\n".join(f"extern kernel {name};" for name in names),
        names=", ".join(names),
    )
    texts = {"driver.c": driver} | {
        f"{name}.c": kernel_text(choice, name) for choice, name in zip(choices, names, strict=True)
    }
    units = tuple(Unit(SourceFile(name, text), FLAGS) for name, text in texts.items())
    limits = replace(BUILD_LIMITS, wall_seconds=wall_seconds)
    program = build_program(units, find_compiler(COMPILER), limits=limits)
    if not program.ok:
        first = program.diagnostics.strip().partition("\n")[0]
        raise InputError(f"A kernel does not compile: {program.message} {first}".strip())
    return program.executable


def _checked(content: bytes, count: int) -> np.ndarray:
    """The products, one after another. Raises InputError for numbers that are none."""
    if len(content) != count * SIZE * SIZE * 4:
        raise InputError("The kernels left no whole result.")
    results = np.frombuffer(content, np.float32).reshape(count, SIZE, SIZE)
    indices = np.arange(SIZE * SIZE).reshape(SIZE, SIZE)
    wanted = ((indices * 7 % 13 - 6) / 7) @ ((indices * 5 % 11 - 5) / 9)
    if not np.allclose(results, wanted, atol=_TOLERANCE * float(np.abs(wanted).max())):
        raise InputError("A kernel computed another product.")
    return results


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:DIGEST_LETTERS]
