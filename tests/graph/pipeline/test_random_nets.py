"""Random networks reach the end of stage 6 or a refusal in words; never an exception."""

from __future__ import annotations

import pytest

from tests.graph.pipeline.random_nets import outcomes


@pytest.mark.parametrize("count", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_no_network_raises_an_exception(count: int) -> None:
    found = list(outcomes(count, first=0 if count == 10 else 10))
    assert not [one for one in found if one.failed]
    assert sum(not one.refused for one in found) >= 0.9 * count
