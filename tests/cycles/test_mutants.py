"""Mistakes made on purpose: each has to fail at least one requirement that the real code meets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from compiler_core.host.cycles import answers, loop_code, recurrence
from compiler_core.host.cycles import machine_code_analyzer as analyzer
from compiler_core.host.cycles.scheduling_models import LLVM_MODELS
from compiler_core.host.rounds import advances, constants, elements
from compiler_core.toolchain import analysers
from tests.cycles.asking import answer, cycles

pytestmark = pytest.mark.usefixtures("emulator")

SVE = "-O3 -march=armv8-a+sve"


def figures() -> list[bool]:
    """What has to hold of a few loops; all true for the real code."""
    axpy = answer(cycles("axpy_restrict.c", "gcc-12", "-O3"))
    sve = answer(cycles("axpy_restrict.c", "gcc-12", SVE, "neoverse-v1"))
    foreign = answer(cycles("axpy_restrict.c", "gcc-12", SVE, "neoverse-n1"))
    other = answer(cycles("axpy_restrict.c", "gcc-12", "-O3", "cortex-a76"))
    call = answer(cycles("call_in_loop.c", "gcc-12", "-O2"))
    structs = answer(cycles("array_of_structs.c", "clang-19", "-O2"))
    counted = answer(cycles("axpy_restrict.c", "gcc-12", "-O3 -mcpu=a64fx", "a64fx"))
    used = {use.name: use.pressure for use in axpy.resources}
    return [
        axpy.cycles_per_iteration == 2.14,
        axpy.cycles_per_element == pytest.approx(0.535),
        used.get("N1UnitL.0") == 2 and used.get("N1UnitD.0") == 0,
        axpy.dependency_bound == 1,
        [entry.instruction for entry in axpy.timeline[:8]] == [0, 1, 2, 3, 4, 5, 6, 0],
        (sve.elements_per_iteration, sve.vector_bits, sve.unknown) == (8, 256, ()),
        len(foreign.unknown) == 5 and foreign.is_lower_bound,
        [cost.known for cost in foreign.instructions][:2] == [False, False],
        other.cpu_used == "cortex-a57",
        not any(cost.text.startswith("bl") and "." not in cost.text for cost in call.instructions),
        structs.elements_per_iteration == 2,
        axpy.cpu_used == "neoverse-n1",
        counted.elements_per_iteration == 16,
    ]


def test_the_real_code_meets_all() -> None:
    assert all(figures())


def _always(value: Any) -> Callable[..., Any]:
    return lambda *_arguments, **_named: value


def _wrong_unit_names(names: list[str]) -> list[str]:
    return [name.rstrip("\0\1\2\3") for name in names]


def _forgetful_timeline(region: dict[str, Any], known: list[int]) -> tuple[Any, ...]:
    return tuple(replace(entry, instruction=0) for entry in _TIMELINE(region, known))


def _inverted(here: Any, there: Any) -> Any:
    return _FACTOR(there, here)


def _in_bits(instruction: Any, vector_bytes: int) -> Any:
    return _WRITTEN_OUT(instruction, vector_bytes * 8)


def _latency_of_memory(instruction: Any, register: str, latency: float) -> float:
    return latency + 3


_TIMELINE = analyzer._timeline
_FACTOR = elements.factor_between
_WRITTEN_OUT = constants.written_out

MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "simulates half the iterations it divides by": (analyzer, "_FIGURES", (
        "--json", "-timeline", "-timeline-max-cycles=0", "-iterations=50",
    )),
    "merges the units of one kind": (analyzer, "_unit_names", _wrong_unit_names),
    "loses track of the instruction in the timeline": (analyzer, "_timeline", _forgetful_timeline),
    "takes every instruction for known": (analyzer, "_unknown", _always(())),
    "never switches extensions on": (analyzer, "_ALL_EXTENSIONS", "-mattr=+neon"),
    "names the first model it knows": (analyzer, "llvm_model", _always(LLVM_MODELS[2])),
    "names no model": (analyzer, "llvm_model", _always(None)),
    "divides the other way round": (elements, "factor_between", _inverted),
    "counts vectors in bits": (advances, "written_out", _in_bits),
    "forgets constants in registers": (constants.Entry, "constant", _always(None)),
    "cannot multiply": (advances, "_PRODUCTS", ()),
    "charges addresses the latency of memory": (recurrence, "_cycles_to", _latency_of_memory),
    "finds no chain": (answers, "recurrence_of", _always(None)),
    "keeps calls": (loop_code, "_is_call", _always(False)),
    "overlooks SVE": (loop_code, "_uses_sve", _always(False)),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MUTANTS)
def test_a_mistake_fails_a_requirement(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, wrong = MUTANTS[mistake]
    monkeypatch.setattr(place, name, wrong)
    analysers._runs.clear()
    try:
        met = all(figures())
    except (KeyError, IndexError, AssertionError, TypeError, ZeroDivisionError):
        met = False
    assert not met
