"""Plain names for the units of LLVM's models, and how full each kind is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.comparison.wording import listed
from compiler_core.host.cycles.record import ModelAnswer, ResourceUse
from compiler_core.host.cycles.scheduling_models import LLVM_MODELS

# What follows the model's name in a unit's name, from the comments of LLVM's AArch64Sched*.td.
_KINDS: dict[str, str] = {
    "B": "branch",
    "V": "vector",
    "L": "load",
    "LS": "load and store",
    "LdSt": "load and store",
    "Ld": "load",
    "St": "store",
    "D": "store data",
    "M": "integer (multi-cycle)",
    "S": "integer",
    "I": "integer",
    "ALU": "integer",
    "MAC": "multiply",
    "Div": "divide",
    "FPALU": "floating-point",
    "FPMDS": "floating-point multiply and divide",
    "FPMAC": "floating-point multiply",
    "FPDIV": "floating-point divide",
    "VALU": "vector",
    "VMAC": "vector multiply",
    "VMC": "vector divide",
}
_OF_ONE_MODEL: dict[str, dict[str, str]] = {
    "A57": {"S": "store", "W": "vector", "X": "vector", "M": "integer (multi-cycle)"},
}


# Units whose load differs by less than this from the fullest one share its work.
_EVENLY = 0.85


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """The fullest units of one kind.

    units: their names; of: how many of this kind there are; pressure: busy cycles per iteration of
    these units together.
    """

    title: str
    units: tuple[str, ...]
    of: int
    pressure: float

    @property
    def bound(self) -> float:
        """The least cycles per iteration these units need, shared evenly."""
        return self.pressure / len(self.units)


def unit_groups(model: str, resources: Sequence[ResourceUse]) -> tuple[UnitGroup, ...]:
    """Units by kind, in the model's order; `model` is how its units' names begin."""
    by_title: dict[str, list[ResourceUse]] = {}
    for use in resources:
        by_title.setdefault(unit_title(model, use.group), []).append(use)
    return tuple(_group(model, title, uses) for title, uses in by_title.items())


def _group(model: str, title: str, uses: Sequence[ResourceUse]) -> UnitGroup:
    most = max(use.pressure for use in uses)
    fullest = [use for use in uses if use.pressure >= _EVENLY * most]
    names = tuple(short_name(model, use.name) for use in fullest)
    return UnitGroup(title, names, len(uses), sum(use.pressure for use in fullest))


def short_name(model: str, unit: str) -> str:
    """`V0` of `N1UnitV0`; `L.1` of `N1UnitL.1`."""
    return unit.removeprefix(model).removeprefix("Unit")


def units_in_words(answer: ModelAnswer) -> str:
    """`L.0 and L.1: load; V0: vector.`, of those in use; empty where the model names none."""
    model = _llvm_model(answer)
    if model is None:
        return ""
    kinds: dict[str, list[str]] = {}
    for use in answer.resources:
        if use.pressure > 0:
            kinds.setdefault(unit_title(model, use.group), []).append(short_name(model, use.name))
    phrases = [f"{listed(names)}: {title}" for title, names in kinds.items() if names != [title]]
    return f"Units of the core. {'; '.join(phrases)}." if phrases else ""


def unit_in_short(answer: ModelAnswer, unit: str) -> str:
    """The same where the answer says whose unit it is: only LLVM's begin with the model's name."""
    model = _llvm_model(answer)
    return unit if model is None else short_name(model, unit)


def _llvm_model(answer: ModelAnswer) -> str | None:
    """How units of LLVM's model begin, where it is LLVM that answers."""
    if answer.model != "llvm-mca":
        return None
    return next((model.units for model in LLVM_MODELS if model.cpu == answer.cpu_used), None)


def unit_title(model: str, group: str) -> str:
    """`vector` for `N1UnitV`; the model's own name where nothing is known of it."""
    short = short_name(model, group)
    return _OF_ONE_MODEL.get(model, {}).get(short) or _KINDS.get(short) or short
