"""What each stage of a language model says of a chip."""

from __future__ import annotations

import pytest

from app.soc.views.language_fusion import of_fusion
from app.soc.views.language_panel import (
    of_cache,
    of_engine,
    of_file,
    of_tokens,
    of_weights,
)
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import DecodeSpeed, decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.decode_grid import (
    MemoryParts,
    decode_grid,
    holding_memories,
    longest_context,
    memory_parts,
    speeds_by_type,
    with_types,
)
from compiler_core.soc.decoding.fusion_gain import FusionCount, fusion_gain
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.decode_curves import language_ceiling
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.prefill import with_language_times
from compiler_core.soc.rooflines.roofline import roofline

ORIN = soc_named("jetson-orin-nano")


def header(name: str, kind: str) -> ModelHeader:
    return header_of(known_language_model(name).configuration, kind)


def placed(soc: SocDescription, found: ModelHeader) -> tuple[MemoryParts, DecodeSpeed]:
    work = decode_work(found, 128)
    return memory_parts(soc, work), decode_speed(soc, work, share_for(soc))


def test_new_types_give_the_header_of_those_types() -> None:
    f16, q8 = header("llama-3.2-1b", "f16"), header("llama-3.2-1b", "q8_0")
    types = {tensor.name: tensor.type for tensor in q8.tensors}
    assert decode_work(with_types(f16, types), 64) == decode_work(q8, 64)
    assert with_types(f16, {}) == f16


def test_a_long_prompt_waits_for_arithmetic_and_one_token_for_memory() -> None:
    pi, found = soc_named("raspberry-pi-5"), header("llama-3.2-1b", "q8_0")
    ceiling = language_ceiling(pi, decode_work(found, 512))
    assert ceiling == ("cpu", "int8")
    said = {
        tokens: of_tokens(
            pi, placed(pi, found)[0], tokens, roofline(pi, phases(found, tokens), *ceiling)
        ).sentence
        for tokens in (1, 512)
    }
    assert "prefill waits for memory" in said[1]
    assert "prefill waits for arithmetic" in said[512]
    assert all("decode waits for memory" in one for one in said.values())
    large = header("llama-3.1-8b", "f16")
    roof = roofline(ORIN, phases(large, 8), "gpu", "int8")
    assert "does not fit" in of_tokens(ORIN, placed(ORIN, large)[0], 8, roof).sentence


@pytest.mark.parametrize("tokens", [1, 2, 8, 17, 64, 512])
def test_what_a_prompt_waits_for_is_told_at_the_peak_and_as_modelled(tokens: int) -> None:
    pi, found = soc_named("raspberry-pi-5"), header("llama-3.2-1b", "q8_0")
    bare = roofline(pi, phases(found, tokens), "cpu", "int8")
    timed = with_language_times(pi, bare, found, tokens)
    told = of_tokens(pi, placed(pi, found)[0], tokens, timed)
    assert told.table is not None
    at_peak, below = (row[index] for row in told.table.rows[:1] for index in (4, 6))
    modelled = timed.points[1].modelled
    assert modelled is not None
    assert (below == "arithmetic") == (modelled.bound == "compute")
    assert below in told.sentence
    assert at_peak in told.sentence
    assert ("at the speed that programs reach" in told.sentence) == (
        at_peak != below or told.table.rows[1][4] != told.table.rows[1][6]
    )


def test_weights_say_how_much_faster_or_that_only_now_it_fits() -> None:
    pi = soc_named("raspberry-pi-5")
    before, after = (placed(pi, header("llama-2-7b", kind)) for kind in ("q8_0", "q4_0"))
    times = (after[1].tokens_per_second or 0) / (before[1].tokens_per_second or 1)
    assert f"{times:.2g} times as fast" in of_weights(pi, before, after).sentence
    large, small = (placed(ORIN, header("llama-3.1-8b", kind)) for kind in ("f16", "q4_0"))
    assert "Only with the new weights it fits" in of_weights(ORIN, large, small).sentence
    assert "neither fits" in of_weights(ORIN, large, large).sentence


def test_the_cache_says_what_a_full_one_costs() -> None:
    found = header("llama-3.2-1b", "q4_0")
    cells = tuple(row[0] for row in decode_grid(ORIN, found, (128, 131072), (1,)))
    longest = longest_context(ORIN, found)
    said = of_cache(ORIN, 131072, longest, cells)
    first, last = (cell.speed.tokens_per_second or 0.0 for cell in cells)
    assert f"{longest:,} positions" in said.sentence
    assert f"{1 - last / first:.0%} slower" in said.sentence
    assert said.table is not None
    assert len(said.table.rows) == 2


def test_a_file_lists_every_type_that_goes() -> None:
    found = header("qwen2.5-0.5b", "f16")
    types = speeds_by_type(ORIN, found.configuration, ("f16", "q4_k_m", "q4_0"), 128)
    said = of_file(ORIN, placed(ORIN, found)[0], types)
    assert said.table is not None
    assert [row[0] for row in said.table.rows] == ["F16", "Q4_K_M", "Q4_0"]


def test_an_engine_has_one_limit_or_does_not_fit() -> None:
    said = of_engine(ORIN, *placed(ORIN, header("llama-3.2-1b", "q4_0")))
    assert said.table is not None
    assert sum("the limit" in cell for row in said.table.rows for cell in row) == 1
    assert "does not fit" in of_engine(ORIN, *placed(ORIN, header("llama-3.1-8b", "f16"))).sentence


def test_fusion_saves_bytes_launches_and_joules() -> None:
    gain = fusion_gain(ORIN, FusionCount("decode", 27, 4, 3000, 1000), 16)
    bandwidth = ORIN.main_memory.bytes_per_second or 0.0
    assert gain.saved_bytes == 32000
    assert gain.memory_seconds == pytest.approx(32000 / (bandwidth * share_for(ORIN)))
    # 23 kernels fewer in each of 16 layers, 20 µs each with CUDA.
    assert gain.launch_seconds == pytest.approx(23 * 16 * 20e-6)
    reference = fusion_gain(soc_named("generic"), gain.count, 16)
    energy = soc_named("generic").main_memory.energy_pj_per_byte
    assert energy is not None
    assert reference.joules == pytest.approx(32000 * energy.value * 1e-12)
    assert "decode step away from the main memory" in of_fusion(ORIN, (gain,)).sentence


def test_weights_that_fit_near_the_core_are_told() -> None:
    pi = soc_named("raspberry-pi-5")
    assert [memory.name for memory in holding_memories(pi, 2 * 1024**2)] == ["l2", "l3"]
    assert holding_memories(pi, 2 * 1024**2 + 1) == ()
