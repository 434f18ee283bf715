"""Wrong formulas of blocks, put in on purpose: each fails what is counted by hand."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import pytest

from compiler_core.soc.networks import blocks
from tests.soc.mutants import Mutant, always, is_noticed
from tests.soc.vela.test_blocks import counted

pytestmark = pytest.mark.slow


def _tap_by_tap(layer: Any, machine: Any) -> int:
    return layer.taps * blocks.rounds(layer.channels_in, machine.rows * 4)


def _one_tap_a_round(layer: Any, machine: Any) -> int:
    return layer.taps if layer.kind == "depthwise" else _ROUNDS(layer, machine)


def _without_decoding(layer: Any, machine: Any, made: Any) -> float:
    free = replace(machine.figures, weight_cycles=replace(machine.figures.weight_cycles, value=0))
    return _COMPUTED(layer, replace(machine, figures=free), made)


def _without_scales(machine: Any, made: Any, path: Any) -> float:
    return prod(made) / machine.figures.outputs_per_cycle.value


def _without_seams(layer: Any, block: Any) -> tuple[int, int]:
    return block[0] * layer.stride, block[1] * layer.stride


def _without_stride(layer: Any, block: Any) -> tuple[int, int]:
    return _SEEN(replace(layer, stride=1), block)


def _read_once(layer: Any, machine: Any, block: Any, path: Any) -> float:
    whole = block[0], block[1], blocks._channels_of_group(layer)
    return _BYTES(layer, machine, whole, path)


def _without_others(layer: Any, machine: Any, block: Any, path: Any) -> float:
    return _BYTES(replace(layer, input_elements=0), machine, block, path)


def _without_scale_bytes(layer: Any, machine: Any) -> float:
    return layer.weight_elements * machine.element_bytes


def _slowest(schedule: Any, machine: Any) -> Any:
    return tuple(-one for one in _ORDER(schedule, machine))


def _one_side(needed: int, step: int, most: int) -> tuple[int, ...]:
    return (step,)


def _never_kept(layer: Any, machine: Any, block: Any, place: Any) -> tuple[str, ...]:
    return _SOURCES(layer, machine, block, place)[:1]


def _always_kept(layer: Any, machine: Any, block: Any, place: Any) -> tuple[str, ...]:
    return ("sram",)


def _at_once(layer: Any, machine: Any, block: Any, source: Any) -> float:
    path = machine.sram if source == "sram" else machine.dram
    found = _CYCLES(layer, machine, block, source)
    return found - machine.sram.latency_cycles - path.latency_cycles


_ROUNDS, _COMPUTED, _SEEN = blocks.product_rounds, blocks._computed, blocks._seen
_BYTES, _SOURCES, _CYCLES = blocks._input_bytes, blocks._sources, blocks._cycles
_ORDER = blocks.BlockSchedule.seconds_order
MUTANTS: dict[str, Mutant] = {
    "taps one at a time": (blocks, "product_rounds", _tap_by_tap),
    "depthwise taps one at a time": (blocks, "product_rounds", _one_tap_a_round),
    "weights decoded at once": (blocks, "_computed", _without_decoding),
    "scales at once": (blocks, "_written", _without_scales),
    "outputs leave at once": (blocks, "_written", always(0.0)),
    "no seams": (blocks, "_seen", _without_seams),
    "stride forgotten": (blocks, "_seen", _without_stride),
    "inputs read once": (blocks, "_input_bytes", _read_once),
    "residuals free": (blocks, "_input_bytes", _without_others),
    "bursts carry nothing beside": (blocks, "_burst_waste", always(1.0)),
    "no scales to read": (blocks, "weight_bytes", _without_scale_bytes),
    "buffers are single": (blocks, "_BUFFERS", 1),
    "sums of one byte": (blocks, "_SUM_BYTES", 1),
    "the slowest schedule": (blocks.BlockSchedule, "seconds_order", _slowest),
    "smallest blocks only": (blocks, "_sides", _one_side),
    "weights never kept": (blocks, "_sources", _never_kept),
    "weights always kept": (blocks, "_sources", _always_kept),
    "memories answer at once": (blocks, "_cycles", _at_once),
}  # fmt: skip


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_formula_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_noticed(MUTANTS[name], monkeypatch, lambda: all(counted())), name
