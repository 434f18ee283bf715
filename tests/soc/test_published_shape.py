"""Beside a small model stands a published one that fits and shows what decoding waits for."""

from __future__ import annotations

import pytest

from compiler_core.soc.decoding.published_shape import published_beside
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import load_socs, soc_named

CHIPS = [one for one in load_socs() if one.main_memory.capacity_bytes is not None]
EDGE = [chip for chip in CHIPS if not chip.yardstick]


@pytest.mark.parametrize("soc", EDGE, ids=lambda one: one.name)
@pytest.mark.parametrize("kind", ["f16", "q8_0", "q4_0", "q4_k_m"])
def test_on_every_edge_chip_it_waits_for_memory(soc: SocDescription, kind: str) -> None:
    found = published_beside(soc, kind, 128)
    assert found is not None
    assert found.memory.fits
    assert found.speed.bound == "memory"
    assert found.type == kind


def test_it_is_the_largest_that_fits() -> None:
    small, large = (published_beside(soc_named(name), "f16", 128) for name in ("a311d", "rk3588"))
    assert small is not None
    assert large is not None
    assert small.memory.weights < large.memory.weights


def test_a_type_that_no_model_can_have_gives_none() -> None:
    assert published_beside(soc_named("generic"), "q9_9", 128) is None
