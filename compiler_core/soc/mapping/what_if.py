"""A chip whose accelerator runs one operator less, one more, or all: what a fallback costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from compiler_core.errors import UnknownName
from compiler_core.soc.description import ComputeUnit, SocDescription, Source
from compiler_core.soc.mapping.graph import KernelGraph
from compiler_core.soc.mapping.operators import operators_of
from compiler_core.soc.reading import load_socs

_Change = Callable[[tuple[str, ...]], tuple[str, ...]]
SOURCE = "your own choice"
# A list without names would mean the usual operators.
_NOTHING = ("no operator",)


def without_operators(soc: SocDescription, names: Sequence[str]) -> SocDescription:
    """As if its accelerators did not run these."""
    return _changed(
        soc, lambda known: tuple(operation for operation in known if operation not in names)
    )


def with_operators(soc: SocDescription, names: Sequence[str]) -> SocDescription:
    """As if its accelerators ran these too."""
    return _changed(soc, lambda known: tuple(dict.fromkeys((*known, *names))))


def check_operators(names: Sequence[str], graph: KernelGraph) -> None:
    """Raises UnknownName for what is neither an operator of the network nor of any chip here."""
    own = operators_in(graph)
    others = tuple(name for name in listed_operators() if name not in own)
    for name in names:
        if name not in own and name not in others:
            raise UnknownName(
                f"There is no operator {name[:40]!r} in {graph.name}, and no chip here lists it.",
                f"In the network: {', '.join(own)}. Of chips: {', '.join(others)}.",
            )


def listed_operators() -> tuple[str, ...]:
    """All that accelerators of the chips here run, by name."""
    units = (unit for soc in load_socs() for unit in soc.units if unit.kind == "npu")
    return tuple(sorted({name for unit in units for name in operators_of(unit) or ()}))


def operators_in(graph: KernelGraph) -> tuple[str, ...]:
    """All operators of a network, each once, by name."""
    return tuple(sorted({name for kernel in graph.kernels for name in kernel.operators}))


def accelerated(soc: SocDescription, names: Sequence[str]) -> tuple[str, ...]:
    """Those that one of its accelerators runs."""
    known = [operators_of(unit) for unit in soc.units if unit.kind == "npu"]
    return tuple(
        name
        for name in names
        if any(operations is None or name in operations for operations in known)
    )


def _changed(soc: SocDescription, change: _Change) -> SocDescription:
    return replace(
        soc,
        units=tuple(_unit(unit, change) for unit in soc.units),
        sources={**soc.sources, SOURCE: Source(SOURCE, "chosen")},
    )


def _unit(unit: ComputeUnit, change: _Change) -> ComputeUnit:
    known = operators_of(unit)
    if unit.kind != "npu" or known is None:
        return unit
    return replace(unit, operators=change(known) or _NOTHING, operators_source=SOURCE)
