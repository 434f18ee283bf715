"""Prints the ladder beside what is published: `python -m tests.soc.latency_hiding.figures`."""

from __future__ import annotations

from compiler_core.soc.latency_hiding.ladder import (
    LadderCycles,
    sized,
    sweep_intensity,
    sweep_sizes,
)
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.shape import MILLION, OPERATIONS, SIZES, shape_checks


def lines() -> list[str]:
    """The claims with what the simulation gives, then gains over sizes and over intensity."""
    parameters = ladder_parameters()
    machine, gelu = parameters.machine, parameters.kernel("gelu").work
    found = [
        f"{'ok ' if check.holds else 'NO '} {check.claim.says}  Here: {check.simulated}"
        for check in shape_checks(parameters)
    ]
    for name in ("vector-add", "gelu"):
        sizes = sweep_sizes(parameters.kernel(name).work, machine, SIZES)
        found += ["", f"{name}: elements, gain of vectors, contexts, double buffers"]
        found += [_row(size, one) for size, one in zip(SIZES, sizes, strict=True)]
    work = sized(gelu, MILLION, machine)
    swept = sweep_intensity(work, machine, OPERATIONS)
    found += ["", f"{MILLION:,} elements: operations an element, the same gains"]
    return [*found, *(_row(count, one) for count, one in zip(OPERATIONS, swept, strict=True))]


def _row(value: int, ladder: LadderCycles) -> str:
    gains = ladder.gains
    return f"{value:>9,} " + " ".join(f"{gains[gain]:>8.2f}" for gain in list(gains)[1:])


if __name__ == "__main__":
    print("\n".join(lines()))
