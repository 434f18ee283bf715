"""Wrong times of prompts, loops and programs, put in on purpose: each fails a requirement."""

from __future__ import annotations

import builtins
from dataclasses import replace
from typing import Any

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.host.instruction import parse_instruction
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines import (
    core_speed,
    loop_time,
    loop_vectors,
    program_code,
    program_times,
)
from compiler_core.soc.rooflines.loop_points import LoopWork
from compiler_core.soc.rooflines.program_code import code_of_tactic
from compiler_core.soc.rooflines.program_times import ProgramKernel
from compiler_core.soc.rooflines.roofline import Point, roofline


def loops() -> list[bool]:
    """Of a loop on one core."""
    texts = (
        "fmla v0.4s, v1.4s, v2.4s",
        "ldr q0, [x0]",
        "add x0, x0, 4",
        "fadd s0, s0, s1",
        "fmla z0.s, p0/m, z1.s, z2.s",
    )
    widths = [loop_vectors.vector_bits(parse_instruction(text), 256) for text in texts]
    busy = _work(instructions=8000, vectors=((32, 1000),))
    waiting = replace(_work(instructions=100, vectors=((32, 100),)), bytes=1e6, line_bytes=1000000)
    wide = _work(instructions=10, vectors=((256, 10),))
    return [
        widths == [128, 0, 0, 32, 256],
        _cycles(busy) == 2000,
        _cycles(_work(instructions=1000, vectors=((32, 1000),))) == 500,
        _cycles(waiting) > 60000,
        bool(loop_time.modelled_loop(soc_named("generic"), wide).unmodelled),
    ]


def _work(instructions: int, vectors: tuple[tuple[int, int], ...]) -> LoopWork:
    """Of a thousand operations on a thousand bytes."""
    return LoopWork(
        name="x",
        kind="fp32",
        operations=1e3,
        bytes=1e3,
        line_bytes=0,
        notes=(),
        instructions=instructions,
        vectors=vectors,
    )


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
    return [*loops(), *programs()]


_CORE, _LOOP = core_speed.core_speed, loop_time.loop_time


def _one_pipeline(*arguments: Any) -> Any:
    found = _CORE(*arguments)
    return found and replace(found, pipelines=1)


def _all_of_the_memory(*arguments: Any) -> Any:
    found = _CORE(*arguments)
    share = found.memory_share if found else 1
    return found and replace(
        found, memory_bytes_per_second=found.memory_bytes_per_second / share, memory_share=1
    )


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
