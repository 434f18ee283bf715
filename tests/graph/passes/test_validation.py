"""A pass is measured by what an output amounts to over all inputs, not by one that is almost 0."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.graph.validation import Reference, compare


def outputs(*numbers: float) -> tuple[list[np.ndarray], ...]:
    """One output of one number for each set of inputs."""
    return tuple([np.array([number], np.float32)] for number in numbers)


TAIL = Reference(({}, {}), outputs(7.6e-6, 0.32))


def test_the_tail_of_a_sigmoid_may_move_by_its_rounding_step() -> None:
    assert compare(TAIL, outputs(7.6e-6 + 1.2e-7, 0.32)).equal


@pytest.mark.parametrize(
    "found", [(1e-4, 0.32), (7.6e-6, 0.3201), (np.nan, 0.32), (7.6e-6, np.inf)]
)
def test_what_is_wrong_beside_the_largest_is_noticed(found: tuple[float, float]) -> None:
    assert not compare(TAIL, outputs(*found)).equal


def test_an_output_of_zeros_has_no_scale_to_hide_behind() -> None:
    assert not compare(Reference(({},), outputs(0.0)), outputs(1e-3)).equal
