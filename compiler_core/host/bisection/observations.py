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
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import parse_instruction


class Observation(Protocol):
    """A property of code. title completes the sentence "the code … "."""

    @property
    def title(self) -> str: ...

    def holds(self, variant: Variant, high: Variant) -> bool:
        """Whether the code has the property; `high` is the high level's code."""
        ...


@dataclass(frozen=True, slots=True)
class SameCode:
    """Identical to the high level's code, but for names of labels and registers.

    function: the symbol or name of one function; empty for the whole file.
    """

    function: str = ""

    @property
    def title(self) -> str:
        if not self.function:
            return SAME_CODE
        return f"of {self.function} {SAME_CODE}"

    def holds(self, variant: Variant, high: Variant) -> bool:
        if variant.compilation is None or high.compilation is None:
            return False
        if variant.digest == high.digest:
            return True
        compared = compare(variant.compilation, high.compilation)
        if not self.function:
            return compared.identical
        chosen = [found for found in compared.functions if _named(found.name, self.function)]
        return bool(chosen) and all(found.identical for found in chosen)


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


@dataclass(frozen=True, slots=True)
class LoopVectorised:
    """The loop of this source line works on vectors; line 0: any loop of the file."""

    line: int = 0

    @property
    def title(self) -> str:
        return f"has the loop of line {self.line} on vectors" if self.line else "has a vector loop"

    def holds(self, variant: Variant, high: Variant) -> bool:
        return any(
            vector_kind(function, loop) != "scalar"
            for function, loop in _loops(variant.compilation, self.line)
        )


@dataclass(frozen=True, slots=True)
class LoopFigure:
    """A count of the main loop of this line is that of the high level's.

    name: `instructions`, `loads`, `stores` or `step_bytes`.
    """

    name: str
    line: int = 0

    @property
    def title(self) -> str:
        words = self.name.replace("_", " ")
        return f"has as many {words} in the loop as the second setting's code"

    def holds(self, variant: Variant, high: Variant) -> bool:
        found = self._figures(variant)
        return bool(found) and found == self._figures(high)

    def _figures(self, variant: Variant) -> list[int | None]:
        return [getattr(loop, self.name) for _, loop in _loops(variant.compilation, self.line)]


@dataclass(frozen=True, slots=True)
class Calls:
    """The code calls this function of the library, such as `memset`."""

    callee: str

    @property
    def title(self) -> str:
        return f"calls {self.callee}"

    def holds(self, variant: Variant, high: Variant) -> bool:
        return self.callee in _callees(variant.compilation)


def _named(name: str, wanted: str) -> bool:
    return name == wanted or name.partition("(")[0] == wanted


def _loops(compilation: Compilation | None, line: int) -> list[tuple[FunctionListing, Loop]]:
    """The main innermost loops of one source line, or of all."""
    if compilation is None:
        return []
    return [
        (function, loop)
        for function in compilation.functions
        for at, loop in main_loops(function).items()
        if line in (0, at)
    ]


def _shapes(compilation: Compilation) -> list[list[str]]:
    """For each main loop, in the order of the code, its instructions without register names."""
    return [
        sorted(canonical_instruction(found).shape for found in loop_instructions(function, loop))
        for function, loop in _loops(compilation, 0)
    ]


def _work(compilation: Compilation) -> list[tuple[int | None, str, int | None]]:
    return [
        (loop.source_line, vector_kind(function, loop), loop.step_bytes)
        for function, loop in _loops(compilation, 0)
    ]


def _callees(compilation: Compilation | None) -> frozenset[str]:
    """Targets of calls and of jumps that leave a function."""
    if compilation is None:
        return frozenset()
    effects = [
        effects_of(parse_instruction(line.text))
        for function in compilation.functions
        for line in function.lines
        if line.kind == "instruction"
    ]
    return frozenset(
        effect.target for effect in effects if effect.branch and not effect.target.startswith(".")
    )
