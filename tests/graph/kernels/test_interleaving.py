"""Planes of a picture, rounded to int8 and stored channel beside channel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.graph.kernels.harness import HarnessCase
from compiler_core.graph.kernels.interleaving import PlanesShape, interleaving_kernel
from compiler_core.graph.selection.cores import CORES
from tests.graph.kernels.programs import built, run_emulated, run_natively

pytestmark = pytest.mark.usefixtures("emulator")


def test_every_number_of_planes_is_rounded_half_to_even_and_saturated(tmp_path: Path) -> None:
    """39 places: two whole stores, and seven places one by one; halves and huge values among them.

    Two images, so that the second one's planes are found.
    """
    random = np.random.default_rng(2)
    cases, wanted = [], []
    for channels in (1, 2, 3, 4):
        planes = random.normal(0, 9, (2, channels, 39)).astype(np.float32)
        planes[0, :, :4] = (0.25, 0.75, -1e30, 1e30)
        exact = np.clip(np.rint(planes / np.float32(0.5)) - 3, -128, 127).astype(np.int8)
        wanted.append(exact.transpose(0, 2, 1).reshape(-1))
        shape = PlanesShape(2, channels, 39, 0.5, -3)
        kernel = interleaving_kernel(f"kernel_{channels}", shape)
        cases.append(HarnessCase(kernel, planes, (), planes.size, "int8"))
    for results in (run_emulated(tuple(cases)), run_natively(tuple(cases), tmp_path)):
        for result, exact in zip(results, wanted, strict=True):
            assert np.array_equal(result, exact)


def test_no_loop_is_left_for_places_that_whole_stores_took() -> None:
    """A picture of 48×48 is 144 stores and nothing else, one of 7 places none. The compiler sees
    at -O3 that a loop from 2304 to 2304 would run out of the plane."""
    cases = []
    for places in (7, 32, 2304):
        kernel = interleaving_kernel(f"kernel_{places}", PlanesShape(1, 3, places, 0.5, -3))
        planes = np.zeros((1, 3, places), np.float32)
        cases.append(HarnessCase(kernel, planes, (), planes.size, "int8"))
    built(tuple(cases), "-O3", CORES[-1])
