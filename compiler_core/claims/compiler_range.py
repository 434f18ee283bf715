"""Which compilers a statement speaks of: `gcc`, `gcc 12`, `gcc >= 12`, `clang 14 to 16`, `any`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.toolchain.outcome import Compiler

NEWEST = 10_000
CORE = "core"
"""The family of what our own compilers and models say: no compiler of C is of it."""
_RANGE = re.compile(
    r"(?P<family>gcc|clang|any)"
    r"(?:\s*(?:(?P<sign>>=|<=|<|>)\s*)?(?P<first>\d+)(?:\s+to\s+(?P<last>\d+))?)?"
)


@dataclass(frozen=True, slots=True)
class CompilerRange:
    """A family (`any`: of all compilers of C) and its major versions, both ends included."""

    text: str
    """As it is written: `gcc`, `gcc 12`, `gcc >= 12`, `clang 14 to 16`, `any` or `core`."""
    family: str
    """One of `gcc`, `clang`, `any` and `core`; `core` is our own compilers and models, no
    compiler of C."""
    oldest: int
    """The first major version in the range; 0 where there is no lower end."""
    newest: int
    """The last major version in the range; 10000 where there is no upper end."""

    def covers(self, compiler: Compiler) -> bool:
        """Whether the statement speaks of this compiler."""
        major = int(compiler.version.partition(".")[0])
        in_family = self.family in ("any", compiler.family)
        return in_family and self.oldest <= major <= self.newest


def parse_compiler_range(text: str) -> CompilerRange | None:
    """None if the text is none of the forms above."""
    match = _RANGE.fullmatch(text.strip())
    if match is None or (match["last"] and match["sign"]):
        return None
    if match["first"] is None:
        return CompilerRange(text, match["family"], 0, NEWEST)
    first = int(match["first"])
    last = int(match["last"] or first)
    oldest, newest = {
        ">=": (first, NEWEST),
        ">": (first + 1, NEWEST),
        "<=": (0, first),
        "<": (0, first - 1),
    }.get(match["sign"] or "", (first, last))
    return CompilerRange(text, match["family"], oldest, newest)


OF_CORE = CompilerRange(CORE, CORE, 0, NEWEST)
"""Of statements about facts."""
