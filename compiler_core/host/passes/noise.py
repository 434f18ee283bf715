"""What a compiler writes down about a program without changing it: left out of the comparison.

A pass that only recomputes such notes has changed nothing that the machine will do. The text that
readers see keeps them. Values and blocks are renumbered as well, but which number took whose place
needs both texts: that is the comparison's own work.

Sources: LLVM "Machine IR (MIR) Format Reference Manual", register flags; GCC internals, "Flags in
an RTL Expression" and "Basic Blocks".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.passes.dump import Level


@dataclass(frozen=True, slots=True)
class Noise:
    """One kind of note: its pattern, what stands for it, and why it says nothing new."""

    pattern: re.Pattern[str]
    replacement: str
    reason: str


_NUMBERED_ANEW = "metadata nodes are numbered anew whenever one is added or dropped"
_TAIL_CALL = (
    "a note that the call may end the function; the jump it may become shows when it is made"
)

_LLVM: tuple[Noise, ...] = (
    Noise(
        re.compile(r"\bmetadata !\d+"),
        "metadata",
        _NUMBERED_ANEW,
    ),
    Noise(
        re.compile(r"\btail (?=call )"),
        "",
        _TAIL_CALL,
    ),
)
_MACHINE: tuple[Noise, ...] = (
    Noise(
        re.compile(r"\b(?:killed|dead|renamable|internal) (?=[$%]|renamable |early-clobber )"),
        "",
        "liveness: where a register is last read, or is never read, follows from the code; "
        "renamable only tells later passes that they may choose another register",
    ),
    Noise(
        re.compile(r"(?<=\d):[a-z]\w*(?=[ ,(]|$)"),
        "",
        "the class of registers a value may go to; the one it gets shows when it is chosen",
    ),
    Noise(
        re.compile(r",? !(?:tbaa|alias\.scope|noalias|range|tbaa\.struct) !\d+"),
        "",
        _NUMBERED_ANEW,
    ),
    Noise(
        re.compile(r"%ir(?:-block)?\.[\w.$-]+"),
        "%ir",
        "the name that an address had in the LLVM IR, kept as a note on the memory access",
    ),
)
_GIMPLE: tuple[Noise, ...] = (
    Noise(
        re.compile(r"(?<=[A-Za-z0-9])_\d+(?=\(D\))"),
        "",
        "the number of a parameter's value on entry: there is one, whatever its number",
    ),
    Noise(
        re.compile(r" \[tail call\]"),
        "",
        _TAIL_CALL,
    ),
)
NOISE: Mapping[Level, tuple[Noise, ...]] = {
    "LLVM IR": _LLVM,
    "machine IR": _MACHINE,
    "GIMPLE": _GIMPLE,
    "RTL": (),
    "IPA": (),
}


def without_noise(text: str, level: Level) -> str:
    """The line as the comparison sees it."""
    for noise in NOISE[level]:
        text = noise.pattern.sub(noise.replacement, text)
    return text
