"""Modelled times of a bundle's kernels on a chip, worked out by hand."""

from __future__ import annotations

import pytest

from compiler_core.graph.emission.program_text import KernelRecord
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.board_times import modelled_kernels


def kernel(name: str, operator: str, tactic: str, operations: int, size: int) -> KernelRecord:
    return KernelRecord(
        function=name,
        group="",
        nodes=(name,),
        operators=(operator,),
        sources=(name,),
        first_line=1,
        last_line=2,
        tactic=tactic,
        reads=(),
        writes=(),
        scratch_bytes=0,
        features=(),
        operations=operations,
        bytes=size,
    )


def test_a_kernel_that_only_moves_takes_its_bytes_at_the_memory_s_speed() -> None:
    soc = soc_named("raspberry-pi-5")
    found = modelled_kernels(
        soc,
        [kernel("copied", "Transpose", "generic", 0, 1_000_000), kernel("old", "Conv", "", 0, 0)],
    )
    assert found.soc == soc.title
    assert found.seconds.keys() == {"copied"}, "what a kernel of unknown work takes is not known"
    larger = modelled_kernels(soc, [kernel("copied", "Transpose", "generic", 0, 2_000_000)])
    assert larger.seconds["copied"] > 1.8 * found.seconds["copied"]


def test_products_of_bytes_are_modelled_at_the_rate_of_bytes() -> None:
    soc = soc_named("raspberry-pi-5")
    work = 400_000_000, 1_000
    seconds = {
        tactic: modelled_kernels(soc, [kernel("one", "Conv", tactic, *work)]).seconds["one"]
        for tactic in ("direct-sdot", "direct-fma", "generic")
    }
    # SDOT makes 16 products, FMLA 4, plain C code one in two instructions.
    assert seconds["direct-fma"] == pytest.approx(4 * seconds["direct-sdot"], rel=0.1)
    assert seconds["generic"] == pytest.approx(8 * seconds["direct-fma"], rel=0.1)


def test_without_a_kernel_of_known_work_it_says_so() -> None:
    found = modelled_kernels(soc_named("raspberry-pi-5"), [kernel("old", "Conv", "", 0, 0)])
    assert (found.seconds, found.unmodelled) == ({}, "What the kernels compute is not known.")
