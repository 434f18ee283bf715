"""The roof of scalar code: lower by the numbers that a register holds, and only where it binds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.host.counting.operations import OperationKind
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.loop_points import LoopWork, placed_loop
from compiler_core.soc.rooflines.one_lane import OneLane, one_lane

GENERIC = soc_named("generic")


def work(operations: float, kind: OperationKind = "fp32") -> LoopWork:
    return LoopWork(
        name="loop", kind=kind, operations=operations, bytes=12.0, line_bytes=12.0, notes=()
    )


def scalar(operations: float, kind: OperationKind = "fp32") -> OneLane:
    found = one_lane(GENERIC, placed_loop(GENERIC, work(operations, kind)))
    assert found is not None
    return found


@pytest.mark.parametrize(("kind", "lanes"), [("fp32", 4), ("fp64", 2), ("integer", 4)])
def test_a_number_at_a_time_takes_as_many_times_as_a_register_holds_numbers(
    kind: OperationKind, lanes: int
) -> None:
    placed = placed_loop(GENERIC, work(1e6, kind))
    one = scalar(1e6, kind)
    assert one.peak == pytest.approx(placed.peak / lanes)
    assert one.every_access.attainable == pytest.approx(placed.every_access.attainable / lanes)


def test_vectors_give_nothing_to_a_loop_that_waits_for_memory_either_way() -> None:
    placed, one = placed_loop(GENERIC, work(2.0)), scalar(2.0)
    assert placed.every_access.bound == one.every_access.bound == "memory"
    assert one.every_access.attainable == placed.every_access.attainable


def test_between_the_two_ridges_scalar_code_waits_for_arithmetic_and_vectors_for_memory() -> None:
    ridge = placed_loop(GENERIC, work(2.0)).ridge
    between = 12.0 * ridge / 2
    assert placed_loop(GENERIC, work(between)).every_access.bound == "memory"
    assert scalar(between).every_access.bound == "compute"


def test_without_a_length_of_vectors_nothing_is_said() -> None:
    units = tuple(replace(unit, simd_bits=None) for unit in GENERIC.units)
    bare = replace(GENERIC, units=units)
    assert one_lane(bare, placed_loop(bare, work(2.0))) is None
