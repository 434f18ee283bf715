"""Rows of the emitted C: the shipped depthwise net beside emx-onnx-cgen's C of the same file.

Both are built by the cross GCC at -O3 and run in the emulator on the same input. Counted is every
instruction between two marks around one inference. Memory is what holds activations: our arena, and
the most that the other program had allocated at one time.
"""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from compiler_core.graph.artifact import Artifact
from compiler_core.graph.compile import compile_model
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.running.build import default_compiler
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from compiler_core.host.counting.executable import read_executable
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.counting import (
    CountingPlan,
    CountingWindow,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.emulator import run_program
from script.benchmarks.measurement import Measurement

ROOT = Path(__file__).parents[2]
RIVAL = ROOT / "build" / "oracles" / "bin" / "emx-onnx-cgen"
NET = "depthwise"
FLAGS = ("-std=c11", "-O3", "-march=armv8-a")
MOST_INSTRUCTIONS, MOST_MEMORY = 1 / 2, 1 / 3
LARGEST_DIFFERENCE = 1e-3
_EMIT_SECONDS = 120
_MARKS = """\
#include <stddef.h>
#include <stdio.h>
__attribute__((noinline)) void begin(void) { __asm__ volatile(""); }
__attribute__((noinline)) void end(void) { __asm__ volatile(""); }
"""
_OURS = """\
#include "model.h"
extern const unsigned char weights_inside[];
__asm__(".section .rodata\\n.balign 64\\n.global weights_inside\\nweights_inside:\\n"
        ".incbin \\"weights.bin\\"\\n.text");
int main(void)
{
    FILE *file = fopen("input.bin", "rb");
    size_t size = model_inputs[0].bytes;
    if (!file || fread(model_inputs[0].data, 1, size, file) != size)
        return 1;
    begin();
    model_run(weights_inside);
    end();
    fwrite(model_outputs[0].data, 1, model_outputs[0].bytes, stdout);
    return 0;
}
"""
# What the other program allocates goes through here, so that its peak is known.
_ALLOCATIONS = """\
#include <stdlib.h>
void *__real_malloc(size_t size);
void __real_free(void *place);
static size_t now, most;
void *__wrap_malloc(size_t size)
{
    size_t *place = __real_malloc(size + 64);
    if (!place) return NULL;
    *place = size;
    now += size;
    if (now > most) most = now;
    return (char *)place + 64;
}
void __wrap_free(void *place)
{
    if (!place) return;
    size_t *start = (size_t *)((char *)place - 64);
    now -= *start;
    __real_free(start);
}
"""
_THEIRS = """\
void model(const float image[1][3][32][32], float scores[1][16]);
static float input[1][3][32][32], output[1][16];
int main(void)
{
    static FILE *file;
    file = fopen("input.bin", "rb");
    if (!file || fread(input, 1, sizeof input, file) != sizeof input) return 1;
    now = most = 0;
    begin();
    model((const void *)input, output);
    end();
    fwrite(output, 1, sizeof output, stdout);
    fwrite(&most, 1, sizeof most, stdout);
    return 0;
}
"""


@dataclass(frozen=True, slots=True)
class EmittedSide:
    """One program's figures. memory: bytes for activations; allocations: calls of malloc's text."""

    instructions: int
    memory: int
    output: np.ndarray


@dataclass(frozen=True, slots=True)
class EmittedComparison:
    ours: EmittedSide
    theirs: EmittedSide


@lru_cache(maxsize=1)
def compared() -> EmittedComparison:
    """Both programs on one input. Raises RuntimeError when their outputs differ, SystemExit when
    the other emitter is missing.
    """
    if not RIVAL.is_file():
        raise SystemExit("emx-onnx-cgen is not installed here: run script/oracles")
    settings = CompileSettings(precision="fp32", core="cortex-a72")
    source = source_model(NET, settings)
    inputs = inputs_of(source)
    artifact = compile_model(source, settings, inputs).state.artifact
    if artifact is None:
        raise RuntimeError("The shipped net does not compile.")
    picture = next(iter(inputs.run.values())).astype(np.float32)
    comparison = EmittedComparison(_our_side(artifact, picture), _their_side(picture))
    difference = float(np.abs(comparison.ours.output - comparison.theirs.output).max())
    if difference > LARGEST_DIFFERENCE:
        raise RuntimeError(f"The outputs differ by {difference:g}.")
    return comparison


def _our_side(artifact: Artifact, picture: np.ndarray) -> EmittedSide:
    if "malloc" in artifact.text("model.c"):
        raise RuntimeError("The emitted C allocates memory.")
    header = ("model.h", artifact.files["model.h"])
    flags = (*FLAGS, "-ffp-contract=off")
    units = (
        Unit(SourceFile("model.c", artifact.text("model.c")), flags, files=(header,)),
        Unit(
            SourceFile("driver.c", _MARKS + _OURS),
            flags,
            files=(header, ("weights.bin", artifact.weights)),
        ),
    )
    instructions, output = _counted(units, picture)
    scores = np.frombuffer(output, np.float32)
    return EmittedSide(instructions, artifact.manifest.arena_bytes, scores)


def _their_side(picture: np.ndarray) -> EmittedSide:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "model.c"
        net = ROOT / "content" / "models" / "signs" / f"{NET}.onnx"
        command = [str(RIVAL), "compile", "--large-weight-threshold", "0", str(net), str(path)]
        subprocess.run(command, check=True, capture_output=True, timeout=_EMIT_SECONDS)
        text = path.read_text()
    units = (
        Unit(SourceFile("model.c", text), FLAGS),
        Unit(SourceFile("driver.c", _MARKS + _ALLOCATIONS + _THEIRS), FLAGS),
    )
    instructions, output = _counted(units, picture, ("-Wl,--wrap=malloc", "-Wl,--wrap=free"))
    most = int(np.frombuffer(output[-8:], np.uint64)[0])
    return EmittedSide(instructions, most, np.frombuffer(output[:-8], np.float32))


def _counted(
    units: tuple[Unit, ...], picture: np.ndarray, link_flags: tuple[str, ...] = ()
) -> tuple[int, bytes]:
    """Instructions between the marks, and what the program wrote."""
    program = build_program(units, default_compiler(), link_flags)
    if not program.ok:
        raise RuntimeError(f"{program.message}\n{program.diagnostics[:2000]}")
    symbols = read_executable(program.executable, ()).symbols
    window = CountingWindow(symbols["begin"].first, symbols["end"].first)
    plan = CountingPlan(window=window, memory="none")
    request = counting_request(plan)
    files = (("input.bin", picture.tobytes()), *request.files)
    run = run_program(program.executable, plugin=request, files=files)
    if not run.ok:
        raise RuntimeError(run.message)
    return read_count_run(plan, run.files).elsewhere, run.output


async def measure_emitted_instructions(host: str, port: int) -> Measurement:
    """Executed instructions of one inference. The server has no part in it."""
    del host, port
    comparison = compared()
    ratio = comparison.ours.instructions / comparison.theirs.instructions
    return Measurement(
        what=f"{NET} net, one inference in C",
        ours=f"{comparison.ours.instructions:,} instructions",
        other=f"emx-onnx-cgen {comparison.theirs.instructions:,}",
        ratio=f"{ratio:.3f}",
        limit=f"at most {MOST_INSTRUCTIONS:.2f}",
        met=ratio <= MOST_INSTRUCTIONS,
    )


async def measure_emitted_memory(host: str, port: int) -> Measurement:
    """Memory for activations."""
    del host, port
    comparison = compared()
    ratio = comparison.ours.memory / comparison.theirs.memory
    return Measurement(
        what=f"{NET} net, memory for activations",
        ours=f"{comparison.ours.memory:,} bytes, static",
        other=f"emx-onnx-cgen {comparison.theirs.memory:,}, malloc",
        ratio=f"{ratio:.3f}",
        limit=f"at most {MOST_MEMORY:.2f}",
        met=ratio <= MOST_MEMORY,
    )
