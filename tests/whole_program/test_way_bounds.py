"""Ways between blocks from counts of blocks: walks through random graphs."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.compilation import BasicBlock
from compiler_core.host.counting.edge_bounds import Bounds
from compiler_core.host.whole_program.way_bounds import way_bounds

NO_LEAVES: frozenset[int] = frozenset()


def blocks_of(successors: list[tuple[int, ...]]) -> tuple[BasicBlock, ...]:
    return tuple(BasicBlock(number, 0, 0, successor) for number, successor in enumerate(successors))


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[int, ...]]:
    """Up to eight blocks, each with up to two ways on; some have none."""
    size = draw(st.integers(1, 8))
    ways = st.lists(st.integers(0, size - 1), max_size=2, unique=True)
    return [tuple(draw(ways)) for _ in range(size)]


def walk(
    successors: list[tuple[int, ...]], seed: int
) -> tuple[Counter[int], Counter[tuple[int, int]]]:
    """Several calls of a function: each begins at block 0 and ends where nothing follows."""
    random = Random(seed)
    ran: Counter[int] = Counter()
    taken: Counter[tuple[int, int]] = Counter()
    for _ in range(random.randint(1, 5)):
        block = 0
        ran[block] += 1
        for _ in range(200):
            if not successors[block]:
                break
            following = random.choice(successors[block])
            taken[block, following] += 1
            ran[following] += 1
            block = following
    return ran, taken


@given(graphs(), st.integers(0, 1000))
def test_the_true_counts_lie_within_the_bounds(
    successors: list[tuple[int, ...]], seed: int
) -> None:
    ran, taken = walk(successors, seed)
    if sum(taken.values()) >= 200:
        # A walk that was cut off did not leave the function, so nothing need add up.
        return
    found = way_bounds(blocks_of(successors), ran, NO_LEAVES)
    for edge, bounds in found.items():
        assert bounds.least <= taken[edge] <= bounds.most, edge


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_a_loop_with_two_sides_is_told_exactly(above: int, below: int) -> None:
    """Head, two sides, latch, exit: what every profile experiment looks at."""
    successors = [(1,), (2, 3), (4,), (4,), (1, 5), ()]
    rounds = above + below
    if rounds == 0:
        return
    ran = {0: 1, 1: rounds, 2: above, 3: below, 4: rounds, 5: 1}
    found = way_bounds(blocks_of(successors), ran, NO_LEAVES)
    assert found[1, 2] == Bounds(above, above)
    assert found[1, 3] == Bounds(below, below)
    assert found[4, 1] == Bounds(rounds - 1, rounds - 1)
    assert found[4, 5] == Bounds(1, 1)


def test_where_counts_do_not_tell_the_bounds_are_open() -> None:
    """Two latches of one loop, each of which may have left it."""
    successors = [(1,), (2, 3), (1, 4), (1, 4), ()]
    found = way_bounds(blocks_of(successors), {0: 1, 1: 10, 2: 6, 3: 4, 4: 1}, NO_LEAVES)
    assert (found[2, 4], found[3, 4]) == (Bounds(0, 1), Bounds(0, 1))
    assert found[1, 2] == Bounds(6, 6)


def test_a_block_that_may_go_anywhere_bounds_nothing_of_others() -> None:
    successors = [(1, 2), (), (3,), ()]
    found = way_bounds(blocks_of(successors), {0: 5, 1: 9, 2: 3, 3: 3}, frozenset({1}))
    assert found[0, 1].most <= 5
    assert found[2, 3] == Bounds(3, 3)


def test_counts_that_contradict_each_other_do_not_hang() -> None:
    successors = [(1,), (2,), (1,)]
    found = way_bounds(blocks_of(successors), {0: 1, 1: 50, 2: 7}, NO_LEAVES)
    assert all(bounds.least <= bounds.most for bounds in found.values())
