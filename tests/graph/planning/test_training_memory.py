"""Training memory by hand on chains, and its order on the residual network's own plan."""

from __future__ import annotations

import pytest

from compiler_core.graph.planning.training_memory import TrainingMemory, training_memory
from compiler_core.graph.records import Buffer


def chain(count: int, size: int = 10) -> list[Buffer]:
    """An input and so many kernels, each reading what the one before wrote."""
    results = [Buffer(f"r{at}", size, at, min(at + 1, count - 1)) for at in range(count)]
    return [Buffer("input", size, 0, 0), *results]


def test_nine_kernels_keep_ten_results_or_three_and_a_segment() -> None:
    found = training_memory(chain(9), {"input"})
    # Input, what crosses the borders before kernels 3 and 6, and the last segment's three results;
    # two gradients at the last kernel, of what it reads and of what it writes.
    assert found == TrainingMemory(
        segment=3,
        kept=100,
        kept_with_checkpoints=60,
        with_gradients=120,
        with_checkpoints_and_gradients=80,
        computed_anew=6,
    )


def test_a_long_way_around_is_a_checkpoint_at_every_border() -> None:
    """A shortcut from the first kernel to the last is kept once, whatever borders it crosses."""
    plain = training_memory(chain(9), {"input"})
    around = [
        Buffer(one.name, one.bytes, one.first, 8) if one.name == "r0" else one for one in chain(9)
    ]
    found = training_memory(around, {"input"})
    assert found.kept == plain.kept
    assert found.kept_with_checkpoints == plain.kept_with_checkpoints + 10
    assert found.with_gradients > plain.with_gradients


def test_scratch_and_parts_of_wholes_count_nothing() -> None:
    extra = [Buffer("scratch of k", 1000, 2, 2), Buffer("part", 1000, 1, 2, inside="r2")]
    assert training_memory([*chain(4), *extra], {"input"}) == training_memory(chain(4), {"input"})


def test_an_input_has_no_gradient_and_is_always_kept() -> None:
    with_input = training_memory(chain(4), {"input"})
    as_result = training_memory(chain(4), ())
    assert with_input.kept == as_result.kept
    assert with_input.kept_with_checkpoints == as_result.kept_with_checkpoints + 10


@pytest.mark.parametrize("count", [1, 2, 3, 10, 50, 200])
def test_checkpoints_never_keep_more_and_grow_as_the_root(count: int) -> None:
    found = training_memory(chain(count), {"input"})
    assert found.kept_with_checkpoints <= found.kept == 10 * (count + 1)
    assert found.with_checkpoints_and_gradients <= found.with_gradients
    assert found.kept_with_checkpoints <= 10 * (2 * count**0.5 + 3)


def test_nothing_needs_nothing() -> None:
    assert training_memory((), ()).kept == 0
