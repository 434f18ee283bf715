"""Properties of compiled code that a bisection can look for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from compiler_core.host.bisection.sentences import SAME_CODE
from compiler_core.host.bisection.variants import Variant
from compiler_core.host.canonical import canonical_instruction
from compiler_core.host.comparison.diff import compare
from compiler_core.host.comparison.loop_pairs import main_loops
from compiler_core.host.comparison.loop_rates import loop_instructions, vector_kind
from compiler_core.host.compilation import Compilation, FunctionListing, Loop


class Observation(Protocol):
    """A property of code. title completes the sentence "the code … "."""

    @property
    def title(self) -> str: ...

    def holds(self, variant: Variant, high: Variant) -> bool:
        """Whether the code has the property; `high` is the high level's code."""
        ...


@dataclass(frozen=True, slots=True)
class SameCode:
    """Identical to the high level's code, but for names of labels and registers."""

    @property
    def title(self) -> str:
        return SAME_CODE

    def holds(self, variant: Variant, high: Variant) -> bool:
        if variant.compilation is None or high.compilation is None:
            return False
        if variant.digest == high.digest:
            return True
        return compare(variant.compilation, high.compilation).identical


@dataclass(frozen=True, slots=True)
class SameLoops:
    """Every main innermost loop has the instructions of the high level's, in any order and with
    any registers; and no loop more or less."""

    @property
    def title(self) -> str:
        return "has the loops of the second setting's code"

    def holds(self, variant: Variant, high: Variant) -> bool:
        if variant.compilation is None or high.compilation is None:
            return False
        return _shapes(variant.compilation) == _shapes(high.compilation)


@dataclass(frozen=True, slots=True)
class SameWork:
    """Every main innermost loop takes the high level's step, on the same kind of registers."""

    @property
    def title(self) -> str:
        return "takes the steps of the second setting's loops"

    def holds(self, variant: Variant, high: Variant) -> bool:
        if variant.compilation is None or high.compilation is None:
            return False
        return _work(variant.compilation) == _work(high.compilation)


def innermost_loops(compilation: Compilation) -> list[tuple[FunctionListing, Loop]]:
    """The main ones, in the order of the code."""
    return [
        (function, loop)
        for function in compilation.functions
        for loop in main_loops(function).values()
    ]


def _shapes(compilation: Compilation) -> list[list[str]]:
    """For each main loop, in the order of the code, its instructions without register names."""
    return [
        sorted(
            canonical_instruction(instruction).shape
            for instruction in loop_instructions(function, loop)
        )
        for function, loop in innermost_loops(compilation)
    ]


def _work(compilation: Compilation) -> list[tuple[int | None, str, int | None]]:
    return [
        (loop.source_line, vector_kind(function, loop), loop.step_bytes)
        for function, loop in innermost_loops(compilation)
    ]
