"""Rooflines: the ridge, the bound on each side of it, and what more bandwidth may do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.reading import soc_named
from compiler_core.soc.roofline import Point, place, roofline

AMOUNTS = st.floats(1.0, 1e15)


@settings(deadline=None, max_examples=60)
@given(AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS, st.floats(1.0, 100.0))
def test_a_point_is_under_both_ceilings(
    operations: float, moved: float, peak: float, bandwidth: float, faster: float
) -> None:
    point = Point("any", operations, moved)
    placed = place(point, peak, bandwidth)
    assert placed.attainable <= peak * 1.0001
    assert placed.attainable <= operations / moved * bandwidth * 1.0001
    assert placed.seconds >= operations / peak * 0.9999
    assert placed.seconds >= moved / bandwidth * 0.9999
    assert placed.headroom is not None
    assert placed.headroom >= 1
    assert place(point, peak, bandwidth * faster).seconds <= placed.seconds
    assert place(point, peak * faster, bandwidth).seconds <= placed.seconds


def test_the_ridge_parts_the_bounds() -> None:
    found = roofline(
        soc_named("generic"),
        [Point("left", 59e9, 1e9), Point("right", 61e9, 1e9), Point("copy", 0, 8e9)],
        "npu",
        "int8",
    )
    assert found.ridge == pytest.approx(2048 / 34.128)
    assert [one.bound for one in found.points] == ["memory", "compute", "memory"]
    left, right, copy = found.points
    assert left.attainable == pytest.approx(59 * 34.128e9)
    assert right.attainable == pytest.approx(2.048e12)
    assert left.headroom == pytest.approx(found.ridge / 59)
    assert copy.headroom is None
    assert copy.seconds == pytest.approx(8 / 34.128)
    assert {one.unit for one in found.compute_ceilings} == {"cpu", "gpu", "npu"}
    assert [one.memory for one in found.memory_ceilings] == ["sram", "dram"]


def test_what_cannot_be_placed_is_refused() -> None:
    with pytest.raises(InputError, match="positive"):
        place(Point("none", 0, 0), 1, 1)
    with pytest.raises(InputError, match="not known"):
        roofline(soc_named("tesla-fsd"), [], "npu", "fp32")
    with pytest.raises(UnknownName):
        roofline(soc_named("tesla-fsd"), [], "dsp", "int8")
