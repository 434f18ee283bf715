"""Prefill, loops and programs at their modelled time: under their roof, with every second told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.kernels.registry import TACTICS
from compiler_core.host.counting.operations import OperationKind
from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.decode_fit import share_for, share_of_engine
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.editing import edited_soc
from compiler_core.soc.measurements import decode_measurements
from compiler_core.soc.prompts.fit import constants_of
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.rooflines.core_speed import CPU_ENGINE
from compiler_core.soc.rooflines.decode_curves import language_ceiling
from compiler_core.soc.rooflines.loop_points import LoopWork, PlacedLoop
from compiler_core.soc.rooflines.loop_time import loop_as_modelled, modelled_loop
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.prefill import with_language_times
from compiler_core.soc.rooflines.program_code import code_of_tactic
from compiler_core.soc.rooflines.program_times import ProgramKernel, with_program_times
from compiler_core.soc.rooflines.roofline import PlacedPoint, Point, Roofline, roofline
from tests.soc.test_decode import LLAMA
from tests.soc.test_modelled_points import NEARLY, is_under_its_roof

CHIPS = [one.name for one in load_socs()]
CPU_SHARE = share_of_engine(CPU_ENGINE, decode_measurements())
KINDS: dict[OperationKind, int] = {"fp16": 16, "fp32": 32, "fp64": 64, "integer": 32}


def prompt(soc: SocDescription, context: int, type_name: str) -> Roofline | None:
    """Under the roof of the model's own unit and precision; None where it has none."""
    header = header_of(LLAMA, type_name)
    ceiling = language_ceiling(soc, decode_work(header, context))
    if ceiling is None:
        return None
    bare = roofline(soc, phases(header, context), *ceiling)
    return with_language_times(soc, bare, header, context)


@pytest.mark.parametrize("chip", CHIPS)
@settings(deadline=None, max_examples=6)
@given(
    context=st.integers(1, 8192),
    type_name=st.sampled_from(("Q4_0", "Q8_0", "F16")),
    batch=st.sampled_from((1, 16)),
)
def test_a_prompt_is_under_its_roof_on_every_unit(
    chip: str, context: int, type_name: str, batch: int
) -> None:
    soc, header = soc_named(chip), header_of(LLAMA, type_name)
    for unit in soc.units:
        for precision in unit.precisions:
            bare = roofline(soc, phases(header, context, batch), unit.name, precision)
            found = with_language_times(soc, bare, header, context, batch)
            assert all(is_under_its_roof(found, point) for point in found.points)
            assert [phase.tokens for phase in found.phases] == [batch, context]
            assert all((one.seconds is None) == bool(found.unmodelled) for one in found.phases)


def test_a_prompt_of_one_token_takes_as_long_as_decoding_it() -> None:
    """The embedding is read as a whole, as its point has it, and attention is computed."""
    soc, header = soc_named("raspberry-pi-5"), header_of(LLAMA, "Q4_0")
    found = prompt(soc, 1, "Q4_0")
    assert found is not None
    decoded = 1 / (decode_speed(soc, decode_work(header, 1), share_for(soc)).tokens_per_second or 1)
    assert found.points[1].modelled is not None
    assert found.points[1].modelled.seconds == pytest.approx(decoded, rel=0.03)


def test_attention_takes_more_of_a_longer_prompt() -> None:
    soc = soc_named("apple-m1-max")
    parts = []
    for context in (128, 1024, 4096):
        found = prompt(soc, context, "F16")
        assert found is not None
        modelled = found.points[1].modelled
        assert modelled is not None
        attention = [loss.seconds for loss in modelled.losses if loss.cause == "attention"]
        # Scores and mix of 32 layers and 32 heads of 128, two operations a product.
        reached = constants_of(soc, "gpu", "F16").efficiency * 10.4e12
        exactly = 32 * 2 * 2 * 4096 * context**2 / reached
        assert attention == [pytest.approx(exactly, rel=1e-6)]
        parts.append(attention[0] / modelled.seconds)
    assert parts == sorted(parts)
    assert parts[-1] > 0.1


