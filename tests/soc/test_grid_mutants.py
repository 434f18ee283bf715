"""Wrong formulas of memory, contexts, ridges and fusion, put in on purpose: each is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from compiler_core.soc import chip_figures, trust
from compiler_core.soc.decoding import decode_grid, fusion_gain
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import ComputeUnit, SocDescription
from compiler_core.soc.reading import soc_named

SOC, NPU = soc_named("generic"), soc_named("generic").unit("npu")
HEADER = header_of(known_language_model("llama-3.2-1b").configuration, "q4_0")
MIXTURE = header_of(known_language_model("mixtral-8x7b").configuration, "q4_0")
COUNT = fusion_gain.FusionCount("decode", 27, 4, 3000, 1000)


def requirements() -> list[bool]:
    """What the real formulas meet, each worked out by hand."""
    one, two = (decode_work(HEADER, 1000, batch) for batch in (1, 2))
    parts = decode_grid.memory_parts(SOC, two)
    longest = decode_grid.longest_context(SOC, HEADER)
    # 2 · 16 layers · 8 heads · 64 values · 2 bytes of a position.
    room = 8 * 1024**3 - HEADER.file_bytes - 512 * 1024**2
    gain = fusion_gain.fusion_gain(SOC, COUNT, 16)
    aside = replace(SOC, units=(replace(NPU, memory="sram"),))
    (beside,) = chip_figures.ridges(aside)
    rows = trust.trust_rows("decode")
    found = trust.error_summary([replace(rows[0], measured=2.0, judged=one) for one in (1.0, 3.0)])
    return [
        parts.caches == 2 * decode_grid.memory_parts(SOC, one).caches == 2 * 1000 * 32768,
        parts.needed == parts.weights + parts.caches + 512 * 1024**2,
        longest == room // 32768,
        decode_grid.cache_meets_weights(HEADER) == -(-one.read_bytes // 32768),
        decode_grid.touched_experts(decode_work(MIXTURE, 9, 2)) == pytest.approx(1 - 0.75**2),
        gain.saved_bytes == 2000 * 16,
        gain.launch_seconds == pytest.approx(23 * 16 * 5e-6),
        beside.operations_a_byte == pytest.approx(2.048e12 / 64e9),
        chip_figures.seconds_to_read(SOC.main_memory) == pytest.approx(8 * 1024**3 / 34.128e9),
        found is not None and (found.mean, found.median) == (0.5, 0.5),
    ]


def _bare(soc: SocDescription, work: Any) -> decode_grid.MemoryParts:
    return decode_grid.MemoryParts(work.resident_bytes, work.cache_bytes, 512 * 1024**2, 8 * 2**30)


def _main_memory(soc: SocDescription, _: ComputeUnit) -> Any:
    return soc.main_memory


def _one_layer(real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda soc, count, _: real(soc, count, 1)


def _with_cache(work: Any, _: Any, context: int) -> Any:
    return replace(work, cache_bytes=context * 16384)


MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "one cache for all sequences": (decode_grid, "memory_parts", _bare),
    "the system needs nothing": (decode_grid, "SYSTEM_BYTES", 0),
    "keys without values": (decode_grid, "_with_cache", _with_cache),
    "all experts are touched": (decode_grid, "touched_experts", lambda _: 1.0),
    "one layer for all": (
        fusion_gain, "fusion_gain", _one_layer(fusion_gain.fusion_gain),
    ),
    "every unit reaches main memory": (SocDescription, "memory_of", _main_memory),
    "a ridge upside down": (
        chip_figures.Ridge, "operations_a_byte",
        property(lambda one: one.bytes_per_second / one.operations_per_second),
    ),
    "errors cancel": (
        trust, "fmean", lambda _: 0.0,
    ),
    "a whole memory takes no time": (chip_figures, "seconds_to_read", lambda _: 0.0),
}  # fmt: skip


def test_the_real_formulas_meet_all() -> None:
    assert all(requirements())


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_formula_of_the_grid_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, attribute, wrong = MUTANTS[name]
    assert hasattr(where, attribute)
    monkeypatch.setattr(where, attribute, wrong)
    assert not all(requirements()), f"nothing notices: {name}"
