"""Words of the profiling exercise, and the numbers before and after a try."""

from __future__ import annotations

from collections.abc import Iterator

from app.drawing.views.chart import three_digits
from compiler_core.soc.profiling.alternatives import Basis
from compiler_core.soc.profiling.bottleneck import Bottleneck
from compiler_core.soc.profiling.comparing import RunComparison
from compiler_core.soc.profiling.records import ProfiledProgram

STEP_TITLES = {1: "Profile", 2: "Classify", 3: "Choose", 4: "Measure again", 5: "Decide"}
STEP_IDEAS = {
    1: "Where do the instructions go? A kernel with a small share is not worth your time, however "
    "slow it is: Amdahl's law says what its share allows at most.",
    2: "What would bind these kernels on this unit? Compare their operations a byte with the "
    "ridge, and both times with what starting a kernel costs.",
    3: "Change one thing. What is predicted, what is only bounded, and what undoes a step is said "
    "of each.",
    4: "Did it help? Instructions are measured; time on the chip is modelled from what kernels "
    "have to do, so it does not see how well their code does it.",
    5: "Keep what helped, go back from what did not, and begin the loop again. Two changes that do "
    "not help alone may help together.",
}
BOUND_WORDS: dict[Bottleneck, str] = {
    "compute": "compute: the arithmetic",
    "memory": "memory: moving its bytes",
    "overhead": "overhead: starting it",
}
BASIS_WORDS: dict[Basis, str] = {
    "predicted": "predicted: instructions by the cost formula",
    "at most": "at most: Amdahl's law",
    "undoes": "undoes a step",
}
MEASURED, MODELLED = "measured", "modelled"


def times(factor: float) -> str:
    """`1.26 times`; `any number of times` without a limit."""
    return "any number of times" if factor == float("inf") else f"{three_digits(factor)} times"


def micro(seconds: float) -> str:
    """Microseconds."""
    return f"{seconds * 1e6:,.4g} µs"


def measured_rows(
    comparison: RunComparison,
    before: ProfiledProgram,
    after: ProfiledProgram,
    seconds: tuple[float | None, float | None],
) -> Iterator[tuple[str, str, str, str]]:
    """Name, before, after, and how it is known."""
    first, second = comparison.before, comparison.after
    counts = (
        ("Instructions", first.instructions, second.instructions),
        ("of these in layers that multiply", first.layers, second.layers),
        ("in all other kernels", first.others, second.others),
        ("Kernels", first.kernels, second.kernels),
        ("Bytes of working memory", before.arena_bytes, after.arena_bytes),
        ("Bytes of weights", before.weight_bytes, after.weight_bytes),
        ("Bytes of machine code", before.code_bytes, after.code_bytes),
    )
    for name, figure_before, other in counts:
        yield name, f"{figure_before:,}", f"{other:,}", MEASURED
    yield (
        "Instructions for each multiply-accumulate",
        f"{first.per_multiply:.3f}",
        f"{second.per_multiply:.3f}",
        MEASURED,
    )
    if before.accuracy is not None and after.accuracy is not None:
        yield "Test pictures right", f"{before.accuracy:.1%}", f"{after.accuracy:.1%}", MEASURED
    known = ("not known" if duration is None else micro(duration) for duration in seconds)
    yield ("Time on the chosen unit", *known, MODELLED)  # type: ignore[misc]
