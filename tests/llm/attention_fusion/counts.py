"""Bytes that plain and fused attention move: by formula, and as counted under the emulator.

    python -m tests.llm.attention_fusion.counts

Exit 1 when a kernel touches other memory than its formula says, or a result differs.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from compiler_core.llm.attention_fusion.budget import MemoryBudget
from compiler_core.llm.attention_fusion.counted import (
    LINE_BYTES,
    CountedKernel,
    CountedProgram,
    count_attention,
)
from compiler_core.llm.block_graph.regime import decode, prefill
from tests.llm.attention_fusion.shapes import LLAMA

# A kernel's own variables, and tensors that begin within a line.
SLACK = 6 * LINE_BYTES
LIMIT = 1e-5
NEAR_BYTES = 1 << 16


def confirmed(kernel: CountedKernel) -> bool:
    """Does the kernel touch what its formula says, its scratch memory left out?"""
    extra = kernel.touched - kernel.scratch - kernel.formula
    return -LINE_BYTES < extra <= SLACK


def right(program: CountedProgram) -> bool:
    return program.largest_difference <= LIMIT and all(map(confirmed, program.kernels))


def main() -> int:
    met = True
    for name, configuration in (
        ("Llama, 8 heads on 2 key heads", LLAMA),
        ("the same with a window of 20", replace(LLAMA, sliding_window=20)),
    ):
        for regime in (prefill(96), decode(127)):
            counted = count_attention(configuration, regime, MemoryBudget(near_bytes=NEAR_BYTES))
            print(f"{name}; {regime.sentence}; modelled cache of {counted.cache_bytes:,} bytes")
            for program in (counted.plain, counted.fused):
                met &= right(program)
                print(
                    f"  {program.name}: {len(program.kernels)} kernels, formula "
                    f"{program.formula:,} bytes, touched {program.touched:,}, missed "
                    f"{program.missed:,}, difference {program.largest_difference:.1e}"
                )
    print("confirmed" if met else "NOT confirmed")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
