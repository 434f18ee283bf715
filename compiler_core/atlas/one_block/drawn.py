"""Every system's kernels over the same operators, with what each writes for the next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from compiler_core.atlas.one_block.block import TITLES, FusedBlock
from compiler_core.atlas.one_block.records import BlockCut
from compiler_core.atlas.one_block.systems import SystemAnswer
from compiler_core.atlas.records import CutPart, CutRow, KernelMap

SAID = 2
"""Kernels into which the block is said to be cut by systems that exist."""


def kernel_map(block: FusedBlock, answers: tuple[SystemAnswer, ...]) -> KernelMap:
    """A row for each system."""
    return KernelMap(
        title="The same operators in the kernels of each system",
        operators=tuple(TITLES[name] for name in block.operators),
        rows=tuple(
            CutRow(
                name=answer.system.name,
                says=_says(answer),
                recorded=f"recorded {answer.recorded_on}, the usual block"
                if answer.recorded_on
                else "",
                parts=tuple(cut_parts(block.operators, answer.cut)),
            )
            for answer in answers
        ),
    )


def _says(answer: SystemAnswer) -> str:
    number = len(answer.cut.kernels)
    kernels = f"{number} kernel" if number == 1 else f"{number} kernels"
    verdict = "" if not answer.system.in_use else ", as is said" if number == SAID else ", not two"
    return f"{kernels}{verdict}; {answer.cut.between:,} bytes between them"


def cut_parts(operators: tuple[str, ...], cut: BlockCut) -> Iterator[CutPart]:
    """Runs of operators that the same kernels compute."""
    holders = {
        name: tuple(at for at, kernel in enumerate(cut.kernels, 1) if name in kernel.operators)
        for name in operators
    }
    left = list(operators)
    for kernels, run in groupby(operators, key=holders.__getitem__):
        names = list(run)
        left = left[len(names) :]
        later = {at for name in left for at in holders[name]}
        written = sum(
            cut.kernels[at - 1].written
            for at in kernels
            if at not in later and at < len(cut.kernels)
        )
        yield CutPart(
            kernels=kernels, operators=len(names), says=f"{written:,} bytes" if written else ""
        )
