"""Profiled programs made up for tests: a big layer, a small one, and an addition."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies

from compiler_core.soc.profiling.records import ProfiledKernel, ProfiledProgram, TacticOption
from compiler_core.soc.profiling.variants import PLAIN, Variant

BIG = ProfiledKernel(
    place=0,
    function="k000_conv",
    operators=("Conv",),
    tactic="generic",
    instructions=8000,
    loads=2000,
    stores=500,
    multiplies=10_000,
    moved_bytes=2_000,
    elements=1_000,
    options=(
        TacticOption("winograd", 1500, ""),
        TacticOption("direct-fma", 2000, ""),
        TacticOption("gemm-fma", None, "its window is 3 by 3"),
    ),
)
SMALL = ProfiledKernel(
    place=1,
    function="k001_gemm",
    operators=("Gemm",),
    tactic="generic",
    instructions=1500,
    loads=400,
    stores=10,
    multiplies=1_000,
    moved_bytes=50_000,
    elements=10,
    options=(TacticOption("gemm-fma", 600, ""),),
)
ADD = ProfiledKernel(
    place=2,
    function="k002_add",
    operators=("Add",),
    tactic="generic",
    instructions=500,
    loads=250,
    stores=125,
    multiplies=0,
    moved_bytes=12_000,
    elements=1_000,
    options=(),
)


def program(
    *kernels: ProfiledKernel, variant: Variant = PLAIN, accuracy: float | None = 0.98
) -> ProfiledProgram:
    """A program of these kernels, or of all three."""
    return ProfiledProgram(
        network="Made up",
        variant=variant,
        core="Cortex-A76",
        kernels=kernels or (BIG, SMALL, ADD),
        elsewhere=300,
        fused_kernels=2,
        arena_bytes=4096,
        weight_bytes=8192,
        code_bytes=1024,
        largest_difference=1e-6,
        agrees=True,
        reference="ONNX Runtime",
        accuracy=accuracy,
    )


@strategies.composite
def programs(draw: Callable[..., int]) -> ProfiledProgram:
    """Some kernels with any counts."""
    count = draw(strategies.integers(1, 6))
    numbers = strategies.integers(1, 10**7)
    made = tuple(
        ProfiledKernel(
            place=place,
            function=f"k{place:03d}",
            operators=("Conv",),
            tactic="generic",
            instructions=draw(numbers),
            loads=0,
            stores=0,
            multiplies=draw(strategies.integers(0, 10**7)),
            moved_bytes=draw(numbers),
            elements=draw(numbers),
            options=(TacticOption("direct-fma", draw(numbers), ""),),
        )
        for place in range(count)
    )
    return program(*made)
