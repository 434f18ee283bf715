"""Modelled times of a bundle's kernels on one core of a chip, to stand beside a board's."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.board.compare import ModelledTimes
from compiler_core.graph.emission.program_text import KernelRecord
from compiler_core.soc.description import SocDescription
from compiler_core.soc.rooflines.program_code import code_of_kernel
from compiler_core.soc.rooflines.program_times import ProgramKernel, with_program_times
from compiler_core.soc.rooflines.roofline import Point, roofline


def modelled_kernels(soc: SocDescription, kernels: Sequence[KernelRecord]) -> ModelledTimes:
    """On the CPU that is fastest at what the kernels compute in. Kernels whose work is not known
    have no time."""
    known = [kernel for kernel in kernels if kernel.bytes]
    programs = [
        ProgramKernel(Point(row.function, row.operations, row.bytes), code_of_kernel(row))
        for row in known
    ]
    precision = "int8" if any(program.code.needs == "int8" for program in programs) else "fp32"
    speeds = {
        cpu.name: speed
        for cpu in soc.units
        if cpu.kind == "cpu" and (speed := cpu.operations_per_second(precision))
    }
    if not speeds or not programs:
        what = (
            f"No CPU of {soc.title} is described at {precision}."
            if programs
            else ("What the kernels compute is not known.")
        )
        return ModelledTimes(soc.title, {}, what)
    unit = max(speeds, key=lambda name: speeds[name])
    roof = roofline(soc, [program.point for program in programs], unit, precision)
    timed = with_program_times(soc, roof, programs)
    seconds = {point.name: point.modelled.seconds for point in timed.points if point.modelled}
    return ModelledTimes(soc.title, seconds, timed.unmodelled)
