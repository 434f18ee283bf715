"""The chain from one iteration to the next, on loops small enough to reckon by hand."""

from __future__ import annotations

import pytest

from compiler_core.host.cycles.recurrence import recurrence_of


@pytest.mark.parametrize(
    ("loop", "latencies", "cycles", "chain"),
    [
        (["fadd s0, s0, s1"], [2], 2, (0,)),
        (["fadd s0, s0, s1", "fmul s0, s0, s2"], [2, 3], 5, (0, 1)),
        # A load through a pointer it has just loaded: the latency of memory bounds the loop.
        (["ldr x0, [x0]", "cbnz x0, .L1"], [4, 1], 4, (0,)),
        # The address of a post-indexed load is ready at once, its value later.
        (["ldr s1, [x1], 4", "cmp x1, x2", "bne .L1"], [6, 1, 1], 1, (0,)),
        # Two chains: the longer one counts.
        (["add x3, x3, 16", "fadd v0.4s, v0.4s, v1.4s"], [1, 3], 3, (1,)),
        # A chain over two iterations takes half its length per iteration.
        (["mov x2, x1", "mul x1, x0, x3", "mov x0, x2"], [1, 4, 1], 3, None),
    ],
)
def test_cycles_and_chain(
    loop: list[str], latencies: list[float], cycles: float, chain: tuple[int, ...] | None
) -> None:
    found = recurrence_of(loop, latencies)
    assert found is not None
    assert found.cycles == pytest.approx(cycles, abs=0.05)
    if chain is not None:
        assert sorted(found.chain) == sorted(chain)


@pytest.mark.parametrize("loop", [[], ["fadd s0, s1, s2"], ["mov x0, 3", "add x1, x0, 4"]])
def test_independent_iterations_have_no_chain(loop: list[str]) -> None:
    assert recurrence_of(loop, [2] * len(loop)) is None


def test_the_registers_of_the_chain_are_named() -> None:
    found = recurrence_of(["fadd s0, s0, s1", "fmul s3, s0, s2", "fadd s0, s3, s4"], [2, 3, 2])
    assert found is not None
    chain = dict(zip(found.chain, found.registers, strict=True))
    assert chain == {0: "v0", 1: "v3", 2: "v0"}
