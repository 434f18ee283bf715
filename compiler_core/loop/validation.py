"""Translation validation: the interpreter runs the program before and after, on many inputs.

The rule is refinement. Where the source runs to its end, the rewritten program gives the same
result and the same memory. Where the source traps (a division by zero, an access out of bounds),
it has no result, and any behaviour is accepted. A trap may disappear, it must never appear.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.interpreter.inputs import seeded_input
from compiler_core.loop.interpreter.machine import Input, Interpreter, Run
from compiler_core.loop.ir.values import Module, Number

SEEDS = 12
VALIDATION_OPERATIONS = 30_000
# A rewritten program may need more operations where it runs few rounds, but not without end.
_ALLOWANCE = 4


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the source does on one input."""

    seed: int
    given: Input
    run: Run


@dataclass(frozen=True, slots=True)
class Validation:
    """inputs: how many were compared; trapped: how many more have no result in the source;
    difference: the first one found, in words, or empty."""

    inputs: int
    trapped: int
    difference: str

    @property
    def sentence(self) -> str:
        """What was checked, for readers."""
        if self.difference:
            return self.difference
        if self.inputs == 0:
            return "Not compared: on every input tried, the source traps or runs too long."
        return f"Same result and memory as the source on {self.inputs} inputs."


def expectations(module: Module, name: str, seeds: int = SEEDS) -> tuple[Expectation, ...]:
    """Run the source on seeded inputs."""
    function, machine = module.functions[name], Interpreter(module)
    return tuple(
        Expectation(seed, given, machine.run(name, given, VALIDATION_OPERATIONS))
        for seed in range(seeds)
        for given in (seeded_input(function, seed),)
    )


def validate(module: Module, name: str, expected: tuple[Expectation, ...]) -> Validation:
    """Compare the rewritten function with what the source did."""
    machine = Interpreter(module)
    meaningful = [expectation for expectation in expected if not expectation.run.trap]
    for checked_expectation in meaningful:
        run = machine.run(name, checked_expectation.given, VALIDATION_OPERATIONS * _ALLOWANCE)
        difference = difference_of(checked_expectation.run, run)
        if difference:
            values = ", ".join(
                f"{name} = {value}" for name, value in checked_expectation.given.scalars.items()
            )
            text = f"with {values or 'no scalars'} (input {checked_expectation.seed}), {difference}"
            return Validation(len(meaningful), len(expected) - len(meaningful), text)
    return Validation(len(meaningful), len(expected) - len(meaningful), "")


def difference_of(expected: Run, actual: Run) -> str:
    """How a run differs from the source's; empty if it does not, or if the source has no result."""
    if expected.trap:
        return ""
    if actual.trap:
        return f"it stops where the source does not: {actual.trap}"
    if not same_number(expected.result, actual.result):
        return f"it returns {actual.result}, the source {expected.result}"
    if expected.memory != actual.memory:
        pairs = enumerate(zip(expected.memory, actual.memory, strict=True))
        offset = next(at for at, (expected_byte, two) in pairs if expected_byte != two)
        return f"memory differs from byte {offset} on"
    return ""


def same_number(first: Number | None, other: Number | None) -> bool:
    """Equal as the machine sees it: NaN is NaN, and 0.0 is not -0.0."""
    if isinstance(first, float) and isinstance(other, float):
        return (first != first and other != other) or (first == other and str(first) == str(other))
    return first == other
