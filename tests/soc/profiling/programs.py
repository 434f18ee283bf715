"""Profiled programs made up for tests: a big layer, a small one, and an addition."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies

from compiler_core.soc.profiling.records import ProfiledKernel, ProfiledProgram, TacticOption
from compiler_core.soc.profiling.variants import PLAIN, Variant

BIG = ProfiledKernel(
    0, "k000_conv", ("Conv",), "generic", 8000, 2000, 500, 10_000, 2_000, 1_000,
    (TacticOption("winograd", 1500, ""), TacticOption("direct-fma", 2000, ""),
     TacticOption("gemm-fma", None, "its window is 3 by 3")),
)  # fmt: skip
SMALL = ProfiledKernel(
    1, "k001_gemm", ("Gemm",), "generic", 1500, 400, 10, 1_000, 50_000, 10,
    (TacticOption("gemm-fma", 600, ""),),
)  # fmt: skip
ADD = ProfiledKernel(2, "k002_add", ("Add",), "generic", 500, 250, 125, 0, 12_000, 1_000, ())


def program(
    *kernels: ProfiledKernel, variant: Variant = PLAIN, accuracy: float | None = 0.98
) -> ProfiledProgram:
    """A program of these kernels, or of all three."""
    return ProfiledProgram(
        "Made up", variant, "Cortex-A76", kernels or (BIG, SMALL, ADD), 300, 2, 4096, 8192, 1024,
        1e-6, True, "ONNX Runtime", accuracy,
    )  # fmt: skip


@strategies.composite
def programs(draw: Callable[..., int]) -> ProfiledProgram:
    """Some kernels with any counts."""
    count = draw(strategies.integers(1, 6))
    numbers = strategies.integers(1, 10**7)
    made = tuple(
        ProfiledKernel(
            place, f"k{place:03d}", ("Conv",), "generic", draw(numbers), 0, 0,
            draw(strategies.integers(0, 10**7)), draw(numbers), draw(numbers),
            (TacticOption("direct-fma", draw(numbers), ""),),
        )
        for place in range(count)
    )  # fmt: skip
    return program(*made)
