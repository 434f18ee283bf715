"""The block through IREE: kernels are its dispatches, each led back to lines of the program."""

from __future__ import annotations

from collections.abc import Mapping

from compiler_core.atlas.iree.asking import IreeBuild, compile_shown_here, run_module
from compiler_core.atlas.iree.dispatches import read_dispatches, read_entry
from compiler_core.atlas.iree.phases import FLOW, read_phases
from compiler_core.atlas.one_block.block import FusedBlock, difference, drawn, expected
from compiler_core.atlas.one_block.records import BlockCut, CutKernel
from compiler_core.atlas.one_block.stablehlo import stablehlo_of
from compiler_core.errors import InputError


def cut_by_iree(block: FusedBlock) -> BlockCut:
    """Raises InputError for what IREE refuses, a crash and a limit; ToolMissing."""
    text, operators = stablehlo_of(block)
    build = compile_shown_here(text.encode())
    flow = next((phase for phase in read_phases(build.files) if phase.name == FLOW), None)
    if flow is None:
        raise InputError("IREE left no phase flow to read.", "Try again.")
    return BlockCut(
        version=build.version,
        kernels=read_kernels(flow.located, operators, block.operators),
        artefact=flow.text,
        difference=_difference(block, build, flow.located),
    )


def read_kernels(
    located: str, lines: Mapping[int, str], operators: tuple[str, ...]
) -> tuple[CutKernel, ...]:
    """located: the phase `flow` with places; lines: of the program, the operator of each."""
    return tuple(
        CutKernel(
            name=region.name,
            written=region.made,
            operators=tuple(
                name for name in operators if name in {lines.get(line) for line in region.lines}
            ),
        )
        for region in read_dispatches(located)
    )


def _difference(block: FusedBlock, build: IreeBuild, located: str) -> float | None:
    entry = read_entry(located)
    if not block.is_run or entry is None:
        return None
    run = run_module(build.module, entry.name, tuple(drawn(block).values()), 1)
    if run.refused:
        raise InputError(f"IREE's runtime refuses its own module: {run.refused[:200]}.")
    return difference(run.results[0], expected(block))
