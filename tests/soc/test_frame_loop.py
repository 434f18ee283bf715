"""The loop around a network, by hand, and its times on chips."""

from __future__ import annotations

from itertools import pairwise

import pytest

from compiler_core.soc.frame_loop import LANES, FrameLoop, LoopTimes, frame_loop, loop_times
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.named_layers import layers_of
from compiler_core.soc.reading import soc_named

TIMES = LoopTimes(capture=10, copy=1, run=4, answer=2)
SLOW = LoopTimes(capture=10, copy=1, run=25, answer=2)


def ends(loop: FrameLoop, lane: str) -> list[float]:
    return [span.end for span in loop.spans if span.lane == lane]


def test_one_buffer_loses_every_second_frame() -> None:
    loop = frame_loop(TIMES, 1, 4)
    assert loop.lost == (1, 3)
    assert ends(loop, "answer") == [17, 37]


def test_two_buffers_lose_none_where_the_rest_is_quick() -> None:
    loop = frame_loop(TIMES, 2, 4)
    assert loop.lost == ()
    assert ends(loop, "answer") == [17, 27, 37, 47]


def test_a_network_slower_than_the_camera_loses_frames_with_any_number_of_buffers() -> None:
    for buffers in (1, 2, 3):
        loop = frame_loop(SLOW, buffers, 40)
        assert loop.lost
        # A run begins when the copy before it is over, and a copy when the run before it is.
        runs = ends(loop, "run")
        assert min(later - sooner for sooner, later in pairwise(runs)) >= 26


@pytest.mark.parametrize("buffers", [1, 2, 3])
@pytest.mark.parametrize("times", [TIMES, SLOW], ids=["quick", "slow"])
def test_no_part_works_on_two_frames_and_no_buffer_holds_two(
    times: LoopTimes, buffers: int
) -> None:
    loop = frame_loop(times, buffers, 12)
    for lane in LANES:
        own = [one for one in loop.spans if one.lane == lane]
        assert all(one.end <= other.start for one, other in pairwise(own))
        assert len(own) == 12 - len(loop.lost)
    copied = dict(
        zip(
            (one.frame for one in loop.spans if one.lane == "copy"), ends(loop, "copy"), strict=True
        )
    )
    for span in loop.spans:
        if span.lane == "capture":
            held = [
                frame for frame, end in copied.items() if frame < span.frame and end > span.start
            ]
            assert len(held) < buffers


def test_the_run_takes_what_the_cost_model_says_and_bytes_what_memory_moves() -> None:
    soc = soc_named("generic")
    times = loop_times(soc, "resnet-50", 30)
    cost = network_cost(soc, layers_of("resnet-50"), "int8", constants_for(soc))
    assert times.run * 1e3 == pytest.approx(cost.latency_ms)
    assert times.capture == pytest.approx(1 / 30)
    speed = soc.main_memory.sustained_bytes_per_second
    assert speed
    assert times.copy == pytest.approx(20e-6 + 2 * 224 * 224 * 3 / speed)
    assert times.answer > 20e-6
