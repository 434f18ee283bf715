"""Properties of code by which the known answers are told."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.bisection.observations import innermost_loops
from compiler_core.host.bisection.variants import Variant
from compiler_core.host.comparison.loop_rates import vector_kind
from compiler_core.host.compilation import Compilation
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import parse_instruction


@dataclass(frozen=True, slots=True)
class LoopVectorised:
    """Any loop of the file works on vectors."""

    @property
    def title(self) -> str:
        return "has a vector loop"

    def holds(self, variant: Variant, high: Variant) -> bool:
        return variant.compilation is not None and any(
            vector_kind(function, loop) != "scalar"
            for function, loop in innermost_loops(variant.compilation)
        )


@dataclass(frozen=True, slots=True)
class LoopFigure:
    """A count of the main loops is that of the high level's.

    name: `instructions`, `loads`, `stores` or `step_bytes`.
    """

    name: str

    @property
    def title(self) -> str:
        words = self.name.replace("_", " ")
        return f"has as many {words} in the loop as the second setting's code"

    def holds(self, variant: Variant, high: Variant) -> bool:
        found = self._figures(variant)
        return bool(found) and found == self._figures(high)

    def _figures(self, variant: Variant) -> list[int | None]:
        if variant.compilation is None:
            return []
        return [getattr(loop, self.name) for _, loop in innermost_loops(variant.compilation)]


@dataclass(frozen=True, slots=True)
class Calls:
    """The code calls this function of the library, such as `memset`."""

    callee: str

    @property
    def title(self) -> str:
        return f"calls {self.callee}"

    def holds(self, variant: Variant, high: Variant) -> bool:
        return self.callee in _callees(variant.compilation)


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
