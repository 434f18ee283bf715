"""A program around one kernel: weights and activations in, products and codes out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.running.build import default_compiler
from compiler_core.llm.engine import surroundings
from compiler_core.llm.engine.settings import Arithmetic
from compiler_core.llm.engine.weight_types import weight_type
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import OWN_BUILD_LIMITS, build_program
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.program import Unit

ROWS = 13
TOKENS = 3
_TEXT = """\
#include "product_{key}.h"
#include <stdio.h>
enum {{ R = {rows}, C = {columns}, T = {tokens}, BLOCKS = C / {block} }};
static unsigned char weights[{weight_bytes}];
static float values[T * C], output[T * R], scales[T * BLOCKS];
static int8_t codes[T * C];
static int32_t corrections[T * BLOCKS];
static int16_t sums[16 * T * BLOCKS];
int main(void)
{{
    FILE *file = fopen("input.bin", "rb");
    if (!file || fread(weights, 1, sizeof weights, file) != sizeof weights) return 1;
    if (fread(values, 1, sizeof values, file) != sizeof values) return 1;
    struct quantised to = {{codes, scales, corrections, sums}};
    quantise_{preparation}(values, C, T, to);
    product_{key}(weights, R, C, (struct operand){{.quantised = to}}, T, output, STORE);
    file = fopen("output.bin", "wb");
    fwrite(output, 1, sizeof output, file);
    fwrite(codes, 1, sizeof codes, file);
    fwrite(scales, 1, sizeof scales, file);
    fwrite(corrections, 1, sizeof corrections, file);
    fwrite(sums, 1, sizeof sums, file);
    return fclose(file);
}}
"""


@dataclass(frozen=True, slots=True)
class KernelResult:
    """products: float32 [tokens, rows]. codes: int8 [tokens, columns]. scales: float32 [tokens,
    blocks]. corrections, sums: as the C has them."""

    products: np.ndarray
    codes: np.ndarray
    scales: np.ndarray
    corrections: np.ndarray
    sums: np.ndarray


def run_kernel(
    type_name: str, raw: np.ndarray, activations: np.ndarray, arithmetic: Arithmetic
) -> KernelResult:
    """raw: uint8 [ROWS, bytes]; activations: float32 [TOKENS, columns]."""
    kind, columns = weight_type(type_name), activations.shape[1]
    text = _TEXT.format(
        key=kind.key,
        rows=ROWS,
        columns=columns,
        tokens=TOKENS,
        block=kind.block,
        weight_bytes=raw.size,
        preparation=kind.preparation,
    )
    headers = tuple(
        (name, content.encode())
        for name, content in surroundings.runtime_files((kind.key,)).items()
        if name.endswith(".h")
    )
    flags = (
        *surroundings.compile_flags(arithmetic),
        f"-march={surroundings.architecture(arithmetic)}",
    )
    own = surroundings.definitions(arithmetic)
    unit = Unit(SourceFile("kernel.c", text), flags, own, headers)
    program = build_program((unit,), default_compiler(), limits=OWN_BUILD_LIMITS)
    assert program.ok, program.diagnostics
    given = raw.tobytes() + activations.astype(np.float32).tobytes()
    run = run_program(program.executable, files=(("input.bin", given),))
    assert run.ok, run.message
    return _read(run.files["output.bin"], columns, columns // kind.block)


def _read(content: bytes, columns: int, blocks: int) -> KernelResult:
    pieces, at = [], 0
    for kind, shape in (
        ("<f4", (TOKENS, ROWS)), ("i1", (TOKENS, columns)), ("<f4", (TOKENS, blocks)),
        ("<i4", (TOKENS, blocks)), ("<i2", (TOKENS, blocks, 16)),
    ):  # fmt: skip
        count = int(np.prod(shape))
        pieces.append(np.frombuffer(content, kind, count, at).reshape(shape))
        at += count * np.dtype(kind).itemsize
    return KernelResult(*pieces)
