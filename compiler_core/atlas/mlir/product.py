"""The product that MLIR made, run under qemu: counted, and compared with numpy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from compiler_core.atlas.counted_program import MARCH, CountedProgram, run_counted
from compiler_core.atlas.mlir.tile_schedule import COLUMNS, DEPTH, ROWS
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit
from compiler_core.toolchain.limits import RUN_LIMITS

INPUTS = CONTENT_FOLDER / "atlas" / "mlir-matmul" / "inputs"
FUNCTION = "matmul"
_LIMITS = replace(RUN_LIMITS, cpu_seconds=30, wall_seconds=60.0)
_SEED = 19


@dataclass(frozen=True, slots=True)
class ProductRun:
    """What the function executed. difference: from numpy's result, of the largest element."""

    instructions: int
    reads: int
    writes: int
    difference: float


def run_product(assembly: str) -> ProductRun:
    """Build the assembly around our driver and run it. Raises InputError when that fails."""
    inputs, expected = _factors()
    program = CountedProgram(
        units=(
            Unit(SourceFile("product.s", assembly), (MARCH,)),
            Unit(SourceFile("driver.c", (INPUTS / "driver.c").read_text("ascii")), ("-O2",)),
        ),
        functions=(FUNCTION,),
        files=inputs,
        leaves=("c.bin", len(expected)),
        limits=_LIMITS,
    )
    run = run_counted(program)
    tally = run.of[FUNCTION]
    difference = _difference(run.left, expected)
    return ProductRun(tally.executions, tally.loads, tally.stores, difference)


@lru_cache(maxsize=1)
def _factors() -> tuple[tuple[tuple[str, bytes], ...], bytes]:
    """Files of both factors, and the product as float32, computed in float64."""
    import numpy as np

    rng = np.random.default_rng(_SEED)
    left = rng.uniform(-1, 1, (ROWS, DEPTH)).astype(np.float16)
    right = rng.uniform(-1, 1, (DEPTH, COLUMNS)).astype(np.float16)
    product = left.astype(np.float64) @ right.astype(np.float64)
    files = (("a.bin", left.tobytes()), ("b.bin", right.tobytes()))
    return files, product.astype(np.float32).tobytes()


def _difference(content: bytes, expected: bytes) -> float:
    import numpy as np

    computed, right = np.frombuffer(content, np.float32), np.frombuffer(expected, np.float32)
    return float(np.abs(computed - right).max() / np.abs(right).max())
