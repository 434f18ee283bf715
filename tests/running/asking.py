"""Run functions of short sources: what the tests of this folder share."""

from __future__ import annotations

from functools import cache

from compiler_core.errors import InputError
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.running.outputs import Outputs
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.session import outputs_of, run_driven
from compiler_core.source import SourceFile

STRICT = "-ffp-contract=off"


def c_source(text: str) -> SourceFile:
    """A C source."""
    return SourceFile("loop.c", text)


def cpp_source(text: str) -> SourceFile:
    """A C++ source."""
    return SourceFile("loop.cpp", text)


def run(
    source: SourceFile,
    compiler: str = "gcc",
    flags: str = "-O2",
    experiment: Experiment | None = None,
) -> tuple[Plan, Outputs]:
    """Run without counting. Raises InputError when there are no results."""
    driven, _, plan = prepare((source,), compiler, flags, experiment or Experiment())
    if driven.program is None:
        raise InputError(driven.message)
    return plan, outputs_of(driven, run_driven(driven, plan.arguments))


@cache
def inputs_of(parameters: str, name: str, n: int, kind: str) -> tuple[float | int, ...]:
    """What an array parameter of this type and name holds before the call: a function that touches
    nothing writes it out."""
    text = f"void f({kind} *{name}{parameters}) {{ for (int i = 0; i < n; i++) (void){name}[i]; }}"
    _, outputs = run(c_source(text), experiment=experiment_of(n=n))
    array = outputs.array(name)
    assert array is not None
    return array.values()


def scalar_of(plan: Plan, name: str) -> float:
    """A parameter's value in a plan."""
    return float(plan.values[name])
