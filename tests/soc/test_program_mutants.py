"""Wrong times of prompts, loops and programs, put in on purpose: each fails a requirement."""

from __future__ import annotations

import builtins
from dataclasses import replace
from typing import Any

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.host.instruction import parse_instruction
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import compute_seconds
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines import (
    core_speed,
    loop_time,
    loop_vectors,
    phase_speed,
    prefill,
    program_code,
    program_times,
)
from compiler_core.soc.rooflines.loop_points import LoopWork
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.program_code import code_of_tactic
from compiler_core.soc.rooflines.program_times import ProgramKernel
from compiler_core.soc.rooflines.roofline import Point, roofline
from tests.soc.test_decode import LLAMA
from tests.soc.test_modelled_points import is_under_its_roof

TOKENS = 512


def prompts() -> list[bool]:
    """Of prefill beside decode."""
    soc, header = soc_named("raspberry-pi-5"), header_of(LLAMA, "Q4_0")
    bare = roofline(soc, phases(header, TOKENS), "cpu", "int8")
    found = prefill.with_language_times(soc, bare, header, TOKENS)
    modelled = found.points[1].modelled
    assert modelled is not None
    work = decode_work(header, 0)
    attention = 32 * 2 * 2 * 4096 * TOKENS**2 / 153.6e9 / 0.6
    unpacking = work.weights * 2 / 614.4e9
    exactly = (compute_seconds(soc.main_unit, work) - unpacking) * TOKENS / 0.6
    causes = {one.cause: one.seconds for one in modelled.losses}
    decoded, prompted = found.phases
    short = roofline(soc, phases(header, 2), "cpu", "int8")
    waiting = prefill.with_language_times(soc, short, header, 2).points[1].modelled
    return [
        is_under_its_roof(found, found.points[1]),
        causes["attention"] == pytest.approx(attention, rel=1e-6),
        # The part of 2 % is what is read and not computed with.
        modelled.seconds - attention == pytest.approx(exactly + unpacking, rel=0.02),
        causes["start"] == pytest.approx(0.001478, rel=0.01),
        prompted.seconds == pytest.approx(modelled.seconds / TOKENS),
        decoded.bytes > 100 * prompted.bytes,
        waiting is not None and waiting.losses[0].cause == "bandwidth",
        # What does not grow with the tokens: weights are unpacked once.
        2 * _work(TOKENS) - _work(2 * TOKENS) > unpacking,
    ]


def _work(tokens: int) -> float:
    """Seconds without attention and starts."""
    soc, header = soc_named("raspberry-pi-5"), header_of(LLAMA, "Q4_0")
    bare = roofline(soc, phases(header, tokens), "cpu", "int8")
    modelled = prefill.with_language_times(soc, bare, header, tokens).points[1].modelled
    assert modelled is not None
    beside = [one.seconds for one in modelled.losses if one.cause in ("attention", "start")]
    return modelled.seconds - sum(beside)


def loops() -> list[bool]:
    """Of a loop on one core."""
    texts = ("fmla v0.4s, v1.4s, v2.4s", "ldr q0, [x0]", "add x0, x0, 4", "fadd s0, s0, s1",
             "fmla z0.s, p0/m, z1.s, z2.s")  # fmt: skip
    widths = [loop_vectors.vector_bits(parse_instruction(one), 256) for one in texts]
    return [
        widths == [128, 0, 0, 32, 256],
        _cycles(LoopWork("x", "fp32", 1e3, 1e3, 0, (), 8000, ((32, 1000),))) == 2000,
        _cycles(LoopWork("x", "fp32", 1e3, 1e3, 0, (), 1000, ((32, 1000),))) == 500,
        _cycles(LoopWork("x", "fp32", 1e3, 1e6, 1000000, (), 100, ((32, 100),))) > 60000,
        bool(loop_time.modelled_loop(soc_named("generic"), LoopWork(
            "x", "fp32", 1e3, 1e3, 0, (), 10, ((256, 10),))).unmodelled),
    ]  # fmt: skip


def _cycles(work: LoopWork) -> float:
    modelled = loop_time.modelled_loop(soc_named("generic"), work).every_access.modelled
    assert modelled is not None
    return round(modelled.seconds * 2e9, 3)


