"""What printing every phase costs: IREE's compiler with all that the atlas shows, and without."""

from __future__ import annotations

from compiler_core.atlas.iree.asking import IreeTarget, compile_for, compile_plainly
from compiler_core.atlas.iree.programs import program_text
from compiler_core.errors import ToolMissing
from script.benchmarks.measurement import Measurement, median

MOST_TIMES = 1.5
TURNS = 7
_SIZES = (2, 2816, 1280)


async def measure_phases(host: str, port: int) -> Measurement:
    """Processor time of both, in turns; the server has no part in it."""
    del host, port
    program, target = program_text("matmul", *_SIZES).encode(), IreeTarget(processor="cortex-a76")
    try:
        pairs = [
            (
                compile_for(program, target).processor_seconds,
                compile_plainly(program, target).processor_seconds,
            )
            for _ in range(TURNS)
        ]
    except ToolMissing as missing:
        raise SystemExit(f"{missing.message} {missing.advice}") from missing
    printed, plain = (median(times) for times in zip(*pairs, strict=True))
    return Measurement(
        what="IREE, a product with all phases printed",
        ours=f"{printed:.2f} s of processor",
        other=f"the module alone {plain:.2f} s",
        ratio=f"{printed / plain:.2f}",
        limit=f"at most {MOST_TIMES:g} times",
        met=printed <= MOST_TIMES * plain,
    )
