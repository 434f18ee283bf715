"""Tiling on described chips."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.tiling.chips import tiling_machine
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import TilingMachine
from compiler_core.soc.tiling.search import best_tiling


def test_the_generic_array_is_that_of_its_description() -> None:
    """32 × 32 at 1 GHz, 1 MiB, 34.128 bytes and 100 cycles to LPDDR4X."""
    assert tiling_machine("generic") == TilingMachine("generic", 32, 32, 64, 1 << 20, 2, 34, 100)


def test_a_layer_of_few_columns_leaves_most_of_the_array_idle() -> None:
    """7 columns of pixels take 7 of the array's 32 rows."""
    machine = tiling_machine("generic")
    wide = best_tiling(Convolution("56 × 56, 64 to 64", 56, 56, 64, 64, 3, 3), machine).best
    late = best_tiling(Convolution("7 × 7, 512 to 2048", 7, 7, 2048, 512), machine).best
    assert 0.8 < wide.utilisation < 56 / 64
    assert 0.2 < late.utilisation < 7 / 32


def test_a_chip_without_a_known_array_is_refused() -> None:
    with pytest.raises(InputError, match="array of Raspberry Pi 5 is not known"):
        tiling_machine("raspberry-pi-5")
    with pytest.raises(UnknownName):
        tiling_machine("nothing")