def programs() -> list[bool]:
    """Of kernels that were compiled, in 10^9 operations a second."""
    speeds = {one: _speed(one) for one in ("gemm-fma", "gemm-sdot", "gemm-smlal", "winograd")}
    moving = ProgramKernel(Point("copy", 1.0, 1e9), program_code._NOTHING)
    pi = soc_named("raspberry-pi-5")
    copied = program_times.with_program_times(
        pi, roofline(pi, [moving.point], "cpu", "int8"), [moving]
    )
    found = copied.points[0].modelled
    return [
        speeds == pytest.approx({"gemm-fma": 23.04, "gemm-sdot": 92.16, "gemm-smlal": 30.72,
                                 "winograd": 51.84}),
        found is not None and found.distance == pytest.approx(1.75, abs=0.02),
        found is not None and found.bound == "dram",
    ]  # fmt: skip


def _speed(tactic: str) -> float:
    soc, code = soc_named("raspberry-pi-5"), code_of_tactic(tactic)
    assert code is not None
    made = ProgramKernel(Point(tactic, 1e9, 1.0), code)
    bare = roofline(soc, [made.point], "cpu", "int8")
    modelled = program_times.with_program_times(soc, bare, [made]).points[0].modelled
    assert modelled is not None
    return modelled.operations_per_second / 1e9


def requirements() -> list[bool]:
    """All of them."""
    return [*prompts(), *loops(), *programs()]


_CORE, _PROMPT, _LOOP = core_speed.core_speed, prefill.prompt_speed, loop_time.loop_time
_TIME, _PHASE = prefill.prompt_time, phase_speed.phase_speed


def _one_pipeline(*arguments: Any) -> Any:
    found = _CORE(*arguments)
    return found and replace(found, pipelines=1)


def _all_of_the_memory(*arguments: Any) -> Any:
    found = _CORE(*arguments)
    share = found.memory_share if found else 1
    return found and replace(
        found, memory_bytes_per_second=found.memory_bytes_per_second / share, memory_share=1
    )


def _prompt_with(**changes: Any) -> Any:
    return lambda soc, header: replace(_prompt(soc, header), **changes)


def _prompt(soc: SocDescription, header: ModelHeader) -> prefill.PromptSpeed:
    found = _PROMPT(soc, header)
    assert found is not None
    return found


MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "a core has one pipeline": (loop_time, "core_speed", _one_pipeline),
    "a loop has all of the bandwidth": (loop_time, "core_speed", _all_of_the_memory),
    "a program has all of the bandwidth": (program_times, "core_speed", _all_of_the_memory),
    "a core takes in eight instructions": (
        loop_time, "loop_time", lambda work, core, number: _LOOP(work, core, 2 * number),
    ),
    "the shortest of three": (loop_time, "max", min),
    "loads compute": (
        loop_vectors, "effects_of", lambda one: type("Nothing", (), {"memory": ""})(),
    ),
    "vectors of any length have 128 bits": (
        loop_vectors, "_bits", lambda register, bits: 128 if register.kind in "vzs" else 0,
    ),
    "arithmetic is always busy": (prefill, "prompt_speed", _prompt_with(efficiency=1.0)),
    "weights are never unpacked": (prefill, "prompt_speed", _prompt_with(unpacks=0)),
    "kernels start by themselves": (prefill, "prompt_speed", _prompt_with(launch_seconds=0.0)),
    "attention in bytes": (prefill, "prompt_speed", _prompt_with(float_peak=614.4e9)),
    "attention sees half": (
        prefill, "prompt_time",
        lambda speed, products, attention, *rest: _TIME(speed, products, attention / 2, *rest),
    ),
    "a prompt computes and reads in turn": (prefill, "max", lambda pair: sum(pair)),
    "a prompt of one token": (prefill, "phase_speed", lambda point, tokens: _PHASE(point, 1)),
    "SDOT makes four products": (
        program_code, "_INSTRUCTIONS",
        program_code._INSTRUCTIONS | {"sdot": replace(program_code._BYTES, products=4)},
    ),
    "SMLAL as fast as SDOT": (
        program_code, "_INSTRUCTIONS",
        program_code._INSTRUCTIONS | {"smlal": replace(program_code._WIDENING, products=16)},
    ),
    "Winograd as slow as the layer": (
        program_code, "_ALGORITHMS", {"winograd": program_code._FLOATS},
    ),
}  # fmt: skip


def test_the_real_times_meet_all_requirements() -> None:
    assert all(requirements())


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_time_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, attribute, wrong = MUTANTS[name]
    monkeypatch.setattr(place, attribute, wrong, raising=attribute not in vars(builtins))
    try:
        met = all(requirements())
    except (LookupError, ValueError, TypeError, ArithmeticError, LoweringLabError):
        met = False
    assert not met
