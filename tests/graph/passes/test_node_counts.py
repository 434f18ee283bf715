"""Ours leaves no more nodes than the best of four other tools, and computes the same."""

from __future__ import annotations

from functools import cache

import pytest

from tests.graph.passes.node_counts import Count, count_nodes, networks

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

# VGG-19 has 575 MB of weights, which five tools would each write and read.
LARGE = ("vgg19",)


@cache
def counts() -> tuple[Count, ...]:
    return tuple(count_nodes([network for network in networks() if network not in LARGE]))


@pytest.mark.slow
def test_no_more_nodes_than_the_best_of_the_others() -> None:
    good = [count.network for count in counts() if count.is_as_good]
    assert len(counts()) == 11
    assert len(good) >= 10, [(one.network, one.ours, one.others) for one in counts()]


@pytest.mark.slow
def test_every_tool_answers_for_most_networks() -> None:
    answers = [count for one in counts() for count in one.others.values()]
    assert sum(count is not None for count in answers) >= 0.9 * len(answers)


@pytest.mark.slow
def test_the_outputs_are_those_of_the_network() -> None:
    assert max(count.validation.largest for count in counts()) <= 1e-5
