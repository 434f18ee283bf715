"""Plans against published figures, an independent checker, and each other."""

from __future__ import annotations

import itertools

import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.planning import PLANNERS, arena_picture, buffers_of, plan_memory
from compiler_core.graph.planning.blocks import blocks_of
from compiler_core.graph.planning.gaps import Gaps
from compiler_core.graph.records import Buffer, FusedGroup
from tests.graph.planning.checker import complaints
from tests.graph.planning.networks import chain, mobilenet_v1, mobilenet_v2, random_graph

QUICK = tuple(p.name for p in PLANNERS if p.name not in ("exact", "hill-climb"))


@pytest.mark.parametrize("alignment", [1, 16, 64])
@pytest.mark.parametrize(
    ("buffers", "published"),
    [(mobilenet_v1(), 1_204_224), (mobilenet_v2(), 1_505_280)],
    ids=["mobilenet-v1", "mobilenet-v2"],
)
def test_published_arenas(buffers: tuple[Buffer, ...], published: int, alignment: int) -> None:
    """The figures of ml_memory_analyser, and of arXiv 2001.03288 divided by four (int8)."""
    plan = plan_memory(buffers, "greedy-by-size", alignment)
    assert (plan.arena_bytes, plan.lower_bound) == (published, published)
    assert complaints(plan, alignment) == []


def test_published_memory_without_reuse() -> None:
    """19.248 and 26.313 MiB in float32 (arXiv 2001.03288, table 2, "naive"), to which our plans
    add the input."""
    for buffers, mebibytes in ((mobilenet_v1(), 19.248), (mobilenet_v2(), 26.313)):
        computed = plan_memory(buffers).without_reuse - buffers[0].bytes
        assert computed * 4 / 2**20 == pytest.approx(mebibytes, abs=5e-4)


@pytest.mark.parametrize("method", QUICK)
def test_five_hundred_random_graphs(method: str) -> None:
    sound_on_random_graphs(method, 500)


def test_fifty_random_graphs_by_search() -> None:
    sound_on_random_graphs("hill-climb", 50)
    for seed in range(50):
        greedy = plan_memory(random_graph(seed), "greedy-by-size").arena_bytes
        assert plan_memory(random_graph(seed), "hill-climb").arena_bytes <= greedy


@pytest.mark.slow
def test_five_hundred_random_graphs_by_search() -> None:
    sound_on_random_graphs("hill-climb", 500)


def sound_on_random_graphs(method: str, count: int) -> None:
    for seed in range(count):
        alignment = (1, 4, 16)[seed % 3]
        plan = plan_memory(random_graph(seed), method, alignment)
        assert complaints(plan, alignment) == [], seed
        assert plan.lower_bound <= plan.arena_bytes
        if method != "naive" and alignment == 1:
            assert plan.arena_bytes <= plan_memory(random_graph(seed), "naive", 1).arena_bytes


def _brute_force(buffers: tuple[Buffer, ...]) -> int:
    """The smallest arena over all orders, each buffer at the lowest byte where it fits."""
    best = sum(buffer.bytes for buffer in buffers)
    for order in itertools.permutations(buffers):
        taken: list[tuple[Buffer, int]] = []
        for buffer in order:
            near = [
                (other, at)
                for other, at in taken
                if not (other.last < buffer.first or buffer.last < other.first)
            ]
            offset = next(
                at
                for at in sorted({0, *(at + other.bytes for other, at in near)})
                if all(at + buffer.bytes <= o or o + other.bytes <= at for other, o in near)
            )
            taken.append((buffer, offset))
        best = min(best, max(at + buffer.bytes for buffer, at in taken))
    return best


# Found by search: greedy-by-size leaves a hole that no later tensor fits.
HOLE = tuple(
    Buffer(f"b{number}", size, first, last)
    for number, (size, first, last) in enumerate(((4, 0, 3), (3, 3, 6), (5, 3, 5), (6, 1, 1)))
)


def test_exact_is_the_best_of_all_orders() -> None:
    cases = [
        HOLE,
        *(buffers for seed in range(400) if len(buffers := _plain(random_graph(seed))) <= 6),
    ]
    assert len(cases) > 15
    for buffers in cases[:24]:
        plan = plan_memory(buffers, "exact", 1)
        assert complaints(plan) == []
        assert plan.arena_bytes == _brute_force(buffers)


def _plain(buffers: tuple[Buffer, ...]) -> tuple[Buffer, ...]:
    return tuple(Buffer(b.name, b.bytes, b.first, b.last) for b in buffers)


def test_exact_beats_greedy_where_greedy_leaves_a_hole() -> None:
    greedy = plan_memory(HOLE, "greedy-by-size", 1)
    best = plan_memory(HOLE, "exact", 1)
    assert (best.arena_bytes, greedy.arena_bytes) == (12, 13)
    assert complaints(best) == []


