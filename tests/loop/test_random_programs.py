"""Every pass leaves what a program computes as it was: random programs, before and after."""

from __future__ import annotations

from collections import Counter
from functools import cache

from hypothesis import HealthCheck, given, settings, strategies

from compiler_core.loop.ir.values import Module
from compiler_core.loop.passes.registry import PASSES, USUAL_PASSES
from compiler_core.loop.verifier import problems_of
from tests.loop.programs import SeededChoices, program, programs
from tests.loop.running import INEXACT, Case, case_of
from tests.loop.text_form import function_text, parse_module

PROGRAMS = 240
# How many of the programs each pass must change for the test to mean something.
LEAST_CHANGED = 25
_BY_NAME = {one.name: one for one in PASSES}
EXACT = tuple(one.name for one in PASSES if one.name != INEXACT)
USUAL = tuple(name for name in EXACT if name in USUAL_PASSES)


def module_text(module: Module) -> str:
    """All functions, with an empty line between two."""
    return "\n\n".join(function_text(function) for function in module.functions.values())


@cache
def prepared(seed: int) -> Case:
    """A random program as it is read, and what it computes; copied before it is rewritten."""
    return case_of(program(SeededChoices(seed)), "f")


def test_each_pass_keeps_what_random_programs_compute() -> None:
    """Each pass in its usual place, 240 programs, checked after every single pass.

    The reassociating one may end totals of floats in other bits: it must keep the representation's
    rules.
    """
    reassociated = 0
    ran: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    compared = 0
    for seed in range(PROGRAMS):
        case = prepared(seed).copy()
        compared += sum(not one.run.trap for one in case.expected)
        for name in USUAL_PASSES:
            if name == "vectorisation":
                other = case.copy()
                reassociated += other.run(_BY_NAME[INEXACT]).changed
                assert problems_of(other.function) == []
            result = case.run(_BY_NAME[name])
            ran[name] += 1
            changed[name] += result.changed
            problem = case.problem() if result.changed else ""
            assert not problem, f"seed {seed}, {name}: {problem}\n{case.text}"
    assert compared > 4 * PROGRAMS
    assert reassociated >= LEAST_CHANGED
    assert {name for name in USUAL if ran[name] < 200} == set()
    assert {name: changed[name] for name in USUAL if changed[name] < LEAST_CHANGED} == {}


def test_rotation_keeps_what_random_programs_compute() -> None:
    """Outside the usual order: unrolling and vectorisation want the test on top."""
    changed = 0
    for seed in range(PROGRAMS):
        case = prepared(seed).copy()
        case.run(_BY_NAME["promotion"])
        changed += case.run(_BY_NAME["loop-rotation"]).changed
        assert not case.problem(), f"seed {seed}: {case.problem()}\n{case.text}"
        for name in ("loop-invariant-code-motion", "common-subexpressions", "strength-reduction"):
            case.run(_BY_NAME[name])
        assert not case.problem(), f"seed {seed}, hoisted: {case.problem()}\n{case.text}"
    assert changed >= PROGRAMS // 2


@settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(programs(), strategies.permutations(EXACT[1:]))
def test_passes_in_any_order_keep_what_programs_compute(text: str, order: list[str]) -> None:
    case = case_of(text, "f", seeds=4)
    case.run(_BY_NAME["promotion"])
    for name in order[:6]:
        result = case.run(_BY_NAME[name])
        problem = case.problem() if result.changed else ""
        assert not problem, f"{name} in {order}: {problem}"


def test_the_text_form_of_random_programs_reads_back() -> None:
    for seed in range(0, PROGRAMS, 3):
        case = prepared(seed).copy()
        for name in ("", *USUAL_PASSES):
            if name:
                case.run(_BY_NAME[name])
            text = module_text(case.module)
            assert module_text(parse_module(text)) == text