loops = st.builds(
    lambda kind, rounds, vectors, others, line_bytes: (kind, rounds, vectors, others, line_bytes),
    st.sampled_from(sorted(KINDS)),
    st.integers(1, 10**7),
    st.sampled_from((0, 16, 32, 64, 128)),
    st.integers(0, 20),
    st.integers(0, 10**9),
)


def loop_of(kind: OperationKind, rounds: int, width: int, others: int, line_bytes: int) -> LoopWork:
    """Rounds of one product with a sum on a register of this width, and other instructions."""
    lanes = max(1, width // KINDS[kind])
    vectors = ((width, rounds),) if width else ()
    return LoopWork(
        name="loop",
        kind=kind,
        operations=2.0 * lanes * rounds,
        bytes=8.0 * rounds + line_bytes,
        line_bytes=line_bytes,
        notes=(),
        instructions=rounds * (1 + others),
        vectors=vectors,
    )


def loop_is_told(placed: PlacedLoop, point: PlacedPoint) -> bool:
    modelled = point.modelled
    if modelled is None:
        return bool(placed.unmodelled)
    told = modelled.least_seconds + sum(loss.seconds for loss in modelled.losses)
    return (
        modelled.operations_per_second <= modelled.attainable * NEARLY
        and modelled.operations_per_second <= placed.peak * NEARLY
        and modelled.distance >= 1
        and abs(told - modelled.seconds) <= 1e-9 * modelled.seconds
    )


@pytest.mark.parametrize("chip", CHIPS)
@settings(deadline=None, max_examples=15)
@given(drawn=loops)
def test_a_loop_is_never_above_the_roof_of_one_core(
    chip: str, drawn: tuple[OperationKind, int, int, int, int]
) -> None:
    soc = soc_named(chip)
    if not any(unit.kind == "cpu" and "fp32" in unit.precisions for unit in soc.units):
        return
    if drawn[0] == "fp16":
        drawn = ("fp32", *drawn[1:])
    placed = modelled_loop(soc, loop_of(*drawn))
    assert loop_is_told(placed, placed.every_access)
    assert placed.missed is None or placed.missed.modelled == placed.every_access.modelled
    alone = loop_as_modelled(placed)
    assert alone.every_access.modelled is None or (
        alone.every_access.bytes == placed.work.line_bytes and alone.missed is None
    )


@pytest.mark.parametrize(
    ("work", "cause", "cycles"),
    [
        # Four instructions a cycle; two pipelines; 34.1 GB/s of which cores take a part.
        (loop_of("fp32", 1000, 128, 7, 0), "instructions", 2000),
        (loop_of("fp32", 1000, 32, 0, 0), "lanes", 500),
        (loop_of("fp32", 1000, 64, 0, 0), "lanes", 500),
        (loop_of("fp32", 1000, 128, 7, 10**6), "bandwidth", 2e9 * 1e6 / 34.128e9 / CPU_SHARE),
    ],
    ids=["instructions", "scalar", "half-a-register", "memory"],
)
def test_the_longest_of_three_is_the_time_of_a_loop(
    work: LoopWork, cause: str, cycles: float
) -> None:
    modelled = modelled_loop(soc_named("generic"), work).every_access.modelled
    assert modelled is not None
    assert modelled.losses[0].cause == cause
    assert modelled.seconds * 2e9 == pytest.approx(cycles, rel=2e-3)


def test_full_vectors_lie_on_the_roof_and_half_as_wide_a_machine_refuses_them() -> None:
    work = loop_of("fp32", 1000, 128, 0, 0)
    placed = modelled_loop(soc_named("generic"), work)
    assert placed.every_access.modelled is not None
    assert placed.every_access.modelled.distance == 1
    narrow = edited_soc(soc_named("generic"), {"cpu.simd_bits": 64})
    assert "vectors of 128 bits" in modelled_loop(narrow, work).unmodelled
    assert "do not read" in modelled_loop(soc_named("generic"), work, "sram").unmodelled
    soc = soc_named("generic")
    units = tuple(replace(unit, instructions_per_cycle=None) for unit in soc.units)
    assert "does not say" in modelled_loop(replace(soc, units=units), work).unmodelled


def program(operations: float, moved: float, tactic: str) -> ProgramKernel:
    code = code_of_tactic(tactic)
    assert code is not None
    return ProgramKernel(Point(tactic, operations, moved), code)


def program_on(
    soc: SocDescription, unit: str, precision: Precision, made: ProgramKernel
) -> Roofline:
    return with_program_times(soc, roofline(soc, [made.point], unit, precision), [made])


@pytest.mark.parametrize("chip", CHIPS)
@settings(deadline=None, max_examples=10)
@given(
    tactic=st.sampled_from([one.name for one in TACTICS]),
    operations=st.integers(1, 10**9),
    moved=st.integers(1, 10**8),
)
def test_a_program_is_under_its_roof_or_says_why_not(
    chip: str, tactic: str, operations: int, moved: int
) -> None:
    soc, made = soc_named(chip), program(operations, moved, tactic)
    for unit in soc.units:
        for precision in unit.precisions:
            found = program_on(soc, unit.name, precision, made)
            assert is_under_its_roof(found, found.points[0])
            assert unit.kind == "cpu" or "one core of a CPU" in found.unmodelled


@pytest.mark.parametrize(
    ("tactic", "gigaoperations"),
    [
        ("gemm-fma", 0.6 * 38.4), ("gemm-sdot", 0.6 * 153.6), ("gemm-smlal", 0.6 * 51.2),
        ("gemm-smmla", 0.6 * 153.6), ("winograd", 0.6 * 38.4 * 36 / 16),
    ],
)  # fmt: skip
def test_a_kernel_is_as_fast_as_its_instructions_on_one_core(
    tactic: str, gigaoperations: float
) -> None:
    """Of a Cortex-A76 at 2.4 GHz: 8 products of floats a cycle, 32 of bytes."""
    made = program(1e9, 1.0, tactic)
    found = program_on(soc_named("raspberry-pi-5"), "cpu", "int8", made).points[0].modelled
    assert found is not None
    assert found.operations_per_second / 1e9 == pytest.approx(gigaoperations)


def test_what_a_chip_has_no_instructions_for_has_no_time() -> None:
    soc = soc_named("rk3576")
    assert "no rate" in program_on(soc, "big", "fp32", program(9, 9, "gemm-sdot")).unmodelled
    assert not program_on(soc, "big", "fp32", program(9, 9, "gemm-smlal")).unmodelled
    pi = soc_named("raspberry-pi-5")
    floats = program_on(pi, "cpu", "int8", program(10**9, 1, "gemm-fma")).points[0].modelled
    assert floats is not None
    assert "one of 4 cores; FMLA makes 4 products" in floats.reason
    assert "above" in program_on(pi, "cpu", "fp32", program(9, 9, "gemm-sdot")).unmodelled


def test_cores_do_not_read_through_the_link_of_another_unit() -> None:
    coral = soc_named("coral-edge-tpu")
    with pytest.raises(InputError, match="do not read through"):
        modelled_loop(coral, loop_of("fp32", 1000, 128, 0, 0), "host")
    assert modelled_loop(coral, loop_of("fp32", 1000, 128, 0, 0)).memory == "dram"


def test_what_does_not_fit_has_no_speed_not_even_on_the_roof() -> None:
    """Whether it fits is said first, also on a roof that the decode model is not one of."""
    coral, header = soc_named("coral-edge-tpu"), header_of(LLAMA, "Q4_0")
    bare = roofline(coral, phases(header, 128), "npu", "int8")
    found = with_language_times(coral, bare, header, 128)
    assert "does not fit" in found.unmodelled
    for one in found.phases:
        assert (one.allowed_per_second, one.tokens_per_second, one.seconds) == (None, None, None)