def test_methods_differ_where_time_decides() -> None:
    """By time, the small early tensor takes the bottom and the large late one cannot have it."""
    buffers = (Buffer("small", 10, 0, 2), Buffer("early", 50, 0, 1), Buffer("large", 60, 2, 3))
    greedy = plan_memory(buffers, "greedy-by-size", 1).arena_bytes
    by_time = plan_memory(buffers, "best-fit-by-time", 1).arena_bytes
    assert (greedy, by_time) == (70, 120)


def test_a_buffer_in_place_lies_where_its_input_lay() -> None:
    groups = (
        FusedGroup(
            name="conv", nodes=("conv",), anchor="conv", inputs=("x",), outputs=("a",), rule=""
        ),
        FusedGroup(name="relu", nodes=("relu",), anchor="", inputs=("a",), outputs=("b",), rule=""),
    )
    sizes = {"x": 10, "a": 100, "b": 100}
    apart = plan_memory(buffers_of(groups, sizes, ("x",), ("b",)), alignment=1)
    shared = plan_memory(buffers_of(groups, sizes, ("x",), ("b",), {"b": "a"}), alignment=1)
    assert (apart.arena_bytes, shared.arena_bytes) == (200, 110)
    assert complaints(shared) == []
    assert [memory.alive_bytes for memory in arena_picture(shared).kernels] == [110, 100]


def test_the_tightest_gap_is_taken() -> None:
    """Gaps of 20 and of 10 bytes lie below three blocks; eight bytes go into the second."""
    sizes = {"a": 10, "b": 10, "c": 10, "d": 8}
    blocks = blocks_of(tuple(Buffer(name, size, 0, 1) for name, size in sizes.items()))
    gaps = Gaps(blocks, 1)
    offsets = dict(zip(blocks[:3], (0, 30, 50), strict=True))
    assert gaps.tightest(blocks[3], offsets) == 40
    assert gaps.lowest(blocks[3], offsets) == 10


def test_memory_still_needed_cannot_be_taken_over() -> None:
    with pytest.raises(InputError, match="still needed then"):
        plan_memory((Buffer("a", 4, 0, 3), Buffer("b", 4, 1, 2, shares_with="a")))
    with pytest.raises(InputError, match="Two buffers"):
        plan_memory((Buffer("a", 4, 0, 1), Buffer("b", 4, 1, 2, "a"), Buffer("c", 4, 1, 2, "a")))


def test_a_kernel_cannot_read_what_comes_later() -> None:
    later = FusedGroup(name="k", nodes=(), anchor="", inputs=("y",), outputs=("z",), rule="")
    maker = FusedGroup(name="m", nodes=(), anchor="", inputs=("x",), outputs=("y",), rule="")
    with pytest.raises(InputError, match="reads y before"):
        buffers_of((later, maker), {"x": 1, "y": 1, "z": 1}, ("x",))


def test_hostile_requests_are_refused() -> None:
    with pytest.raises(UnknownName, match="greedy-by-size"):
        plan_memory((), "fastest")
    with pytest.raises(InputError, match="alignment of 0"):
        plan_memory((), alignment=0)
    with pytest.raises(InputError, match="12 tensors; this graph has 16"):
        plan_memory(chain([5] * 16), "exact")


def test_the_picture_adds_up() -> None:
    plan = plan_memory(mobilenet_v2())
    picture = arena_picture(plan)
    peak = picture.kernels[picture.peak_kernel]
    assert peak.alive_bytes == plan.lower_bound == 1_505_280
    assert [memory.kernel for memory in picture.kernels] == list(range(len(picture.kernels)))
    for memory in picture.kernels:
        assert memory.top == memory.alive_bytes + memory.gaps <= plan.arena_bytes


def test_scratch_lives_for_one_kernel_and_outputs_to_the_end() -> None:
    groups = (
        FusedGroup(name="k0", nodes=(), anchor="", inputs=("x",), outputs=("a", "early"), rule=""),
        FusedGroup(name="k1", nodes=(), anchor="", inputs=("a",), outputs=("b",), rule=""),
        FusedGroup(name="k2", nodes=(), anchor="", inputs=("b", "a"), outputs=("c",), rule=""),
    )
    sizes: dict[str, int] = dict.fromkeys(("x", "a", "early", "b", "c"), 8)
    buffers = buffers_of(groups, sizes, ("x",), ("early", "c"), scratch={"k1": 5, "k2": 0})
    lives = {buffer.name: (buffer.first, buffer.last) for buffer in buffers}
    assert lives == {
        "x": (0, 0), "a": (0, 2), "early": (0, 2), "b": (1, 2), "c": (2, 2),
        "scratch of k1": (1, 1),
    }  # fmt: skip
