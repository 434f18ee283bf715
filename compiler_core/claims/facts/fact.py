"""A fact: one thing that a record of ours says, by a name that claims use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from compiler_core.amounts import raised
from compiler_core.basis import Basis, Value
from compiler_core.errors import InputError

Family = Literal["network", "language model", "chip", "export", "atlas", "computed"]
_WHOLE_FROM = 10_000
"""Four digits of a larger number would be written as a power of ten."""
_SINGULARS = {"axes": "axis"}


class FactMissing(InputError):
    """The record does not say this: a part of the run failed, or was left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact. Its reader never computes what a page would show otherwise."""

    of: Family
    """What kind of subject has it."""
    name: str
    """As claims files write it; unique among the facts of its kind of subject."""
    stage: str
    """The stage that leaves its record, or the command that models it."""
    read: Callable[[Any], Value]
    """From that record. Raises FactMissing."""
    unit: str
    """Behind a number, "" for a share or a ratio, and for words."""
    basis: Basis
    """Counted in a run, computed from the program or file, modelled, or recorded once."""
    after_stages: bool = False
    """Whether a model has it only after all stages; a run that ends with `stage` lacks it then."""

    def said(self, value: Value) -> str:
        """The value for people, behind the name: a unit that stands in it is not said twice."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return value
        named = not self.unit or f" {self.unit} " in f" {self.name} "
        unit = _of_one(self.unit) if value == 1 else self.unit
        return number_text(value) if named else f"{number_text(value)} {unit}"


def _of_one(unit: str) -> str:
    """`place`, `axis`, `token a second`; `ms` stays."""
    noun, blank, rest = unit.partition(" ")
    is_word = len(noun) > len("ms")
    return (_SINGULARS.get(noun) or (noun.removesuffix("s") if is_word else noun)) + blank + rest


def number_text(value: float) -> str:
    """Four digits, or all of a whole or larger number: `15.38`, `1,024`; `6.545·10⁻⁵` of a small
    one."""
    whole = value == int(value) or abs(value) >= _WHOLE_FROM
    return f"{value:,.0f}" if whole else raised(f"{value:,.4g}")
