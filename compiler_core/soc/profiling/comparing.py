"""Two counted programs side by side: how much faster, and where the difference is."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.profiling.records import ProfiledProgram

_GENERIC = "generic"
# Less than this is the same.
_SAME = 1.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A program's instructions."""

    kernels: int
    """How many there are."""
    instructions: int
    """Executed in all kernels."""
    layers: int
    """Instructions of the kernels that multiply."""
    per_multiply: float
    """Instructions of layers for each multiply-accumulate, 0.0 without any."""
    others: int
    """Instructions of the kernels that do not multiply."""
    written: int
    """Kernels with a chosen tactic."""


@dataclass(frozen=True, slots=True)
class RunComparison:
    """faster: instructions before over instructions after. reason: what became of the parts."""

    before: Parts
    after: Parts
    faster: float
    sentence: str
    reason: str


def parts_of(program: ProfiledProgram) -> Parts:
    """The program's instructions by what they are for."""
    layers = [kernel for kernel in program.kernels if kernel.multiplies]
    multiplies = sum(layer.multiplies for layer in layers)
    spent = sum(layer.instructions for layer in layers)
    return Parts(
        kernels=len(program.kernels),
        instructions=program.instructions,
        layers=spent,
        per_multiply=spent / multiplies if multiplies else 0.0,
        others=program.instructions - spent,
        written=sum(kernel.tactic != _GENERIC for kernel in program.kernels),
    )


def compared(before: ProfiledProgram, after: ProfiledProgram) -> RunComparison:
    """The second beside the first."""
    first, second = parts_of(before), parts_of(after)
    faster = first.instructions / second.instructions if second.instructions else 0.0
    return RunComparison(
        first, second, faster, _sentence(faster, first, second), _reason(first, second)
    )


def _sentence(faster: float, first: Parts, second: Parts) -> str:
    counts = f"{first.instructions:,} instructions became {second.instructions:,}"
    if faster >= _SAME:
        return f"✓ {counts}: {faster:.2f} times as few."
    if faster <= 1 / _SAME:
        return f"✗ {counts}: {1 / faster:.2f} times as many. This try made it worse."
    return f"= {counts}: nothing changed that counts."


def _reason(first: Parts, second: Parts) -> str:
    said = [
        f"Layers took {first.per_multiply:.2f} instructions for each multiply-accumulate and take "
        f"{second.per_multiply:.2f}; all other kernels together took {first.others:,} and take "
        f"{second.others:,}."
    ]
    if first.written != second.written:
        said.append(f"Kernels with a chosen tactic: {first.written} before, {second.written} now.")
    if first.kernels != second.kernels:
        said.append(f"{first.kernels} kernels became {second.kernels}.")
    return " ".join(said)
