"""Which program of a network is profiled: its precision, its kernels' borders and their code.

Written `fp32-apart-generic` or `int8-fused-chosen`, and with `+3=gemm-dot` behind it where the
fourth kernel takes another tactic than the cheapest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.errors import InputError

VariantPrecision = Literal["fp32", "int8"]
Borders = Literal["apart", "fused"]
Code = Literal["generic", "chosen"]

_WRITTEN = re.compile(
    r"(fp32|int8)-(apart|fused)-(generic|chosen)((?:\+[0-9]{1,4}=[a-z0-9][a-z0-9-]{0,40}){0,8})"
)
_PRECISIONS: dict[str, VariantPrecision] = {"fp32": "fp32", "int8": "int8"}
_BORDERS: dict[str, Borders] = {"apart": "apart", "fused": "fused"}
_CODES: dict[str, Code] = {"generic": "generic", "chosen": "chosen"}
_TITLES = {"fp32": "fp32", "int8": "int8", "apart": "a kernel for each node", "fused": "fused",
           "generic": "generic code", "chosen": "chosen kernels"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Variant:
    """borders: a kernel for each node, or fused ones. code: generic loops, or the cheapest tactic
    for each layer. pinned: kernels with another tactic, by their place in the program.
    """

    precision: VariantPrecision = "fp32"
    borders: Borders = "apart"
    code: Code = "generic"
    pinned: tuple[tuple[int, str], ...] = ()

    @property
    def text(self) -> str:
        """As `variant_of` reads it."""
        pinned = "".join(f"+{index}={tactic}" for index, tactic in self.pinned)
        return f"{self.precision}-{self.borders}-{self.code}{pinned}"

    @property
    def title(self) -> str:
        """In words."""
        words = [_TITLES[choice] for choice in (self.precision, self.borders, self.code)]
        pinned = [f"kernel {index} by {tactic}" for index, tactic in self.pinned]
        return ", ".join([*words, *pinned])

    def with_tactic(self, index: int, tactic: str) -> Variant:
        """One kernel computed otherwise."""
        others = {at: pinned_tactic for at, pinned_tactic in self.pinned if at != index}
        return replace(self, pinned=tuple(sorted((others | {index: tactic}).items())))


# Where the exercise begins: nothing has been done for speed yet.
PLAIN = Variant()


def variant_of(text: str) -> Variant:
    """The variant that is written so. Raises InputError."""
    matched = _WRITTEN.fullmatch(text)
    if matched is None:
        raise InputError(
            f"{text[:60]!r} is no variant of a program.",
            "Write it like fp32-apart-generic: fp32 or int8, apart or fused, generic or chosen.",
        )
    precision, borders, code, pinned = matched.groups()
    pairs = [pin.split("=") for pin in pinned.split("+") if pin]
    made = {int(index): tactic for index, tactic in pairs}
    return Variant(
        _PRECISIONS[precision], _BORDERS[borders], _CODES[code], tuple(sorted(made.items()))
    )
