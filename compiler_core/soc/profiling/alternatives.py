"""What could be tried next, what it can give at most, and what is worth trying first.

Amdahl (1967): if a share s of the work becomes k times as fast, all of it becomes
1 / (1 - s + s / k) times as fast, and never more than 1 / (1 - s).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from compiler_core.soc.profiling.records import ProfiledKernel, ProfiledProgram
from compiler_core.soc.profiling.variants import Variant

TOP = 3
Basis = Literal["predicted", "at most", "undoes"]
# Four bytes of int8 lie where one number of fp32 lay.
_INT8_IN_FP32 = 4
# What is expected to give less is not worth a step of its own.
WORTH = 1.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One thing to change."""

    variant: Variant
    """The program's with one thing changed."""
    title: str
    """Names the change: `Fusion`."""
    why: str
    """A sentence on what the change does."""
    touches: float
    """The share of instructions it can change."""
    expected: float
    """By how much the whole would be faster."""
    at_most: float
    """Amdahl's limit if what it touches took no time."""
    basis: Basis
    """Predicted by the cost formula, at most by Amdahl's law with what is known, or it undoes a
    step."""
    tried: bool
    """It is in the history already."""


def amdahl(share: float, factor: float = inf) -> float:
    """How many times as fast all becomes; inf where nothing is left."""
    left = 1 - share + (share / factor if factor else inf)
    return 1 / left if left > 0 else inf


def alternatives(program: ProfiledProgram, tried: Collection[Variant]) -> tuple[Alternative, ...]:
    """Every single change to the program, the one expected to give most first."""
    changes = (*_code(program), *_precision(program), *_borders(program), *_tactics(program))
    others = (change for change in changes if change.variant != program.variant)
    marked = (replace(other, tried=other.variant in tried) for other in others)
    return tuple(sorted(marked, key=lambda alternative: (alternative.tried, -alternative.expected)))


def suggested(candidates: Collection[Alternative]) -> Alternative | None:
    """The untried one that is expected to give most; None if none is worth it.

    What is predicted goes before what can only be bounded.
    """
    untried = [change for change in candidates if not change.tried and change.expected >= WORTH]
    return max(
        untried,
        key=lambda alternative: (alternative.basis == "predicted", alternative.expected),
        default=None,
    )


def _plain(program: ProfiledProgram, **changes: str) -> Variant:
    """The variant with one thing changed; pinned kernels have another place then."""
    return replace(program.variant, pinned=(), **changes)


def _code(program: ProfiledProgram) -> Iterator[Alternative]:
    layers = [kernel for kernel in program.kernels if _best(kernel) is not None]
    before = sum(layer.instructions for layer in layers)
    share = _share(program, before)
    if program.variant.code == "chosen":
        yield _made(
            _plain(program, code="generic"),
            "Generic loops again",
            "It shows what the chosen kernels bring.",
            share,
            1.0,
            "undoes",
        )
        return
    predicted = sum(_best(layer) or 0 for layer in layers)
    why = (
        f"{len(layers)} of {len(program.kernels)} kernels are layers that a written-out kernel can "
        "compute: tiles in registers, no index arithmetic."
        if layers
        else "No kernel of this program is a layer that a written-out kernel can compute: in int8 "
        "they need their scaling in the same kernel."
    )
    yield _made(
        _plain(program, code="chosen"),
        "Chosen kernels instead of generic loops",
        why,
        share,
        _faster(program, before - predicted),
        "predicted",
    )


def _precision(program: ProfiledProgram) -> Iterator[Alternative]:
    share = _share(program, sum(part.instructions for part in program.kernels if part.multiplies))
    if program.variant.precision == "int8":
        yield _made(
            _plain(program, precision="fp32"),
            "fp32 again",
            "It shows what int8 brings, and what it costs in accuracy.",
            share,
            1.0,
            "undoes",
        )
        return
    yield _made(
        _plain(program, precision="int8"),
        "int8 instead of fp32",
        "A vector holds four times as many numbers and a quarter of the bytes move; the "
        "multiplications can gain, the rest must be scaled back and forth.",
        share,
        amdahl(share, _INT8_IN_FP32),
        "at most",
    )


def _borders(program: ProfiledProgram) -> Iterator[Alternative]:
    alone = [kernel for kernel in program.kernels if not kernel.multiplies]
    share = _share(program, sum(kernel.instructions for kernel in alone))
    if program.variant.borders == "fused":
        yield _made(
            _plain(program, borders="apart"),
            "A kernel for each node again",
            "It shows what fusion brings.",
            share,
            1.0,
            "undoes",
        )
        return
    yield _made(
        _plain(program, borders="fused"),
        "Fusion",
        f"{len(program.kernels)} kernels become {program.fused_kernels}: what follows a "
        "layer is computed before its result leaves the registers, and fewer kernels are "
        "started.",
        share,
        amdahl(share),
        "at most",
    )


def _tactics(program: ProfiledProgram) -> Iterator[Alternative]:
    """Other tactics for the top kernels."""
    if program.variant.code != "chosen":
        return
    for kernel in program.ranked[:TOP]:
        for option in kernel.options:
            if option.predicted is None or option.tactic == kernel.tactic:
                continue
            yield _made(
                program.variant.with_tactic(kernel.place, option.tactic),
                f"{kernel.function} by {option.tactic}",
                f"It is computed by {kernel.tactic} now.",
                program.share(kernel),
                _faster(program, kernel.instructions - option.predicted),
                "predicted",
            )


def _made(
    variant: Variant, title: str, why: str, share: float, expected: float, basis: Basis
) -> Alternative:
    return Alternative(
        variant=variant,
        title=title,
        why=why,
        touches=share,
        expected=expected,
        at_most=amdahl(share),
        basis=basis,
        tried=False,
    )


def _best(kernel: ProfiledKernel) -> int | None:
    known = [option.predicted for option in kernel.options if option.predicted is not None]
    return min(known, default=None)


def _share(program: ProfiledProgram, instructions: int) -> float:
    return instructions / program.instructions if program.instructions else 0.0


def _faster(program: ProfiledProgram, saved: int) -> float:
    """By how much all would be faster with so many instructions fewer."""
    left = program.instructions - saved
    return program.instructions / left if left > 0 else inf
