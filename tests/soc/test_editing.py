"""Edited figures: what follows from them, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.soc.editing import edited_soc
from compiler_core.soc.reading import soc_named


@given(side=st.integers(1, 512))
@settings(deadline=None, max_examples=40)
def test_a_side_changes_the_array_and_what_it_multiplies(side: int) -> None:
    generic = soc_named("generic")
    npu = edited_soc(generic, {"npu.array_side": float(side)}).unit("npu")
    assert npu.array_rows
    assert npu.array_rows.value == side
    assert npu.array_columns
    assert npu.array_columns.value == side
    assert npu.rates[0].macs_per_cycle.value == side * side
    assert npu.clock_ghz == generic.unit("npu").clock_ghz


def test_a_side_keeps_how_fast_a_cell_is() -> None:
    """96 by 96 cells, one multiply-accumulate each in a cycle; half the side is a quarter."""
    fsd = soc_named("tesla-fsd")
    unit = next(one for one in fsd.units if one.array_rows)
    before = unit.operations_per_second("int8") or 0.0
    halved = edited_soc(fsd, {f"{unit.name}.array_side": 48.0}).unit(unit.name)
    assert halved.operations_per_second("int8") == pytest.approx(before / 4)


@pytest.mark.parametrize("key", ["npu.array_side", "npu.array_rows", "cpu.array_side"])
def test_no_array_is_smaller_than_a_cell_or_where_none_is(key: str) -> None:
    with pytest.raises(InputError):
        edited_soc(soc_named("generic"), {key: 0.5})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("npu.cores", 0.5),
        ("dram.transfer_rate_mtps", 1e-300),
        ("npu.clock_ghz", 2e6),
        ("npu.clock_ghz", 5e-7),
        ("dram.capacity_bytes", 1e17),
    ],
)
def test_no_figure_is_so_far_off_that_nothing_can_be_derived(key: str, value: float) -> None:
    with pytest.raises(InputError):
        edited_soc(soc_named("generic"), {key: value})


def test_more_cores_of_a_unit_known_by_its_peak_leave_each_as_fast() -> None:
    own = soc_named("rk3576")
    more = edited_soc(own, {"npu.cores": 4.0})
    for cores in (1, None):
        before, after = (
            one.unit("npu").operations_per_second("int8", cores) for one in (own, more)
        )
        assert before is not None
        assert after == before * (1 if cores else 2)
    given = edited_soc(own, {"npu.cores": 4.0, "npu.peak_tera_operations_per_second.int8": 5.0})
    assert given.unit("npu").operations_per_second("int8") == 5e12
